/* SPDX-License-Identifier: MIT */
/* io.h - whole blocks in and out: short calls are taken up again, direct I/O
 * falls back to buffered at the first call that refuses it. */
#ifndef CORE_IO_H
#define CORE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct io {
	int fd;
	bool direct;            /* in use; an io_ call clears it when it had to fall back */
};

/* Reads until size bytes, the end of the file or an error. Returns the bytes read; an error after
 * some bytes shows at the next call. */
int64_t io_read(struct io *io, void *buffer, size_t size);
/* Writes all of it. 0 or -errno; a call that accepts nothing is -EIO. */
int io_write(struct io *io, const void *buffer, size_t size);
/* The same at an offset, the position unchanged. */
int64_t io_read_at(struct io *io, void *buffer, size_t size, uint64_t offset);
int io_write_at(struct io *io, const void *buffer, size_t size, uint64_t offset);

/* Keeps what a buffered writer has in memory but not on its device within a window, so that a stop
 * is never held up for long and a small machine does not drown in dirty pages. The next
 * window is being written while the last one is waited for: the device never idles. */
struct io_window {
	uint64_t size;          /* bytes; 0: no limit */
	uint64_t start;         /* of the window that fills */
	uint64_t waiting;       /* size of the one before it, being written */
};

/* Tells that the file is written up to `end`. 0 or -errno. */
int io_window_written(struct io_window *w, int fd, uint64_t end);

#endif

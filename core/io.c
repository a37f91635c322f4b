/* SPDX-License-Identifier: MIT */
/* io.c - whole blocks in and out. */
#include "io.h"

#include "platform.h"

enum { POSITION = -1 };                 /* as an offset: at the file's own position */

/* Some file systems take O_DIRECT at open and refuse the first transfer. */
static bool fell_back(struct io *io, int64_t result)
{
	if (!io->direct || (result != -EINVAL && result != -EOPNOTSUPP && result != -ENOSYS))
		return false;
	if (platform_set_direct(io->fd, false))
		return false;
	io->direct = false;
	return true;
}

static int64_t read_some(struct io *io, char *to, size_t size, int64_t offset)
{
	int64_t n;

	do
		n = offset == POSITION ? platform_read(io->fd, to, size)
		                       : platform_pread(io->fd, to, size, (uint64_t)offset);
	while (n < 0 && fell_back(io, n));
	return n;
}

static int64_t write_some(struct io *io, const char *from, size_t size, int64_t offset)
{
	int64_t n;

	do
		n = offset == POSITION ? platform_write(io->fd, from, size)
		                       : platform_pwrite(io->fd, from, size, (uint64_t)offset);
	while (n < 0 && fell_back(io, n));
	return n;
}

static int64_t read_all(struct io *io, char *to, size_t size, int64_t offset)
{
	size_t done = 0;

	while (done < size) {
		int64_t at = offset == POSITION ? POSITION : offset + (int64_t)done;
		int64_t n = read_some(io, to + done, size - done, at);

		if (n < 0 && !done)
			return n;
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return (int64_t)done;
}

static int write_all(struct io *io, const char *from, size_t size, int64_t offset)
{
	for (size_t done = 0; done < size;) {
		int64_t at = offset == POSITION ? POSITION : offset + (int64_t)done;
		int64_t n = write_some(io, from + done, size - done, at);

		if (n <= 0)
			return n ? (int)n : -EIO;
		done += (size_t)n;
	}
	return 0;
}

int64_t io_read(struct io *io, void *buffer, size_t size)
{
	return read_all(io, buffer, size, POSITION);
}

int io_write(struct io *io, const void *buffer, size_t size)
{
	return write_all(io, buffer, size, POSITION);
}

int64_t io_read_at(struct io *io, void *buffer, size_t size, uint64_t offset)
{
	return read_all(io, buffer, size, (int64_t)offset);
}

int io_write_at(struct io *io, const void *buffer, size_t size, uint64_t offset)
{
	return write_all(io, buffer, size, (int64_t)offset);
}

/* Waits for [offset, offset + size); the whole file where the system knows no ranges. */
static int wait_range(int fd, uint64_t offset, uint64_t size)
{
	int error = platform_flush_range(fd, offset, size, true);

	return error == -ENOSYS || error == -EOPNOTSUPP || error == -EINVAL ? platform_sync_data(fd) : error;
}

int io_window_written(struct io_window *w, int fd, uint64_t end)
{
	uint64_t size = end - w->start;
	int error = 0;

	if (!w->size || size < w->size)
		return 0;
	platform_flush_range(fd, w->start, size, false);
	if (w->waiting)
		error = wait_range(fd, w->start - w->waiting, w->waiting);
	w->waiting = size;
	w->start = end;
	return error;
}

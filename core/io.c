/* SPDX-License-Identifier: MIT */
/* io.c - whole blocks in and out. */
#include "io.h"

#include "platform.h"

#define POSITION UINT64_MAX              /* as an offset: at the file's own position */

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

static int64_t once(const struct io *io, bool write, char *bytes, size_t size, uint64_t offset)
{
	if (offset == POSITION)
		return write ? platform_write(io->fd, bytes, size) : platform_read(io->fd, bytes, size);
	return write ? platform_pwrite(io->fd, bytes, size, offset) : platform_pread(io->fd, bytes, size, offset);
}

/* Until all is moved, or the end. Of reading an error after some bytes is left to the next call. */
static int64_t all(struct io *io, bool write, char *bytes, size_t size, uint64_t offset)
{
	size_t done = 0;

	while (done < size) {
		int64_t n = once(io, write, bytes + done, size - done, offset);

		if (n < 0 && fell_back(io, n))
			continue;
		if (n < 0 && (write || !done))
			return n;
		if (n <= 0)
			break;
		done += (size_t)n;
		if (offset != POSITION)
			offset += (uint64_t)n;
	}
	return (int64_t)done;
}

static int all_written(struct io *io, const void *buffer, size_t size, uint64_t offset)
{
	int64_t n = all(io, true, (char *)buffer, size, offset);

	return n < 0 ? (int)n : (size_t)n < size ? -EIO : 0;
}

int64_t io_read(struct io *io, void *buffer, size_t size)
{
	return all(io, false, buffer, size, POSITION);
}

int io_write(struct io *io, const void *buffer, size_t size)
{
	return all_written(io, buffer, size, POSITION);
}

int64_t io_read_at(struct io *io, void *buffer, size_t size, uint64_t offset)
{
	return all(io, false, buffer, size, offset);
}

int io_write_at(struct io *io, const void *buffer, size_t size, uint64_t offset)
{
	return all_written(io, buffer, size, offset);
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

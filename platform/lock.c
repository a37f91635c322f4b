/* SPDX-License-Identifier: MIT */
/* lock.c - record locks: the system gives them back when their process ends, however it ends. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "internal.h"

static struct flock range(short type, uint64_t offset, uint64_t size)
{
	struct flock lock = { .l_type = type, .l_whence = SEEK_SET };

	lock.l_start = (off_t)offset;
	lock.l_len = (off_t)size;
	return lock;
}

static int set(int fd, int command, struct flock lock)
{
	ssize_t result;

	do
		result = fcntl(fd, command, &lock);
	while (platform_again(&result));
	return result == -EACCES ? -EAGAIN : (int)result;
}

int platform_lock(int fd, uint64_t offset, uint64_t size, bool wait)
{
	return set(fd, wait ? F_SETLKW : F_SETLK, range(F_WRLCK, offset, size));
}

int platform_unlock(int fd, uint64_t offset, uint64_t size)
{
	return set(fd, F_SETLK, range(F_UNLCK, offset, size));
}

int platform_hold(int fd)
{
	ssize_t result;

	do
		result = flock(fd, LOCK_EX | LOCK_NB);
	while (platform_again(&result));
	return (int)result;
}

bool platform_locked(int fd, uint64_t offset, uint64_t size)
{
	struct flock lock = range(F_WRLCK, offset, size);

	return !fcntl(fd, F_GETLK, &lock) && lock.l_type != F_UNLCK;
}

/* SPDX-License-Identifier: MIT */
/* files.c - opening, reading directories, the page cache, as Linux has them.
 * Some calls are made by syscall(2): musl's ioctl, and opendir with its malloc,
 * cost kilobytes in a static program, fcntl a quarter of one. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "../internal.h"

/* For C libraries that are older than these. Numbers: Linux asm-generic, the
 * same on every processor since cachestat came. */
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif
#ifndef __O_TMPFILE
#define __O_TMPFILE 020000000
#endif

int platform_open_system(int directory, const char *path, int flags, mode_t mode, unsigned how)
{
	ssize_t fd;

	if (how & PLATFORM_DIRECT)
		flags |= O_DIRECT;
	if (how & PLATFORM_TEMPORARY)
		flags |= O_TMPFILE;
	do
		fd = openat(directory, path, flags, mode);
	while (platform_again(&fd));
	return (int)fd;
}

void platform_split_device(dev_t device, uint32_t *major_number, uint32_t *minor_number)
{
	*major_number = (uint32_t)major(device);
	*minor_number = (uint32_t)minor(device);
}

uint64_t platform_file_limit(void)
{
	/* prlimit64(2): now and at most, all bits set for none. */
	uint64_t limit[2];

	return syscall(SYS_prlimit64, 0, RLIMIT_FSIZE, NULL, limit) ? UINT64_MAX : limit[0];
}

/* struct linux_dirent64 of getdents64(2): inode 8, offset 8, record length 2, type 1, name */
enum { ENTRY_LENGTH = 16, ENTRY_NAME = 19 };

void platform_directory_start(struct platform_directory *d, int fd)
{
	d->fd = fd;
	d->error = 0;
	d->at = d->end = 0;
	if (lseek(fd, 0, SEEK_SET) < 0)
		d->error = -errno;
}

/* The next entry's bytes; NULL at the end. */
static char *next_entry(struct platform_directory *d)
{
	char *entry;

	if (d->at >= d->end) {
		long got = syscall(SYS_getdents64, d->fd, d->entries, sizeof d->entries);

		if (got < 0)
			d->error = -errno;
		if (got <= 0)
			return NULL;
		d->at = 0;
		d->end = (unsigned)got;
	}
	entry = (char *)d->entries + d->at;
	d->at += *(unsigned short *)(void *)(entry + ENTRY_LENGTH);
	return entry;
}

const char *platform_directory_next(struct platform_directory *d)
{
	char *entry;

	while (!d->error && (entry = next_entry(d)) != NULL) {
		const char *name = entry + ENTRY_NAME;

		if (name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2])))
			continue;
		return name;
	}
	return NULL;
}

int platform_advise(int fd, enum platform_advice advice)
{
	static const int numbers[] = {
		[PLATFORM_NORMAL] = POSIX_FADV_NORMAL,
		[PLATFORM_RANDOM] = POSIX_FADV_RANDOM,
		[PLATFORM_SEQUENTIAL] = POSIX_FADV_SEQUENTIAL,
		[PLATFORM_DONTNEED] = POSIX_FADV_DONTNEED,
	};

	return -posix_fadvise(fd, 0, 0, numbers[advice]);
}

int platform_change_flags(int fd, int set, int clear)
{
	long flags = syscall(SYS_fcntl, fd, F_GETFL, 0);

	if (flags < 0 || syscall(SYS_fcntl, fd, F_SETFL, (flags | set) & ~clear) < 0)
		return -errno;
	return 0;
}

int platform_set_direct(int fd, bool on)
{
	return platform_change_flags(fd, O_DIRECT, on ? 0 : O_DIRECT);
}

int platform_pipe(int fds[2])
{
	/* The libraries' has a second way, for kernels before 2.6.27. */
	return syscall(SYS_pipe2, fds, O_CLOEXEC) < 0 ? -errno : 0;
}

int platform_flush_range(int fd, uint64_t offset, uint64_t size, bool wait)
{
	unsigned flags = SYNC_FILE_RANGE_WRITE;

	if (wait)
		flags |= SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WAIT_AFTER;
	return sync_file_range(fd, (off_t)offset, (off_t)size, flags) ? -errno : 0;
}

int64_t platform_resident_mincore(int fd, uint64_t offset, uint64_t size)
{
	unsigned char in[512];
	size_t page = (size_t)getpagesize(), resident = 0;

	while (size) {
		size_t part = sizeof in * page < size ? sizeof in * page : (size_t)size;
		void *map = mmap(NULL, part, PROT_READ, MAP_SHARED, fd, (off_t)offset);
		int failed;

		if (map == MAP_FAILED)
			return -(int64_t)errno;
		failed = mincore(map, part, in);
		munmap(map, part);
		if (failed)
			return -(int64_t)errno;
		for (size_t i = 0; i * page < part; i++)
			resident += in[i] & 1;
		offset += part;
		size -= part;
	}
	return (int64_t)((uint64_t)resident * page);
}

int64_t platform_resident_cachestat(int fd, uint64_t offset, uint64_t size)
{
	/* struct cachestat_range and struct cachestat, cachestat(2) */
	uint64_t range[2] = { offset, size }, counts[5] = { 0 };

	if (syscall(SYS_cachestat, fd, range, counts, 0))
		return -(int64_t)errno;
	return (int64_t)(counts[0] * (uint64_t)getpagesize());
}

int platform_flush_device(int fd)
{
	return syscall(SYS_ioctl, fd, BLKFLSBUF, 0) ? -errno : 0;
}

int platform_drop_caches(void)
{
	int fd = platform_open_at(platform_here, "/proc/sys/vm/drop_caches", PLATFORM_WRITE);
	int64_t wrote;

	if (fd < 0)
		return fd;
	wrote = platform_write(fd, "3", 1);
	platform_close(fd);
	return wrote < 0 ? (int)wrote : 0;
}

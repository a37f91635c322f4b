/* SPDX-License-Identifier: MIT */
/* copy.c - what copying needs of the system beyond plain reading and writing:
 * outputs opened in dd's many ways, a range wanted in memory or no longer. */
#define _GNU_SOURCE
#include <fcntl.h>

#include "internal.h"

/* Not every system has them. */
#ifndef O_NOATIME
#define O_NOATIME 0
#endif

int platform_open_output(int directory, const char *path, unsigned how)
{
	static const struct { unsigned how; int flag; } flags[] = {
		{ PLATFORM_OUTPUT_CREATE, O_CREAT }, { PLATFORM_OUTPUT_NEW, O_CREAT | O_EXCL },
		{ PLATFORM_OUTPUT_EMPTY, O_TRUNC }, { PLATFORM_OUTPUT_APPEND, O_APPEND },
		{ PLATFORM_OUTPUT_SYNC, O_SYNC }, { PLATFORM_OUTPUT_DATA_SYNC, O_DSYNC },
		{ PLATFORM_OUTPUT_NOFOLLOW, O_NOFOLLOW },
	};
	int all = O_WRONLY | O_CLOEXEC | O_NOCTTY;

	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		if (how & flags[i].how)
			all |= flags[i].flag;
	return platform_open_system(directory, path, all, 0666, 0);
}

int platform_set_no_atime(int fd)
{
	return O_NOATIME ? platform_change_flags(fd, O_NOATIME, 0) : -ENOSYS;
}

int platform_expect_range(int fd, uint64_t offset, uint64_t size, bool wanted)
{
#ifdef POSIX_FADV_DONTNEED
	return -posix_fadvise(fd, (off_t)offset, (off_t)size, wanted ? POSIX_FADV_WILLNEED : POSIX_FADV_DONTNEED);
#else
	(void)fd;
	(void)offset;
	(void)size;
	(void)wanted;
	return -ENOSYS;
#endif
}

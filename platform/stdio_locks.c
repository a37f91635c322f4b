/* SPDX-License-Identifier: MIT */
/* stdio_locks.c - putc(3) and getc(3) with a lock taken for each byte, as every program with threads
 * has it, and without any. */
#define _GNU_SOURCE
#include <stdio.h>

#include "platform.h"

int platform_stream_put_locked(struct platform_stream *s, const unsigned char *bytes, size_t count)
{
	FILE *f = (FILE *)s;

	for (size_t i = 0; i < count; i++) {
		int c;

		flockfile(f);
		c = putc_unlocked(bytes[i], f);
		funlockfile(f);
		if (c == EOF)
			return -errno;
	}
	return 0;
}

int64_t platform_stream_get_locked(struct platform_stream *s, unsigned char *bytes, size_t count)
{
	FILE *f = (FILE *)s;
	size_t i = 0;

	for (; i < count; i++) {
		int c;

		flockfile(f);
		c = getc_unlocked(f);
		funlockfile(f);
		if (c == EOF)
			break;
		bytes[i] = (unsigned char)c;
	}
	return i < count && ferror(f) ? -(int64_t)errno : (int64_t)i;
}

int platform_stream_put_unlocked(struct platform_stream *s, const unsigned char *bytes, size_t count)
{
	FILE *f = (FILE *)s;

	for (size_t i = 0; i < count; i++)
		if (putc_unlocked(bytes[i], f) == EOF)
			return -errno;
	return 0;
}

int64_t platform_stream_get_unlocked(struct platform_stream *s, unsigned char *bytes, size_t count)
{
	FILE *f = (FILE *)s;
	size_t i = 0;
	int c;

	for (; i < count && (c = getc_unlocked(f)) != EOF; i++)
		bytes[i] = (unsigned char)c;
	return i < count && ferror(f) ? -(int64_t)errno : (int64_t)i;
}

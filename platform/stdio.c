/* SPDX-License-Identifier: MIT */
/* stdio.c - putc(3) and getc(3), which bonnie's per-character tests measure.
 * In a file of its own: stdio costs 7 KB, and nothing else may pull it in. */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "platform.h"

/* fdopen(3) would bring malloc, which is as large as all of stdio. The worker that calls this has
 * its standard input and output for itself, and their streams are static. */
struct platform_stream *platform_stream_open(int fd, bool writing)
{
	if (dup2(fd, writing ? 1 : 0) < 0)
		return NULL;
	return (struct platform_stream *)(writing ? stdout : stdin);
}

int platform_stream_put(struct platform_stream *s, const unsigned char *bytes, size_t count)
{
	FILE *f = (FILE *)s;

	for (size_t i = 0; i < count; i++)
		if (putc(bytes[i], f) == EOF)
			return -errno;
	return 0;
}

int64_t platform_stream_get(struct platform_stream *s, unsigned char *bytes, size_t count)
{
	FILE *f = (FILE *)s;
	size_t i = 0;
	int c;

	for (; i < count && (c = getc(f)) != EOF; i++)
		bytes[i] = (unsigned char)c;
	return i < count && ferror(f) ? -(int64_t)errno : (int64_t)i;
}

int platform_stream_close(struct platform_stream *s)
{
	return fflush((FILE *)s) ? -errno : 0;
}

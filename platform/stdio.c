/* SPDX-License-Identifier: MIT */
/* stdio.c - putc(3) and getc(3), which bonnie's per-character tests measure.
 * In a file of its own: stdio costs 7 KB, and nothing else may pull it in. */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

#include "platform.h"

struct platform_stream *platform_stream_open(int fd, bool writing)
{
	int copy = dup(fd);
	FILE *f = copy < 0 ? NULL : fdopen(copy, writing ? "w" : "r");

	if (!f && copy >= 0)
		close(copy);
	return (struct platform_stream *)f;
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
	return fclose((FILE *)s) ? -errno : 0;
}

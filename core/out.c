/* SPDX-License-Identifier: MIT */
/* out.c - text to a descriptor or into memory. */
#include "out.h"

#include <stdarg.h>
#include <string.h>

#include "platform.h"

static char stdout_text[512], stderr_text[256];
struct out out_stdout = OUT_FD(1, stdout_text);
struct out out_stderr = OUT_FD(2, stderr_text);

struct out out_memory(char *text, size_t size)
{
	return (struct out){ -1, 0, 0, size, text };
}

int out_flush(struct out *o)
{
	size_t done = 0;

	while (o->fd >= 0 && !o->error && done < o->used) {
		int64_t n = platform_write(o->fd, o->text + done, o->used - done);

		if (n <= 0)
			o->error = n ? (int)n : -EIO;
		else
			done += (size_t)n;
	}
	if (o->fd >= 0)
		o->used = 0;
	return o->error;
}

const char *out_end(struct out *o)
{
	size_t end = o->used < o->size ? o->used : o->size - 1;

	o->text[end] = 0;
	return o->text;
}

void out_char(struct out *o, int c)
{
	if (o->used == o->size)
		out_flush(o);
	if (o->used < o->size)
		o->text[o->used++] = (char)c;
}

void out_text(struct out *o, const char *text)
{
	while (*text)
		out_char(o, *text++);
}

void out_texts(struct out *o, ...)
{
	va_list list;
	const char *text;

	va_start(list, o);
	while ((text = va_arg(list, const char *)) != NULL)
		out_text(o, text);
	va_end(list);
}

static void blanks(struct out *o, int count)
{
	while (count-- > 0)
		out_char(o, ' ');
}

void out_pad(struct out *o, const char *text, int width)
{
	int length = (int)strlen(text);

	blanks(o, width - length);
	out_text(o, text);
	blanks(o, -width - length);
}

void out_fixed_ordered(struct out *o, int width, uint64_t value, unsigned decimals)
{
	char digits[24], *p = digits + sizeof digits;
	unsigned n = 0;

	*--p = 0;
	do {
		*--p = (char)('0' + value % 10);
		value /= 10;
		if (++n == decimals)
			*--p = '.';
	} while (value || n <= decimals);
	out_pad(o, p, width);
}

void out_count(struct out *o, uint32_t value)
{
	out_number(o, value, 0);
}

void out_number_ordered(struct out *o, int width, uint64_t value)
{
	out_fixed(o, value, 0, width);
}

void out_filled(struct out *o, const char *text, uint64_t value)
{
	while (*text) {
		char c = *text++;
		int width = 0;

		if (c != '$') {
			out_char(o, c);
			continue;
		}
		for (; *text >= '0' && *text <= '9'; text++)
			width = 10 * width + *text - '0';
		out_number(o, value, width);
	}
}

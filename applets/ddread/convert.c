/* SPDX-License-Identifier: MIT */
/* convert.c - conv=lcase, ucase and swab: ASCII only, whatever the locale. */
#include "ddread.h"

static void map(char *data, size_t size, char first, char last)
{
	for (char *end = data + size; data < end; data++)
		if (*data >= first && *data <= last)
			*data ^= 32;
}

void convert_case(const struct operands *o, char *data, size_t size)
{
	if (o->conv & CONV_LCASE)
		map(data, size, 'A', 'Z');
	else if (o->conv & CONV_UCASE)
		map(data, size, 'a', 'z');
}

/* Pairs go on over the ends of blocks: an odd byte waits for the next one. */
int convert_swab(struct copy *c, const char *data, size_t size, bool last)
{
	char swapped[256];
	size_t used = 0;
	int error = 0;

	for (size_t i = 0; i < size && !error; i++) {
		if (c->carry < 0) {
			c->carry = (unsigned char)data[i];
			continue;
		}
		swapped[used++] = data[i];
		swapped[used++] = (char)c->carry;
		c->carry = -1;
		if (used == sizeof swapped) {
			error = output_put(c, swapped, used);
			used = 0;
		}
	}
	if (last && c->carry >= 0)
		swapped[used++] = (char)c->carry;
	return error || !used ? error : output_put(c, swapped, used);
}

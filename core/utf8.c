/* SPDX-License-Identifier: MIT */
/* utf8.c - which bytes are UTF-8. */
#include "utf8.h"

#include <stdint.h>

unsigned utf8_sequence(const unsigned char *s)
{
	/* What the first two bytes of longer ones may be; with the others as continuations. */
	static const struct { uint16_t first, last, length; } longer[] = {
		{ 0xc280, 0xdfbf, 2 }, { 0xe0a0, 0xed9f, 3 }, { 0xee80, 0xefbf, 3 }, { 0xf090, 0xf48f, 4 },
	};
	unsigned two = s[0] < 0x80 ? 0 : (unsigned)s[0] << 8 | s[1], length = !two;

	for (unsigned i = 0; two && i < sizeof longer / sizeof *longer; i++)
		if (two >= longer[i].first && two <= longer[i].last)
			length = longer[i].length;
	for (unsigned i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return length;
}

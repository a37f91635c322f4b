/* SPDX-License-Identifier: MIT */
/* amounts.c - dd's numbers: "4k", "2x1024x512", "10B". */
#include "ddread.h"

#include <string.h>

#include "number.h"
#include "size.h"

/* The unit at *text, which is moved behind it; 0: too large. K, KiB and k are 1024, kB and KB 1000,
 * and so on upwards; c, w and b are dd's own. */
static uint64_t unit(const char **text)
{
	static const char letters[] = "kKMGTPEZYRQ", own[] = "cwb";
	static const uint16_t own_sizes[] = { 1, 2, 512 };
	const char *at = **text ? strchr(own, **text) : NULL;
	uint64_t base = 1024, value = 1;

	if (at) {
		++*text;
		return own_sizes[at - own];
	}
	at = **text ? strchr(letters, **text) : NULL;
	if (!at)
		return 1;
	++*text;
	if (**text == 'B')
		base = 1000;
	else if ((*text)[0] == 'i' && (*text)[1] == 'B')
		++*text;
	for (int power = at == letters ? 1 : (int)(at - letters); power > 0; power--)
		value = number_multiply(value, base);
	return value == UINT64_MAX ? 0 : value;
}

/* One number of a product. A last B asks for bytes, where blocks are meant otherwise. */
static bool factor(const char **text, uint64_t *value)
{
	uint64_t size;

	if (!size_number(text, value))
		return false;
	size = unit(text);
	if (**text == 'B')
		++*text;
	if (!size && *value)
		return false;
	*value = number_multiply(*value, size);
	return *value <= INT64_MAX;
}

const char *amount_parse(struct amount *a, const char *text)
{
	static const char expected[] = "a number up to 2^63-1, with c w b k K kB M MB KiB MiB ..., x for a product, B for bytes";
	uint64_t value;

	a->given = true;
	a->bytes = strchr(text, 'B') != NULL;
	if (!factor(&text, &a->value))
		return expected;
	while (*text == 'x') {
		text++;
		if (!factor(&text, &value))
			return expected;
		a->value = number_multiply(a->value, value);
	}
	return *text || a->value > INT64_MAX ? expected : NULL;
}

/* SPDX-License-Identifier: MIT */
/* amounts.c - dd's numbers: "4k", "2x1024x512", "10B". */
#include "ddread.h"

#include <string.h>

#include "number.h"
#include "size.h"

/* The unit at *text, which is moved behind it; UINT64_MAX: too large. K, KiB and k are 1024, kB and KB 1000,
 * and so on upwards; c, w and b are dd's own. */
static uint64_t unit(const char **text)
{
	static const char letters[] = "cwbkKMGTPEZYRQ";
	static const uint16_t own[] = { 1, 2, 512 };
	const char *letter = **text ? strchr(letters, **text) : NULL;
	size_t at = letter ? (size_t)(letter - letters) : 0;
	uint64_t base = 1024, value = 1;

	if (!letter)
		return 1;
	++*text;
	if (at < 3)
		return own[at];
	if (**text == 'B')
		base = 1000;
	else if ((*text)[0] == 'i' && (*text)[1] == 'B')
		++*text;
	for (at += at == 3; at > 3; at--)
		value = number_multiply(value, base);
	return value;
}

const char *amount_parse(struct amount *a, const char *text)
{
	static const char expected[] = "a number below 2^63 as in 512, 4k, 1MB, 10B, 2x1MiB";
	uint64_t number;

	a->given = true;
	a->bytes = strchr(text, 'B') != NULL;
	a->value = 1;
	do {
		if (!size_number(&text, &number))
			return expected;
		number = number_multiply(number, unit(&text));
		if (number > INT64_MAX)
			return expected;
		a->value = number_multiply(a->value, number);
		if (*text == 'B')
			text++;
	} while (*text++ == 'x');
	return text[-1] || a->value > INT64_MAX ? expected : NULL;
}

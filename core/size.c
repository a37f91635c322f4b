/* SPDX-License-Identifier: MIT */
/* size.c - "4k" to 4096 and back. */
#include "size.h"

#include <string.h>

#include "number.h"
#include "out.h"

static const char letters[] = "kmgtp";

bool size_number(const char **text, uint64_t *value)
{
	const char *p = *text;
	uint64_t v = 0;

	if (*p < '0' || *p > '9')
		return false;
	for (; *p >= '0' && *p <= '9'; p++) {
		uint64_t digit = (uint64_t)(*p - '0');

		if (v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	*text = p;
	*value = v;
	return true;
}

/* The power of 1024 of a unit letter, 0: not one of `units`. */
static unsigned power(char letter, const char *units)
{
	int lower = letter | 32;
	const char *at = letter ? strchr(letters, lower) : NULL;

	return at && strchr(units, lower) ? (unsigned)(at - letters) + 1 : 0;
}

bool size_read(const char **text, const char *units, uint32_t plain, uint64_t *value)
{
	uint64_t number, unit = plain;
	unsigned n;

	if (!size_number(text, &number))
		return false;
	n = power(**text, units);
	if (n) {
		unit = 1ull << (10 * n);
		++*text;
	}
	*value = number_multiply(number, unit);
	return *value != UINT64_MAX;
}

bool size_parse(const char *text, const char *units, uint32_t plain, uint64_t *value)
{
	return size_read(&text, units, plain, value) && !*text;
}

bool size_count(const char *text, uint32_t least, uint32_t most, uint32_t *value)
{
	uint64_t number;

	if (!size_number(&text, &number) || *text || number < least || number > most)
		return false;
	*value = (uint32_t)number;
	return true;
}

/* Up to nine decimals of a second as ns, for the text after a point. */
static uint32_t decimals(const char **text)
{
	uint32_t value = 0, unit = 100000000;

	for (; **text >= '0' && **text <= '9'; ++*text, unit /= 10)
		value += (uint32_t)(**text - '0') * unit;
	return value;
}

bool size_parse_time(const char *text, int64_t *ns)
{
	static const struct { char name[4]; uint16_t seconds; uint32_t part; } units[] = {
		{ "", 1, 1 }, { "s", 1, 1 }, { "ms", 1, 1000 }, { "us", 1, 1000000 },
		{ "m", 60, 1 }, { "min", 60, 1 }, { "h", 3600, 1 },
	};
	uint64_t whole;
	uint32_t part = 0;

	if (!size_number(&text, &whole) || whole > 1000000000)
		return false;
	if (*text == '.' && ++text)
		part = decimals(&text);
	for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(text, units[i].name)) {
			uint64_t v = number_multiply_divide(whole * (uint64_t)NS_PER_S + part,
			                                    units[i].seconds, units[i].part);
			*ns = (int64_t)v;
			return v <= INT64_MAX / 2;      /* so that a clock can be added */
		}
	return false;
}

void size_print_minutes(struct out *o, uint64_t seconds)
{
	unsigned rest = (unsigned)(seconds % 60);

	out_number(o, seconds / 60, 0);
	out_text(o, rest < 10 ? ":0" : ":");
	out_number(o, rest, 0);
}

void size_print(struct out *o, uint64_t bytes)
{
	int n = 0;

	while (n < 5 && bytes && bytes % 1024 == 0) {
		bytes /= 1024;
		n++;
	}
	out_number(o, bytes, 0);
	if (n)
		out_char(o, " kMGTP"[n]);
}

void size_print_digits(struct out *o, uint64_t bytes, unsigned digits)
{
	static const char units[][4] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	uint64_t unit = 1;
	uint32_t scale = 1, most = 1, whole;
	unsigned n = 0, decimals = 0;

	for (; bytes / 1024 >= unit; n++)
		unit *= 1024;
	whole = (uint32_t)(bytes / unit);
	while (--digits)
		most *= 10;
	for (; n && whole * scale < most; decimals++)
		scale *= 10;
	out_fixed(o, number_multiply_divide(bytes, scale, unit), decimals, 0);
	out_texts(o, " ", units[n], (char *)0);
}

void size_print_rough(struct out *o, uint64_t bytes)
{
	size_print_digits(o, bytes, 2);
}

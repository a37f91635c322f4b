/* SPDX-License-Identifier: MIT */
/* lines.c - GNU dd's closing lines, to the byte, without floating point.
 * Also called in the worker, when conv=noerror passes over a block. */
#include "ddread.h"

#include "number.h"
#include "out.h"
#include "platform.h"

/* ---- sizes as GNU rounds them ---- */

/* value / unit to the nearest, halves to even. */
static uint64_t nearest(uint64_t value, uint64_t unit)
{
	uint64_t cut = value / unit, rest = value % unit;

	return cut + (rest > unit - rest || (rest == unit - rest && cut % 2));
}

static void put_prefix(struct out *o, unsigned power, unsigned base)
{
	out_char(o, ' ');
	if (power)
		out_char(o, base == 1000 && power == 1 ? 'k' : "?KMGTPE"[power]);
	out_text(o, base == 1024 ? "iB" : "B");
}

/* "268 MB", "1.2 GiB": a decimal below 10. bytes >= base. */
static void put_size(struct out *o, uint64_t bytes, unsigned base)
{
	uint64_t unit = base, tenths;
	unsigned power = 1;

	while (bytes / unit >= base) {
		unit *= base;
		power++;
	}
	/* The part over whole units is less than one: times ten it fits in 64 bits. */
	tenths = bytes / unit * 10 + nearest(bytes % unit * 10, unit);
	/* Nearest rounds an odd tenth's half up, but only the tenth itself counts here. */
	if (bytes / unit < 10 && tenths < 100) {
		out_fixed(o, tenths, 1, 0);
	} else if (nearest(bytes, unit) < base) {
		out_number(o, nearest(bytes, unit), 0);
	} else {
		out_text(o, "1.0");
		power++;
	}
	put_prefix(o, power, base);
}

void lines_rate(struct out *o, uint64_t bytes, int64_t ns)
{
	uint64_t rate, unit = 1000, tenths;
	unsigned power = 1;

	if (ns <= 0) {
		out_text(o, "Infinity B/s");
		return;
	}
	rate = number_multiply_divide(bytes, NS_PER_S, (uint64_t)ns);
	while (power < 6 && rate / unit >= 1000) {
		unit *= 1000;
		power++;
	}
	tenths = rate / unit * 10 + (rate % unit * 10 + unit / 2) / unit;
	if (tenths < 1000)
		out_fixed(o, tenths, 1, 0);
	else
		out_number(o, rate / unit + (rate % unit >= unit - unit / 2), 0);
	put_prefix(o, power, 1000);
	out_text(o, "/s");
}

/* ---- seconds as %g ---- */

enum { DIGITS = 6 };

static void put_exponent(struct out *o, int exponent)
{
	unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);

	out_texts(o, "e", exponent < 0 ? "-" : "+", size < 10 ? "0" : "", (char *)0);
	out_number(o, size, 0);
}

/* digits * 10^(exponent - count + 1), as %g writes it. */
static void put_general(struct out *o, uint64_t digits, int count, int exponent)
{
	bool scientific = exponent < -4 || exponent >= DIGITS;
	int decimals;

	while (digits && digits % 10 == 0) {
		digits /= 10;
		count--;
	}
	decimals = count - 1 - (scientific ? 0 : exponent);
	for (; decimals < 0; decimals++)
		digits *= 10;
	out_fixed(o, digits, (unsigned)decimals, 0);
	if (scientific)
		put_exponent(o, exponent);
}

void lines_seconds(struct out *o, int64_t ns)
{
	uint64_t digits = ns > 0 ? (uint64_t)ns : 0, unit = 1;
	int count = 1;

	for (uint64_t rest = digits; rest >= 10; rest /= 10)
		count++;
	for (int i = count; i > DIGITS; i--)
		unit *= 10;
	if (!digits)
		out_text(o, "0");
	else if ((digits + unit / 2) / unit < 1000000)
		put_general(o, (digits + unit / 2) / unit, count > DIGITS ? DIGITS : count, count - 10);
	else
		put_general(o, 1, 1, count - 9);
	out_text(o, " s");
}

/* ---- the lines ---- */

static void put_records(struct out *o, uint64_t full, uint64_t partial, const char *which)
{
	out_number(o, full, 0);
	out_char(o, '+');
	out_number(o, partial, 0);
	out_texts(o, " records ", which, "\n", (char *)0);
}

void lines_transfer(struct out *o, uint64_t bytes, int64_t ns, bool whole_seconds)
{
	out_number(o, bytes, 0);
	out_text(o, bytes == 1 ? " byte" : " bytes");
	if (bytes >= 1000) {
		out_text(o, " (");
		put_size(o, bytes, 1000);
		if (bytes >= 1024) {
			out_text(o, ", ");
			put_size(o, bytes, 1024);
		}
		out_char(o, ')');
	}
	out_text(o, " copied, ");
	if (whole_seconds) {
		out_number(o, ((uint64_t)ns + NS_PER_S / 2) / NS_PER_S, 0);
		out_text(o, " s");
	} else {
		lines_seconds(o, ns);
	}
	out_text(o, ", ");
	lines_rate(o, bytes, ns);
}

int64_t lines_elapsed(const struct tally *t)
{
	if (!t->start_ns)
		return 0;
	return (t->end_ns ? t->end_ns : platform_clock_ns()) - t->start_ns;
}

void lines_print(const struct run *r)
{
	const struct tally *t = r->tally;
	char text[256];
	struct out o = OUT_FD(2, text);

	if (r->o.status == STATUS_NONE)
		return;
	put_records(&o, t->in_full, t->in_partial, "in");
	put_records(&o, t->out_full, t->out_partial, "out");
	if (r->o.status != STATUS_NOXFER) {
		lines_transfer(&o, t->written, lines_elapsed(t), false);
		out_char(&o, '\n');
	}
	out_flush(&o);
}

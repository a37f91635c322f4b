/* SPDX-License-Identifier: MIT */
/* lines.c - GNU dd's closing lines, to the byte, without floating point.
 * Also called in the worker, when conv=noerror passes over a block. */
#include "ddread.h"

#include "number.h"
#include "out.h"
#include "platform.h"

/* ---- sizes as GNU rounds them ---- */

/* "268 MB", "1.2 GiB", to the nearest, halves to even: a size has a decimal below 10, a rate below 100. */
static void put_scaled(struct out *o, unsigned base, uint64_t value, bool rate)
{
	unsigned power = 1, decimals = 1, most = rate ? 1000 : 100;
	uint64_t unit = base, number, rest;

	for (; value / unit >= base; power++)
		unit *= base;
	for (;; decimals--) {
		unsigned scale = decimals ? 10 : 1;

		/* What is over whole units fits in 64 bits ten times, too. */
		rest = value % unit * scale;
		number = value / unit * scale + rest / unit;
		rest %= unit;
		number += rest > unit - rest || (rest == unit - rest && number % 2);
		if (!decimals || number < most)
			break;
	}
	/* A rate may be 1000 MB/s. */
	if (!rate && number == base) {
		number = 10;
		decimals = 1;
		power++;
	}
	out_fixed(o, number, decimals, 0);
	out_char(o, ' ');
	out_char(o, base == 1000 && power == 1 ? 'k' : " KMGTPE"[power]);
	out_text(o, base == 1024 ? "iB" : "B");
}

void lines_rate(struct out *o, uint64_t bytes, int64_t ns)
{
	if (ns <= 0) {
		out_text(o, "Infinity B/s");
		return;
	}
	/* It was cut: what looks like a half is more. */
	put_scaled(o, 1000, number_per_second(bytes, ns) | 1, true);
	out_text(o, "/s");
}

/* ---- seconds as %g ---- */

void lines_seconds(struct out *o, int64_t ns)
{
	uint64_t value = ns > 0 ? (uint64_t)ns : 0;
	int power = ns > 0 ? -9 : 0, exponent;  /* the time is digits * 10^power s = d.ddddd * 10^exponent s */
	uint32_t digits, next = 0;

	for (; value >= 1000000; power++) {
		next = (uint32_t)(value % 10);
		value /= 10;
	}
	digits = (uint32_t)value + (next >= 5);
	for (; digits && digits % 10 == 0; power++)
		digits /= 10;
	exponent = power;
	for (uint32_t rest = digits; rest >= 10; rest /= 10)
		exponent++;
	if (exponent < -4 || exponent >= 6) {
		out_fixed(o, digits, (unsigned)(exponent - power), 0);
		out_text(o, exponent < 0 ? "e-0" : "e+0");
		out_number(o, (unsigned)(exponent < 0 ? -exponent : exponent), 0);
	} else {
		for (; power > 0; power--)
			digits *= 10;
		out_fixed(o, digits, (unsigned)-power, 0);
	}
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

void lines_bytes(struct out *o, uint64_t bytes)
{
	out_number(o, bytes, 0);
	out_text(o, bytes == 1 ? " byte" : " bytes");
}

void lines_transfer(struct out *o, uint64_t bytes, int64_t ns, bool whole_seconds)
{
	lines_bytes(o, bytes);
	if (bytes >= 1000) {
		out_text(o, " (");
		put_scaled(o, 1000, bytes, false);
		if (bytes >= 1024) {
			out_text(o, ", ");
			put_scaled(o, 1024, bytes, false);
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

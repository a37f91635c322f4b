/* SPDX-License-Identifier: MIT */
/* rows.c - the lines of the log: data for gnuplot, everything else behind a #. */
#include "zcav.h"

#include "number.h"
#include "platform.h"

enum { FAST_MS = 1000, FAST_OLD_MS = 500 };     /* a block faster than this the originals don't show */

void rows_put(struct out *o, unsigned decimals, uint64_t value, uint32_t unit)
{
	uint32_t scale = 2;

	for (unsigned i = 0; i < decimals; i++)
		scale *= 10;
	out_fixed(o, (number_multiply_divide(value, scale, unit) + 1) / 2, decimals, 0);
}

void rows_header(struct device *d)
{
	struct out *o = &d->rows;
	bool old = d->o->old_format;

	if (old || options_loops(d->o) > 1)
		out_filled(o, old ? "#loops: $, version: 1.03\n" : "#loops: $\n", options_loops(d->o));
	out_text(o, old ? "#block K/s time\n" : "#block offset (GiB), MiB/s, time\n");
	out_flush(o);
}

/* 1.03 has whole units, 2.00 hundredths of 1024 of them. */
static void put_field(struct device *d, uint64_t value, uint32_t unit)
{
	if (d->o->old_format)
		out_number(&d->rows, value / unit, 0);
	else
		rows_put(&d->rows, 2, value, unit * 1024);
}

void rows_point(struct device *d, const struct point *p)
{
	struct out *o = &d->rows;
	bool old = d->o->old_format, hide = d->o->strict && p->elapsed_ns < (old ? FAST_OLD_MS : FAST_MS) * NS_PER_MS;

	if (!p->rate)                   /* nothing could be read; a remark says why */
		return;
	out_text(o, hide ? "#" : "");
	put_field(d, p->offset, MIB);
	out_char(o, ' ');
	if (hide)
		out_text(o, "++++");
	else
		put_field(d, p->rate, KIB);
	out_char(o, ' ');
	rows_put(o, old ? 6 : 3, (uint64_t)p->elapsed_ns, NS_PER_S);
	out_char(o, '\n');
	out_flush(o);                   /* line by line: a run may take days, and be watched */
}

void rows_remark(struct device *d, const char *what, uint64_t offset, const char *why)
{
	struct out *o = &d->rows;

	out_texts(o, "# ", what, (char *)0);
	out_filled(o, " at byte $: ", offset);
	out_texts(o, why, "\n", (char *)0);
	out_flush(o);
}

void rows_summary(struct device *d, uint64_t bytes, int64_t elapsed_ns)
{
	struct out *o = &d->rows;

	out_filled(o, options_writes(d->o) ? "# Wrote $ megs in " : "# Read $ megs in ", bytes / MIB);
	rows_put(o, 0, (uint64_t)elapsed_ns, NS_PER_S);
	out_text(o, " seconds, ");
	if (elapsed_ns > 0) {
		rows_put(o, 0, number_per_second(bytes, elapsed_ns), MIB);
		out_text(o, " megabytes per second.\n");
	} else {
		out_text(o, "not measured.\n");
	}
	out_flush(o);
}

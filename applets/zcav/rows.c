/* SPDX-License-Identifier: MIT */
/* rows.c - the lines of the log: data for gnuplot, everything else behind a #. */
#include "zcav.h"

#include "number.h"
#include "platform.h"

enum { FAST_MS = 1000, FAST_OLD_MS = 500 };     /* a block faster than this the originals don't show */

void rows_put(struct out *o, uint64_t value, uint64_t unit, unsigned decimals)
{
	uint64_t scale = 1;

	for (unsigned i = 0; i < decimals; i++)
		scale *= 10;
	value = number_multiply_divide(number_add(number_multiply_divide(value, scale * 2, unit), 1), 1, 2);
	out_fixed(o, value, decimals, 0);
}

void rows_header(struct device *d, unsigned loop)
{
	struct out *o = &d->rows;

	if (loop)
		return;
	if (d->o->old_format)
		out_text(o, "#loops: 1, version: 1.03\n#block K/s time\n");
	else
		out_text(o, "#block offset (GiB), MiB/s, time\n");
	out_flush(o);
}

static bool hidden(const struct device *d, const struct point *p)
{
	return d->o->strict && p->elapsed_ns < (d->o->old_format ? FAST_OLD_MS : FAST_MS) * NS_PER_MS;
}

static void old_row(struct out *o, const struct point *p, bool hide)
{
	out_text(o, hide ? "#" : "");
	out_number(o, p->offset / MIB, 0);
	out_char(o, ' ');
	if (hide)
		out_text(o, "++++");
	else
		out_number(o, p->rate / KIB, 0);
	out_char(o, ' ');
	rows_put(o, (uint64_t)p->elapsed_ns, NS_PER_S, 6);
}

void rows_point(struct device *d, const struct point *p)
{
	struct out *o = &d->rows;
	bool hide = hidden(d, p);

	if (!p->rate)                   /* nothing could be read; a remark says why */
		return;
	if (d->o->old_format) {
		old_row(o, p, hide);
	} else {
		out_text(o, hide ? "#" : "");
		rows_put(o, p->offset, GIB, 2);
		out_char(o, ' ');
		if (hide)
			out_text(o, "++++");
		else
			rows_put(o, p->rate, MIB, 2);
		out_char(o, ' ');
		rows_put(o, (uint64_t)p->elapsed_ns, NS_PER_S, 3);
	}
	out_char(o, '\n');
	out_flush(o);                   /* line by line: a run may take days, and be watched */
}

void rows_remark(struct device *d, const char *what, uint64_t offset, const char *why)
{
	struct out *o = &d->rows;

	out_texts(o, "# ", what, " at byte ", (char *)0);
	out_number(o, offset, 0);
	out_texts(o, ": ", why, "\n", (char *)0);
	out_flush(o);
}

void rows_summary(struct device *d, uint64_t bytes, int64_t elapsed_ns)
{
	struct out *o = &d->rows;

	out_texts(o, "# ", d->o->write ? "Wrote " : "Read ", (char *)0);
	out_number(o, bytes / MIB, 0);
	out_text(o, " megs in ");
	rows_put(o, (uint64_t)elapsed_ns, NS_PER_S, 0);
	out_text(o, " seconds, ");
	if (elapsed_ns > 0) {
		rows_put(o, number_multiply_divide(bytes, NS_PER_S, (uint64_t)elapsed_ns), MIB, 0);
		out_text(o, " megabytes per second.\n");
	} else {
		out_text(o, "not measured.\n");
	}
	out_flush(o);
}

/* The mean of the middle third of the loops' rates; of all when they are one or two. */
static uint64_t middle_third(uint64_t *rate, unsigned loops)
{
	unsigned drop = loops > 2 ? loops / 3 : 0;
	uint64_t sum = 0;

	for (unsigned i = 1; i < loops; i++)
		for (unsigned j = i; j && rate[j - 1] > rate[j]; j--) {
			uint64_t swap = rate[j];

			rate[j] = rate[j - 1];
			rate[j - 1] = swap;
		}
	for (unsigned i = drop; i < loops - drop; i++)
		sum += rate[i];
	return sum / (loops - 2 * drop);
}

void rows_loops(struct device *d, unsigned loops)
{
	struct out *o = &d->rows;
	uint64_t number = 0;

	out_text(o, "#loops: ");
	out_number(o, loops, 0);
	out_text(o, d->o->old_format ? ", version: 1.03\n#block K/s time\n" : "\n#block offset (GiB), MiB/s, time\n");
	d->curve->count = 0;
	for (uint64_t at = d->start; at < d->end; at += d->block * d->o->every) {
		uint64_t size = d->end - at < d->block ? d->end - at : d->block;
		struct point p = { at, 0, 0 };

		if (size < d->block && d->o->strict)
			return;
		p.rate = middle_third(&d->samples[number++ * loops], loops);
		if (p.rate)
			p.elapsed_ns = (int64_t)number_multiply_divide(size, NS_PER_S, p.rate);
		rows_point(d, &p);
		curve_append(d->curve, &p);
		if (d->end - at <= d->block * d->o->every)
			return;
	}
}

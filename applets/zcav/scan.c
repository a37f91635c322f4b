/* SPDX-License-Identifier: MIT */
/* scan.c - a device front to back, every block or one of so many. */
#include "zcav.h"

#include "applet.h"
#include "number.h"
#include "platform.h"
#include "statistics.h"

enum { PAUSE_MS = 100 };                /* in shorter blocks a pause is only noise */

/* Goes on to the next block; to the first one where *size is 0. False: there is none. */
static bool next_block(const struct device *d, uint64_t *at, uint64_t *size)
{
	uint64_t step = *size ? d->block * d->o->every : 0, left = d->end - *at;

	if (left <= step)
		return false;
	*at += step;
	left -= step;
	*size = left < d->block ? left : d->block;
	return left >= d->block || !d->o->strict;
}

/* The mean of the middle third of some rates; of all when they are one or two. Sorts them. Those that are 0 were not
 * measured: a loop was stopped, or nothing could be read. */
static uint64_t middle_third(uint64_t *rate, unsigned count)
{
	unsigned drop;
	uint64_t sum = 0;

	statistics_sort(rate, count);
	for (; count > 1 && !*rate; count--)
		rate++;
	drop = count > 2 ? count / 3 : 0;
	for (unsigned i = drop; i < count - drop; i++)
		sum += rate[i];
	return sum / (count - 2 * drop);
}

/* A block that is slower than seven tenths of the one before is read twice more, and the middle rate taken: perhaps
 * somebody else read at that moment. When it is a normal one the first was a pause, and is said; else the disk is
 * slow here. */
static void doubt(struct device *d, uint64_t size, struct point *p)
{
	struct curve *c = d->curve;
	uint64_t before = c->count ? c->point[c->count - 1].rate / 10 : 0, rate[3] = { p->rate };
	struct point again = *p;

	if (d->o->strict || options_writes(d->o) || d->samples || d->end == UINT64_MAX ||
	    p->elapsed_ns < PAUSE_MS * NS_PER_MS || !p->rate || p->rate >= before * 7)
		return;
	for (unsigned i = 1; i < 3; i++) {
		target_make_cold(&d->target);
		if (!block_measure(d, &again, size, true))
			return;
		rate[i] = again.rate;
	}
	p->rate = middle_third(rate, 3);
	if (p->rate >= before * 8) {
		c->pauses++;
		rows_remark(d, "pause", p->offset, "read again: somebody else used the disk");
	}
}

/* One loop over the device. */
static void scan_once(struct device *d, unsigned loop)
{
	uint64_t *sample = ENABLED(CONFIG_ZCAV_LOOPS) && d->samples ? d->samples + loop : NULL, size = 0;
	struct point p = { d->start, 0, 0 };

	while (next_block(d, &p.offset, &size) && block_measure(d, &p, size, false)) {
		doubt(d, size, &p);
		if (!loop)
			curve_append(d->curve, &p);
		if (!sample) {
			rows_point(d, &p);
			continue;
		}
		*sample = p.rate;
		sample += options_loops(d->o);
	}
}

/* The rows and the curve of all loops together. */
static void sum_up(struct device *d)
{
	uint64_t *sample = d->samples, size = 0;
	struct point p = { d->start, 0, 0 };

	rows_header(d);
	d->curve->count = 0;
	while (next_block(d, &p.offset, &size)) {
		p.rate = middle_third(sample, options_loops(d->o));
		p.elapsed_ns = p.rate ? (int64_t)number_multiply_divide(size, NS_PER_S, p.rate) : 0;
		rows_point(d, &p);
		curve_append(d->curve, &p);
		sample += options_loops(d->o);
	}
}

static void verify(struct device *d)
{
	uint64_t at = d->start, size = 0;

	target_make_cold(&d->target);
	while (next_block(d, &at, &size) && !workers_stop())
		block_verify(d, at, size);
}

int scan_device(struct device *d)
{
	const struct curve *c = d->curve;

	if (!ENABLED(CONFIG_ZCAV_LOOPS) || !d->samples)
		rows_header(d);
	for (unsigned loop = 0; loop < options_loops(d->o) && !d->gone && !workers_stop(); loop++) {
		uint64_t bytes = c->bytes;
		int64_t elapsed_ns = c->elapsed_ns;

		if (!d->o->strict && !options_writes(d->o))
			target_make_cold(&d->target);
		scan_once(d, loop);
		rows_summary(d, c->bytes - bytes, c->elapsed_ns - elapsed_ns);
	}
	if (ENABLED(CONFIG_ZCAV_LOOPS) && d->samples)
		sum_up(d);
	if (options_writes(d->o) && d->o->verify && !d->gone)
		verify(d);
	return 0;
}

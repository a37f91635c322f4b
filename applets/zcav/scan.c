/* SPDX-License-Identifier: MIT */
/* scan.c - a device front to back, every block or one of so many. */
#include "zcav.h"

#include "applet.h"
#include "number.h"
#include "platform.h"

enum { PAUSE_MS = 100 };                /* in shorter blocks a pause is only noise */

/* Slower than seven tenths of the block before: perhaps somebody else read at that moment. */
static bool suspicious(const struct device *d, const struct point *p)
{
	const struct curve *c = d->curve;

	return !d->o->strict && !d->o->write && d->o->loops == 1 && d->end != UINT64_MAX &&
	       p->elapsed_ns >= PAUSE_MS * NS_PER_MS && c->count && p->rate && p->rate < c->point[c->count - 1].rate / 10 * 7;
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t low = a < b ? a : b, high = a < b ? b : a;

	return c < low ? low : c > high ? high : c;
}

/* Reads a suspicious block twice more and takes the middle one. When that is a normal rate the
 * first was a pause, and is said; else the disk is slow here. */
static void read_again(struct device *d, uint64_t size, struct point *p)
{
	struct point second, third;
	uint64_t before = d->curve->point[d->curve->count - 1].rate, rate;

	target_make_cold(&d->target);
	if (!block_measure(d, p->offset, size, true, &second))
		return;
	target_make_cold(&d->target);
	if (!block_measure(d, p->offset, size, true, &third))
		return;
	rate = middle(p->rate, second.rate, third.rate);
	if (rate >= before / 10 * 8) {
		d->curve->pauses++;
		rows_remark(d, "pause", p->offset, "read again: somebody else used the disk");
	}
	p->rate = rate;
}

static void keep(struct device *d, unsigned loop, uint64_t number, uint64_t size, struct point *p)
{
	if (suspicious(d, p))
		read_again(d, size, p);
	if (d->samples)
		d->samples[number * d->o->loops + loop] = p->rate;
	else
		rows_point(d, p);
	if (!loop)
		curve_append(d->curve, p);
}

/* One loop over the device. */
static void scan_once(struct device *d, unsigned loop)
{
	uint64_t number = 0;

	for (uint64_t at = d->start; at < d->end && !d->gone && !workers_stop(); at += d->block * d->o->every) {
		uint64_t size = d->end - at < d->block ? d->end - at : d->block;
		struct point p;

		if (size < d->block && d->o->strict)
			return;
		if (!block_measure(d, at, size, false, &p))
			return;
		keep(d, loop, number++, size, &p);
		if (d->end - at <= d->block * d->o->every)
			return;
	}
}

static void verify(struct device *d)
{
	target_make_cold(&d->target);
	for (uint64_t at = d->start; at < d->end && !workers_stop(); at += d->block * d->o->every) {
		block_verify(d, at, d->end - at < d->block ? d->end - at : d->block);
		if (d->end - at <= d->block * d->o->every)
			return;
	}
}

int scan_device(struct device *d)
{
	const struct curve *c = d->curve;

	for (unsigned loop = 0; loop < d->o->loops && !d->gone && !workers_stop(); loop++) {
		uint64_t bytes = c->bytes;
		int64_t elapsed_ns = c->elapsed_ns;

		if (!d->o->strict && !d->o->write)
			target_make_cold(&d->target);
		if (!d->samples)
			rows_header(d, loop);
		scan_once(d, loop);
		rows_summary(d, c->bytes - bytes, c->elapsed_ns - elapsed_ns);
	}
	if (d->samples)
		rows_loops(d, d->o->loops);
	if (ENABLED(CONFIG_ZCAV_WRITE) && d->o->verify && !d->gone)
		verify(d);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* scan.c - a device front to back, every block or one of so many. */
#include "zcav.h"

#include "applet.h"
#include "number.h"
#include "platform.h"

enum { PAUSE_MS = 100 };                /* in shorter blocks a pause is only noise */

/* The block at this place; 0: there is none. */
static uint64_t block_size(const struct device *d, uint64_t at)
{
	uint64_t left = d->end - at;

	return left >= d->block ? d->block : d->o->strict ? 0 : left;
}

/* Where the next block begins, or the end. */
static uint64_t behind(const struct device *d, uint64_t at)
{
	uint64_t step = d->block * d->o->every;

	return d->end - at > step ? at + step : d->end;
}

/* Slower than seven tenths of the block before: perhaps somebody else read at that moment. */
static bool suspicious(const struct device *d, const struct point *p)
{
	const struct curve *c = d->curve;

	return !d->o->strict && !options_writes(d->o) && d->o->loops == 1 && d->end != UINT64_MAX &&
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
	struct point again[2];
	uint64_t before = d->curve->point[d->curve->count - 1].rate;

	for (unsigned i = 0; i < 2; i++) {
		again[i].offset = p->offset;
		target_make_cold(&d->target);
		if (!block_measure(d, &again[i], size, true))
			return;
	}
	p->rate = middle(p->rate, again[0].rate, again[1].rate);
	if (p->rate >= before / 10 * 8) {
		d->curve->pauses++;
		rows_remark(d, "pause", p->offset, "read again: somebody else used the disk");
	}
}

/* One loop over the device. */
static void scan_once(struct device *d, unsigned loop)
{
	uint64_t *sample = d->samples ? d->samples + loop : NULL, size;
	struct point p = { d->start, 0, 0 };

	for (; (size = block_size(d, p.offset)) && block_measure(d, &p, size, false); p.offset = behind(d, p.offset)) {
		if (suspicious(d, &p))
			read_again(d, size, &p);
		if (!loop)
			curve_append(d->curve, &p);
		if (!sample) {
			rows_point(d, &p);
			continue;
		}
		*sample = p.rate;
		sample += d->o->loops;
	}
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

/* The rows and the curve of all loops together. */
static void sum_up(struct device *d)
{
	uint64_t *sample = d->samples, size;
	struct point p = { d->start, 0, 0 };

	rows_header(d);
	d->curve->count = 0;
	for (; (size = block_size(d, p.offset)); p.offset = behind(d, p.offset)) {
		p.rate = middle_third(sample, d->o->loops);
		p.elapsed_ns = p.rate ? (int64_t)number_multiply_divide(size, NS_PER_S, p.rate) : 0;
		rows_point(d, &p);
		curve_append(d->curve, &p);
		sample += d->o->loops;
	}
}

static void verify(struct device *d)
{
	uint64_t size;

	target_make_cold(&d->target);
	for (uint64_t at = d->start; (size = block_size(d, at)) && !workers_stop(); at = behind(d, at))
		block_verify(d, at, size);
}

int scan_device(struct device *d)
{
	const struct curve *c = d->curve;

	if (!d->samples)
		rows_header(d);
	for (unsigned loop = 0; loop < d->o->loops && !d->gone && !workers_stop(); loop++) {
		uint64_t bytes = c->bytes;
		int64_t elapsed_ns = c->elapsed_ns;

		if (!d->o->strict && !options_writes(d->o))
			target_make_cold(&d->target);
		scan_once(d, loop);
		rows_summary(d, c->bytes - bytes, c->elapsed_ns - elapsed_ns);
	}
	if (d->samples)
		sum_up(d);
	if (options_writes(d->o) && d->o->verify && !d->gone)
		verify(d);
	return 0;
}

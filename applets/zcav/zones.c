/* SPDX-License-Identifier: MIT */
/* zones.c - the steps of a curve: a disk's zones are pieces of constant rate. */
#include "zcav.h"

#define NONE UINT32_MAX

enum { TOLERANCE_MIN = 150, SEVERAL = 3, MANY = 5 };    /* hundredths of a per cent; points */

/* A piece while pieces are joined. */
struct piece { uint64_t sum; uint32_t first, count; };

static uint64_t mean(const struct piece *p)
{
	return p->sum / p->count;
}

/* The pair of neighbours that are most alike; NONE: all differ by more than the tolerance. */
static uint32_t closest(const struct piece *p, uint32_t count, uint32_t tolerance)
{
	uint32_t least = tolerance + 1;
	uint32_t at = NONE;

	for (uint32_t i = 0; i + 1 < count; i++) {
		uint32_t difference = curve_difference(mean(&p[i]), mean(&p[i + 1]));

		if (difference < least) {
			least = difference;
			at = i;
		}
	}
	return at;
}

static bool alike(const struct piece *a, const struct piece *b, uint32_t tolerance)
{
	return curve_difference(mean(a), mean(b)) <= tolerance;
}

/* Does the block of a piece's only point lie across the border of two zones? Both have several points, and it has a
 * rate between theirs. */
static bool across(const struct piece *p)
{
	uint64_t before = mean(&p[-1]), here = mean(&p[0]), behind = mean(&p[1]);

	return p[-1].count >= SEVERAL && p[1].count >= SEVERAL &&
	       (before > here ? here > behind : here < behind);
}

/* A single point between two pieces that are alike is an odd one out and no zone; so is the first of two, for what
 * one block loses to a pause the next may make up for; and one at an end of the curve, beside many. */
static uint32_t odd_one(const struct piece *p, uint32_t count, uint32_t tolerance)
{
	for (uint32_t i = 1; i + 1 < count; i++) {
		if (p[i].count > 1)
			continue;
		if (alike(&p[i - 1], &p[i + 1], tolerance) || across(&p[i]))
			return i;
		if (i + 2 < count && p[i + 1].count == 1 && alike(&p[i - 1], &p[i + 2], tolerance))
			return i;
	}
	if (count > 1 && p[0].count == 1 && p[1].count >= MANY)
		return 0;
	if (count > 1 && p[count - 1].count == 1 && p[count - 2].count >= MANY)
		return count - 1;
	return NONE;
}

static uint32_t take_out(struct piece *p, uint32_t at, uint32_t count)
{
	if (!at && count > 1)
		p[1].first = p[0].first;        /* where the curve begins */
	for (uint32_t i = at; i + 1 < count; i++)
		p[i] = p[i + 1];
	return count - 1;
}

/* Joins what is alike until nothing is; returns how many pieces are left. */
static uint32_t join(struct piece *p, uint32_t count, uint32_t tolerance)
{
	uint32_t at;

	for (;;) {
		if ((at = closest(p, count, tolerance)) != NONE) {
			p[at].sum += p[at + 1].sum;
			p[at].count += p[at + 1].count;
			count = take_out(p, at + 1, count);
		} else if ((at = odd_one(p, count, tolerance)) != NONE) {
			count = take_out(p, at, count);
		} else {
			return count;
		}
	}
}

uint32_t zones_tolerance(const struct curve *c)
{
	uint32_t noise = curve_roughness(c) * 3;

	return noise > TOLERANCE_MIN ? noise : TOLERANCE_MIN;
}

unsigned zones_find(const struct curve *c, uint64_t end, uint32_t tolerance, struct zone *zone, unsigned max)
{
	static struct piece piece[ZCAV_POINTS];
	uint32_t count = 0;

	for (unsigned i = 0; i < c->count; i++)
		if (c->point[i].rate)
			piece[count++] = (struct piece){ c->point[i].rate, i, 1 };
	count = join(piece, count, tolerance);
	for (uint32_t i = 0; i < count && i < max; i++) {
		uint64_t start = c->point[piece[i].first].offset;

		zone[i] = (struct zone){ start, end, mean(&piece[i]) };
		if (i)
			zone[i - 1].end = start;
	}
	return count;
}

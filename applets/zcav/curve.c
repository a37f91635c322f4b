/* SPDX-License-Identifier: MIT */
/* curve.c - rates by place, in memory of a fixed size. */
#include "zcav.h"

#include "number.h"
#include "statistics.h"

/* Joins neighbours two by two: half the points, each for twice the blocks. */
static void halve(struct curve *c)
{
	for (unsigned i = 0; i < ZCAV_POINTS / 2; i++) {
		struct point *a = &c->point[2 * i], *b = a + 1;

		c->point[i] = (struct point){ a->offset, (a->rate + b->rate) / 2, a->elapsed_ns + b->elapsed_ns };
	}
	c->count = ZCAV_POINTS / 2;
	c->stride *= 2;
}

/* The curve of a scan: as a disk may have any number of blocks, points are means over `stride` of
 * them once there are too many. */
void curve_append(struct curve *c, const struct point *p)
{
	static unsigned blocks;         /* that the last point holds so far */
	struct point *last = c->count ? &c->point[c->count - 1] : NULL;

	if (!c->count)
		blocks = 0;
	if (!c->stride)
		c->stride = 1;
	if (!p->rate)                   /* nothing could be read there: no speed at all is not 0 */
		return;
	if (last && blocks && blocks < c->stride) {
		last->rate = (last->rate * blocks + p->rate) / (blocks + 1);
		last->elapsed_ns += p->elapsed_ns;
		blocks++;
		return;
	}
	if (c->count == ZCAV_POINTS)
		halve(c);
	c->point[c->count++] = *p;
	blocks = 1;
}

void curve_insert(struct curve *c, const struct point *p)
{
	unsigned at = c->count;

	if (c->count == ZCAV_POINTS)
		return;
	for (; at && c->point[at - 1].offset > p->offset; at--)
		c->point[at] = c->point[at - 1];
	c->point[at] = *p;
	c->count++;
	c->stride = 1;
}

/* Of a sampled curve each point stands for half the way to its neighbours, here in 65536ths of the
 * whole so that the sums stay small. */
uint64_t curve_mean(const struct curve *c)
{
	uint64_t sum = 0, weights = 0, unit;

	if (!c->count)
		return 0;
	unit = (c->point[c->count - 1].offset - c->point[0].offset) / 65536 + 1;
	for (unsigned i = 0; i < c->count; i++) {
		const struct point *p = &c->point[i];
		uint64_t from = i ? p[-1].offset : p->offset, to = i + 1 < c->count ? p[1].offset : p->offset;
		uint64_t weight = (to - from) / unit + (c->count == 1);

		sum += p->rate / KIB * weight;
		weights += weight;
	}
	return weights ? sum / weights * KIB : 0;
}

uint64_t curve_fastest(const struct curve *c)
{
	uint64_t fastest = 0;

	for (unsigned i = 0; i < c->count; i++)
		if (c->point[i].rate > fastest)
			fastest = c->point[i].rate;
	return fastest;
}

uint32_t curve_difference(uint64_t a, uint64_t b)
{
	return (uint32_t)number_multiply_divide(a > b ? a - b : b - a, 20000, a + b ? a + b : 1);
}

uint32_t curve_roughness(const struct curve *c)
{
	static uint64_t distance[ZCAV_POINTS / 2];
	unsigned count = 0;

	for (unsigned i = 1; i + 1 < c->count; i += 2) {
		uint64_t line = (c->point[i - 1].rate + c->point[i + 1].rate) / 2;

		distance[count++] = curve_difference(c->point[i].rate, line);
	}
	statistics_sort(distance, count);
	return count ? (uint32_t)distance[count / 2] : 0;
}

/* SPDX-License-Identifier: MIT */
/* statistics.c - what repeats of a measurement say together. */
#include "statistics.h"

#include "number.h"

enum {
	EXACT = 60,                     /* values up to which the binomial sum fits 64 bits */
	OF_MEDIAN = 6,                  /* values from which the median's interval exists */
};

/* Insertion sort: a few dozen values. */
void statistics_sort(uint64_t *values, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		uint64_t value = values[i];
		unsigned at = i;

		for (; at && values[at - 1] > value; at--)
			values[at] = values[at - 1];
		values[at] = value;
	}
}

/* a + b halved, without overflow. */
static uint64_t middle(uint64_t a, uint64_t b)
{
	return (a & b) + ((a ^ b) >> 1);
}

/* Of sorted values. */
static uint64_t mean_of(const uint64_t *values, unsigned count)
{
	uint64_t over = 0;

	for (unsigned i = 0; i < count; i++)
		over += values[i] - values[0];
	return values[0] + over / count;
}

/* Differences are shifted so that their squares add up in 64 bits. */
static uint64_t deviation_of(const uint64_t *values, unsigned count, uint64_t mean)
{
	uint64_t widest = values[count - 1] - values[0], sum = 0;
	unsigned shift = 0;

	for (; widest >> 26; widest >>= 1)
		shift++;
	for (unsigned i = 0; i < count; i++) {
		uint32_t difference = (uint32_t)((values[i] > mean ? values[i] - mean : mean - values[i]) >> shift);

		sum += (uint64_t)difference * difference;
	}
	/* 12 more bits for the root's fraction where there is room and it matters. */
	if (shift || sum >> 52)
		return number_square_root(sum / (count - 1)) << shift;
	return number_square_root((sum << 12) / (count - 1)) >> 6;
}

unsigned statistics_rank(unsigned count)
{
	uint64_t term = 1, below = 0, allowed;
	unsigned k = 0;

	if (count < OF_MEDIAN)
		return 0;
	if (count > EXACT)              /* the normal distribution is near enough: n/2 - 0.98 root n, cut */
		return (unsigned)((500 * (uint64_t)count - 980 * number_square_root(10000 * (uint64_t)count) / 100) / 1000);
	/* Largest k with P(fewer than k below) <= 2.5 %, in units of 2^-count. */
	allowed = (1ull << count) / 40;
	while (below + term <= allowed) {
		below += term;
		k++;
		term = term * (count - k + 1) / k;
	}
	return k;
}

/* Half of Student's interval: t (97.5 %, count - 1 degrees of freedom) * deviation / root of count. */
static uint64_t half_width(unsigned count, uint64_t deviation)
{
	static const uint16_t thousandths[OF_MEDIAN] = { 0, 0, 12706, 4303, 3182, 2776 };
	uint64_t root = number_square_root(count * 1000000ull); /* of count, in thousandths */

	return number_multiply_divide(deviation, thousandths[count], root);
}

void statistics_of(uint64_t *values, unsigned count, struct statistics *s)
{
	unsigned rank = statistics_rank(count);
	uint64_t half;

	*s = (struct statistics){ .count = count };
	if (!count)
		return;
	statistics_sort(values, count);
	s->min = values[0];
	s->max = values[count - 1];
	s->median = middle(values[(count - 1) / 2], values[count / 2]);
	s->mean = mean_of(values, count);
	if (count < 2)
		return;
	s->deviation = deviation_of(values, count, s->mean);
	s->interval = true;
	s->of_median = rank > 0;
	if (rank) {
		s->low = values[rank - 1];
		s->high = values[count - rank];
		return;
	}
	half = half_width(count, s->deviation);
	s->low = half < s->mean ? s->mean - half : 0;
	s->high = number_add(s->mean, half);
}

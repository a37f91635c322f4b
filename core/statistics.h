/* SPDX-License-Identifier: MIT */
/* statistics.h - what repeats of a measurement say together, in integers.
 *
 * The 95 % interval needs no belief about the distribution where there are enough
 * values: from six on it is that of the median, by order statistics (the chance that
 * fewer than k of n values lie below the median is binomial; Conover, Practical
 * Nonparametric Statistics). Two to five values are too few for that; there it is
 * Student's t interval of the mean. */
#ifndef CORE_STATISTICS_H
#define CORE_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

struct statistics {
	unsigned count;
	uint64_t median, min, max, mean, deviation; /* deviation: of the sample, divided by count - 1 */
	bool interval;                  /* low and high are known */
	bool of_median;                 /* the interval is the median's, else the mean's */
	uint64_t low, high;             /* with 95 % confidence at least */
};

/* Sorts the values, the least first. */
void statistics_sort(uint64_t *values, unsigned count);
/* Sorts the values and fills *s; what they are over the least must add up in 64 bits. count 0: all zero. */
void statistics_of(uint64_t *values, unsigned count, struct statistics *s);
/* The rank k, from 1, such that values k and count + 1 - k in order enclose the median with 95 % at
 * least; 0: too few values. */
unsigned statistics_rank(unsigned count);

#endif

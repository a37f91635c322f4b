/* SPDX-License-Identifier: MIT */
/* histogram.h - latencies of single operations in 4 KiB.
 *
 * Log-linear: values from 0 to 32 units stand alone, above that each power of
 * two is cut into 32 buckets, so a bucket is at most 1/32 of its values wide and
 * its middle at most 1.6 % off. The unit is 16 ns; the last bucket holds all
 * over 18 minutes, and the exact maximum is kept beside. */
#ifndef CORE_HISTOGRAM_H
#define CORE_HISTOGRAM_H

#include <stdint.h>

#include "applet.h"

enum { HISTOGRAM_BUCKETS = ENABLED(CONFIG_LATENCY) ? 1024 : 1 };

struct histogram {
	uint64_t max_ns, min_ns, sum_ns, total;
	uint32_t count[HISTOGRAM_BUCKETS];
};

/* Adds one latency; a negative one (no clock does it, but) counts as 0. An all-zero histogram is empty. */
void histogram_add(struct histogram *h, int64_t ns);
/* Adds all of `from`. */
void histogram_merge(struct histogram *h, const struct histogram *from);
/* The latency that `part` of 10^6 of the operations did not exceed, ns, within 1.6 %; never over the
 * maximum. 0 when empty. */
uint64_t histogram_percentile(const struct histogram *h, uint32_t part);

#endif

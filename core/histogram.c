/* SPDX-License-Identifier: MIT */
/* histogram.c - latencies of single operations in 4 KiB. */
#include "histogram.h"

enum { UNIT_SHIFT = 4, SUB_SHIFT = 5, SUB = 1 << SUB_SHIFT };

static unsigned bucket_of(uint64_t ns)
{
	uint64_t units = ns >> UNIT_SHIFT;
	unsigned octave = 0, bucket;

	for (; units >= 2 * SUB; units >>= 1)
		octave++;
	bucket = octave * SUB + (unsigned)units;
	return bucket < HISTOGRAM_BUCKETS ? bucket : HISTOGRAM_BUCKETS - 1;
}

/* The middle of a bucket's values, ns. */
static uint64_t middle_of(unsigned bucket)
{
	unsigned octave = bucket < 2 * SUB ? 0 : bucket / SUB - 1;

	return (2 * (uint64_t)(bucket - octave * SUB) + 1) << (octave + UNIT_SHIFT - 1);
}

void histogram_add(struct histogram *h, int64_t elapsed)
{
	uint64_t ns = elapsed < 0 ? 0 : (uint64_t)elapsed;

	if (ENABLED(CONFIG_LATENCY)) {
		h->count[bucket_of(ns)]++;
		h->sum_ns += ns;
		if (!h->total || ns < h->min_ns)
			h->min_ns = ns;
	}
	h->total++;
	if (ns > h->max_ns)
		h->max_ns = ns;
}

void histogram_merge(struct histogram *h, const struct histogram *from)
{
	if (ENABLED(CONFIG_LATENCY)) {
		for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
			h->count[i] += from->count[i];
		h->sum_ns += from->sum_ns;
		if (from->total && (!h->total || from->min_ns < h->min_ns))
			h->min_ns = from->min_ns;
	}
	h->total += from->total;
	if (from->max_ns > h->max_ns)
		h->max_ns = from->max_ns;
}

uint64_t histogram_percentile(const struct histogram *h, uint32_t part)
{
	/* At least so many, and one. What is counted in 32 bits a bucket is far from overflowing here. */
	uint64_t wanted = (h->total * part + 999999) / 1000000, seen = 0;

	if (!wanted)
		wanted = 1;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += h->count[i];
		if (seen >= wanted && h->count[i]) {
			uint64_t middle = middle_of(i);

			if (middle < h->min_ns)
				return h->min_ns;
			/* The last bucket is open: only the maximum is known of it. */
			return i + 1 < HISTOGRAM_BUCKETS && middle < h->max_ns ? middle : h->max_ns;
		}
	}
	return h->max_ns;
}

/* SPDX-License-Identifier: MIT */
/* test_histogram.c - percentiles of distributions whose percentiles are known,
 * the bound of their error, and merging. */
#include "test.h"

#include <string.h>

#include "histogram.h"

static struct histogram h, other;

static void assert_near(uint64_t got, uint64_t wanted)
{
	uint64_t off = got > wanted ? got - wanted : wanted - got;

	/* 1.6 %, and half a unit of 16 ns for the smallest. */
	if (off > wanted * 16 / 1000 && off > 8)
		assert_int_equal(got, wanted);
}

static int empty(void **state)
{
	(void)state;
	memset(&h, 0, sizeof h);
	memset(&other, 0, sizeof other);
	return 0;
}

static void is_empty_at_first(void **state)
{
	(void)state;
	assert_int_equal(histogram_percentile(&h, 500000), 0);
	assert_int_equal(histogram_percentile(&h, 1000000), 0);
	assert_int_equal(sizeof h.count, 4096);
}

/* Every value by itself: a second, larger one keeps the maximum from helping. */
static void errs_by_1_6_per_cent(void **state)
{
	(void)state;
	for (uint64_t ns = 1; ns < 500000000000; ns += ns / 97 + 1) {
		empty(NULL);
		histogram_add(&h, (int64_t)ns);
		histogram_add(&h, (int64_t)ns * 2 + 100);
		assert_near(histogram_percentile(&h, 500000), ns);
		assert_near(histogram_percentile(&h, 500001), ns * 2 + 100);
		assert_true(histogram_percentile(&h, 1000000) <= ns * 2 + 100);
		assert_int_equal(h.max_ns, ns * 2 + 100);
	}
}

/* The last bucket is open: what is in it is said by the maximum, not by the bucket's middle. */
static void keeps_hours(void **state)
{
	(void)state;
	histogram_add(&h, 1000);
	histogram_add(&h, 3600 * 1000000000ll);
	assert_near(histogram_percentile(&h, 1000000), 3600 * 1000000000ull);
	assert_near(histogram_percentile(&h, 500000), 1000);
	histogram_add(&h, INT64_MAX);
	assert_int_equal(h.max_ns, INT64_MAX);
}

static void takes_negative_as_zero(void **state)
{
	(void)state;
	histogram_add(&h, -5);
	assert_int_equal(h.total, 1);
	assert_int_equal(h.min_ns, 0);
	assert_int_equal(h.max_ns, 0);
	assert_int_equal(h.sum_ns, 0);
	assert_int_equal(histogram_percentile(&h, 500000), 0);
}

/* "Did not exceed", of few values: the smallest value that so many are at or below. */
static void counts_few_exactly(void **state)
{
	static const struct { uint32_t part; uint64_t ns; } rows[] = {
		{ 0, 1000 }, { 1, 1000 }, { 250000, 1000 }, { 250001, 2000 }, { 500000, 2000 }, { 500001, 3000 },
		{ 750000, 3000 }, { 750001, 4000 }, { 999999, 4000 }, { 1000000, 4000 },
	};

	(void)state;
	for (int64_t ns = 4000; ns; ns -= 1000)
		histogram_add(&h, ns);
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_near(histogram_percentile(&h, rows[i].part), rows[i].ns);
	assert_int_equal(h.total, 4);
	assert_int_equal(h.sum_ns, 10000);
	assert_int_equal(h.min_ns, 1000);
	assert_int_equal(h.max_ns, 4000);
}

/* No percentile is less than the least or more than the most, wherever in their buckets these are. */
static void stays_between_least_and_most(void **state)
{
	(void)state;
	for (int64_t ns = 100; ns < 1000000000; ns += ns / 7 + 1) {
		empty(state);
		histogram_add(&h, ns);
		assert_int_equal(histogram_percentile(&h, 500000), ns);
		histogram_add(&h, ns + 1);
		assert_in_range(histogram_percentile(&h, 500000), ns, ns + 1);
		assert_in_range(histogram_percentile(&h, 990000), ns, ns + 1);
	}
}

/* 1 us, 2 us ... 100 ms, each once, in a scattered order. */
static void knows_an_even_distribution(void **state)
{
	static const uint32_t parts[] = { 10, 1000, 100000, 500000, 900000, 950000, 990000, 999000, 999900, 1000000 };

	(void)state;
	for (int64_t i = 0; i < 100000; i++)
		histogram_add(&h, (i * 31337 % 100000 + 1) * 1000);
	for (unsigned i = 0; i < COUNT(parts); i++)
		assert_near(histogram_percentile(&h, parts[i]), parts[i] * 100ull);
	assert_int_equal(h.sum_ns / h.total, 50000500);
}

/* A disk that stalls at every hundredth operation: the stall is p99.1, not p99. */
static void finds_a_rare_stall(void **state)
{
	(void)state;
	for (int i = 0; i < 10000; i++)
		histogram_add(&h, i % 100 == 50 ? 250000000 : 80000);
	assert_near(histogram_percentile(&h, 500000), 80000);
	assert_near(histogram_percentile(&h, 990000), 80000);
	assert_near(histogram_percentile(&h, 990001), 250000000);
	assert_near(histogram_percentile(&h, 999000), 250000000);
	assert_int_equal(h.max_ns, 250000000);
}

/* Halves: half of all take 1 us, a quarter 2 us, an eighth 4 us ... */
static void knows_a_long_tail(void **state)
{
	(void)state;
	for (unsigned power = 0; power < 16; power++)
		for (unsigned n = 32768u >> power; n; n--)
			histogram_add(&h, 1000ll << power);
	assert_near(histogram_percentile(&h, 500000), 1000);    /* 32768 of 65535 are over a half */
	assert_near(histogram_percentile(&h, 500010), 2000);
	assert_near(histogram_percentile(&h, 900000), 8000);    /* 1 - 1/8 < 0.9 <= 1 - 1/16 */
	assert_near(histogram_percentile(&h, 990000), 64000);   /* 1 - 1/64 < 0.99 <= 1 - 1/128 */
	assert_near(histogram_percentile(&h, 999000), 512000);
	assert_near(histogram_percentile(&h, 999900), 8192000); /* 65535 - 6: all but 6 of the slowest 7 */
}

static void merges_as_if_added(void **state)
{
	static struct histogram all;

	(void)state;
	memset(&all, 0, sizeof all);
	for (int64_t i = 0; i < 5000; i++) {
		int64_t ns = i * i * 7919 % 1000000007;

		histogram_add(i % 3 ? &h : &other, ns);
		histogram_add(&all, ns);
	}
	histogram_merge(&h, &other);
	assert_memory_equal(&h, &all, sizeof all);
}

static void merges_with_empty_ones(void **state)
{
	struct histogram before;

	(void)state;
	histogram_add(&h, 700);
	histogram_add(&h, 900);
	before = h;
	histogram_merge(&h, &other);
	assert_memory_equal(&h, &before, sizeof h);
	histogram_merge(&other, &h);
	assert_memory_equal(&other, &before, sizeof h);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test_setup(is_empty_at_first, empty),
	cmocka_unit_test_setup(errs_by_1_6_per_cent, empty),
	cmocka_unit_test_setup(keeps_hours, empty),
	cmocka_unit_test_setup(takes_negative_as_zero, empty),
	cmocka_unit_test_setup(counts_few_exactly, empty),
	cmocka_unit_test_setup(stays_between_least_and_most, empty),
	cmocka_unit_test_setup(knows_an_even_distribution, empty),
	cmocka_unit_test_setup(finds_a_rare_stall, empty),
	cmocka_unit_test_setup(knows_a_long_tail, empty),
	cmocka_unit_test_setup(merges_as_if_added, empty),
	cmocka_unit_test_setup(merges_with_empty_ones, empty),
};

RUN_TESTS(tests)

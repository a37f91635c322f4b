/* SPDX-License-Identifier: MIT */
/* test_statistics.c - mean, deviation, median and intervals, against Python's
 * statistics module and exact binomial sums. */
#include "test.h"

#include <string.h>

#include "statistics.h"

static struct statistics s;

static void of(const uint64_t *values, unsigned count)
{
	static uint64_t copy[1000];

	memcpy(copy, values, count * sizeof *values);
	statistics_of(copy, count, &s);
	for (unsigned i = 1; i < count; i++)
		assert_true(copy[i - 1] <= copy[i]);
}

static void assert_near(uint64_t got, uint64_t wanted, uint64_t off)
{
	assert_in_range(got, wanted - off, wanted + off);
}

static void says_nothing_of_nothing(void **state)
{
	static const struct statistics empty;

	(void)state;
	of((uint64_t[]){ 1 }, 0);
	assert_memory_equal(&s, &empty, sizeof s);
}

static void says_little_of_one(void **state)
{
	(void)state;
	of((uint64_t[]){ 77 }, 1);
	assert_int_equal(s.count, 1);
	assert_int_equal(s.min, 77);
	assert_int_equal(s.max, 77);
	assert_int_equal(s.median, 77);
	assert_int_equal(s.mean, 77);
	assert_int_equal(s.deviation, 0);
	assert_false(s.interval);
}

/* statistics.stdev([2000, 4000, 4000, 4000, 5000, 5000, 7000, 9000]) is 2138.09; median 4500. */
static void knows_a_textbook_sample(void **state)
{
	(void)state;
	of((uint64_t[]){ 9000, 2000, 4000, 5000, 4000, 7000, 4000, 5000 }, 8);
	assert_int_equal(s.mean, 5000);
	assert_int_equal(s.median, 4500);
	assert_near(s.deviation, 2138, 1);
	assert_int_equal(s.min, 2000);
	assert_int_equal(s.max, 9000);
	assert_true(s.interval && s.of_median);
	assert_int_equal(s.low, 2000);                  /* of 8 only the extremes give 95 % (99.2 %) */
	assert_int_equal(s.high, 9000);
}

/* mean 102, stdev 2; t(0.975; 2) = 4.303: 102 +- 4.97, in units of 1000. */
static void knows_students_interval(void **state)
{
	(void)state;
	of((uint64_t[]){ 102000, 100000, 104000 }, 3);
	assert_int_equal(s.mean, 102000);
	assert_near(s.deviation, 2000, 1);
	assert_true(s.interval);
	assert_false(s.of_median);
	assert_near(s.low, 102000 - 4969, 5);
	assert_near(s.high, 102000 + 4969, 5);
	/* Two values: t = 12.706, stdev 1414.2: +- 12706. */
	of((uint64_t[]){ 101000, 99000 }, 2);
	assert_near(s.low, 100000 - 12706, 10);
	assert_near(s.high, 100000 + 12706, 10);
	/* An interval that would go below 0 begins at 0. */
	of((uint64_t[]){ 1000, 9000 }, 2);
	assert_int_equal(s.low, 0);
}

/* Large values in a narrow band, as rates in bytes/s are: nothing is lost to 32 bits. */
static void keeps_large_numbers(void **state)
{
	uint64_t values[4];

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		values[i] = 12000000000000000000u + i * 1000;
	of(values, 4);
	assert_int_equal(s.mean, 12000000000000001500u);
	assert_int_equal(s.median, 12000000000000001500u);
	assert_near(s.deviation, 1290, 1);              /* 1290.99 */
	of((uint64_t[]){ 0, 0, 0, 0, 67108863, 67108863, 67108863, 67108863 }, 8);
	assert_near(s.deviation, 35871196, 1);          /* 35871196.1 */
	of((uint64_t[]){ 0, UINT64_MAX }, 2);
	assert_int_equal(s.median, UINT64_MAX / 2);
	assert_near(s.mean, UINT64_MAX / 2, 1);
	assert_near(s.deviation / 1000000, 13043817825332u, 1000000);      /* 2^64 / root 2 */
	assert_int_equal(s.low, 0);
}

/* Exact binomial sums; over 60 values within one of them. */
static void encloses_the_median(void **state)
{
	static const struct { unsigned count, rank; } exact[] = {
		{ 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, 0 }, { 5, 0 }, { 6, 1 }, { 7, 1 }, { 8, 1 }, { 9, 2 }, { 10, 2 },
		{ 11, 2 }, { 12, 3 }, { 13, 3 }, { 14, 3 }, { 15, 4 }, { 16, 4 }, { 17, 5 }, { 18, 5 }, { 19, 5 },
		{ 20, 6 }, { 21, 6 }, { 22, 6 }, { 23, 7 }, { 24, 7 }, { 25, 8 }, { 26, 8 }, { 27, 8 }, { 28, 9 },
		{ 29, 9 }, { 30, 10 }, { 35, 12 }, { 40, 14 }, { 50, 18 }, { 59, 22 }, { 60, 22 },
	}, near[] = {
		{ 61, 23 }, { 70, 27 }, { 100, 40 }, { 200, 86 }, { 500, 228 }, { 1000, 469 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(exact); i++)
		assert_int_equal(statistics_rank(exact[i].count), exact[i].rank);
	for (unsigned i = 0; i < COUNT(near); i++)
		assert_near(statistics_rank(near[i].count), near[i].rank, 1);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(says_nothing_of_nothing), cmocka_unit_test(says_little_of_one),
	cmocka_unit_test(knows_a_textbook_sample), cmocka_unit_test(knows_students_interval),
	cmocka_unit_test(keeps_large_numbers), cmocka_unit_test(encloses_the_median),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* random_source.c - each of platform/random_*.c: its range, its evenness, the same sequence for the
 * same seed. Built once for each of them. */
#include "test.h"

#include <string.h>

enum { DRAWS = 64000, BINS = 64 };

static unsigned bin[BINS];

/* Chi-square of the bins times the draws in a bin. With 63 degrees of freedom it is under 120 in all but
 * one of 50,000 tries, and over 25 in all but one of 100,000: too even is wrong too. */
static void assert_even(void)
{
	unsigned long sum = 0, mean = DRAWS / BINS;

	for (unsigned i = 0; i < BINS; i++) {
		long off = (long)bin[i] - (long)mean;

		sum += (unsigned long)(off * off);
	}
	assert_in_range(sum / mean, 25, 120);
	memset(bin, 0, sizeof bin);
}

static void stays_in_range(void **state)
{
	uint32_t ones = 0, zeros = 0;

	(void)state;
	platform_random_start(1);
	for (unsigned i = 0; i < DRAWS; i++) {
		uint32_t n = platform_random_next();

		assert_in_range(n, 0, 0x7fffffff);
		ones |= n;
		zeros |= ~n;
	}
	assert_int_equal(ones, 0x7fffffff);     /* every bit is used both ways */
	assert_int_equal(zeros, 0xffffffff);
}

static void is_even_in_high_bits(void **state)
{
	(void)state;
	platform_random_start(42);
	for (unsigned i = 0; i < DRAWS; i++)
		bin[platform_random_next() >> 25]++;
	assert_even();
}

/* Chunk numbers are taken modulo. */
static void is_even_in_low_bits(void **state)
{
	(void)state;
	platform_random_start(43);
	for (unsigned i = 0; i < DRAWS; i++)
		bin[platform_random_next() % BINS]++;
	assert_even();
}

static void is_even_in_pairs(void **state)
{
	(void)state;
	platform_random_start(44);
	for (unsigned i = 0; i < DRAWS; i++) {
		uint32_t high = platform_random_next() >> 28;

		bin[high << 3 | platform_random_next() >> 28]++;
	}
	assert_even();
}

/* The first numbers of neighbouring seeds, which seeds of copies and runs may be. */
static void is_even_over_seeds(void **state)
{
	(void)state;
	for (unsigned i = 0; i < DRAWS; i++) {
		platform_random_start(i);
		platform_random_skip(10);
		bin[platform_random_next() >> 25]++;
	}
	assert_in_range(bin[0], DRAWS / BINS / 2, DRAWS / BINS * 2);
	for (unsigned i = 0; i < BINS; i++)
		assert_in_range(bin[i], DRAWS / BINS / 2, DRAWS / BINS * 2);
	memset(bin, 0, sizeof bin);
}

static void repeats_itself(void **state)
{
	static uint32_t number[1000];

	(void)state;
	platform_random_start(0x1122334455667788);
	for (unsigned i = 0; i < 1000; i++)
		number[i] = platform_random_next();
	platform_random_start(0x1122334455667788);
	for (unsigned i = 0; i < 1000; i++)
		assert_int_equal(platform_random_next(), number[i]);
	platform_random_start(0x1122334455667788);
	platform_random_skip(0);
	platform_random_skip(7);
	assert_int_equal(platform_random_next(), number[7]);
	platform_random_skip(900);
	assert_int_equal(platform_random_next(), number[908]);
}

/* All 64 bits of a seed count. */
static void differs_between_seeds(void **state)
{
	uint32_t first;

	(void)state;
	for (unsigned bit = 0; bit < 64; bit++) {
		unsigned same = 0;

		platform_random_start(5);
		first = platform_random_next();
		platform_random_start(5 ^ 1ull << bit);
		same += platform_random_next() == first;
		assert_int_equal(same, 0);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(stays_in_range),
	cmocka_unit_test(is_even_in_high_bits),
	cmocka_unit_test(is_even_in_low_bits),
	cmocka_unit_test(is_even_in_pairs),
	cmocka_unit_test(is_even_over_seeds),
	cmocka_unit_test(repeats_itself),
	cmocka_unit_test(differs_between_seeds),
};

RUN_TESTS(tests)

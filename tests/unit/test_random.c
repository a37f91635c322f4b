/* SPDX-License-Identifier: MIT */
/* test_random.c - vectors from a Python program written after random.h alone
 * (its inner generator checked against splitmix64's published outputs);
 * bijections; evenness. */
#include "test.h"

#include <string.h>

#include "random.h"

static void gives_known_numbers(void **state)
{
	static const struct { uint64_t seed, index, wanted; } rows[] = {
		{ 0, 0, 0xe220a8397b1dcdaf }, { 0, 1, 0x6e789e6aa1b965f4 }, { 1, 0, 0xbfef8030ddc2d772 },
		{ 42, 7, 0x272404a0a3926552 }, { UINT64_MAX, UINT64_MAX, 0x4bffd802ebfb15e4 },
		{ UINT64_MAX, 0, 0xa577782bc52a9f5a }, { 0xdeadbeef, 1ull << 63, 0xd86117d606391573 },
		{ 4711, 123456789, 0xfc0e3632c1863ba3 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_int_equal(random_at(rows[i].seed, rows[i].index), rows[i].wanted);
}

static void stays_below_its_limit(void **state)
{
	static const struct { uint64_t seed, index, limit, wanted; } rows[] = {
		{ 1, 0, 1, 0 }, { 1, 0, 10, 7 }, { 42, 7, 1000, 152 }, { 9, 3, 4294967295, 2452834240 },
		{ 9, 3, 4294967296, 1225508417 }, { 9, 3, 4294967297, 3067641473 },
		{ 5, 99, 1ull << 40, 985448122902 }, { 5, 99, 3000000000000000000, 1563253285073521174 },
		{ 2, 2, UINT64_MAX, 6897020350007722980 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_int_equal(random_below(rows[i].seed, rows[i].index, rows[i].limit), rows[i].wanted);
	for (uint64_t i = 0; i < 20000; i++) {
		assert_true(random_below(i, 0, 3) < 3);
		assert_true(random_below(77, i, 4294967297) < 4294967297);
	}
}

static void permutes_as_known(void **state)
{
	static const unsigned char ten[] = { 0, 6, 5, 4, 8, 1, 3, 7, 2, 9 }, five[] = { 4, 1, 2, 3, 0 };
	static const struct { uint64_t seed, index, count, wanted; } rows[] = {
		{ 3, 0, 1000000, 67234 }, { 3, 999999, 1000000, 935207 },
		{ 11, 123, 1000000000039, 302789189484 },
		{ 11, 1ull << 61, 1ull << 62, 1506890042659233133 },
		{ 12345, 0, 1ull << 62, 2478070369096134080 },
		{ 6, 5, (1ull << 62) - 57, 1915716131027088645 },
		{ 6, 4294967296, 4294967297, 847357060 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(ten); i++)
		assert_int_equal(random_permute(1, i, 10), ten[i]);
	for (unsigned i = 0; i < COUNT(five); i++)
		assert_int_equal(random_permute(7, i, 5), five[i]);
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_int_equal(random_permute(rows[i].seed, rows[i].index, rows[i].count), rows[i].wanted);
}

static void check_bijection(uint64_t seed, uint32_t count)
{
	static unsigned char seen[70000];

	memset(seen, 0, sizeof seen);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t to = random_permute(seed, i, count);

		assert_true(to < count);
		assert_int_equal(seen[to], 0);
		seen[to] = 1;
	}
}

static void permutes_one_to_one(void **state)
{
	static const uint32_t counts[] = { 1000, 1023, 1024, 1025, 4095, 4096, 4097, 16384, 65535, 65536, 65537 };

	(void)state;
	for (uint32_t count = 1; count < 300; count++)
		for (uint64_t seed = 0; seed < 3; seed++)
			check_bijection(seed, count);
	for (unsigned i = 0; i < COUNT(counts); i++)
		check_bijection(0x123456789abcdef0 + i, counts[i]);
}

/* No two of some neighbours in a huge range may meet; all are inside. */
static void permutes_huge_ranges(void **state)
{
	static const uint64_t counts[] = { 1ull << 32, (1ull << 40) + 1, 1000000000000007, 1ull << 62 };
	static uint64_t seen[300];

	(void)state;
	for (unsigned c = 0; c < COUNT(counts); c++)
		for (unsigned i = 0; i < COUNT(seen); i++) {
			seen[i] = random_permute(99, counts[c] - 1 - i, counts[c]);
			assert_true(seen[i] < counts[c]);
			for (unsigned j = 0; j < i; j++)
				assert_true(seen[i] != seen[j]);
		}
}

/* Chi-square times `expected`: the sum of (seen - expected)^2. */
static uint64_t spread(const uint32_t *seen, unsigned bins, uint32_t expected)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < bins; i++) {
		int64_t off = (int64_t)seen[i] - expected;

		sum += (uint64_t)(off * off);
	}
	return sum;
}

/* 255 degrees of freedom: 255 with a deviation of 22.6. Too even is as wrong as too uneven. */
static void is_even_in_every_byte(void **state)
{
	(void)state;
	for (unsigned shift = 0; shift < 64; shift += 8) {
		uint32_t by_index[256] = { 0 }, by_seed[256] = { 0 };

		for (uint64_t i = 0; i < 256 * 400; i++) {
			by_index[random_at(2024, i) >> shift & 255]++;
			by_seed[random_at(i, 5) >> shift & 255]++;
		}
		assert_in_range(spread(by_index, 256, 400) / 400, 155, 370);
		assert_in_range(spread(by_seed, 256, 400) / 400, 155, 370);
	}
}

/* 99 degrees of freedom: 99 with a deviation of 14. */
static void is_even_below_a_limit(void **state)
{
	static const uint64_t limits[] = { 100, 4000000000, 10000000000, 1000000000000000 };

	(void)state;
	for (unsigned l = 0; l < COUNT(limits); l++) {
		uint32_t seen[100] = { 0 };

		for (uint64_t i = 0; i < 100000; i++)
			seen[random_below(31, i, limits[l]) / (limits[l] / 100)]++;
		assert_in_range(spread(seen, 100, 1000) / 1000, 40, 170);
	}
}

/* A benchmark's "random" order must not follow the disk: neighbours end up anywhere. */
static void permutes_far_and_wide(void **state)
{
	uint32_t steps[64] = { 0 }, forward = 0, count = 65536;

	(void)state;
	for (uint32_t i = 1; i < count; i++) {
		uint64_t before = random_permute(8, i - 1, count), here = random_permute(8, i, count);

		steps[(here - before) % count / 1024]++;
		forward += here == before + 1;
	}
	assert_in_range(spread(steps, 64, 1024) / 1024, 20, 130);      /* 63, deviation 11 */
	assert_in_range(forward, 0, 8);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(gives_known_numbers),
	cmocka_unit_test(stays_below_its_limit),
	cmocka_unit_test(permutes_as_known),
	cmocka_unit_test(permutes_one_to_one),
	cmocka_unit_test(permutes_huge_ranges),
	cmocka_unit_test(is_even_in_every_byte),
	cmocka_unit_test(is_even_below_a_limit),
	cmocka_unit_test(permutes_far_and_wide),
};

RUN_TESTS(tests)

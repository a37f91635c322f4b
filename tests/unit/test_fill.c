/* SPDX-License-Identifier: MIT */
/* test_fill.c - the data that is written: the formula of fill.h (vectors from
 * Python), no word twice, nothing for a compressor to gain. */
#define _GNU_SOURCE
#include "test.h"

#include <string.h>

#include "fill.h"
#include "random.h"
#include "through.h"

enum { CHUNK = 8192, BLOCKS = 512, WORDS = CHUNK / 8 };

static uint64_t all[BLOCKS * WORDS];

/* The word in memory as a little-endian machine reads it: what is written is the same on every machine. */
static uint64_t little_endian(const uint64_t *word)
{
	const unsigned char *byte = (const unsigned char *)word;
	uint64_t value = 0;

	for (unsigned i = 0; i < 8; i++)
		value |= (uint64_t)byte[i] << (8 * i);
	return value;
}

static void write_blocks(enum fill_kind kind, uint64_t seed)
{
	static uint64_t buffer[WORDS];
	struct fill f;

	memset(buffer, 0xee, sizeof buffer);
	fill_start(&f, kind, seed, buffer, CHUNK);
	for (unsigned n = 0; n < BLOCKS; n++) {
		assert_int_equal(f.block, n);
		memcpy(all + n * WORDS, buffer, CHUNK);
		fill_next(&f, buffer, CHUNK);
	}
}

static void gives_known_words(void **state)
{
	(void)state;
	write_blocks(FILL_RANDOM, 42);
	assert_int_equal(little_endian(&all[0 * WORDS + 0]), 0x11c507862fdc815a);
	assert_int_equal(little_endian(&all[0 * WORDS + 1023]), 0xc285c2f5600111c8);
	assert_int_equal(little_endian(&all[1 * WORDS + 0]), 0x20ee4cd3cb68aac0);
	assert_int_equal(little_endian(&all[1 * WORDS + 1]), 0x9178c77fe41e4c7e);
	assert_int_equal(little_endian(&all[7 * WORDS + 512]), 0xad2591daa9dfc485);
	assert_int_equal(little_endian(&all[511 * WORDS + 1023]), 0x8d3d5577ab0670a0);
}

/* Block n can be made by itself. */
static void follows_its_formula(void **state)
{
	(void)state;
	write_blocks(FILL_RANDOM, 0x1122334455667788);
	for (uint64_t n = 0; n < BLOCKS; n++)
		for (uint64_t i = 0; i < WORDS; i++)
			assert_int_equal(little_endian(&all[n * WORDS + i]), random_at(0x1122334455667788, i) ^
			                            random_at(0xeeddccbbaa998877, n));
}

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Of 4 MiB; so no two sectors of 512 bytes are equal, wherever a file system cuts them. */
static void writes_no_word_twice(void **state)
{
		(void)state;
	write_blocks(FILL_RANDOM, 1);
	qsort(all, sizeof all / 8, 8, compare);
	for (unsigned i = 1; i < sizeof all / 8; i++)
		assert_true(all[i - 1] != all[i]);
}

/* Neighbouring seeds, as two files of one run have them, share nothing. */
static void differs_between_seeds(void **state)
{
	static uint64_t word[2 * WORDS];
	struct fill f;

	(void)state;
	fill_start(&f, FILL_RANDOM, 7, word, CHUNK);
	fill_start(&f, FILL_RANDOM, 8, word + WORDS, CHUNK);
	qsort(word, 2 * WORDS, 8, compare);
	for (unsigned i = 1; i < 2 * WORDS; i++)
		assert_true(word[i - 1] != word[i]);
}

static void defeats_compression(void **state)
{
	char first[16];
	long packed;

	(void)state;
	if (!through_has("gzip"))
		skip();
	write_blocks(FILL_RANDOM, 99);
	packed = through("gzip -9", all, sizeof all, first, sizeof first);
	assert_in_range(packed, sizeof all / 100 * 99, sizeof all / 100 * 101);
	/* The check itself: zeros do shrink. */
	write_blocks(FILL_ZERO, 99);
	assert_in_range(through("gzip -9", all, sizeof all, first, sizeof first), 1, 8192);
}

static void can_be_zero(void **state)
{
	(void)state;
	write_blocks(FILL_ZERO, 5);
	for (unsigned i = 0; i < sizeof all / 8; i++)
		assert_int_equal(all[i], 0);
}

/* The original's: every block has one more byte counted up; they begin again at the buffer's end. */
static void can_be_the_originals(void **state)
{
	enum { SMALL = 16 };
	uint64_t words[SMALL / 8];
	unsigned char before[SMALL];
	struct fill f;

	(void)state;
	fill_start(&f, FILL_BONNIE, 5, words, SMALL);
	for (unsigned n = 0; n < 40; n++) {
		const unsigned char *now = (const unsigned char *)words;
		unsigned changed = 0;

		memcpy(before, words, SMALL);
		fill_next(&f, words, SMALL);
		for (unsigned i = 0; i < SMALL; i++)
			if (now[i] != before[i]) {
				changed++;
				assert_int_equal(i, n % SMALL);
				assert_int_equal(now[i], before[i] + 1);
			}
		assert_int_equal(changed, 1);
	}
	assert_int_equal(((unsigned char *)words)[0], 3);       /* blocks 0, 16 and 32 */
	assert_int_equal(((unsigned char *)words)[8], 2);       /* 8 and 24 */
}

static void touches_one_byte(void **state)
{
	unsigned char block[100] = { 0 };

	(void)state;
	block[7] = 255;
	fill_touch(block, 100, 99);
	fill_touch(block, 100, 10000000099);
	fill_touch(block, 100, 1000007);
	for (unsigned i = 0; i < 100; i++)
		assert_int_equal(block[i], i == 99 ? 2 : 0);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(gives_known_words),
	cmocka_unit_test(follows_its_formula),
	cmocka_unit_test(writes_no_word_twice),
	cmocka_unit_test(differs_between_seeds),
	cmocka_unit_test(defeats_compression),
	cmocka_unit_test(can_be_zero),
	cmocka_unit_test(can_be_the_originals),
	cmocka_unit_test(touches_one_byte),
};

RUN_TESTS(tests)

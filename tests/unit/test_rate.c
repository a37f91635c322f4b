/* SPDX-License-Identifier: MIT */
/* test_rate.c - the steady rate of made-up devices of known speed: even and in
 * bursts, with readahead, short, broken. */
#include "test.h"

#include <string.h>

#include "rate.h"
#include "workers.h"

static struct fake_node *disk;
static struct rate_request q;
static struct rate rate;
static struct slot slot;

static const int64_t second = 1000000000;

/* 1 TB with 128 KiB of readahead; a window of 3 s. */
static int begin(void **state)
{
	fake_setup(state);
	disk = fake_make(FAKE_ROOT, "disk", PLATFORM_TYPE_BLOCK, 0);
	disk->size = 1000000000000;
	disk->readahead = 128 << 10;
	disk->mincore = disk->cachestat = FAKE_FROM_READAHEAD;
	disk->read_ns = 20000;
	q = (struct rate_request){ .fd = platform_open_at(platform_here, "disk", PLATFORM_READ), .may_mincore = true,
	                           .end = disk->size, .sector = 512, .window_ns = 3 * second, .largest = 4 << 20 };
	memset(&slot, 0, sizeof slot);
	return q.fd < 0;
}

static void assert_rate(uint64_t per_second, unsigned permille)
{
	disk->bytes_per_s = per_second;
	disk->pipe_began_ns = 0;
	disk->advice = -1;
	assert_int_equal(rate_measure(&q, &slot, &rate), 0);
	assert_in_range(rate.per_second, per_second - per_second / 1000 * permille,
	                per_second + per_second / 1000 * permille);
	assert_in_range(rate.elapsed_ns, 3 * second, 7 * second / 2);
	assert_false(rate.ended);
}

static void measures_even_devices(void **state)
{
	(void)state;
	assert_rate(200000, 10);
	assert_rate(2000000, 10);
	assert_rate(20000000, 10);
	assert_rate(200000000, 30);
	assert_rate(1000000000, 30);                    /* over 2^31 bytes */
}

static void measures_with_large_readahead(void **state)
{
	(void)state;
	disk->readahead = 4 << 20;
	assert_rate(2000000, 10);
	assert_rate(20000000, 10);
	assert_rate(200000000, 30);
}

/* A throttle lets portions through every 100 ms: the number of bytes by time would be far off. */
static void measures_bursts(void **state)
{
	(void)state;
	disk->burst_ns = second / 10;
	assert_rate(2000000, 10);
	assert_rate(20000000, 10);
	disk->readahead = 4 << 20;
	assert_rate(2000000, 10);
	assert_rate(200000000, 30);
}

/* Fast at the start only, so that blocks are large and a day of them is few. */
static uint64_t fast_at_first(uint64_t offset)
{
	return offset >> 29 ? 20000000 : 2000000000;
}

static void measures_for_a_day(void **state)
{
	(void)state;
	disk->readahead = 0;
	disk->rate_at = fast_at_first;
	disk->size = q.end = 4000000000000;
	q.direct = true;
	q.largest = 64 << 20;
	q.window_ns = 24 * 3600 * second;
	assert_int_equal(rate_measure(&q, &slot, &rate), 0);
	assert_in_range(rate.points, 100, 180);
	assert_in_range(rate.per_second, 19800000, 20200000);
}

/* A bad sector at 1 MB: an error, and what came before it is kept. */
static uint64_t held_up(uint64_t offset)
{
	uint64_t mib = offset >> 20;

	return mib == 25 || (mib >= 160 && mib < 164) ? 5000000 : 100000000;
}

/* The longest waits are all at one moment: they say nothing of the other seconds. */
static void is_not_misled_by_a_hold_up(void **state)
{
	(void)state;
	disk->readahead = 0;
	disk->rate_at = held_up;
	assert_int_equal(rate_measure(&q, &slot, &rate), 0);
	assert_in_range(rate.per_second, 60000000, 100000000);
}

static void keeps_what_was_before_an_error(void **state)
{
	(void)state;
	disk->bytes_per_s = 2000000;
	disk->error = -EIO;
	disk->error_at = 1000448;
	assert_int_equal(rate_measure(&q, &slot, &rate), -EIO);
	assert_int_equal(slot.error, -EIO);
	assert_int_equal(rate.bytes, 1000448);
	assert_int_equal(slot.amount, 1000448);
	assert_false(rate.ended);
	assert_int_equal(fake->pages, 0);
}

/* 1 MB at 2 MB/s is read in half a second: the end, not the window. */
static void ends_at_the_end(void **state)
{
	(void)state;
	disk->bytes_per_s = 2000000;
	q.start = 4096;
	q.end = 4096 + 1000448;                 /* 1954 sectors */
	fake->logging = true;
	assert_int_equal(rate_measure(&q, &slot, &rate), 0);
	assert_true(rate.ended);
	assert_int_equal(rate.bytes, 1000448);
	assert_in_range(rate.elapsed_ns, second / 2, second * 6 / 10);
	assert_in_range(rate.per_second, 1800000, 2040000);
	assert_non_null(strstr(fake_log(), "pread disk 4096 131072\n"));
}

/* An end within a sector: that sector is read, what lies behind it is not. */
static void ends_within_a_sector(void **state)
{
	(void)state;
	disk->bytes_per_s = 2000000;
	q.end = 1000000;
	assert_int_equal(rate_measure(&q, &slot, &rate), 0);
	assert_true(rate.ended);
	assert_in_range(rate.bytes, 1000000, 1000448);
}

static void says_nothing_of_nothing(void **state)
{
	(void)state;
	q.start = q.end;
	assert_int_equal(rate_measure(&q, &slot, &rate), 0);
	assert_true(rate.ended);
	assert_int_equal(rate.per_second, 0);
	assert_int_equal(rate.bytes, 0);
	fake->no_memory = true;
	assert_int_equal(rate_measure(&q, &slot, &rate), -ENOMEM);
}

/* What was read by the second adds up to all of it. */
static void draws_a_curve(void **state)
{
	uint64_t sum = 0;

	(void)state;
	disk->bytes_per_s = 10 << 20;
	assert_int_equal(rate_measure(&q, &slot, &rate), 0);
	assert_in_range(rate.seconds, 3, 4);
	for (unsigned i = 0; i < rate.seconds; i++)
		sum += rate.curve_kib[i];
	assert_in_range(rate.bytes / 1024 - sum, 0, 1024);
	assert_in_range(rate.curve_kib[1], 9216, 11264);
}

#define RATE(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	RATE(measures_even_devices), RATE(measures_with_large_readahead), RATE(measures_bursts),
	RATE(keeps_what_was_before_an_error), RATE(ends_at_the_end), RATE(ends_within_a_sector), RATE(says_nothing_of_nothing),
	RATE(draws_a_curve), RATE(is_not_misled_by_a_hold_up),
	RATE(measures_for_a_day),
};

RUN_TESTS(tests)

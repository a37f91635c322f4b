/* SPDX-License-Identifier: MIT */
/* test_zcav.c - the curve of a disk far larger than can be read, and its zones. */
#include "zcav_disk.h"

/* Fifteen zones of unequal length from 270 to 120 MB/s, as a real disk has them. */
enum { ZONES = 15 };
static const uint64_t zone_end[ZONES] = {      /* thousandths of the disk */
	81, 160, 219, 300, 371, 420, 510, 560, 633, 700, 748, 819, 877, 951, 1000,
};

static unsigned zone_of(uint64_t offset)
{
	unsigned i = 0;

	while (i < ZONES - 1 && offset / (DISK / 1000) >= zone_end[i])
		i++;
	return i;
}

static uint64_t zoned(uint64_t offset)
{
	return 270 * MB - zone_of(offset) * (150 * MB / (ZONES - 1));
}

/* The same with noise of up to one per cent either way, another for each place. */
static uint64_t noisy(uint64_t offset)
{
	uint64_t x = offset / (64 << 20) * 0x9e3779b97f4a7c15;

	x ^= x >> 29;
	return zoned(offset) / 10000 * (9900 + x % 201);
}

/* The rate that the curve gives a place: that of the nearest sample. */
static uint64_t curve_at(uint64_t offset)
{
	unsigned i = 0;

	while (i + 1 < curve.count && curve.point[i + 1].offset <= offset)
		i++;
	if (i + 1 < curve.count && curve.point[i + 1].offset - offset < offset - curve.point[i].offset)
		i++;
	return curve.point[i].rate;
}

/* Places out of 2048 where the curve is within 2 % of the disk without its noise. */
static unsigned good_places(void)
{
	unsigned good = 0;

	for (uint64_t i = 0; i < 2048; i++) {
		uint64_t offset = DISK / 2048 * i, got = curve_at(offset), true_rate = zoned(offset);
		uint64_t off = got > true_rate ? got - true_rate : true_rate - got;

		good += off * 50 <= true_rate;
	}
	return good;
}

static uint64_t true_mean(void)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < 2000; i++)
		sum += zoned(DISK / 2000 * i + DISK / 4000);
	return sum / 2000;
}

static void assert_curve(void)
{
	uint64_t mean = curve_mean(&curve), wanted = true_mean(), off = mean > wanted ? mean - wanted : wanted - mean;

	assert_true(good_places() >= 2048 * 95 / 100);
	assert_true(off * 200 <= wanted);                       /* half a per cent */
	assert_true(slot.amount <= DISK / 100);                 /* of a hundredth of it */
	for (unsigned i = 1; i < curve.count; i++)
		assert_true(curve.point[i].offset > curve.point[i - 1].offset);
}

static void knows_a_disk_from_a_hundredth(void **state)
{
	(void)state;
	disk->rate_at = zoned;
	sample_device(&device);
	assert_curve();
	assert_true(curve.count < 300);
}

static void knows_a_noisy_disk(void **state)
{
	(void)state;
	disk->rate_at = noisy;
	sample_device(&device);
	assert_curve();
}

static void stops_early_where_nothing_changes(void **state)
{
	(void)state;
	disk->rate_at = flat;
	sample_device(&device);
	assert_int_equal(curve.count, 65);
	assert_in_range(curve_mean(&curve) / MB, 499, 500);
}

/* The seek before a sample is not in its rate. */
static void leaves_seeks_out(void **state)
{
	(void)state;
	disk->rate_at = flat;
	options.points = 9;
	options.block = 16 << 20;
	disk->read_ns = 0;
	sample_device(&device);
	assert_int_equal(curve.count, 9);
	assert_int_equal(curve.point[0].offset, 0);
	assert_true(curve.point[8].offset + options.block + options.chunk <= DISK);
	assert_true(DISK - curve.point[8].offset < options.block + 2 * options.chunk + 1);
	for (unsigned i = 0; i < 9; i++) {
		assert_int_equal(curve.point[i].rate / MB, 500);
		/* the chunk before the 16 is not timed */
		assert_int_equal(curve.point[i].elapsed_ns / 1000, 16ull * (1 << 20) * 1000000 / (500 * MB));
	}
}

/* After any number of samples they are spread evenly: no gap is over twice the even one. */
static void is_even_at_any_time(void **state)
{
	(void)state;
	for (unsigned points = 5; points <= 40; points += 7) {
		uint64_t longest = 0;

		memset(&curve, 0, sizeof curve);
		disk->rate_at = flat;
		options.points = points;
		options.block = 4 << 20;
		sample_device(&device);
		assert_int_equal(curve.count, points);
		for (unsigned i = 1; i < curve.count; i++)
			if (curve.point[i].offset - curve.point[i - 1].offset > longest)
				longest = curve.point[i].offset - curve.point[i - 1].offset;
		assert_true(longest <= 2 * DISK / (points - 2));
	}
}

static void obeys_the_time(void **state)
{
	int64_t before;

	(void)state;
	disk->rate_at = noisy;
	options.limit_ns = 10000000000;
	before = platform_clock_ns();
	sample_device(&device);
	assert_true(platform_clock_ns() - before < 11000000000);
	assert_true(curve.count >= 33);
}

/* ---- zones ---- */

static void finds_the_zones(void **state)
{
	static struct zone zone[64];
	unsigned count;

	(void)state;
	disk->rate_at = zoned;
	sample_device(&device);
	count = zones_find(&curve, DISK, zones_tolerance(&curve), zone, 64);
	assert_int_equal(count, ZONES);
	for (unsigned i = 0; i < ZONES; i++) {
		uint64_t wanted = i ? DISK / 1000 * zone_end[i - 1] : 0;
		uint64_t off = zone[i].start > wanted ? zone[i].start - wanted : wanted - zone[i].start;

		assert_int_equal(zone[i].rate / MB, zoned(zone[i].start + DISK / 100) / MB);
		assert_true(off <= DISK / 64);
	}
	assert_int_equal(zone[ZONES - 1].end, DISK);
}

static void says_flat_of_noise(void **state)
{
	static struct zone zone[64];

	(void)state;
	for (unsigned i = 0; i < 128; i++) {
		struct point p = { i * 1000000000ull, 500 * MB + (i * 7919 % 13) * MB, 1 };

		curve_append(&curve, &p);
	}
	curve.point[50].rate = 200 * MB;                        /* somebody else, once */
	assert_int_equal(zones_find(&curve, DISK, zones_tolerance(&curve), zone, 64), 1);
}

/* The first had a throttle's free tenth of a second; one lost what the next made up for; a border lies in another. */
static void odd_blocks_are_no_zones(void **state)
{
	static const unsigned rate[] = { 350, 200, 200, 200, 150, 250, 200, 200, 170, 100, 100, 100, 100, 100, 60 };
	static struct zone zone[64];

	(void)state;
	for (unsigned i = 0; i < COUNT(rate); i++)
		curve_append(&curve, &(struct point){ i * 1000000000ull, rate[i] * MB, 1 });
	assert_int_equal(zones_find(&curve, DISK, 150, zone, 64), 2);
	assert_int_equal(zone[0].start, 0);
	assert_int_equal(zone[0].end, 9000000000);
	assert_int_equal(zone[0].rate, 200 * MB);
	assert_int_equal(zone[1].rate, 100 * MB);
	curve.point[COUNT(rate) - 2].rate = 60 * MB;            /* two at the end are one */
	assert_int_equal(zones_find(&curve, DISK, 150, zone, 64), 3);
}

static void keeps_a_long_scan_in_little_memory(void **state)
{
	(void)state;
	for (uint64_t i = 0; i < 100000; i++) {
		struct point p = { i << 29, i < 50000 ? 200 * MB : 100 * MB, 1 };

		curve_append(&curve, &p);
	}
	assert_in_range(curve.count, ZCAV_POINTS / 2, ZCAV_POINTS);
	assert_int_equal(curve.point[0].rate, 200 * MB);
	assert_int_equal(curve.point[curve.count - 1].rate, 100 * MB);
	assert_int_equal(curve_mean(&curve) / MB, 149);
	for (unsigned i = 0; i < curve.count; i++)
		assert_int_equal(curve.point[i].offset, ((uint64_t)i * curve.stride) << 29);
}

static const struct CMUnitTest tests[] = {
	ON_DISK(knows_a_disk_from_a_hundredth), ON_DISK(knows_a_noisy_disk), ON_DISK(stops_early_where_nothing_changes),
	ON_DISK(leaves_seeks_out), ON_DISK(is_even_at_any_time), ON_DISK(obeys_the_time), ON_DISK(finds_the_zones),
	ON_DISK(odd_blocks_are_no_zones), ON_DISK(says_flat_of_noise), ON_DISK(keeps_a_long_scan_in_little_memory),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_zcav_scan.c - a disk from end to end: bad areas, the last part, loops. */
#include "zcav_disk.h"

/* An even disk's first bytes, in blocks. */
static void scan(uint64_t end, uint64_t block)
{
	options.sampled = false;
	disk->rate_at = flat;
	device.end = end;
	device.block = block;
	scan_device(&device);
}

/* Whose sectors from one place to another are bad. */
static void scan_bad(uint64_t from, uint64_t to, uint64_t end, uint64_t block)
{
	disk->error = -EIO;
	disk->error_at = from;
	disk->error_end = to;
	scan(end, block);
}

static void skips_a_bad_area_in_growing_steps(void **state)
{
	(void)state;
	scan_bad(10ull << 20, 200ull << 20, 1ull << 30, 256 << 20);
	assert_int_equal(curve.count, 4);                       /* the run went on to the end */
	assert_in_range(curve.errors, 2, 10);                   /* not one for each of 190 chunks */
	assert_true(curve.error_bytes >= 190ull << 20);
	assert_true(curve.bytes + curve.error_bytes == 1ull << 30);
	assert_int_equal(slot.error, -EIO);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(curve.point[i].rate / MB, 500);    /* the bad part is not in the rate */
}

/* Nothing of a block could be read: it has no rate, and takes none from the mean. */
static void has_no_point_where_all_is_bad(void **state)
{
	(void)state;
	scan_bad(64 << 20, 128 << 20, 256 << 20, 64 << 20);
	assert_int_equal(curve.error_bytes, 64 << 20);
	assert_int_equal(curve.count, 3);
	assert_int_equal(curve.point[1].offset, 128 << 20);
	assert_int_equal(curve_mean(&curve) / MB, 499);
}

static void measures_the_last_part(void **state)
{
	(void)state;
	scan((100 << 20) + 512, 64 << 20);
	assert_int_equal(curve.count, 2);
	assert_int_equal(curve.bytes, device.end);
	assert_int_equal(curve.point[1].offset, 64 << 20);
}

/* Its end is then that of a file, before the size that it had. */
static void stops_when_the_disk_is_pulled_out(void **state)
{
	(void)state;
	options.loops = 3;
	disk->size = 100ull << 20;
	scan(DISK, 64 << 20);
	assert_int_equal(curve.errors, 1);
	assert_int_equal(curve.bytes, 100ull << 20);
	assert_int_equal(slot.error, -ENXIO);
}

/* In the first of two loops: the other has no rates, and half of the disk none at all. */
static void takes_no_loop_that_was_stopped(void **state)
{
	(void)state;
	options.loops = 2;
	disk->size = 100ull << 20;
	device.samples = platform_shared(16 * 2 * sizeof *device.samples);
	scan(1ull << 30, 64 << 20);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(curve.point[i].rate / MB, 500);
	platform_free(device.samples, 16 * 2 * sizeof *device.samples);
}

static void samples_no_disk_that_is_gone(void **state)
{
	(void)state;
	disk->size = 0;
	sample_device(&device);
	assert_int_equal(curve.errors, 1);
	assert_int_equal(curve.count, 0);
	assert_int_equal(slot.error, -ENXIO);
}

static const struct CMUnitTest tests[] = {
	ON_DISK(skips_a_bad_area_in_growing_steps), ON_DISK(has_no_point_where_all_is_bad),
	ON_DISK(measures_the_last_part), ON_DISK(stops_when_the_disk_is_pulled_out), ON_DISK(takes_no_loop_that_was_stopped),
	ON_DISK(samples_no_disk_that_is_gone),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_cache.c - what is done to make a file cold, in which order, and what the
 * probes' answers are taken for. */
#include "test.h"

#include "cache.h"

static struct fake_node *file;
static int fd;

static int begin(void **state)
{
	fake_setup(state);
	file = fake_make(FAKE_ROOT, "f", PLATFORM_TYPE_FILE, 1000);
	fd = platform_open_at(platform_here, "f", PLATFORM_READ | PLATFORM_WRITE);
	return fd < 0;
}

/* DONTNEED drops nothing that is dirty: it must come after the sync. */
static void syncs_before_it_drops(void **state)
{
	(void)state;
	fake->logging = true;
	assert_int_equal(cache_drop(fd, false), 0);
	assert_string_equal(fake_log(), "sync f 0 0\nadvise f 3 0\n");
	assert_int_equal(file->advice, PLATFORM_DONTNEED);
	assert_int_equal(file->device_flushes, 0);
}

static void drops_a_devices_buffers(void **state)
{
	(void)state;
	assert_int_equal(cache_drop(fd, true), 0);
	assert_true(file->device_flushes > 0);
	assert_int_equal(file->advice, PLATFORM_DONTNEED);
	/* Without root it can't; the drop of the pages is tried all the same. */
	file->device_flush_error = -EACCES;
	file->advice = -1;
	assert_int_equal(cache_drop(fd, true), 0);
	assert_int_equal(file->advice, PLATFORM_DONTNEED);
}

static void tells_that_data_may_be_lost(void **state)
{
	(void)state;
	file->sync_error = -EIO;
	assert_int_equal(cache_drop(fd, false), -EIO);
	file->sync_error = -ENOSPC;
	assert_int_equal(cache_drop(fd, false), -ENOSPC);
	file->sync_error = -EDQUOT;
	assert_int_equal(cache_drop(fd, true), -EDQUOT);
}

static void drops_what_cannot_be_synced(void **state)
{
	static const int errors[] = { -EINVAL, -EROFS };

	(void)state;
	for (unsigned i = 0; i < COUNT(errors); i++) {
		file->sync_error = errors[i];
		file->advice = -1;
		assert_int_equal(cache_drop(fd, false), 0);
		assert_int_equal(file->advice, PLATFORM_DONTNEED);
	}
}

static void counts_thousandths(void **state)
{
	static const struct { int64_t resident; uint64_t size; int thousandths; } rows[] = {
		{ 0, 1000000, 0 }, { 1000000, 1000000, 1000 }, { 500000, 1000000, 500 }, { 1000, 1000000, 1 },
		{ 1, 1000000000, 1 },                   /* rounded up: not nothing */
		{ 1001, 1000000, 2 }, { 1999, 1000000, 2 }, { 2000, 1000000, 2 }, { 999001, 1000000, 1000 },
		{ 1, 3, 334 },
		{ 4096, 100, 1000 },                    /* a page of a small file */
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++) {
		file->mincore = rows[i].resident;
		assert_int_equal(cache_resident(fd, 0, rows[i].size, true, false), rows[i].thousandths);
	}
	assert_int_equal(cache_resident(fd, 0, 0, true, false), 0);
	/* A file too large to look through: windows of 4 MiB, each half full here. */
	file->mincore = 2 << 20;
	assert_int_equal(cache_resident(fd, 0, 1ull << 61, true, false), 500);
}

/* mincore says that all is there to those it doesn't trust: it must not be asked then. */
static void asks_who_tells_the_truth(void **state)
{
	(void)state;
	file->mincore = 1000;
	file->cachestat = 300;
	assert_int_equal(cache_resident(fd, 0, 1000, true, false), 1000);
	assert_int_equal(cache_resident(fd, 0, 1000, false, false), 300);
	/* On an overlay cachestat looks at the wrong file. */
	assert_int_equal(cache_resident(fd, 0, 1000, false, true), CACHE_UNKNOWN);
	assert_int_equal(cache_resident(fd, 0, 1000, true, true), 1000);
	file->mincore = -ENOSYS;
	assert_int_equal(cache_resident(fd, 0, 1000, true, false), 300);
	assert_int_equal(cache_resident(fd, 0, 1000, true, true), CACHE_UNKNOWN);
	file->cachestat = -ENOSYS;
	assert_int_equal(cache_resident(fd, 0, 1000, true, false), CACHE_UNKNOWN);
	assert_int_equal(cache_resident(fd, 0, 1000, false, false), CACHE_UNKNOWN);
}

#define CACHE(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	CACHE(syncs_before_it_drops), CACHE(drops_a_devices_buffers), CACHE(tells_that_data_may_be_lost),
	CACHE(drops_what_cannot_be_synced), CACHE(counts_thousandths), CACHE(asks_who_tells_the_truth),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_fake.c - the fake platform itself, where a mistake would make other
 * tests worthless: time, readahead, the page cache. */
#include "test.h"

#include <string.h>

static struct fake_node *disk;
static int fd;
static char buffer[1 << 20];

static int begin(void **state)
{
	fake_setup(state);
	disk = fake_make(FAKE_ROOT, "disk", PLATFORM_TYPE_BLOCK, 0);
	disk->size = 1ull << 40;
	disk->bytes_per_s = 1 << 20;
	fd = platform_open_at(platform_here, "disk", PLATFORM_READ | PLATFORM_WRITE);
	return fd < 0;
}

static int64_t read_ns(uint64_t offset, size_t size)
{
	int64_t start = platform_clock_ns();

	assert_int_equal(platform_pread(fd, buffer, size, offset), size);
	return platform_clock_ns() - start;
}

static void charges_latency_and_bandwidth(void **state)
{
	(void)state;
	disk->read_ns = 5000;
	assert_int_equal(read_ns(0, 1 << 19), 500005000);
	assert_int_equal(read_ns(1 << 19, 1 << 18), 250005000);
}

/* The device goes on while the reader computes: 256 KiB ahead at 1 MiB/s are a quarter of a second. */
static void reads_ahead(void **state)
{
	(void)state;
	disk->readahead = 1 << 18;
	disk->mincore = FAKE_FROM_READAHEAD;
	assert_int_equal(read_ns(0, 1 << 16), 62500000);
	assert_int_equal(platform_resident_mincore(fd, 1 << 16, 1 << 20), 0);
	fake_spend(125000000, 0);
	assert_int_equal(platform_resident_mincore(fd, 1 << 16, 1 << 20), 1 << 17);
	fake_spend(1000000000, 0);
	assert_int_equal(platform_resident_mincore(fd, 1 << 16, 1 << 20), 1 << 18);
	assert_int_equal(read_ns(1 << 16, 1 << 18), 0);
	/* It stood idle meanwhile, so the next block is waited for whole. */
	assert_int_equal(read_ns((1 << 16) + (1 << 18), 1 << 18), 0 + 250000000);
	platform_advise(fd, PLATFORM_RANDOM);
	assert_int_equal(read_ns(1 << 30, 1 << 16), 62500000);
	fake_spend(1000000000, 0);
	assert_int_equal(platform_resident_mincore(fd, (1 << 30) + (1 << 16), 1 << 20), 0);
}

static void delivers_in_bursts(void **state)
{
	(void)state;
	disk->readahead = 1 << 18;
	disk->burst_ns = 100000000;
	assert_int_equal(read_ns(0, 1 << 16), 100000000);       /* 62.5 ms, but it comes at 100 */
	assert_int_equal(read_ns(1 << 16, 1 << 15), 0);         /* 93.75 ms */
	assert_int_equal(read_ns(3 << 15, 1 << 15), 100000000);
}

static void writes_through_its_cache(void **state)
{
	int64_t start = platform_clock_ns();

	(void)state;
	disk->write_cache = true;
	assert_int_equal(platform_pwrite(fd, buffer, 1 << 19, 0), 1 << 19);
	assert_int_equal(platform_clock_ns() - start, 0);
	assert_int_equal(platform_flush_range(fd, 0, 1 << 18, true), 0);
	assert_int_equal(platform_clock_ns() - start, 250000000);
	assert_int_equal(platform_sync(fd), 0);
	assert_int_equal(platform_sync(fd), 0);
	assert_int_equal(platform_clock_ns() - start, 500000000);
}

/* A removed file lives as long as it is open, and its place is not used again before. */
static void keeps_removed_files(void **state)
{
	char text[4] = "";
	int old, new;

	(void)state;
	old = platform_open_at(platform_here, "f", PLATFORM_READ | PLATFORM_WRITE | PLATFORM_CREATE);
	platform_write(old, "old", 3);
	assert_int_equal(platform_unlink_at(platform_here, "f"), 0);
	assert_int_equal(platform_open_at(platform_here, "f", PLATFORM_READ), -ENOENT);
	new = platform_open_at(platform_here, "f", PLATFORM_READ | PLATFORM_WRITE | PLATFORM_CREATE);
	platform_write(new, "new", 3);
	assert_int_equal(platform_pread(old, text, 3, 0), 3);
	assert_string_equal(text, "old");
	assert_int_equal(fake_open_count(), 3);
	platform_close(old);
	assert_int_equal(platform_close(old), -EBADF);
	assert_int_equal(platform_pread(new, text, 3, 0), 3);
	assert_string_equal(text, "new");
}

static void follows_links_as_told(void **state)
{
	struct platform_stat st;

	(void)state;
	platform_make_directory_at(platform_here, "d");
	platform_symlink_at("/d", platform_here, "l");
	platform_symlink_at("/loop", platform_here, "loop");
	assert_int_equal(platform_open_at(platform_here, "l", PLATFORM_READ | PLATFORM_NOFOLLOW), -ELOOP);
	assert_true(platform_open_at(platform_here, "l", PLATFORM_READ | PLATFORM_DIRECTORY) >= 0);
	assert_true(platform_open_at(platform_here, "/l/f", PLATFORM_WRITE | PLATFORM_CREATE) >= 0);
	assert_non_null(fake_find(fake_number(fake_find(FAKE_ROOT, "d")), "f"));
	assert_int_equal(platform_stat_at(platform_here, "l", false, &st), 0);
	assert_int_equal(st.type, PLATFORM_TYPE_LINK);
	assert_int_equal(platform_stat_at(platform_here, "l", true, &st), 0);
	assert_int_equal(st.type, PLATFORM_TYPE_DIRECTORY);
	assert_int_equal(platform_stat_at(platform_here, "loop", true, &st), -ELOOP);
}

#define FAKE(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	FAKE(charges_latency_and_bandwidth), FAKE(reads_ahead), FAKE(delivers_in_bursts),
	FAKE(writes_through_its_cache), FAKE(keeps_removed_files), FAKE(follows_links_as_told),
};

RUN_TESTS(tests)

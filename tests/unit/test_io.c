/* SPDX-License-Identifier: MIT */
/* test_io.c - short calls taken up, errors passed on, the fallback from direct
 * I/O, and the window that keeps dirty pages few. */
#include "test.h"

#include <string.h>

#include "io.h"

static struct fake_node *file;
static struct io io;
static unsigned char bytes[1000], back[1000];

static int begin(void **state)
{
	fake_setup(state);
	file = fake_make(FAKE_ROOT, "f", PLATFORM_TYPE_FILE, 100000);
	io = (struct io){ platform_open_at(platform_here, "f", PLATFORM_READ | PLATFORM_WRITE), false };
	for (unsigned i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(i * 7 + i / 256);
	memset(back, 0, sizeof back);
	return io.fd < 0;
}

static void moves_whole_blocks(void **state)
{
	(void)state;
	assert_int_equal(io_write(&io, bytes, 1000), 0);
	assert_int_equal(file->size, 1000);
	assert_memory_equal(file->data, bytes, 1000);
	platform_seek(io.fd, 0);
	assert_int_equal(io_read(&io, back, 1000), 1000);
	assert_memory_equal(back, bytes, 1000);
	assert_int_equal(file->writes, 1);
	assert_int_equal(file->reads, 1);
	assert_int_equal(io_read(&io, back, 1000), 0);
}

/* 7 bytes a call: 143 calls for 1000, and each goes on where the last one ended. */
static void takes_up_short_calls(void **state)
{
	(void)state;
	file->most = 7;
	assert_int_equal(io_write(&io, bytes, 1000), 0);
	assert_int_equal(file->writes, 143);
	assert_memory_equal(file->data, bytes, 1000);
	assert_int_equal(io_write_at(&io, bytes, 1000, 5000), 0);
	assert_memory_equal(file->data + 5000, bytes, 1000);
	platform_seek(io.fd, 0);
	assert_int_equal(io_read(&io, back, 1000), 1000);
	assert_int_equal(file->reads, 143);
	assert_memory_equal(back, bytes, 1000);
	memset(back, 0, sizeof back);
	assert_int_equal(io_read_at(&io, back, 1000, 5000), 1000);
	assert_memory_equal(back, bytes, 1000);
}

static void stops_at_the_end(void **state)
{
	(void)state;
	file->most = 300;
	assert_int_equal(io_write(&io, bytes, 700), 0);
	assert_int_equal(io_read_at(&io, back, 1000, 0), 700);
	assert_int_equal(io_read_at(&io, back, 1000, 699), 1);
	assert_int_equal(back[0], bytes[699]);
	assert_int_equal(io_read_at(&io, back, 1000, 700), 0);
	assert_int_equal(io_read_at(&io, back, 1000, 90000), 0);
}

static void leaves_the_position(void **state)
{
	(void)state;
	assert_int_equal(io_write(&io, bytes, 100), 0);
	assert_int_equal(io_write_at(&io, bytes, 1000, 2000), 0);
	assert_int_equal(io_read_at(&io, back, 500, 2000), 500);
	assert_int_equal(platform_seek_by(io.fd, 0), 100);
}

/* Over 4 GiB and at 2^62: no 32-bit offset on the way. */
static void reaches_far(void **state)
{
	struct fake_node *disk = fake_make(FAKE_ROOT, "disk", PLATFORM_TYPE_BLOCK, 0);
	struct io far = { platform_open_at(platform_here, "disk", PLATFORM_READ | PLATFORM_WRITE), false };

	(void)state;
	disk->size = (1ull << 62) + 600;
	disk->most = 400;
	fake->logging = true;
	assert_int_equal(io_read_at(&far, back, 1000, 1ull << 62), 600);
	assert_int_equal(io_write_at(&far, bytes, 500, 4294967295), 0);
	assert_string_equal(fake_log(),
		"pread disk 4611686018427387904 1000\n"
		"pread disk 4611686018427388304 600\n"
		"pread disk 4611686018427388504 400\n"
		"pwrite disk 4294967295 500\n"
		"pwrite disk 4294967695 100\n");
}

static void passes_read_errors_on(void **state)
{
	(void)state;
	assert_int_equal(io_write(&io, bytes, 1000), 0);
	file->error = -EIO;
	file->error_at = 600;
	assert_int_equal(io_read_at(&io, back, 600, 0), 600);
	/* What came before the bad sector counts; the error shows at the next call. */
	assert_int_equal(io_read_at(&io, back, 1000, 100), 500);
	assert_int_equal(io_read_at(&io, back, 400, 600), -EIO);
	platform_seek(io.fd, 0);
	assert_int_equal(io_read(&io, back, 1000), 600);
	assert_int_equal(io_read(&io, back, 400), -EIO);
}

static void passes_write_errors_on(void **state)
{
	(void)state;
	file->error = -EIO;
	file->error_at = 600;
	assert_int_equal(io_write_at(&io, bytes, 1000, 0), -EIO);
	assert_int_equal(io_write(&io, bytes, 600), 0);
	assert_int_equal(io_write(&io, bytes, 1), -EIO);
	file->error = 0;
	file->full = true;
	file->room = 250;
	assert_int_equal(io_write_at(&io, bytes, 1000, 0), -ENOSPC);
	assert_int_equal(io_write_at(&io, bytes, 1, 0), -ENOSPC);
	platform_close(io.fd);
	assert_int_equal(io_write(&io, bytes, 1), -EBADF);
	assert_int_equal(io_read(&io, bytes, 1), -EBADF);
}

/* A call that accepts nothing and gives no error must not be tried for ever. */
static void ends_when_nothing_is_accepted(void **state)
{
	(void)state;
	file->error = 0;
	io.fd = 1;
	fake->out_stalls = 1000;
	assert_int_equal(io_write(&io, bytes, 10), -EIO);
	assert_in_range(fake->out_writes, 1, 3);
}

static void begin_direct(enum fake_direct how, int error)
{
	file->direct = how;
	file->direct_error = error;
	io.direct = true;
	platform_set_direct(io.fd, true);
	file->direct_off = 0;
}

static void stays_direct_where_it_can(void **state)
{
	(void)state;
	begin_direct(FAKE_DIRECT_WORKS, 0);
	assert_int_equal(io_write(&io, bytes, 1000), 0);
	assert_int_equal(io_read_at(&io, back, 1000, 0), 1000);
	assert_true(io.direct);
	assert_int_equal(file->direct_off, 0);
}

/* Exactly once, at the first transfer, and nothing is lost or written twice. */
static void falls_back_at_the_first_transfer(void **state)
{
	static const int errors[] = { -EINVAL, -EOPNOTSUPP, -ENOSYS };

	(void)state;
	for (unsigned i = 0; i < COUNT(errors); i++) {
		begin_direct(FAKE_DIRECT_REFUSED_AT_IO, errors[i]);
		assert_int_equal(io_write_at(&io, bytes, 1000, 0), 0);
		assert_false(io.direct);
		assert_int_equal(file->direct_off, 1);
		assert_memory_equal(file->data, bytes, 1000);
		assert_int_equal(io_read_at(&io, back, 1000, 0), 1000);
		assert_memory_equal(back, bytes, 1000);
		assert_int_equal(file->direct_off, 1);
		begin_direct(FAKE_DIRECT_REFUSED_AT_IO, errors[i]);
		memset(back, 0, sizeof back);
		platform_seek(io.fd, 0);
		assert_int_equal(io_read(&io, back, 1000), 1000);
		assert_false(io.direct);
		assert_int_equal(file->direct_off, 1);
		assert_memory_equal(back, bytes, 1000);
	}
}

static void falls_back_for_no_other_error(void **state)
{
	(void)state;
	begin_direct(FAKE_DIRECT_WORKS, 0);
	file->error = -EIO;
	assert_int_equal(io_read_at(&io, back, 1000, 0), -EIO);
	assert_int_equal(io_write_at(&io, bytes, 1000, 0), -EIO);
	assert_true(io.direct);
	assert_int_equal(file->direct_off, 0);
	/* EINVAL without direct I/O is an error like any other. */
	io.direct = false;
	file->error = -EINVAL;
	assert_int_equal(io_read_at(&io, back, 1000, 0), -EINVAL);
	assert_int_equal(io_write_at(&io, bytes, 1000, 0), -EINVAL);
	assert_int_equal(file->direct_off, 0);
}

/* EINVAL that stays after the fallback, or a flag that can't be turned off: an error, no endless loop. */
static void gives_up_when_the_fallback_fails(void **state)
{
	(void)state;
	begin_direct(FAKE_DIRECT_REFUSED_AT_IO, -EINVAL);
	file->undirect_error = -EINVAL;
	assert_int_equal(io_read_at(&io, back, 1000, 0), -EINVAL);
	assert_true(io.direct);
	file->undirect_error = 0;
	file->error = -EINVAL;
	assert_int_equal(io_write_at(&io, bytes, 1000, 0), -EINVAL);
	assert_false(io.direct);
}

/* At the end of window n + 1, n is waited for, and n + 1 is under way before that. */
static void waits_for_the_window_before(void **state)
{
	struct io_window w = { .size = 4000 };

	(void)state;
	fake->logging = true;
	for (uint64_t end = 1000; end <= 13000; end += 1000)
		assert_int_equal(io_window_written(&w, io.fd, end), 0);
	assert_string_equal(fake_log(),
		"flush_start f 0 4000\n"
		"flush_start f 4000 4000\n"
		"flush_wait f 0 4000\n"
		"flush_start f 8000 4000\n"
		"flush_wait f 4000 4000\n");
}

/* Chunks that don't divide the window: what was started is what is waited for. */
static void waits_for_what_it_started(void **state)
{
	struct io_window w = { .size = 4000 };

	(void)state;
	fake->logging = true;
	assert_int_equal(io_window_written(&w, io.fd, 3000), 0);
	assert_int_equal(io_window_written(&w, io.fd, 6000), 0);
	assert_int_equal(io_window_written(&w, io.fd, 20000), 0);
	assert_int_equal(io_window_written(&w, io.fd, 24000), 0);
	assert_string_equal(fake_log(),
		"flush_start f 0 6000\n"
		"flush_start f 6000 14000\n"
		"flush_wait f 0 6000\n"
		"flush_start f 20000 4000\n"
		"flush_wait f 6000 14000\n");
}

static void has_no_window_by_default(void **state)
{
	struct io_window w = { 0, 0, 0 };

	(void)state;
	fake->logging = true;
	assert_int_equal(io_window_written(&w, io.fd, 1ull << 40), 0);
	assert_string_equal(fake_log(), "");
}

static void syncs_where_ranges_are_unknown(void **state)
{
	static const int errors[] = { -ENOSYS, -EOPNOTSUPP, -EINVAL };

	(void)state;
	for (unsigned i = 0; i < COUNT(errors); i++) {
		struct io_window w = { .size = 1000 };

		file->flush_error = errors[i];
		file->data_syncs = 0;
		for (uint64_t end = 1000; end <= 5000; end += 1000)
			assert_int_equal(io_window_written(&w, io.fd, end), 0);
		assert_int_equal(file->data_syncs, 4);
	}
	file->sync_error = -EIO;
	assert_int_equal(io_window_written(&(struct io_window){ 1000, 1000, 1000 }, io.fd, 2000), -EIO);
}

static void tells_that_writing_out_failed(void **state)
{
	struct io_window w = { .size = 1000 };

	(void)state;
	assert_int_equal(io_window_written(&w, io.fd, 1000), 0);
	file->sync_error = -ENOSPC;
	assert_int_equal(io_window_written(&w, io.fd, 2000), -ENOSPC);
	file->sync_error = 0;
	file->flush_error = -EIO;
	assert_int_equal(io_window_written(&w, io.fd, 3000), -EIO);
	assert_int_equal(file->data_syncs, 0);
}

/* 1 MB/s behind a cache: never more than two windows dirty, and all of the time is seen. */
static void bounds_what_is_dirty(void **state)
{
	struct io_window w = { .size = 10000 };
	int64_t start = platform_clock_ns();

	(void)state;
	file->write_cache = true;
	file->bytes_per_s = 1000000;
	for (uint64_t end = 1000; end <= 100000; end += 1000) {
		assert_int_equal(io_write(&io, bytes, 1000), 0);
		assert_int_equal(io_window_written(&w, io.fd, end), 0);
		assert_in_range(file->dirty, 0, 20000);
	}
	assert_int_equal(platform_sync(io.fd), 0);
	assert_int_equal(platform_clock_ns() - start, 100000000);
}

#define IO(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	IO(moves_whole_blocks), IO(takes_up_short_calls), IO(stops_at_the_end), IO(leaves_the_position),
	IO(reaches_far), IO(passes_read_errors_on), IO(passes_write_errors_on),
	IO(ends_when_nothing_is_accepted), IO(stays_direct_where_it_can),
	IO(falls_back_at_the_first_transfer), IO(falls_back_for_no_other_error),
	IO(gives_up_when_the_fallback_fails), IO(waits_for_the_window_before),
	IO(waits_for_what_it_started), IO(has_no_window_by_default), IO(syncs_where_ranges_are_unknown),
	IO(tells_that_writing_out_failed), IO(bounds_what_is_dirty),
};

RUN_TESTS(tests)

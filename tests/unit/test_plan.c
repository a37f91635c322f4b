/* SPDX-License-Identifier: MIT */
/* test_plan.c - what --plan prints, and each refusal with its words. */
#include "test.h"

#include "applet.h"
#include "error.h"
#include "plan.h"
#include "progress.h"
#include "target.h"

static struct target t;
static struct plan p;

static const uint64_t mib = 1 << 20, gib = 1 << 30;

/* A file system of 100 GiB with 10 free, of which 16 MiB are kept for others. */
static int begin(void **state)
{
	fake_setup(state);
	error_applet = "x";
	progress_setup(true);
	t = (struct target){ .path = "/mnt", .ram = gib };
	t.fs = (struct platform_filesystem){ "testfs", 0, 100 * gib, 10 * gib, 1000 };
	p = (struct plan){ .write_bytes = gib, .read_bytes = gib, .space = gib, .largest_file = gib, .files = 10,
	                   .memory = 16 * mib };
	return 0;
}

static void lets_pass_what_fits(void **state)
{
	(void)state;
	assert_int_equal(plan_check(&p, &t), EXIT_DONE);
	p.space = 10 * gib - 16 * mib;
	p.inodes = 1000;
	p.memory = gib;
	fake->file_limit = gib;
	assert_int_equal(plan_check(&p, &t), EXIT_DONE);
	assert_string_equal(fake_err(), "");
}

static void refuses_without_space(void **state)
{
	(void)state;
	p.space = 10 * gib - 16 * mib + 1;
	assert_int_equal(plan_check(&p, &t), EXIT_REFUSED);
	assert_string_equal(fake_err(), "x: /mnt: refused: not enough space: 9.9 GiB needed, 9.9 GiB there\n");
	p.space = 48 * gib;
	assert_int_equal(plan_check(&p, &t), EXIT_REFUSED);
	assert_string_equal(fake_err(), "x: /mnt: refused: not enough space: 48 GiB needed, 9.9 GiB there\n");
	assert_string_equal(fake_out(), "");
}

/* A small file system keeps a hundredth: 64 MiB keep 655 KiB, not 16 MiB. */
static void keeps_a_reserve(void **state)
{
	(void)state;
	t.fs.total = 64 * mib;
	t.fs.free = 32 * mib;
	p.space = 33554432 - 671088;
	assert_int_equal(plan_check(&p, &t), EXIT_DONE);
	p.space++;
	assert_int_equal(plan_check(&p, &t), EXIT_REFUSED);
	t.fs.free = 600000;                             /* less than the reserve: there is none, not 2^64 */
	p.space = 1;
	assert_int_equal(plan_check(&p, &t), EXIT_REFUSED);
	p.space = 0;
	assert_int_equal(plan_check(&p, &t), EXIT_DONE);
}

static void refuses_without_inodes(void **state)
{
	(void)state;
	p.inodes = 1001;
	assert_int_equal(plan_check(&p, &t), EXIT_REFUSED);
	assert_string_equal(fake_err(), "x: /mnt: refused: not enough free inodes: 1001 needed, 1000 there\n");
	t.fs.files_free = UINT64_MAX;
	assert_int_equal(plan_check(&p, &t), EXIT_DONE);
}

static void refuses_files_over_the_limit(void **state)
{
	(void)state;
	fake->file_limit = gib - 1;
	assert_int_equal(plan_check(&p, &t), EXIT_REFUSED);
	assert_string_equal(fake_err(),
		"x: /mnt: refused: files may not grow so large (ulimit -f): 1.0 GiB needed, 1023 MiB there\n");
}

static void refuses_without_memory(void **state)
{
	(void)state;
	p.memory = gib + 1;
	assert_int_equal(plan_check(&p, &t), EXIT_REFUSED);
	assert_string_equal(fake_err(), "x: /mnt: refused: not enough memory: 1.0 GiB needed, 1.0 GiB there\n");
	t.ram = 0;                                      /* not known: can't refuse */
	assert_int_equal(plan_check(&p, &t), EXIT_DONE);
}

/* 120 GiB to move: 128849018880 B are 6442 s at 20 MB/s and 644 s at 200. */
static void prints_everything(void **state)
{
	(void)state;
	p.write_bytes = 40 * gib;
	p.read_bytes = 80 * gib;
	plan_print(&p, &t);
	assert_string_equal(fake_out(),
		"/mnt: testfs\n"
		"to write                40 GiB\n"
		"to read                 80 GiB\n"
		"                        107:22 min at 20 MB/s\n"
		"                        10:44 min at 200 MB/s\n"
		"space needed            1.0 GiB\n"
		"space free              10 GiB\n"
		"files at one time       10\n"
		"memory                  16 MiB\n"
		"RAM that could cache    1.0 GiB\n");
	assert_string_equal(fake_err(), "");
}

static void prints_what_it_does_not_know(void **state)
{
	(void)state;
	t.ram = 0;
	p = (struct plan){ .files = 0 };
	plan_print(&p, &t);
	assert_string_equal(fake_out(),
		"/mnt: testfs\n"
		"to write                0 B\n"
		"to read                 0 B\n"
		"                        0:00 min at 20 MB/s\n"
		"                        0:00 min at 200 MB/s\n"
		"space needed            0 B\n"
		"space free              10 GiB\n"
		"files at one time       0\n"
		"memory                  0 B\n"
		"RAM that could cache    unknown\n");
}

#define PLAN(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	PLAN(lets_pass_what_fits), PLAN(refuses_without_space), PLAN(keeps_a_reserve),
	PLAN(refuses_without_inodes), PLAN(refuses_files_over_the_limit), PLAN(refuses_without_memory),
	PLAN(prints_everything), PLAN(prints_what_it_does_not_know),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_workers_stop.c - a stop asked for while workers run: who ends by himself,
 * who is killed, who can't be; and USR1. */
#define _GNU_SOURCE
#include "test.h"

#include <string.h>

#include "error.h"
#include "progress.h"
#include "record.h"
#include "workers.h"

static struct record r;

static int begin(void **state)
{
	fake_setup(state);
	error_applet = "x";
	progress_setup(true);
	r = (struct record){ .name = "test", .flags = RECORD_BUFFERED };
	return 0;
}

/* Whatever happened: no descriptor, memory or process is left. */
static int end(void **state)
{
	int64_t pages = fake->pages;

	fake_teardown(state);
	return pages != 0;
}

/* Asks for the stop once it has done something, as Ctrl-C then would. */
static int until_stopped(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	(void)context;
	while (!workers_stop()) {
		platform_sleep_ms(100);
		slot->amount++;
		fake->stop_after = 1;
	}
	return 0;
}

/* They end by themselves, and what they did is kept: partial, not failed. */
static void marks_a_stop_as_partial(void **state)
{
	struct work work = { .run = until_stopped, .workers = 2, .path = "/d" };

	(void)state;
	fake->patience_ms = 400;
	assert_int_equal(workers_run(&work, &r, NULL), 0);
	assert_int_equal(r.flags, RECORD_BUFFERED | RECORD_PARTIAL);
	assert_true(r.amount > 0);
	assert_true(r.elapsed_ns > 0);
	assert_true(record_measured(&r));
	assert_int_equal(fake->killed, 0);
	assert_string_equal(fake_err(), "");
}

/* Worker 0 is deaf to everything but SIGKILL, as a long write is. The other is done before the stop. */
static int block(struct slot *slot, unsigned index, void *context)
{
	(void)context;
	slot->amount = 7;
	while (index == 0) {
		platform_sleep_ms(1000);
		if (fake->latest_ns)
			fake->stop_after = 1;
	}
	return 0;
}

static void kills_who_does_not_stop(void **state)
{
	struct work work = { .run = block, .workers = 2, .path = "/d" };
	int64_t start = platform_clock_ns();

	(void)state;
	fake->patience_ms = 150;
	assert_int_equal(workers_run(&work, &r, NULL), 0);
	assert_int_equal(r.flags, RECORD_BUFFERED | RECORD_PARTIAL);
	assert_int_equal(r.amount, 14);
	assert_true(fake->terminated > 0);
	assert_true(fake->killed > 0);
	/* Two seconds' grace for it first, and no wait without end. */
	assert_in_range(platform_clock_ns() - start, 2000000000, 3000000000);
	assert_string_equal(fake_err(), "");
}

/* Not even SIGKILL helps against a call that hangs in the kernel: the parent goes on and says who. */
static void leaves_who_is_stuck(void **state)
{
	struct work work = { .run = block, .workers = 2, .path = "/d" };
	int64_t start = platform_clock_ns();
	const char *text;

	(void)state;
	fake->unkillable = true;
	assert_int_equal(workers_run(&work, &r, NULL), -ETIMEDOUT);
	assert_true(r.flags & RECORD_PARTIAL);
	assert_int_equal(r.amount, 14);
	assert_in_range(platform_clock_ns() - start, 3000000000, 4000000000);
	text = fake_err();
	assert_int_equal(strncmp(text, "x: /d: worker ", 14), 0);
	assert_non_null(strstr(text, " is blocked in the kernel and was left there\n"));
	assert_non_null(strstr(text, "x: /d: worker: "));
}

static int clean_up(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	slot->amount = 1;
	return platform_unlink_at(platform_here, context);
}

/* The worker that removes the scratch files is started after the stop, and must be able to. */
static void can_clean_up_after_a_stop(void **state)
{
	static char name[] = "Bonnie.1";
	struct work work = { .run = clean_up, .context = name, .workers = 1, .path = "/d" };

	(void)state;
	fake_make(FAKE_ROOT, name, PLATFORM_TYPE_FILE, 0);
	fake->stop_after = 1;
	platform_sleep_ms(1);
	assert_true(workers_stop());
	fake->patience_ms = 400;
	assert_int_equal(workers_run(&work, &r, NULL), 0);
	assert_null(fake_find(FAKE_ROOT, name));
	assert_int_equal(fake->killed, 0);
	assert_int_equal(r.error, 0);
}

static int ask_for_report(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	(void)context;
	slot->amount = 50;
	fake->report_asked = true;
	while (fake->report_asked)                      /* the parent takes it at its next tick */
		platform_sleep_ms(1);
	return 0;
}

static void answers_usr1(void **state)
{
	struct work work = { .run = ask_for_report, .workers = 1, .path = "/d", .watch = progress_watch };

	(void)state;
	progress_setup(false);
	progress_begin("Seeking", RECORD_OPERATIONS, 100, false);
	assert_int_equal(workers_run(&work, &r, NULL), 0);
	progress_end("done");
	assert_non_null(strstr(fake_err(), "\nSeeking... 50 %, "));
	assert_int_equal(r.flags, RECORD_BUFFERED);
}

#define WORKERS(function) cmocka_unit_test_setup_teardown(function, begin, end)

static const struct CMUnitTest tests[] = {
	WORKERS(marks_a_stop_as_partial), WORKERS(kills_who_does_not_stop), WORKERS(leaves_who_is_stuck),
	WORKERS(can_clean_up_after_a_stop), WORKERS(answers_usr1),
};

RUN_TESTS(tests)

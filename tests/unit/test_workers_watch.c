/* SPDX-License-Identifier: MIT */
/* test_workers_watch.c - the parent's looks at a run, and its limit on it. */
#define _GNU_SOURCE
#include "test.h"

#include <unistd.h>

#include "error.h"
#include "progress.h"
#include "record.h"
#include "workers.h"

static struct record r;
static unsigned looks;
static uint64_t seen;

static int begin(void **state)
{
	fake_setup(state);
	error_applet = "x";
	progress_setup(true);
	r = (struct record){ .name = "test" };
	looks = 0;
	seen = 0;
	return 0;
}

static void look(void *context, uint64_t amount, int64_t elapsed_ns)
{
	assert_string_equal(context, "context");
	assert_true(elapsed_ns >= 0);
	assert_true(amount >= seen);
	seen = amount;
	looks++;
}

/* Counts until the parent asks for an end, for 10 s at most. */
static int until_stopped(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	(void)context;
	for (unsigned i = 0; i < 10000 && !workers_stop(); i++) {
		slot->amount++;
		usleep(1000);
	}
	return 0;
}

static int at_once(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	(void)context;
	slot->amount = 7;
	return 0;
}

static void the_limit_ends_a_run(void **state)
{
	struct work work = { .run = until_stopped, .context = (void *)"context", .workers = 2, .path = "/d", .watch = look, .limit_ns = 20000000 };

	(void)state;
	fake->tick_ns = 1000000;
	assert_int_equal(workers_run(&work, &r, NULL), 0);
	assert_int_equal(r.flags, RECORD_PARTIAL);
	assert_in_range(r.amount, 1, 19000);
	assert_true(looks > 0);
	assert_string_equal(fake_err(), "");
}

/* Who asked for no limit has none, and is not looked at. */
static void without_it_none_is_there(void **state)
{
	struct work work = { .run = at_once, .context = (void *)"context", .workers = 1, .path = "/d" };

	(void)state;
	fake->tick_ns = 1000000000;
	assert_int_equal(workers_run(&work, &r, NULL), 0);
	assert_int_equal(r.flags, 0);
	assert_int_equal(r.amount, 7);
	assert_int_equal(looks, 0);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test_setup_teardown(the_limit_ends_a_run, begin, fake_teardown),
	cmocka_unit_test_setup_teardown(without_it_none_is_there, begin, fake_teardown),
};

RUN_TESTS(tests)

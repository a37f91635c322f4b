/* SPDX-License-Identifier: MIT */
/* test_workers.c - real processes behind a real barrier: their sums, failures
 * and deaths. Their clocks are made up, so times are exact. */
#define _GNU_SOURCE
#include "test.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "progress.h"
#include "record.h"
#include "workers.h"

enum { SECOND = 1000000000 };

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

static int run(const struct work *work)
{
	int error, before = dup(0), after;

	close(before);
	error = workers_run(work, &r, NULL);
	after = dup(0);
	close(after);
	assert_int_equal(before, after);
	return error;
}

/* Worker i does 100 * (i + 1) operations and takes 3 + i seconds, one of them in the system. */
static int count_up(struct slot *slot, unsigned index, void *context)
{
	(void)context;
	slot->amount = 100 * (index + 1);
	slot->bytes = 4096 * slot->amount;
	fake_spend((2 + index) * (int64_t)SECOND, SECOND);
	return 0;
}

static void adds_its_workers_up(void **state)
{
	struct work work = { .run = count_up, .workers = 4, .path = "/d" };

	(void)state;
	assert_int_equal(run(&work), 0);
	assert_int_equal(r.amount, 1000);
	assert_int_equal(r.bytes, 4096000);
	assert_int_equal(r.workers, 4);
	assert_int_equal(r.elapsed_ns, 6ll * SECOND);   /* of the longest, not the sum of 18 */
	assert_int_equal(r.user_ns, 14ll * SECOND);
	assert_int_equal(r.system_ns, 4ll * SECOND);
	assert_int_equal(r.flags, RECORD_BUFFERED);
	assert_int_equal(r.error, 0);
	assert_null(r.failed);
	assert_int_equal(fake->forks, 4);
	assert_int_equal(fake->terminated + fake->killed, 0);
	assert_string_equal(fake_err(), "");
}

/* Forks take a second: worker i runs from 1 + i to 4 + 2 i, all of them from 1 to 10. */
static void measures_from_first_start_to_last_end(void **state)
{
	struct work work = { .run = count_up, .workers = 4, .path = "/d" };

	(void)state;
	fake->fork_ns = SECOND;
	assert_int_equal(run(&work), 0);
	assert_int_equal(r.elapsed_ns, 9ll * SECOND);
}

static int move_bytes(struct slot *slot, unsigned index, void *context)
{
	static char buffer[1000];
	int fd = *(int *)context;

	slot->flags = index ? RECORD_CACHED : RECORD_DIRECT;
	for (unsigned i = 0; i <= index; i++) {
		slot->amount += (uint64_t)platform_pread(fd, buffer, sizeof buffer, 0);
		slot->bytes += (uint64_t)platform_pwrite(fd, buffer, 400, 5000);
	}
	return 0;
}

static void counts_what_devices_moved(void **state)
{
	int fd;
	struct work work = { .run = move_bytes, .context = &fd, .workers = 2, .path = "/d" };

	(void)state;
	fake_make(FAKE_ROOT, "f", PLATFORM_TYPE_FILE, 10000)->size = 10000;
	fd = platform_open_at(platform_here, "f", PLATFORM_READ | PLATFORM_WRITE);
	fake_spend(SECOND, SECOND);                     /* the parent's own use is not the test's */
	assert_int_equal(run(&work), 0);
	assert_int_equal(r.amount, 3000);
	assert_int_equal(r.bytes, 1200);
	assert_int_equal(r.device_bytes, 3000);
	assert_int_equal(r.written_bytes, 1200);
	assert_int_equal(r.user_ns + r.system_ns, 0);
	assert_int_equal(r.flags, RECORD_BUFFERED | RECORD_DIRECT | RECORD_CACHED);
}

static int record_latency(struct slot *slot, unsigned index, void *context)
{
	(void)context;
	histogram_add(&slot->latency, 1000 * (index + 1));
	histogram_add(&slot->latency, 1000000);
	slot->amount = 2;
	return 0;
}

static void merges_latencies(void **state)
{
	struct work work = { .run = record_latency, .workers = 3, .path = "/d" };
	static struct histogram all;

	(void)state;
	memset(&all, 0, sizeof all);
	assert_int_equal(workers_run(&work, &r, &all), 0);
	assert_int_equal(all.total, 6);
	assert_int_equal(all.sum_ns, 3006000);
	assert_int_equal(all.min_ns, 1000);
	assert_int_equal(all.max_ns, 1000000);
}

/* All are forked before one of them starts: each sees what the slot of none has yet. */
static int note_forks(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	(void)context;
	slot->amount = fake->forks;
	return 0;
}

static void starts_them_together(void **state)
{
	struct work work = { .run = note_forks, .workers = 20, .path = "/d" };

	(void)state;
	assert_int_equal(run(&work), 0);
	assert_int_equal(r.amount, 20 * 20);
}

static int fail_one(struct slot *slot, unsigned index, void *context)
{
	(void)context;
	slot->amount = 10;
	if (index != 1)
		return 0;
	slot_fail(slot, "write", "dir/Bonnie.1", -EIO);
	return slot_fail(slot, "close", "later", -ENOSPC);
}

static void reports_the_first_failure(void **state)
{
	struct work work = { .run = fail_one, .workers = 3, .path = "/d" };

	(void)state;
	assert_int_equal(run(&work), -EIO);
	assert_int_equal(r.error, -EIO);
	assert_string_equal(r.failed, "write");
	assert_int_equal(r.flags, RECORD_BUFFERED | RECORD_FAILED);
	assert_int_equal(r.workers, 3);
	assert_string_equal(fake_err(), "x: /d/dir/Bonnie.1: write: Input/output error\n");
	assert_int_equal(record_rate(&r), 0);
}

static int until_stopped(struct slot *slot, unsigned index, void *context)
{
	(void)context;
	if (index == 2)
		return slot_fail(slot, "read", NULL, -EIO);
	while (!workers_stop()) {
		platform_sleep_ms(100);
		slot->amount++;
	}
	return 0;
}

/* The others need not go on when one has failed; none of them is signalled. */
static void stops_the_others_after_a_failure(void **state)
{
	struct work work = { .run = until_stopped, .workers = 3, .path = "/d" };

	(void)state;
	assert_int_equal(run(&work), -EIO);
	assert_string_equal(fake_err(), "x: /d: read: Input/output error\n");
	assert_int_equal(fake->terminated + fake->killed, 0);
	assert_true(r.flags & RECORD_FAILED);
}

static int die_in_the_middle(struct slot *slot, unsigned index, void *context)
{
	(void)context;
	slot->amount = 5;
	if (index == 1)
		kill(getpid(), SIGKILL);
	platform_sleep_ms(2000);
	slot->amount = 100;
	return 0;
}

/* One that the kernel kills (out of memory) takes nothing with it but makes the result none. */
static void survives_a_killed_worker(void **state)
{
	struct work work = { .run = die_in_the_middle, .workers = 3, .path = "/d" };

	(void)state;
	assert_int_equal(run(&work), -EINTR);
	assert_int_equal(r.amount, 205);
	assert_int_equal(r.elapsed_ns, 2ll * SECOND);
	assert_true(r.flags & RECORD_FAILED);
	assert_false(record_measured(&r));
	assert_string_equal(r.failed, "worker was killed");
	assert_string_equal(fake_err(), "x: /d: worker was killed\n");
}

static void reports_a_failed_fork(void **state)
{
	struct work work = { .run = until_stopped, .workers = 5, .path = "/d" };

	(void)state;
	fake->fork_fails_at = 3;
	assert_int_equal(run(&work), -EAGAIN);
	assert_int_equal(r.error, -EAGAIN);
	assert_string_equal(r.failed, "start workers");
	assert_true(r.flags & RECORD_FAILED);
	assert_false(record_measured(&r));
	assert_string_equal(fake_err(), "x: /d: start workers: Resource temporarily unavailable\n");
}

static void reports_what_it_lacks(void **state)
{
	struct work work = { .run = count_up, .workers = 2, .path = "/d" };
	struct work many = { .run = count_up, .workers = WORKERS_MAX + 1, .path = "/d" };

	(void)state;
	for (int pipe = 1; pipe <= 2; pipe++) {
		fake->pipes = 0;
		fake->pipe_fails_at = pipe;
		r.error = 0;
		assert_int_equal(run(&work), -EMFILE);
		assert_string_equal(fake_err(), "x: /d: start workers: Too many open files\n");
	}
	r.error = 0;
	assert_true(run(&many) < 0);
	fake_err();
	fake->no_memory = true;
	r.error = 0;
	assert_int_equal(run(&work), -ENOMEM);
	assert_string_equal(fake_err(), "x: /d: start workers: Cannot allocate memory\n");
	assert_int_equal(fake->forks, 0);
}

static void orphaned(void *context)
{
	platform_unlink_at(platform_here, context);
}

static void lets_orphans_clean_up(void **state)
{
	static char name[] = "Bonnie.1";
	struct work work = { .run = count_up, .context = name, .workers = 1, .orphaned = orphaned, .path = "/d" };

	(void)state;
	fake_make(FAKE_ROOT, name, PLATFORM_TYPE_FILE, 0);
	run(&work);
	assert_non_null(fake_find(FAKE_ROOT, name));    /* the parent lives: nothing is removed */
	assert_int_equal(r.amount, 100);
	fake->parent_gone = true;
	run(&work);
	assert_null(fake_find(FAKE_ROOT, name));
	assert_int_equal(r.amount, 100);                /* and nothing more is done */
}

#define WORKERS(function) cmocka_unit_test_setup_teardown(function, begin, end)

static const struct CMUnitTest tests[] = {
	WORKERS(adds_its_workers_up), WORKERS(measures_from_first_start_to_last_end),
	 WORKERS(counts_what_devices_moved), WORKERS(merges_latencies),
	WORKERS(starts_them_together), WORKERS(reports_the_first_failure),
	WORKERS(stops_the_others_after_a_failure), WORKERS(survives_a_killed_worker),
	WORKERS(reports_a_failed_fork), WORKERS(reports_what_it_lacks), WORKERS(lets_orphans_clean_up),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_lockstep_file.c - members that meet by a file: making it, foreign files, patience, deaths, places. */
#define _GNU_SOURCE
#include "lockstep_members.h"

static void the_file_is_made_and_forgotten(void **state)
{
	struct lockstep l;

	(void)state;
	assert_int_equal(lockstep_join(&l, "/meet"), -ENOENT);
	assert_int_equal(lockstep_forget("/meet"), -ENOENT);
	assert_int_equal(lockstep_make("/meet", 2), 0);
	assert_int_equal(lockstep_make("/meet", 5), 0);
	drop_locks();
	assert_int_equal(lockstep_join(&l, "/meet"), 0);
	assert_int_equal(l.members, 5);
	platform_close(l.fd);
	drop_locks();
	assert_int_equal(lockstep_forget("/meet"), 0);
	assert_int_equal(lockstep_join(&l, "/meet"), -ENOENT);
}

/* Neither another program's file nor a directory is written to. */
static void foreign_files_are_left_alone(void **state)
{
	struct fake_node *file = fake_make(FAKE_ROOT, "passwd", PLATFORM_TYPE_FILE, 4096);
	struct lockstep l;

	(void)state;
	memset(file->data, 'x', 4096);
	file->size = 4096;
	fake_make(FAKE_ROOT, "dir", PLATFORM_TYPE_DIRECTORY, 0);
	assert_int_equal(lockstep_make("/passwd", 2), -EINVAL);
	assert_int_equal(lockstep_join(&l, "/passwd"), -EINVAL);
	assert_int_equal(lockstep_forget("/passwd"), -EINVAL);
	assert_int_not_equal(lockstep_make("/dir", 2), 0);
	for (unsigned i = 0; i < 4096; i++)
		assert_int_equal(file->data[i], 'x');
	assert_non_null(fake_find(FAKE_ROOT, "passwd"));
	fake->user = 77;                /* a file that somebody else made */
	drop_locks();
	assert_int_equal(lockstep_make("/theirs", 2), 0);
	fake_find(FAKE_ROOT, "theirs")->st.owner = 78;
	drop_locks();
	assert_int_equal(lockstep_join(&l, "/theirs"), -EINVAL);
}

/* Who never comes is waited for ten minutes, or as long as was said. */
static void patience_ends(void **state)
{
	struct lockstep l;
	int64_t began;

	(void)state;
	lockstep_make("/meet", 3);
	drop_locks();
	assert_int_equal(lockstep_join(&l, "/meet"), 0);
	began = platform_clock_ns();
	assert_int_equal(lockstep_wait(&l, 0, &report), 0);
	assert_int_equal(report.late, 2);
	assert_in_range(platform_clock_ns() - began, 600ll * SECOND, 601ll * SECOND);
	assert_int_equal(lockstep_wait(&l, 1, &report), 0);
	assert_int_equal(report.late, 0);
	lockstep_leave(&l);
	drop_locks();

	assert_int_equal(lockstep_join(&l, "/meet"), 0);
	l.patience_ns = 5ll * SECOND;
	began = platform_clock_ns();
	assert_int_equal(lockstep_wait(&l, 0, &report), 0);
	assert_int_equal(report.late, 2);
	assert_in_range(platform_clock_ns() - began, 5ll * SECOND, 6ll * SECOND);
}

static void join_and_step(unsigned self)
{
	struct lockstep l;

	(void)self;
	if (lockstep_join(&l, "/meet")) {
		shared->early += 1000;
		return;
	}
	for (unsigned step = 0; step < STEPS; step++) {
		shared->at[l.self] = step + 1;
		if (lockstep_wait(&l, 4 * step, &report))
			shared->early += 1000;
		for (unsigned i = 0; i < MEMBERS; i++)
			shared->early += shared->at[i] < step + 1;
		vote(&l, step);
	}
	shared->early += report.lost + report.late;
	lockstep_leave(&l);
}

/* Three sessions one after the other, with nothing cleaned up between them. */
static void programs_step_together_again_and_again(void **state)
{
	(void)state;
	lockstep_make("/meet", MEMBERS);
	drop_locks();
	for (unsigned session = 0; session < 3; session++) {
		memset((void *)shared->at, 0, sizeof shared->at);
		run_all(join_and_step);
		assert_int_equal(shared->early, 0);
	}
}

static void come_and_die(unsigned self)
{
	struct lockstep l;

	(void)self;
	if (!lockstep_join(&l, "/meet"))
		lockstep_wait(&l, 0, &report);
	/* and no lockstep_leave(); its locks go as it ends */
}

static void a_dead_program_is_noticed(void **state)
{
	struct lockstep l;
	int pid;

	(void)state;
	lockstep_make("/meet", 2);
	drop_locks();
	pid = fork_member(come_and_die, 0);
	assert_int_equal(lockstep_join(&l, "/meet"), 0);
	l.absence_ns = INT64_MAX;
	assert_int_equal(lockstep_wait(&l, 0, &report), 0);
	assert_int_equal(report.lost, 0);
	assert_int_equal(platform_wait(pid, true), 0);
	assert_int_equal(lockstep_wait(&l, 1, &report), 0);
	assert_int_equal(report.lost, 1);
}

static void hold_a_place(unsigned self)
{
	struct lockstep l;

	(void)self;
	shared->at[0] = lockstep_join(&l, "/meet") ? 2 : 1;
	for (unsigned i = 0; shared->at[1] == 0 && i < 5000; i++)
		usleep(1000);
}

/* As many as were said, not one more; and -p waits for the end of a session. */
static void places_are_counted(void **state)
{
	struct lockstep l, third;
	int pid;

	(void)state;
	lockstep_make("/meet", 2);
	drop_locks();
	pid = fork_member(hold_a_place, 0);
	while (!shared->at[0])
		usleep(1000);
	assert_int_equal(shared->at[0], 1);
	assert_int_equal(lockstep_make("/meet", 3), -EBUSY);
	assert_int_equal(lockstep_join(&l, "/meet"), 0);
	l.passed = true;
	lockstep_leave(&l);
	drop_locks();
	assert_int_equal(lockstep_join(&third, "/meet"), -EBUSY);       /* one runs, the other has been there */
	shared->at[1] = 1;
	assert_int_equal(platform_wait(pid, true), 0);
	assert_int_equal(lockstep_join(&third, "/meet"), 0);            /* a new session */
}

static const struct CMUnitTest tests[] = {
	POINT(the_file_is_made_and_forgotten),
	POINT(foreign_files_are_left_alone),
	POINT(patience_ends),
	POINT(programs_step_together_again_and_again),
	POINT(a_dead_program_is_noticed),
	POINT(places_are_counted),
};

RUN_TESTS(tests)

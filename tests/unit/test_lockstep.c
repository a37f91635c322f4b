/* SPDX-License-Identifier: MIT */
/* test_lockstep.c - members of a table in memory: who waits for whom, whose votes are heard, who dies. */
#define _GNU_SOURCE
#include "lockstep_members.h"

static void nobody_waits_alone(void **state)
{
	struct lockstep l;

	(void)state;
	lockstep_share(&l, shared->table, 1, 0);
	assert_int_equal(lockstep_wait(&l, 0, &report), 0);
	assert_int_equal(report.lost + report.late, 0);
	assert_int_equal(lockstep_vote(&l, 1, 5, &report), 0);
	assert_int_equal(report.votes, 5);
	lockstep_leave(&l);
}

static void step_in_memory(unsigned self)
{
	struct lockstep l;

	lockstep_share(&l, shared->table, MEMBERS, self);
	for (unsigned step = 0; step < STEPS; step++) {
		if (step % MEMBERS == self)
			usleep(3000);
		shared->at[self] = step + 1;
		if (lockstep_wait(&l, 4 * step, &report))
			shared->early += 1000;
		for (unsigned i = 0; i < MEMBERS; i++)
			shared->early += shared->at[i] < step + 1;
		vote(&l, step);
	}
	lockstep_leave(&l);
}

static void copies_step_together(void **state)
{
	(void)state;
	assert_in_range(lockstep_size(MEMBERS), 1, sizeof shared->table);
	run_all(step_in_memory);
	assert_int_equal(shared->early, 0);
	assert_int_equal(shared->at[2], STEPS);
}

/* One is seen at the step before its vote is, as between two stores of a processor. */
static void hear_late_votes(unsigned self)
{
	struct lockstep l;

	lockstep_share(&l, shared->table, MEMBERS, self);
	if (self) {
		shared->early += lockstep_wait(&l, 1, &report) != 0;
		usleep(20000);
	}
	shared->early += lockstep_vote(&l, 1, 1u << self, &report) || report.votes != (1u << MEMBERS) - 1;
	lockstep_leave(&l);
}

static void no_vote_is_missed(void **state)
{
	(void)state;
	run_all(hear_late_votes);
	assert_int_equal(shared->early, 0);
}

/* Member 1 knows steps that the others leave out, and the other way round. */
static void skip_steps(unsigned self)
{
	struct lockstep l;

	lockstep_share(&l, shared->table, MEMBERS, self);
	for (unsigned step = 0; step < STEPS; step++)
		if (step % MEMBERS != self && lockstep_wait(&l, step, &report))
			shared->early++;
	shared->early += report.lost + report.late;
	lockstep_leave(&l);
}

static void steps_may_be_left_out(void **state)
{
	(void)state;
	run_all(skip_steps);
	assert_int_equal(shared->early, 0);
}

static void the_dead_are_not_waited_for(void **state)
{
	struct lockstep l;

	(void)state;
	lockstep_share(&l, shared->table, 3, 0);
	lockstep_died(shared->table, 1);
	lockstep_died(shared->table, 2);
	assert_int_equal(lockstep_wait(&l, 0, &report), 0);
	assert_int_equal(report.lost, 2);
	assert_int_equal(lockstep_wait(&l, 1, &report), 0);
	assert_int_equal(report.lost, 0);       /* told once */
}

static void a_stop_ends_the_wait(void **state)
{
	struct lockstep l;

	(void)state;
	lockstep_share(&l, shared->table, 2, 0);
	fake->stop_after = 1;
	assert_int_equal(lockstep_wait(&l, 0, &report), -EINTR);
}

static const struct CMUnitTest tests[] = {
	POINT(nobody_waits_alone),
	POINT(copies_step_together), POINT(no_vote_is_missed),
	POINT(steps_may_be_left_out),
	POINT(the_dead_are_not_waited_for),
	POINT(a_stop_ends_the_wait),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_lockstep.c - members of a table, in memory and in a file: who waits for whom, who doesn't come,
 * who dies. Locks are played here; processes are real. */
#define _GNU_SOURCE
#include "test.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lockstep.h"

enum { MEMBERS = 3, STEPS = 20, LOCKS = 32, SECOND = 1000000000 };

/* What the processes of a test share. */
static struct shared {
	struct { int pid; uint64_t start, end; } lock[LOCKS];
	volatile unsigned at[MEMBERS];  /* the step each one has begun, plus 1 */
	volatile unsigned early;        /* steps that were begun while another was not through the one before */
	char table[4096];
} *shared;

static struct lockstep_report report;

static int begin(void **state)
{
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return fake_setup(state);
}

static int end(void **state)
{
	munmap(shared, sizeof *shared);
	return fake_teardown(state);
}

/* ---- the platform's part that is played here ---- */

static bool overlap(unsigned i, uint64_t start, uint64_t size)
{
	return shared->lock[i].pid && shared->lock[i].start < start + size && start < shared->lock[i].end;
}

bool platform_locked(int fd, uint64_t offset, uint64_t size)
{
	(void)fd;
	for (unsigned i = 0; i < LOCKS; i++)
		if (overlap(i, offset, size) && shared->lock[i].pid != getpid())
			return true;
	return false;
}

int platform_lock(int fd, uint64_t offset, uint64_t size, bool wait)
{
	while (platform_locked(fd, offset, size))
		if (!wait)
			return -EAGAIN;
	for (unsigned i = 0; i < LOCKS; i++)
		if (!shared->lock[i].pid) {
			shared->lock[i].start = offset;
			shared->lock[i].end = offset + size;
			shared->lock[i].pid = getpid();
			return 0;
		}
	return -ENOLCK;
}

int platform_unlock(int fd, uint64_t offset, uint64_t size)
{
	(void)fd;
	for (unsigned i = 0; i < LOCKS; i++)
		if (overlap(i, offset, size) && shared->lock[i].pid == getpid())
			shared->lock[i].pid = 0;
	return 0;
}

/* As the system does when a process ends or closes the file. */
static void drop_locks(void)
{
	platform_unlock(-1, 0, UINT64_MAX / 2);
}

/* ---- memory ---- */

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

static int fork_member(void (*run)(unsigned self), unsigned self)
{
	int pid = platform_fork();

	if (!pid) {
		run(self);
		drop_locks();
		platform_exit(0);
	}
	return pid;
}

static void run_all(void (*run)(unsigned self))
{
	int pid[MEMBERS];

	for (unsigned i = 0; i < MEMBERS; i++)
		pid[i] = fork_member(run, i);
	for (unsigned i = 0; i < MEMBERS; i++)
		assert_int_equal(platform_wait(pid[i], true), 0);
}

/* Each says something else at each step, and all hear the same. */
static void vote(struct lockstep *l, unsigned step)
{
	if (lockstep_vote(l, 4 * step + 1, (1u << l->self) + (8u << step % 8), &report) ||
	    report.votes != 7 + (8u << step % 8))
		shared->early += 100;
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

/* ---- a file ---- */

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
#define POINT(function) cmocka_unit_test_setup_teardown(function, begin, end)
	POINT(nobody_waits_alone),
	POINT(copies_step_together),
	POINT(steps_may_be_left_out),
	POINT(the_dead_are_not_waited_for),
	POINT(a_stop_ends_the_wait),
	POINT(the_file_is_made_and_forgotten),
	POINT(foreign_files_are_left_alone),
	POINT(patience_ends),
	POINT(programs_step_together_again_and_again),
	POINT(a_dead_program_is_noticed),
	POINT(places_are_counted),
};

RUN_TESTS(tests)

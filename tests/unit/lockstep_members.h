/* SPDX-License-Identifier: MIT */
/* lockstep_members.h - what the two tests of lockstep share: members that are processes, and record
 * locks that are played, for the fake platform has none. */
#ifndef UNIT_LOCKSTEP_MEMBERS_H
#define UNIT_LOCKSTEP_MEMBERS_H

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
static int turn[2];                     /* a pipe with one byte in it: who has it may look at the locks */

static int begin(void **state)
{
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (pipe(turn) || write(turn[1], "", 1) != 1)
		return -1;
	return fake_setup(state);
}

static int end(void **state)
{
	close(turn[0]);
	close(turn[1]);
	munmap(shared, sizeof *shared);
	return fake_teardown(state);
}

static void take_turn(void)
{
	char byte;

	assert_int_equal(read(turn[0], &byte, 1), 1);
}

static void pass_turn(void)
{
	assert_int_equal(write(turn[1], "", 1), 1);
}

/* ---- the platform's part that is played here ---- */

static bool overlap(unsigned i, uint64_t start, uint64_t size)
{
	return shared->lock[i].pid && shared->lock[i].start < start + size && start < shared->lock[i].end;
}

static bool locked(uint64_t offset, uint64_t size)
{
	for (unsigned i = 0; i < LOCKS; i++)
		if (overlap(i, offset, size) && shared->lock[i].pid != getpid())
			return true;
	return false;
}

bool platform_locked(int fd, uint64_t offset, uint64_t size)
{
	bool result;

	(void)fd;
	take_turn();
	result = locked(offset, size);
	pass_turn();
	return result;
}

static int lock_now(uint64_t offset, uint64_t size)
{
	if (locked(offset, size))
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

int platform_lock(int fd, uint64_t offset, uint64_t size, bool wait)
{
	int error;

	(void)fd;
	do {
		take_turn();
		error = lock_now(offset, size);
		pass_turn();
	} while (error == -EAGAIN && wait);
	return error;
}

int platform_unlock(int fd, uint64_t offset, uint64_t size)
{
	(void)fd;
	take_turn();
	for (unsigned i = 0; i < LOCKS; i++)
		if (overlap(i, offset, size) && shared->lock[i].pid == getpid())
			shared->lock[i].pid = 0;
	pass_turn();
	return 0;
}

/* As the system does when a process ends or closes the file. */
static void drop_locks(void)
{
	platform_unlock(-1, 0, UINT64_MAX / 2);
}

/* ---- members ---- */

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
	if (lockstep_vote(l, 4 * step + 1, (1u << l->self) + (8u << step % 5), &report) ||
	    report.votes != 7 + (8u << step % 5))
		shared->early += 100;
}

#define POINT(function) cmocka_unit_test_setup_teardown(function, begin, end)

#endif

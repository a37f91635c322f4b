/* SPDX-License-Identifier: MIT */
/* phase.h - one test as the applet runs it, for prepare.c, phase.c and phases.c. */
#ifndef BONNIE_PHASE_H
#define BONNIE_PHASE_H

#include "bonnie.h"

/* What a phase wants done before its clock runs. */
enum before { EMPTY_FILE, COLD_FILE, COLD_NAMES, NOTHING };

struct phase {
	const char *label[2];           /* as report 1.03 and 2.00 users know it */
	enum record_unit unit;
	enum before before;
	int (*run)(struct slot *slot, unsigned index, void *context);
};

extern const struct phase phases[TESTS];

static inline bool phase_reads(enum test test)
{
	return phases[test].before == COLD_FILE;
}

static inline bool phase_per_character(enum test test)
{
	return test == PUTC || test == GETC;
}

/* phase.c: runs the test once and adds it to its record. */
void phase_run(struct bonnie *b, enum test test, struct histogram *latency);
/* Runs it until it is long enough. */
void phase_repeat(struct bonnie *b, enum test test, struct histogram *latency);
/* Has the test run long enough, or is more of no use? */
bool phase_long_enough(const struct bonnie *b, enum test test);
/* Gives the record what only the whole of it can show: flags and latencies. */
void phase_judge(struct bonnie *b, enum test test, const struct histogram *latency);
/* Makes the record of a test that could not even begin. */
void phase_fail(struct bonnie *b, enum test test, const char *call, int error);

/* prepare.c: does what the test wants before its clock runs; a failure goes into *r. */
void prepare_test(struct bonnie *b, enum test test, struct record *r);
/* Runs something outside the time, in a worker all the same: it may block. 0 or -errno. */
int prepare_worker(struct bonnie *b, int (*run)(struct slot *slot, unsigned index, void *context),
                   struct record *r);
/* For struct work: a worker whose parent is gone removes the scratch file or directories. */
void prepare_orphaned(void *context);

#endif

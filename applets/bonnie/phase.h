/* SPDX-License-Identifier: MIT */
/* phase.h - one test as the applet runs it, for prepare.c, phase.c and phases.c. */
#ifndef BONNIE_PHASE_H
#define BONNIE_PHASE_H

#include "bonnie.h"
#include "spread.h"

/* What a phase wants done before its clock runs. */
enum before { EMPTY_FILE, COLD_FILE, COLD_NAMES, NOTHING };

struct phase {
	const char *label;              /* of small files only what is done to them */
	unsigned char unit;             /* enum record_unit */
	unsigned char before;           /* enum before */
	work_run *run;
};

extern const struct phase phases[TESTS];

/* What a test gathers over its repeats. */
struct gathered {
	struct histogram latency;
	struct samples samples;
};

static inline bool phase_reads(enum test test)
{
	return phases[test].before == COLD_FILE;
}

static inline bool phase_per_character(enum test test)
{
	return test == PUTC || test == GETC;
}

/* phase.c: runs the test and adds it to its record; repeat: until it is long enough. */
void phase_run(struct bonnie *b, enum test test, struct gathered *g, bool repeat);
/* Once more? Not when it has run long enough, or failed, or if it isn't possible for one of the copies. */
bool phase_again(struct bonnie *b, enum test test, bool possible);
/* Gives the record what only the whole of it can show: flags, latencies, the interval. */
void phase_judge(struct bonnie *b, enum test test, struct gathered *g);
/* Makes the record of a test that could not even begin. */
void phase_fail(struct bonnie *b, enum test test, const char *call, int error);
/* Has the test taken all the time it has? */
bool phase_time_over(const struct bonnie *b, enum test test);
/* ns that the whole run has left, where it has a time. */
int64_t phase_left(const struct bonnie *b);
/* Is the whole run to end: a stop, the time, nobody to be in step with? */
bool phase_over(const struct bonnie *b);

/* prepare.c: does what the test wants before its clock runs; a failure goes into *r. */
void prepare_test(struct bonnie *b, enum test test, struct record *r);
/* Drops the large file's pages and looks what stayed. */
void prepare_cold(struct bonnie *b, struct record *r);
/* Runs something outside the time, in a worker all the same: it may block. 0, or -errno with the failure in *r. */
int prepare_worker(struct bonnie *b, work_run *run, struct record *r);
/* "directory/name", for messages. Valid until the next call of this or the next. */
const char *prepare_path(const char *directory, const char *name);
/* The path of what is tested, for messages: the scratch directory of small files, else -d's. Valid until the next call. */
const char *prepare_place(const struct bonnie *b);
/* Removes what the tests made. */
void prepare_remove(struct bonnie *b);
/* For struct work: a worker whose parent is gone removes the scratch file or directories. */
void prepare_orphaned(void *context);

#endif

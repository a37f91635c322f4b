/* SPDX-License-Identifier: MIT */
/* workers.h - the processes that do the tested I/O.
 *
 * The parent forks them behind a barrier, waits, prints progress from shared
 * memory and takes the signals; it never does tested I/O itself. That way it
 * goes on when a worker's call blocks, a worker's CPU time is its own, and one
 * that is killed takes nothing with it. */
#ifndef CORE_WORKERS_H
#define CORE_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "histogram.h"

struct record;

enum { WORKERS_MAX = 256 };

/* What one worker has done so far; shared with the parent. */
struct slot {
	uint64_t amount;                /* bytes, operations or files: the record's unit */
	uint64_t bytes;                 /* asked of the system */
	int64_t start_ns, end_ns;       /* when it left the barrier and when it was done; 0: not yet */
	int64_t user_ns, system_ns;
	uint64_t read_bytes, written_bytes; /* that the kernel counted to devices */
	unsigned flags;                 /* enum record_flag to add */
	int error;                      /* first -errno */
	const char *failed;             /* the call that failed (a string constant) */
	char name[64];                  /* the file it failed on, under the tested path; "" for the path */
	struct histogram latency;
};

struct work {
	/* Does the test in worker `index`, counts in the slot, and returns 0 or what slot_fail()
	 * returned. Looks at workers_stop() between operations. */
	int (*run)(struct slot *slot, unsigned index, void *context);
	void *context;
	unsigned workers;
	/* Called in a worker whose parent has died: removes what must not stay. NULL: nothing. */
	void (*orphaned)(void *context);
	const char *path;               /* for messages */
	/* Called in the parent a few times a second with the sum of the amounts and the ns since the barrier
	 * opened: progress_watch(), or what looks at more. NULL: nothing. */
	void (*watch)(void *context, uint64_t amount, int64_t elapsed_ns);
	/* Workers that still run after it are stopped as by a signal, and the record is partial: the rope for
	 * calls that block, for tests look at the clock themselves. 0: no limit. */
	int64_t limit_ns;
};

/* Runs the workers and adds them up in *r (its name, unit and flags were set by the caller):
 * elapsed is from the first start to the last end, device_bytes what they read. Prints the message of a
 * failure. latency: filled when not NULL. Returns 0 or the first -errno. */
int workers_run(const struct work *work, struct record *r, struct histogram *latency);

/* Counts an operation that moved so many bytes, and its latency. */
void slot_count(struct slot *slot, int64_t bytes, int64_t took_ns);

/* Was a stop asked for? In workers and in the parent. */
bool workers_stop(void);

/* Notes the first failure in the slot, if error is one; name: NULL or the file. Returns error. */
int slot_fail(struct slot *slot, const char *call, const char *name, int error);

#endif

/* SPDX-License-Identifier: MIT */
/* fake_platform.h - platform.h on a machine that a test makes up: its clock,
 * disk, memory, signals and terminal. Nothing of the real system is touched.
 *
 * Exceptions: processes and pipes are real, because a barrier and a killed worker
 * can't be played honestly. What the processes share (files, captured output) is in
 * shared memory; the clock is each process's own, inherited at the fork, so two
 * workers that spend 3 s and 5 s took 5 s together, whatever the machine does. */
#ifndef FAKE_PLATFORM_H
#define FAKE_PLATFORM_H

#include "platform.h"

enum {
	FAKE_ROOT = 0,                  /* node of "/", which is the current directory too */
	FAKE_NODES = 4096,
	FAKE_CAPACITY = 1 << 20,        /* bytes that a file can hold when none were reserved */
	FAKE_TEXT = 16384,
	FAKE_DEVICES = 8,
};

/* A probe's answer that is worked out from the readahead. */
#define FAKE_FROM_READAHEAD INT64_MIN

enum fake_direct { FAKE_DIRECT_WORKS, FAKE_DIRECT_REFUSED_AT_OPEN, FAKE_DIRECT_REFUSED_AT_IO };

/* A file, directory, link or device, and how it behaves. */
struct fake_node {
	bool used, linked;
	char name[64];
	int parent;
	struct platform_stat st;
	char link[64];                  /* a symbolic link's text */
	unsigned char *data;            /* NULL: reads give zeros and writes vanish in it */
	bool kept;                      /* data is reserved when the first of it is written */
	size_t capacity;
	uint64_t size;

	/* time */
	int64_t read_ns, write_ns, sync_ns; /* that each call takes */
	uint64_t bytes_per_s;           /* of the device, 0: endless */
	uint64_t (*rate_at)(uint64_t offset); /* NULL, or bytes_per_s by place */
	bool write_cache;               /* buffered writes cost nothing until they are synced */
	uint64_t dirty;                 /* bytes that wait for that */
	uint64_t readahead;             /* bytes that the system reads ahead of a sequential reader, unless advised RANDOM */
	int64_t burst_ns;               /* the device delivers in portions, this often; 0: evenly */
	uint64_t pipe_start, pipe_end;  /* what was ordered of the device */
	int64_t pipe_began_ns;

	/* faults */
	size_t most;                    /* a call moves at most so many bytes, 0: no limit */
	int error;                      /* of a call that would move byte error_at */
	uint64_t error_at, error_end;   /* error_end 0: to the end */
	bool full;                      /* -ENOSPC after `room` bytes were written */
	uint64_t room;
	enum fake_direct direct;
	int direct_error, undirect_error; /* of the refusal; of turning it off */
	int open_error, sync_error, flush_error, unlink_error, read_directory_error;
	int device_flush_error;
	unsigned unlink_fails;          /* unlink_error comes so many times only; 0: always */
	int hold_error;                 /* of platform_hold(): -EAGAIN when another has it */
	int temporary_error;            /* of a directory: of making a file without a name in it */

	/* page cache, as the probes tell it: bytes, -errno or FAKE_FROM_READAHEAD */
	int64_t mincore, cachestat;

	/* as a device, and who uses it */
	struct platform_block block;    /* size 0: no block device's answer */
	struct platform_mtd mtd;        /* size 0: no flash */
	char in_use[64];                /* "": nobody */
	int encoded;                    /* 1, 0, -errno */
	bool exclusive_busy;            /* -EBUSY to those who want it for themselves */

	/* what was done */
	unsigned reads, writes, syncs, data_syncs, device_flushes, direct_off;
	int advice;                     /* the last one, -1: none */
};

struct fake {
	/* clock */
	int64_t tick_ns;                /* that a reading of the clock takes */
	int64_t grain_ns;               /* readings are multiples of this, 0: exact */
	uint64_t readings;              /* of the clock, by the test's own process */

	/* machine */
	uint64_t ram, memory_limit, file_limit;
	uint32_t user;
	bool terminal;
	struct platform_machine machine;
	struct platform_filesystem fs;
	int fs_error;
	int unlink_directory_error;     /* of unlinking a directory: -EISDIR, or POSIX's -EPERM */
	struct platform_mount mount;    /* that holds everything; point "": not known */
	struct platform_device device[FAKE_DEVICES]; /* known by number; unused ones have no name */
	struct fake_node born;          /* what a new file or directory begins with: its times and faults */
	int process_id;                 /* that the test's process has, with platform_process_id() */
	int next_hold_error;            /* of the next platform_hold() */
	int other_process;              /* that lives, too; 0: none */
	char other_name[16];            /* what it is called; "": that isn't told */
	bool no_memory;
	int64_t pages;                  /* bytes mapped and not freed, by the test's own process */

	/* processes and signals */
	int64_t fork_ns;                /* that a fork takes the parent */
	int fork_fails_at, pipe_fails_at; /* the n-th one fails, from 1; 0: none */
	bool parent_gone;               /* in workers: the parent has died */
	bool unkillable;                /* signals reach no worker, as one blocked in the kernel */
	unsigned forks, pipes, terminated, killed;
	uint64_t stop_after;            /* operations until the test's process gets stop_signal; 0: never. A worker may set it */
	unsigned patience_ms;           /* real time for workers in each wait after a stop */
	int stop_signal;
	bool report_asked;

	/* output */
	char out[FAKE_TEXT], err[FAKE_TEXT];
	size_t out_used, err_used;
	size_t out_most;                /* a write takes at most so many bytes, 0: no limit */
	int out_error;                  /* of writes to stdout */
	unsigned out_stalls;            /* so many writes to stdout take nothing and give no error */
	unsigned out_writes;            /* to stdout, so far */

	/* calls, a line each, while `logging`: "pwrite NAME OFFSET SIZE" */
	bool logging;
	char log[FAKE_TEXT];
	size_t log_used;

	int64_t latest_ns;              /* clock of the worker that ended last */
	bool latest_lock;
	unsigned nodes;                 /* used so far */
	struct fake_node node[FAKE_NODES];
};

extern struct fake *fake;

/* For cmocka: a new machine with an empty "/", 1 GiB of RAM, 1 GiB free on "testfs"; and its end. */
int fake_setup(void **state);
int fake_teardown(void **state);

/* Makes a node in the directory `parent`. capacity: bytes it can hold; 0: none is kept. */
struct fake_node *fake_make(int parent, const char *name, enum platform_type type, size_t capacity);
/* The number of a node, as `parent` wants it. */
int fake_number(const struct fake_node *node);
/* The linked node of that name in the directory; NULL: none. */
struct fake_node *fake_find(int parent, const char *name);
/* Names in the directory. */
unsigned fake_count(int parent);
/* Descriptors that are open. */
unsigned fake_open_count(void);
/* This process computes: the clock goes on by both times, its usage counts them. */
void fake_spend(int64_t user_ns, int64_t system_ns);
/* What was written since the last time it was asked for; valid until the next call. */
const char *fake_out(void);
const char *fake_err(void);
const char *fake_log(void);

#endif

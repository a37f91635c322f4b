/* SPDX-License-Identifier: MIT */
/* record.h - the one result record. Text, CSV and JSON are all printed from it,
 * and no applet computes a rate of its own. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

struct histogram;
struct json;

enum record_unit { RECORD_BYTES, RECORD_OPERATIONS, RECORD_FILES };

enum record_flag {
	RECORD_DIRECT = 1,              /* past the page cache */
	RECORD_BUFFERED = 2,            /* through it */
	RECORD_CACHED = 4,              /* less than half of what was read came from the device */
	RECORD_COMPRESSED = 8,          /* the file system stored less than was written */
	RECORD_PARTIAL = 16,            /* stopped before its end */
	RECORD_SHORT = 32,              /* shorter than the floor even after repeats */
	RECORD_FAILED = 64,
	RECORD_METADATA = 128,          /* names and inodes came from memory */
	RECORD_SPARSE = 256,            /* mostly holes, which no device was asked for */
};

/* What the least 50, 90, 95, 99, 99.9 and 99.99 % of latencies did not exceed. */
enum record_part { RECORD_P50, RECORD_P90, RECORD_P95, RECORD_P99, RECORD_P999, RECORD_P9999, RECORD_PARTS };

/* Latencies of single operations, ns. Only max_ns without CONFIG_LATENCY. */
struct record_latency {
	uint64_t count, min_ns, mean_ns;
	uint64_t part_ns[RECORD_PARTS];
	uint64_t max_ns;
};

struct record {
	const char *name;               /* "putc"; NULL: this test was not run */
	enum record_unit unit;
	unsigned flags;                 /* enum record_flag, or-ed */
	uint64_t amount;                /* bytes, operations or files done */
	uint64_t bytes;                 /* moved, asked of the system; 0: does not apply */
	int64_t elapsed_ns;
	int64_t user_ns, system_ns;     /* of all workers together */
	int64_t device_bytes;           /* that came from devices (direct writes: went there); -1: unknown */
	uint64_t written_bytes;         /* that the kernel counted as written; of buffered writes it counts dirtying */
	unsigned runs;                  /* times it was repeated to be long enough, at least 1 */
	unsigned workers;
	int error;                      /* first -errno, 0: none */
	const char *failed;             /* the call that failed first */
	struct record_latency latency;
};

/* The test was run and has a value. */
bool record_measured(const struct record *r);
/* Units per second, cut; 0 where not measured. */
uint64_t record_rate(const struct record *r);
/* Tenths of units per second. */
uint64_t record_rate_tenths(const struct record *r);
/* Bytes per second in KiB/s, cut: Bonnie's K/sec. */
uint64_t record_kib_rate(const struct record *r);
/* User and system time per elapsed time in per cent, cut; over 100 with several workers. */
unsigned record_cpu_percent(const struct record *r);
/* Adds a repeat of the same test: amounts and times; flags and the first error are kept. */
void record_add(struct record *r, const struct record *more);
/* Takes count, mean, extremes and percentiles from a histogram. */
void record_set_latency(struct record *r, const struct histogram *h);
/* One object with everything. */
void record_json(struct json *j, const struct record *r);
/* The name of one flag: "cached". */
const char *record_flag_name(enum record_flag flag);
/* Says in a line each why reading was not what it seems: partial, cached, compressed, sparse, short. */
void record_notes(const char *path, unsigned flags);

#endif

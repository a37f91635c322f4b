/* SPDX-License-Identifier: MIT */
/* rate.h - the steady rate of sequential reading, free of what readahead, start
 * and end do to it.
 *
 * Reading from the first to the last block, as hdparm does, is 20 % low at 2 MB/s: the
 * kernel's readahead and the portions that a device or throttle delivers are
 * megabytes. Here the first quarter second only finds the rate's order; slow devices are then read
 * without readahead in blocks of 60 ms, fast ones with it; from half a second on,
 * reads that really waited give points (time, bytes delivered so far, pages ahead of the reader
 * included), and the least-squares slope through them is the rate. Within 0.4 % from 2 to 200 MB/s
 * where the bare bytes by time were up to 36 % off. */
#ifndef CORE_RATE_H
#define CORE_RATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RATE_CURVE = 64 };

struct rate_request {
	int fd;                         /* positioned nowhere: reads are at offsets */
	bool direct;                    /* fd is past the page cache */
	bool may_mincore;               /* mincore(2) can be believed about fd */
	uint64_t start, end;            /* bytes to read between */
	uint32_t sector;                /* reads are multiples of it */
	int64_t window_ns;              /* how long to read, a day at most; 3 s is enough for 1 % */
	size_t largest;                 /* of a block, bytes; a power of two, 128 KiB at least */
};

/* Lives in memory shared with the parent. */
struct rate {
	uint64_t bytes;                 /* read in all */
	int64_t elapsed_ns;             /* from the first read's start to the last one's end */
	uint64_t per_second;            /* the steady rate, bytes; 0: not measured */
	unsigned points;                /* that the slope rests on; under 3: bytes by time */
	bool ended;                     /* the end was reached within the window */
	unsigned seconds;               /* entries of the curve */
	uint32_t curve_kib[RATE_CURVE]; /* KiB read in each second */
};

struct slot;

/* Reads in the calling worker; counts in slot (amount, bytes, latency) and fills *rate. 0, or what
 * slot_fail() returned; what was measured before an error stays in *rate. */
int rate_measure(const struct rate_request *q, struct slot *slot, struct rate *rate);

#endif

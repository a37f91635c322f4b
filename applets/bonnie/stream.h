/* SPDX-License-Identifier: MIT */
/* stream.h - what a worker of a test on the large file has at hand, for stream.c and chars.c. */
#ifndef BONNIE_STREAM_H
#define BONNIE_STREAM_H

#include "bonnie.h"
#include "io.h"

struct stream {
	struct bonnie *b;
	const struct options *o;
	struct slot *slot;
	struct io io;
	unsigned char *buffer;          /* one chunk */
	struct io_window window;        /* of writes */
	int64_t deadline_ns;            /* 0: none */
	int64_t flushed_ns;             /* when the window was last sent to the device */
	bool late;                      /* the deadline has passed */
};

/* Maps the buffer in the worker, not before the fork: the parent stays small. 0 or what slot_fail() gave. */
int stream_start(struct stream *s, struct slot *slot, void *context);
/* Go on? Not after a stop nor when the time is over. */
bool stream_going(const struct stream *s);
/* A chunk is done: counts it and its latency. */
void stream_done(struct stream *s, uint64_t amount, uint64_t bytes, int64_t began);
/* The file is written so far: keeps the window. 0 or what slot_fail() gave. */
int stream_written(struct stream *s, uint64_t end);
/* The end of a writing test: the data must be on the device before the clock stops. The originals 1.03
 * and Bonnie stop it at close; without fsync their figure is the page cache's. */
int stream_finish_writing(struct stream *s);

#endif

/* SPDX-License-Identifier: MIT */
/* stream.h - what a worker of a test on the large file has at hand, for stream.c and chars.c. */
#ifndef BONNIE_STREAM_H
#define BONNIE_STREAM_H

#include "bonnie.h"
#include "io.h"
#include "pace.h"

struct stream {
	struct bonnie *b;
	const struct options *o;
	struct slot *slot;
	struct io io;
	unsigned char *buffer;          /* one chunk */
	uint32_t most;                  /* bytes of the window */
	struct io_window window;        /* of writes */
	struct pace pace;
	struct fill fill;               /* of the buffer, where it is written */
	int64_t flushed_ns;             /* when the window was last sent to the device */
};

/* Maps the buffer in the worker, not before the fork: the parent stays small. 0 or what slot_fail() gave. */
int stream_start(struct stream *s, struct slot *slot, struct bonnie *b);
/* A chunk is done: counts it. */
void stream_done(struct stream *s, uint32_t amount, uint32_t bytes);
/* Notes a failure, if error is one. Returns it. */
int stream_fail(struct stream *s, const char *call, int error);
/* With -b: fsync. 0 or what slot_fail() gave. */
int stream_sync(struct stream *s);
/* What is counted is written: keeps the window. 0 or what slot_fail() gave. */
int stream_written(struct stream *s);
/* The end of a writing test: the data must be on the device before the clock stops. The originals 1.03
 * and Bonnie stop it at close; without fsync their figure is the page cache's. */
int stream_finish_writing(struct stream *s);

#endif

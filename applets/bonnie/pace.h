/* SPDX-License-Identifier: MIT */
/* pace.h - how a worker's test goes on from one operation to the next: until its time is over or it is stopped. */
#ifndef BONNIE_PACE_H
#define BONNIE_PACE_H

#include "bonnie.h"

struct pace {
	struct slot *slot;
	int64_t began_ns;               /* the operation that runs */
	int64_t deadline_ns;            /* 0: none */
	bool late;                      /* it has passed */
};

/* The test of *b begins in a worker. */
void pace_start(struct pace *p, struct slot *slot, const struct bonnie *b);
/* Go on? Not after a stop nor when the time is over. */
bool pace_going(const struct pace *p);
/* An operation begins. */
void pace_begin(struct pace *p);
/* It is done: counts its latency and `amount`. */
void pace_done(struct pace *p, uint32_t amount);

#endif

/* SPDX-License-Identifier: MIT */
/* spread.h - how sure a figure is: from its rate in pieces of time, or from its repeats. */
#ifndef BONNIE_SPREAD_H
#define BONNIE_SPREAD_H

#include "bonnie.h"

enum { SPREAD_SAMPLES = 64 };

/* The samples of one test. */
struct samples {
	unsigned count, kept;           /* kept: of the runs before this one */
	uint64_t amount;                /* at the last look in this run */
	int64_t elapsed_ns;
	uint64_t value[SPREAD_SAMPLES]; /* units per 1000 s */
};

/* Units per 1000 s; 0 where not measured. */
uint64_t spread_rate(const struct record *r);
/* A run has come to `amount` after so long: the rate since the last look is a sample. */
void spread_look(struct samples *s, uint64_t amount, int64_t elapsed_ns);
/* The run is over. One too short for looks is a sample as a whole. */
void spread_run_over(struct samples *s, const struct record *run);
/* The interval around the test's rate. */
void spread_of(struct spread *spread, struct samples *s, const struct record *r);
/* Of --repeat's runs: the one in the middle into *middle, column by column, with the interval of all.
 * figures[run * columns + column]. */
void spread_middle(struct figures *middle, const struct figures *figures, unsigned runs, unsigned columns);

#endif

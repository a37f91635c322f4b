/* SPDX-License-Identifier: MIT */
/* progress.h - what runs now, on stderr.
 *
 * Not on a terminal: the original's "Writing intelligently..." and "done". On a
 * terminal the same, with share, rate and time left while it runs. The parent
 * prints it from shared memory, so it moves while a worker's write blocks. */
#ifndef CORE_PROGRESS_H
#define CORE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"

/* quiet: nothing at all is printed. */
void progress_setup(bool quiet);
/* A step begins. label: "Writing intelligently"; expected: its whole amount, 0: not known; again: it is
 * a repeat, told of only by the status on a terminal. */
void progress_begin(const char *label, enum record_unit unit, uint64_t expected, bool again);
/* Called a few times a second with what is done and the ns since the start. */
void progress_update(uint64_t amount, int64_t elapsed_ns);
/* The same for struct work: USR1's line if it was asked for. context: not used. */
void progress_watch(void *context, uint64_t amount, int64_t elapsed_ns);
/* Prints one whole line about the step now, whatever the mode: the answer to USR1. */
void progress_report(uint64_t amount, int64_t elapsed_ns);
/* The step is over; text follows the dots: "done". Nothing is printed for a repeat. */
void progress_end(const char *text);
/* Makes room for a message: the line begun is ended or wiped. */
void progress_clear(void);

#endif

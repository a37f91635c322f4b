/* SPDX-License-Identifier: MIT */
/* clock.h - elapsed time that can be trusted. */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

#include <stdint.h>

/* The smallest step that the clock was seen to make, ns: what a single reading is good for. */
int64_t clock_step_ns(void);

#endif

/* SPDX-License-Identifier: MIT */
/* clock.c - elapsed time that can be trusted. */
#include "clock.h"

#include "number.h"
#include "platform.h"

int64_t clock_step_ns(void)
{
	int64_t smallest = NS_PER_S;

	for (int i = 0; i < 16; i++) {
		int64_t first = platform_clock_ns(), next = first;

		/* A coarse clock stands still for 10 ms at most; a broken one for ever. */
		for (long spins = 0; next == first && spins < 10000000; spins++)
			next = platform_clock_ns();
		if (next == first)
			break;
		if (next > first && next - first < smallest)
			smallest = next - first;
	}
	return smallest;
}

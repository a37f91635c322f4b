/* SPDX-License-Identifier: MIT */
/* random_random.c - random numbers from random(3), as Bonnie has them on BSD. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "platform.h"

void platform_random_start(uint64_t seed)
{
	srandom((unsigned)(seed ^ seed >> 32));
}

uint32_t platform_random_next(void)
{
	return (uint32_t)random() & 0x7fffffff;
}

void platform_random_skip(uint64_t count)
{
	while (count--)
		(void)random();
}

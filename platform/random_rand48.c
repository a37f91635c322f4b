/* SPDX-License-Identifier: MIT */
/* random_rand48.c - random numbers from nrand48(3), of drand48's family the one that has integers
 * and a state of ours: as Bonnie has them on System V. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "platform.h"

static unsigned short state[3];

void platform_random_start(uint64_t seed)
{
	/* As srand48(3): the seed above, 0x330e below; the seed's upper half must count too. */
	seed ^= seed >> 32;
	state[0] = 0x330e;
	state[1] = (unsigned short)seed;
	state[2] = (unsigned short)(seed >> 16);
}

uint32_t platform_random_next(void)
{
	return (uint32_t)nrand48(state) & 0x7fffffff;
}

void platform_random_skip(uint64_t count)
{
	while (count--)
		(void)nrand48(state);
}

/* SPDX-License-Identifier: MIT */
/* random_portable.c - the same random numbers on every machine: splitmix64 (Steele, Lea, Flood,
 * OOPSLA 2014), whose n-th number needs none of those before. */
#include "platform.h"

static uint64_t state;

static uint64_t mix(uint64_t z)
{
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

void platform_random_start(uint64_t seed)
{
	state = mix(seed);
}

uint32_t platform_random_next(void)
{
	state += 0x9e3779b97f4a7c15;
	return (uint32_t)(mix(state) >> 33);
}

void platform_random_skip(uint64_t count)
{
	state += count * 0x9e3779b97f4a7c15;
}

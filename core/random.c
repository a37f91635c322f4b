/* SPDX-License-Identifier: MIT */
/* random.c - the same numbers from the same seed on every machine. */
#include "random.h"

#include "number.h"

static uint64_t mix(uint64_t z)
{
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

uint64_t random_at(uint64_t seed, uint64_t index)
{
	/* The seed is mixed first: neighbouring seeds must not share a shifted sequence. */
	return mix(mix(seed) + (index + 1) * 0x9e3779b97f4a7c15);
}

uint64_t random_below(uint64_t seed, uint64_t index, uint64_t limit)
{
	uint64_t r = random_at(seed, index);
	uint64_t high = r >> 32, low = (uint32_t)r;

	if (limit <= UINT32_MAX)                /* r * limit / 2^64 in two steps */
		return (high * limit + (low * limit >> 32)) >> 32;
	return r % limit;                       /* bias under limit / 2^64 */
}

uint64_t random_permute(uint64_t seed, uint64_t index, uint64_t count)
{
	unsigned half = 1;
	uint64_t mask;

	while (count > 1ull << (2 * half))
		half++;
	mask = (1ull << half) - 1;
	do {
		uint64_t left = index >> half, right = index & mask;

		for (unsigned round = 0; round < 4; round++) {
			uint64_t next = left ^ (random_at(seed + round, right) & mask);

			left = right;
			right = next;
		}
		index = left << half | right;
	} while (index >= count);               /* cycle walking: at most 4 steps on average */
	return index;
}

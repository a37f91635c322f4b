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
	uint64_t z = seed;

	/* The seed is mixed first, alone: neighbouring seeds must not share a shifted sequence. */
	for (unsigned round = 0; round < 2; round++)
		z = mix(z + round * (index + 1) * 0x9e3779b97f4a7c15);
	return z;
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
	uint32_t mask = 1;

	for (uint64_t most = count - 1; most >> 2; most >>= 2) {        /* bits of count - 1, halved */
		half++;
		mask = mask << 1 | 1;
	}
	do {
		uint32_t left = (uint32_t)(index >> half), right = (uint32_t)index & mask;

		for (unsigned round = 0; round < 4; round++) {
			uint32_t next = left ^ ((uint32_t)random_at(seed + round, right) & mask);

			left = right;
			right = next;
		}
		index = (uint64_t)left << half | right;
	} while (index >= count);               /* cycle walking: at most 4 steps on average */
	return index;
}

/* SPDX-License-Identifier: MIT */
/* random.h - the same numbers from the same seed on every machine.
 *
 * Everything is computed from (seed, index), nothing is stored: a million file
 * names or offsets in any order cost no memory, and processes that share a seed
 * agree without talking. */
#ifndef CORE_RANDOM_H
#define CORE_RANDOM_H

#include <stdint.h>

/* Number `index` of the sequence `seed`: 64 even bits.
 * splitmix64's finaliser (Stafford's variant 13) over a Weyl sequence; Steele, Lea, Flood, OOPSLA 2014. */
uint64_t random_at(uint64_t seed, uint64_t index);
/* The same, brought to 0 .. limit - 1 (limit > 0); uneven by less than limit / 2^64. */
uint64_t random_below(uint64_t seed, uint64_t index, uint64_t limit);
/* Element `index` of a permutation of 0 .. count - 1 that `seed` picks (index < count <= 2^62).
 * A four-round Feistel network on the next even power of two, walked until it lands below count. */
uint64_t random_permute(uint64_t seed, uint64_t index, uint64_t count);

#endif

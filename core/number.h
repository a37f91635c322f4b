/* SPDX-License-Identifier: MIT */
/* number.h - 64-bit arithmetic that does not overflow on its way: what stands
 * in for floating point, which the processors of routers don't have. */
#ifndef CORE_NUMBER_H
#define CORE_NUMBER_H

#include <stdint.h>

#define KIB 1024ull
#define MIB (1024ull * 1024)
#define GIB (1024ull * 1024 * 1024)
#define NS_PER_S 1000000000ll
#define NS_PER_MS 1000000ll

/* a * b / divisor, cut, through 128 bits; UINT64_MAX when the result is too large or divisor is 0. */
uint64_t number_multiply_divide(uint64_t a, uint64_t b, uint64_t divisor);
/* An amount in a time as one by the second, cut; 0 where no time went by. */
uint64_t number_per_second(uint64_t amount, int64_t ns);
/* The integer part of the square root. */
uint64_t number_square_root(uint64_t value);
/* a * b and a + b, UINT64_MAX when that is too large. */
uint64_t number_multiply(uint64_t a, uint64_t b);
uint64_t number_add(uint64_t a, uint64_t b);

#endif

/* SPDX-License-Identifier: MIT */
/* number.c - 64-bit arithmetic that does not overflow on its way. */
#include "number.h"

#include <stdbool.h>

struct wide { uint64_t high, low; };

/* School multiplication in base 2^32. */
static struct wide multiply(uint64_t a, uint64_t b)
{
	uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
	uint64_t low = a0 * b0;
	uint64_t middle = a1 * b0 + (low >> 32);
	uint64_t high = a1 * b1 + (middle >> 32);

	middle = (uint32_t)middle + a0 * b1;
	return (struct wide){ high + (middle >> 32), middle << 32 | (uint32_t)low };
}

uint64_t number_multiply_divide(uint64_t a, uint64_t b, uint64_t divisor)
{
	struct wide w = multiply(a, b);
	uint64_t quotient = 0;

	if (w.high >= divisor)                  /* divisor 0 too */
		return UINT64_MAX;
	if (!w.high)
		return w.low / divisor;
	for (int bit = 0; bit < 64; bit++) {    /* shift and subtract */
		bool carry = w.high >> 63;

		w.high = w.high << 1 | w.low >> 63;
		w.low <<= 1;
		quotient <<= 1;
		if (carry || w.high >= divisor) {
			w.high -= divisor;
			quotient |= 1;
		}
	}
	return quotient;
}

uint64_t number_per_second(uint64_t amount, int64_t ns)
{
	return ns > 0 ? number_multiply_divide(amount, NS_PER_S, (uint64_t)ns) : 0;
}

uint64_t number_square_root(uint64_t value)
{
	uint64_t root = 0;

	for (uint64_t bit = 1ull << 62; bit; bit >>= 2) {
		bool fits = value >= root + bit;

		if (fits)
			value -= root + bit;
		root = (root >> 1) + (fits ? bit : 0);
	}
	return root;
}

uint64_t number_multiply(uint64_t a, uint64_t b)
{
	return number_multiply_divide(a, b, 1);
}

uint64_t number_add(uint64_t a, uint64_t b)
{
	return a + b < a ? UINT64_MAX : a + b;
}

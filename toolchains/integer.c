/* SPDX-License-Identifier: MIT */
/* What 32-bit processors lack and gcc calls: 64-bit division, shifts, byte order.
   In place of libgcc's, which is larger (four times 1 KB of division on MIPS) and
   which Debian has for MIPS32 release 2 with hard float only. Never 64-bit. */
#include <stdint.h>

#if __SIZEOF_POINTER__ == 4

uint64_t __udivmoddi4(uint64_t value, uint64_t divisor, uint64_t *rest);
int64_t __divmoddi4(int64_t value, int64_t divisor, int64_t *rest);
uint64_t __udivdi3(uint64_t value, uint64_t divisor);
uint64_t __umoddi3(uint64_t value, uint64_t divisor);
int64_t __divdi3(int64_t value, int64_t divisor);
int64_t __moddi3(int64_t value, int64_t divisor);

/* high:low / divisor, high < divisor: two digits of 16 bits, each guessed from
   the divisor's upper half and then put right (Knuth's algorithm D). */
static uint32_t divide_two(uint32_t high, uint32_t low, uint32_t divisor, uint32_t *rest)
{
#if defined(__i386__)
	uint32_t quotient;

	__asm__("divl %4" : "=a"(quotient), "=d"(*rest) : "0"(low), "1"(high), "rm"(divisor));
	return quotient;
#else
	int shift = __builtin_clz(divisor);
	uint32_t quotient = 0;

	if (shift) {
		divisor <<= shift;
		high = high << shift | low >> (32 - shift);
		low <<= shift;
	}
	for (int digits = 2; digits; digits--) {
		uint32_t upper = divisor >> 16, lower = divisor & 0xffff;
		uint32_t digit = high / upper, left = high % upper;

		while (left < 0x10000 && (digit >= 0x10000 || digit * lower > (left << 16 | low >> 16))) {
			digit--;
			left += upper;
		}
		high = (high << 16 | low >> 16) - digit * divisor;
		low <<= 16;
		quotient = quotient << 16 | digit;
	}
	*rest = high >> shift;
	return quotient;
#endif
}

/* A divisor over 32 bits goes into the value fewer than 2^32 times: bit by bit. */
uint64_t __udivmoddi4(uint64_t value, uint64_t divisor, uint64_t *rest)
{
	uint64_t quotient = 0;

	if (!(divisor >> 32)) {
		uint32_t by = (uint32_t)divisor, high = (uint32_t)(value >> 32), left;

		if (!by)
			__builtin_trap();
		if (high) {
			quotient = (uint64_t)(high / by) << 32;
			high %= by;
		}
		quotient |= divide_two(high, (uint32_t)value, by, &left);
		value = left;
	} else {
		uint32_t bit = 1;

		while (divisor < value && !(divisor >> 63)) {
			divisor <<= 1;
			bit <<= 1;
		}
		for (; bit; bit >>= 1, divisor >>= 1)
			if (value >= divisor) {
				value -= divisor;
				quotient |= bit;
			}
	}
	if (rest)
		*rest = value;
	return quotient;
}

int64_t __divmoddi4(int64_t value, int64_t divisor, int64_t *rest)
{
	uint64_t left, quotient = __udivmoddi4(value < 0 ? -(uint64_t)value : (uint64_t)value,
		divisor < 0 ? -(uint64_t)divisor : (uint64_t)divisor, &left);

	if (rest)
		*rest = (int64_t)(value < 0 ? -left : left);
	return (int64_t)((value ^ divisor) < 0 ? -quotient : quotient);
}

uint64_t __udivdi3(uint64_t value, uint64_t divisor)
{
	return __udivmoddi4(value, divisor, 0);
}

uint64_t __umoddi3(uint64_t value, uint64_t divisor)
{
	uint64_t rest;

	__udivmoddi4(value, divisor, &rest);
	return rest;
}

int64_t __divdi3(int64_t value, int64_t divisor)
{
	return __divmoddi4(value, divisor, 0);
}

int64_t __moddi3(int64_t value, int64_t divisor)
{
	int64_t rest;

	__divmoddi4(value, divisor, &rest);
	return rest;
}

#if defined(__arm__)

/* Quotient in r0 and r1, rest in r2 and r3: C has no words for that. */
#define BOTH(function) \
	__asm__("push {r4, lr}\n\t" \
		"sub sp, sp, #16\n\t" \
		"add r4, sp, #8\n\t" \
		"str r4, [sp]\n\t" \
		"bl " #function "\n\t" \
		"ldr r2, [sp, #8]\n\t" \
		"ldr r3, [sp, #12]\n\t" \
		"add sp, sp, #16\n\t" \
		"pop {r4, pc}")

__attribute__((naked)) void __aeabi_uldivmod(void);
__attribute__((naked)) void __aeabi_ldivmod(void);

void __aeabi_uldivmod(void)
{
	BOTH(__udivmoddi4);
}

void __aeabi_ldivmod(void)
{
	BOTH(__divmoddi4);
}

uint64_t __aeabi_uidivmod(uint32_t value, uint32_t divisor);
uint64_t __aeabi_idivmod(int32_t value, int32_t divisor);
uint32_t __aeabi_uidiv(uint32_t value, uint32_t divisor);
int32_t __aeabi_idiv(int32_t value, int32_t divisor);

/* Processors before ARMv7VE can't divide at all. Quotient in r0, rest in r1: the
   lower and the upper half of 64 bits. A bit at a time, a tenth of libgcc's size. */
uint64_t __aeabi_uidivmod(uint32_t value, uint32_t divisor)
{
	uint32_t quotient = 0, bit = 1;

	if (!divisor)
		__builtin_trap();
	for (; divisor < value && !(divisor >> 31); bit <<= 1)
		divisor <<= 1;
	for (; bit; bit >>= 1, divisor >>= 1)
		if (value >= divisor) {
			value -= divisor;
			quotient |= bit;
		}
	return (uint64_t)value << 32 | quotient;
}

uint64_t __aeabi_idivmod(int32_t value, int32_t divisor)
{
	uint64_t both = __aeabi_uidivmod(value < 0 ? -(uint32_t)value : (uint32_t)value,
		divisor < 0 ? -(uint32_t)divisor : (uint32_t)divisor);
	uint32_t quotient = (uint32_t)both, rest = (uint32_t)(both >> 32);

	return (uint64_t)(value < 0 ? -rest : rest) << 32 | ((value ^ divisor) < 0 ? -quotient : quotient);
}

uint32_t __aeabi_uidiv(uint32_t value, uint32_t divisor)
{
	return (uint32_t)__aeabi_uidivmod(value, divisor);
}

int32_t __aeabi_idiv(int32_t value, int32_t divisor)
{
	return (int32_t)__aeabi_idivmod(value, divisor);
}

#elif defined(__mips__)

uint64_t __ashldi3(uint64_t value, int count);
uint64_t __lshrdi3(uint64_t value, int count);
int64_t __ashrdi3(int64_t value, int count);
uint32_t __bswapsi2(uint32_t value);
uint64_t __bswapdi2(uint64_t value);

/* Two registers, so that gcc doesn't call the function from itself. */
union pair {
	uint64_t whole;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	struct { uint32_t high, low; } half;
#else
	struct { uint32_t low, high; } half;
#endif
};

uint64_t __ashldi3(uint64_t value, int count)
{
	union pair pair = { value };

	if (count >= 32) {
		pair.half.high = pair.half.low << (count - 32);
		pair.half.low = 0;
	} else if (count) {
		pair.half.high = pair.half.high << count | pair.half.low >> (32 - count);
		pair.half.low <<= count;
	}
	return pair.whole;
}

uint64_t __lshrdi3(uint64_t value, int count)
{
	union pair pair = { value };

	if (count >= 32) {
		pair.half.low = pair.half.high >> (count - 32);
		pair.half.high = 0;
	} else if (count) {
		pair.half.low = pair.half.low >> count | pair.half.high << (32 - count);
		pair.half.high >>= count;
	}
	return pair.whole;
}

int64_t __ashrdi3(int64_t value, int count)
{
	uint64_t sign = value < 0 ? ~(uint64_t)0 : 0;

	return (int64_t)(__lshrdi3((uint64_t)value ^ sign, count) ^ sign);
}

uint32_t __bswapsi2(uint32_t value)
{
	uint32_t half = value << 16 | value >> 16;

	return (half & 0x00ff00ff) << 8 | (half >> 8 & 0x00ff00ff);
}

uint64_t __bswapdi2(uint64_t value)
{
	union pair pair = { value }, swapped;

	swapped.half.high = __bswapsi2(pair.half.low);
	swapped.half.low = __bswapsi2(pair.half.high);
	return swapped.whole;
}

#endif
#endif

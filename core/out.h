/* SPDX-License-Identifier: MIT */
/* out.h - text to a descriptor or into memory: integers, fixed point, columns.
 * All that diskbench prints goes through here; there is no printf in it, which
 * would cost a small image 9 to 20 KB. */
#ifndef CORE_OUT_H
#define CORE_OUT_H

#include <stddef.h>
#include <stdint.h>

struct out {
	int fd;                 /* -1: only into `text`, cut at its end */
	int error;              /* first -errno of a failed write, 0: none */
	size_t used, size;
	char *text;
};

extern struct out out_stdout, out_stderr;

/* An output into memory: out_end() makes it a string. */
#define OUT_MEMORY(array) out_memory(array, sizeof(array))
struct out out_memory(char *text, size_t size);
/* An output to a descriptor, with the array as its buffer. */
#define OUT_FD(fd, array) { fd, 0, 0, sizeof(array), array }

void out_char(struct out *o, int c);
void out_text(struct out *o, const char *text);
/* The strings one after the other; the last argument is (char *)0. */
void out_texts(struct out *o, ...) __attribute__((sentinel));
/* Right-aligned to width, left-aligned to -width; longer text is printed whole. */
void out_pad(struct out *o, const char *text, int width);
static inline void out_number(struct out *o, uint64_t value, int width);
/* A number of 32 bits, as wide as it is. */
void out_count(struct out *o, uint32_t value);
/* A text in which the value stands for each $; $11: right-aligned to 11. */
void out_filled(struct out *o, const char *text, uint64_t value);
/* value / 10^decimals with all its decimals: out_fixed(o, 1234, 2, 0) prints 12.34. */
static inline void out_fixed(struct out *o, uint64_t value, unsigned decimals, int width);
/* Writes what is buffered. 0 or the first -errno. */
int out_flush(struct out *o);
/* Ends a memory output with a 0 and returns its text. */
const char *out_end(struct out *o);

/* Both, in an order of arguments that fits the registers of 32-bit processors. */
void out_number_ordered(struct out *o, int width, uint64_t value);
void out_fixed_ordered(struct out *o, int width, uint64_t value, unsigned decimals);

static inline void out_number(struct out *o, uint64_t value, int width)
{
	out_number_ordered(o, width, value);
}

static inline void out_fixed(struct out *o, uint64_t value, unsigned decimals, int width)
{
	out_fixed_ordered(o, width, value, decimals);
}

#endif

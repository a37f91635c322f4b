/* SPDX-License-Identifier: MIT */
/* fill.h - the data that is written.
 *
 * Random by default: no 8-byte word stands twice, so a disk or file system that
 * compresses or deduplicates gains nothing. Word i of block n is
 * random_at(seed, i) ^ random_at(~seed, n), little-endian, so a block can be made or checked by
 * itself, and going from one block to the next is one pass of exclusive-or: a
 * processor without a fast multiplier keeps up with its disk. */
#ifndef CORE_FILL_H
#define CORE_FILL_H

#include <stddef.h>
#include <stdint.h>

enum fill_kind {
	FILL_RANDOM,
	FILL_ZERO,
	FILL_BONNIE,            /* zeros, and in each block one more byte counted up, as the original */
};

struct fill {
	enum fill_kind kind;
	uint64_t seed, block;   /* block that the buffer holds */
};

/* Fills the buffer (aligned, size a multiple of 8) with block 0. */
void fill_start(struct fill *f, enum fill_kind kind, uint64_t seed, void *buffer, size_t size);
/* Turns the buffer into the next block. */
void fill_next(struct fill *f, void *buffer, size_t size);
/* Turns the buffer into block `block`. Random and zero data only. */
void fill_seek(struct fill *f, uint64_t block, void *buffer, size_t size);
/* Changes one byte of a block that was read, as the original's rewrite and seeks do: number n
 * changes byte n modulo size. */
void fill_touch(void *buffer, size_t size, uint64_t n);

#endif

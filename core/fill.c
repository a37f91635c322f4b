/* SPDX-License-Identifier: MIT */
/* fill.c - the data that is written. */
#include "fill.h"

#include <string.h>

#include "random.h"

/* A word whose bytes lie in memory as a little-endian machine's: the data is the same everywhere. */
static uint64_t stored(uint64_t value)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < 8; i++, value >>= 8)
		bytes[i] = (unsigned char)value;
	memcpy(&value, bytes, 8);
	return value;
}

void fill_start(struct fill *f, enum fill_kind kind, uint64_t seed, void *buffer, size_t size)
{
	uint64_t *word = buffer, mask = random_at(~seed, 0);

	*f = (struct fill){ kind, seed, 0 };
	memset(buffer, 0, size);
	if (kind == FILL_RANDOM)
		for (size_t i = 0; i < size / 8; i++)
			word[i] = stored(random_at(seed, i) ^ mask);
}

void fill_seek(struct fill *f, uint64_t block, void *buffer, size_t size)
{
	uint64_t *word = buffer, *end = word + size / 8;
	uint64_t change = stored(random_at(~f->seed, f->block) ^ random_at(~f->seed, block));

	f->block = block;
	if (f->kind == FILL_RANDOM)
		while (word < end)
			*word++ ^= change;
}

void fill_next(struct fill *f, void *buffer, size_t size)
{
	if (f->kind == FILL_BONNIE)
		fill_touch(buffer, size, f->block);
	fill_seek(f, f->block + 1, buffer, size);
}

void fill_touch(void *buffer, size_t size, uint64_t n)
{
	++((unsigned char *)buffer)[n % size];
}

/* SPDX-License-Identifier: MIT */
/* fill.c - the data that is written. */
#include "fill.h"

#include <string.h>

#include "random.h"

void fill_start(struct fill *f, enum fill_kind kind, uint64_t seed, void *buffer, size_t size)
{
	uint64_t *word = buffer, mask = random_at(~seed, 0);

	*f = (struct fill){ kind, seed, 0 };
	memset(buffer, 0, size);
	if (kind == FILL_RANDOM)
		for (size_t i = 0; i < size / 8; i++)
			word[i] = random_at(seed, i) ^ mask;
}

void fill_next(struct fill *f, void *buffer, size_t size)
{
	uint64_t *word = buffer, *end = word + size / 8, change;

	if (f->kind == FILL_BONNIE)
		fill_touch(buffer, size, f->block);
	f->block++;
	if (f->kind != FILL_RANDOM)
		return;
	change = random_at(~f->seed, f->block - 1) ^ random_at(~f->seed, f->block);
	while (word < end)
		*word++ ^= change;
}

void fill_touch(void *buffer, size_t size, uint64_t n)
{
	++((unsigned char *)buffer)[n % size];
}

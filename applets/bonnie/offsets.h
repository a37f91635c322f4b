/* SPDX-License-Identifier: MIT */
/* offsets.h - where the seek test goes: number n of a sequence that every seeker knows, so they need
 * not talk, and the places are the same whatever the number of seekers. */
#ifndef BONNIE_OFFSETS_H
#define BONNIE_OFFSETS_H

#include "bonnie.h"

enum { OFFSETS_BLOCK = 1024 };          /* numbers of a -Z file that are read at once */

struct offsets {
	const struct bonnie *b;
	uint32_t next;                  /* number that the generator gives next */
	uint32_t first, count;          /* numbers of the file that the block holds */
	unsigned char block[4 * OFFSETS_BLOCK];
};

/* Opens the -Z file, if there is one, into *b; without -z its numbers make the seed of names and data too.
 * EXIT_DONE, or an exit code with the message printed. */
int offsets_open(struct bonnie *b);
void offsets_start(struct offsets *of, const struct bonnie *b);
/* The chunk of seek n, 0 .. chunks - 1; n must not go down. -errno of reading the file. */
int64_t offsets_chunk(struct offsets *of, uint32_t n, uint64_t chunks);

#endif

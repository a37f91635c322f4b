/* SPDX-License-Identifier: MIT */
/* small.h - what create.c and files.c share of the tests of many small files. */
#ifndef BONNIE_SMALL_H
#define BONNIE_SMALL_H

#include "pace.h"

struct small {
	const struct options *o;
	struct slot *slot;
	int directory;                  /* the scratch directory */
	uint32_t files;                 /* that there are, or shall be */
	bool random;
	struct pace pace;
	char *buffer;                   /* one chunk of small-file I/O; NULL where none is done */
	struct fill fill;
};

/* Fills in *f in a worker. 0 or -errno. */
int small_start(struct small *f, struct slot *slot, struct bonnie *b);
/* Calls act with the name of each subdirectory, or with "." when there is none; stops at an error. */
int small_each_directory(struct small *f, int (*act)(struct small *f, const char *name));
/* What a creating or deleting test ends with: names are on the disk when the clock stops. The
 * original calls sync(2), which waits for everybody's writes. */
int small_sync(struct small *f, bool subdirectories);

#endif

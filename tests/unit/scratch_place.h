/* SPDX-License-Identifier: MIT */
/* scratch_place.h - what the two tests of scratch share: a directory to be in, open. */
#ifndef UNIT_SCRATCH_PLACE_H
#define UNIT_SCRATCH_PLACE_H

#include "test.h"

#include "scratch.h"

static struct fake_node *directory;
static int parent, where;        /* its descriptor and its number */
static struct scratch s;

static int begin(void **state)
{
	fake_setup(state);
	directory = fake_make(FAKE_ROOT, "mnt", PLATFORM_TYPE_DIRECTORY, 0);
	where = fake_number(directory);
	parent = platform_open_at(platform_here, "mnt", PLATFORM_READ | PLATFORM_DIRECTORY);
	return parent < 0;
}

#endif

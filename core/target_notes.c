/* SPDX-License-Identifier: MIT */
/* target_notes.c - what a target's figures don't say. */
#include "error.h"
#include "target.h"

enum { LOOP_MAJOR = 7 };

bool target_is_disk(const struct target *t)
{
	return t->kind == TARGET_FILE || t->kind == TARGET_BLOCK || t->kind == TARGET_CD || t->kind == TARGET_MTD;
}

static bool on_loop(const struct target *t)
{
	return (t->kind == TARGET_BLOCK ? t->st.major : t->st.holder_major) == LOOP_MAJOR;
}

void target_notes(const struct target *t)
{
	unsigned traits = target_is_disk(t) ? t->fs.traits : 0;

	if (traits & PLATFORM_MEMORY)
		error_note(t->path, t->fs.type, "this is memory, there is no disk to measure");
	if (traits & (PLATFORM_NETWORK | PLATFORM_FUSE | PLATFORM_OWN_CACHE))
		error_note(t->path, t->fs.type, "what a server, a program or ZFS has in memory can't be dropped from here");
	if (on_loop(t))
		error_note(t->path, "loop", "the file behind the device may be in memory");
}

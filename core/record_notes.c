/* SPDX-License-Identifier: MIT */
/* record_notes.c - what the flags of a record mean, in words. */
#include "error.h"
#include "record.h"

void record_notes(const char *path, unsigned flags)
{
	static const struct { unsigned flag; const char *text; } words[] = {
		{ RECORD_PARTIAL, "stopped before its time was over" },
		{ RECORD_CACHED, "much of it came from memory, not from the disk" },
		{ RECORD_COMPRESSED, "less is stored than was read" },
		{ RECORD_SPARSE, "parts of it are holes, read from nowhere" },
		{ RECORD_SHORT, "all of it was read in less than half a second" },
	};

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		if (flags & words[i].flag)
			error_note(path, record_flag_name((enum record_flag)words[i].flag), words[i].text);
}

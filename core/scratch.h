/* SPDX-License-Identifier: MIT */
/* scratch.h - test files and directories that never stay behind.
 *
 * Made with O_EXCL under a name with our process number, or without a name at
 * all where the file system has O_TMPFILE; named files are unlinked at once on local
 * file systems, and at the end on NFS, CIFS and FUSE, which leave a name behind for a
 * file removed while open. Everything goes through a directory opened once: no path
 * is walked twice, no link followed. */
#ifndef CORE_SCRATCH_H
#define CORE_SCRATCH_H

#include <stdbool.h>

struct scratch {
	int parent;             /* the directory that the user named; stays open */
	int fd;                 /* the file or directory; -1: none */
	bool directory;
	char name[24];          /* "Bonnie.PID", "": it has none any more */
};

/* Makes a file for reading and writing. keep_name: leave the name until scratch_remove. 0 or -errno. */
int scratch_file(struct scratch *s, int parent, bool keep_name);
/* Makes a directory, mode 0700. 0 or -errno. */
int scratch_directory(struct scratch *s, int parent);
/* Removes it with all that is in it, one level of subdirectories deep, and closes it. Does nothing
 * twice. 0 or the first -errno; the name of what is left then in s->name. */
int scratch_remove(struct scratch *s);
/* Empties a directory, subdirectories too, in constant memory. Starts over until a pass removes
 * nothing: some file systems skip entries when others go. 0 or -errno. */
int scratch_empty(int directory);

#endif

/* SPDX-License-Identifier: MIT */
/* scratch.h - test files and directories that never stay behind.
 *
 * Made with O_EXCL under a name with our process number, or without a name at
 * all where the file system has O_TMPFILE; named files are unlinked at once on local
 * file systems, and at the end on NFS, CIFS and FUSE, which leave a name behind for a
 * file removed while open. A directory is held (platform_hold) until its last process ends, so what a crash left
 * can be told from what is in use. Everything goes through a directory opened once: no path
 * is walked twice, no link followed. */
#ifndef CORE_SCRATCH_H
#define CORE_SCRATCH_H

#include <stdbool.h>

struct out;

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
/* Takes one that is there, to remove it. -EAGAIN: a process has it. Else 0 or -errno: s->fd is open
 * when it is only not known whether one has it. */
int scratch_adopt(struct scratch *s, int parent, const char *name);
/* The number of the process that gave a file or directory such a name; 0: it's no scratch name. */
int scratch_process(const char *name);
/* Removes it with all that is in it, one level of subdirectories deep, and closes it. Does nothing
 * twice. 0 or -errno; the name of what is left then in s->name. */
int scratch_remove(struct scratch *s);
/* Empties a directory, subdirectories too, in constant memory. Starts over until a pass removes
 * nothing: some file systems skip entries when others go. 0 or -errno. */
int scratch_empty(int directory);
/* Removes a directory, emptied before unless fd, an open one of it, is -1. Tries for two seconds where the system says that
 * it is not empty: names of removed files may linger, on NFS until the last process that has one open lets go. */
int scratch_remove_directory(int parent, const char *name, int fd);
/* Lists the names in a directory that could not be removed, the first ones: "a, b and 7 more". NULL: none is seen. */
const char *scratch_left(const struct scratch *s, struct out *o);

#endif

/* SPDX-License-Identifier: MIT */
/* save.h - files that the user names for results: logs, JSON, pictures. Opened before anything is
 * measured, so that a path that can't be written costs nobody an hour. */
#ifndef CORE_SAVE_H
#define CORE_SAVE_H

#include <stdbool.h>

struct save {
	int fd;
	bool made, file;                /* it is new; it is a regular file */
};

/* Opens the path to write, and changes nothing that is there yet. Refused are block devices, and new
 * files in /dev, /proc and /sys. An exit code, the message printed. */
int save_open(struct save *s, const char *path);
/* Refuses a path (NULL: none) that is the regular file being measured. */
int save_apart(const char *path, const char *measured);
/* Now it will be written: what was in it goes. 0 or -errno. */
int save_begin(const struct save *s);
/* It won't be written after all: closed, and gone if it is new. */
void save_forget(struct save *s, const char *path);

#endif

/* SPDX-License-Identifier: MIT */
/* target.h - what is tested: its kind, its file system, the memory that could
 * stand in for it. */
#ifndef CORE_TARGET_H
#define CORE_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "platform.h"

struct json;

struct target {
	const char *path;               /* as the user wrote it */
	int fd;
	struct platform_stat st;
	struct platform_filesystem fs;
	uint64_t ram;                   /* bytes that can cache: the least of kernel and control groups; 0: unknown */
};

/* Opens a directory to make scratch files in. Refuses what lies in /dev, /proc and /sys.
 * EXIT_DONE, or the exit code with the message printed. */
int target_open_directory(struct target *t, const char *path);
/* Can the pages of a file made there be dropped, so that reads come from its device? */
bool target_can_be_cold(const struct target *t);
/* Are bytes that the kernel counts for a process those of the device? Not where a server, a program
 * or another cache lies between, and not on raw flash. */
bool target_counts_bytes(const struct target *t);
/* The member "target". */
void target_json(struct json *j, const struct target *t);

#endif

/* SPDX-License-Identifier: MIT */
/* plan.h - what a run will do, known and checked before it does anything. */
#ifndef CORE_PLAN_H
#define CORE_PLAN_H

#include <stdint.h>

struct target;

struct plan {
	uint64_t write_bytes, read_bytes;       /* over all tests, once */
	uint64_t space;                         /* bytes on the file system at the fullest moment */
	uint64_t largest_file;
	uint64_t files, inodes;                 /* at one time */
	uint64_t memory;                        /* bytes, all processes together */
};

/* Prints it on stdout, for --plan. */
void plan_print(const struct plan *p, const struct target *t);
/* Does it fit: space less a reserve, inodes, file size limit, memory? EXIT_DONE, or EXIT_REFUSED
 * with the message printed. */
int plan_check(const struct plan *p, const struct target *t);

#endif

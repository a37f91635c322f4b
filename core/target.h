/* SPDX-License-Identifier: MIT */
/* target.h - the one door to what is tested: what it is, whether it may be
 * written, whether reads of it are cold. */
#ifndef CORE_TARGET_H
#define CORE_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "platform.h"

struct json;
struct record;

enum target_kind {
	TARGET_FILE, TARGET_DIRECTORY, TARGET_BLOCK, TARGET_MTD, TARGET_CD, TARGET_PIPE, TARGET_CHARACTER,
};

enum { TARGET_RESIDENT_UNKNOWN = -1 };

struct target {
	const char *path;               /* as the user wrote it */
	int fd;                         /* -1: not open */
	enum target_kind kind;
	bool direct;                    /* fd is past the page cache */
	bool counted;                   /* target_counter_moves() said so; set by who asked */
	int resident;                   /* thousandths in memory after target_make_cold; TARGET_RESIDENT_UNKNOWN */
	uint32_t sector;                /* bytes that transfers must be a multiple of when direct */
	uint64_t size;                  /* bytes; of a pipe or character device 0: not known */
	uint64_t ram;                   /* bytes that can cache: the least of kernel and control groups; 0: unknown */
	struct platform_stat st;
	struct platform_filesystem fs;  /* of files and directories */
	const char *no_device;          /* why the next two are not known, NULL: they are */
	struct platform_mount mount;    /* that holds them, after target_find_device; source "": not known */
	struct platform_device device;  /* that it is or that holds it, after the same; name "": not known */
};

/* What the user said about writing, and how. */
struct consent {
	const char *destroy;            /* --destroy-data's path, NULL: not given */
	bool ignore_signature;          /* --ignore-signature */
};

/* All of these return EXIT_DONE, or the exit code with the message printed (EXIT_USAGE where the
 * path is missing or of the wrong kind, EXIT_REFUSED where it isn't safe, else EXIT_FAILED). */

/* A directory to make scratch files in. Refuses what lies in /dev, /proc and /sys. */
int target_open_directory(struct target *t, const char *path);
/* The directory that a new file would be in, to make it there: *name is the path's last part. */
int target_open_parent(struct target *t, const char *path, const char **name);
/* Any file or device, to read; path "-": standard input. A directory is an error here. direct: past the
 * page cache if possible; where not, one note is printed and t->direct is false. */
int target_open_reading(struct target *t, const char *path, bool direct);
/* An existing file or a block device, to write (and read). A block device must be named by consent->destroy
 * (the same device number), be in nobody's use and without a known signature; it is opened for us
 * alone. MTD is never written. Nothing has been written when this refuses. */
int target_open_writing(struct target *t, const char *path, bool direct, const struct consent *consent);
/* Is the file or device in somebody's use, as far as can be seen? Refuses it then. */
int target_check_use(const char *path, const struct platform_stat *st);
/* What is open already: a scratch file. */
int target_adopt(struct target *t, int fd, const char *path);
void target_close(struct target *t);
/* Reading found the end at `at`: too early? A device that is pulled out, or shrinks, ends like a file. */
bool target_lost(const struct target *t, uint64_t at);

/* Finds the block device that the target is or lies on, into t->device; t->no_device says why not. Not done by the
 * open functions: it is for reports, and 4 KB of code that a small program need not have. */
void target_find_device(struct target *t);

/* Bytes of memory that can cache: the least of what the kernel has and control groups allow; 0: unknown. */
uint64_t target_ram(void);
/* Makes reads cold: writes out and drops what is in memory, and looks what stayed (t->resident). In a
 * worker, for it can block. 0 or -errno of a failed write-out. */
int target_make_cold(struct target *t);
/* Looks only: thousandths in memory, TARGET_RESIDENT_UNKNOWN. */
int target_probe(struct target *t);
/* The same of a part of it, as it was when it was opened. */
int target_resident(const struct target *t, uint64_t start, uint64_t size);
/* Can its pages be dropped, so that reads come from its device? */
bool target_can_be_cold(const struct target *t);
/* Are bytes that the kernel counts for a process those of the device? Not where a server, a program
 * or another cache lies between, and not on raw flash. */
bool target_counts_bytes(const struct target *t);
/* Reads a little of a cold target: does the kernel's count of this process's device bytes move? In a
 * worker. False too where target_counts_bytes() is, without reading. */
bool target_counter_moves(const struct target *t);
/* Gives the record of a reading test its verdict: device_bytes becomes unknown where they are not
 * counted; less than half of r->bytes from the device, or most of the target in memory before, is
 * RECORD_CACHED, unless the file is compressed or sparse and that is why. */
void target_judge_read(const struct target *t, struct record *r);
/* The same for a file that was just written and synced: RECORD_COMPRESSED where it takes less than
 * nine tenths of its size. */
void target_judge_written(const struct target *t, struct record *r);
/* Is it the same file, by whatever path? */
bool target_same_file(const struct platform_stat *a, const struct platform_stat *b);
/* Says that direct I/O was wanted and is not possible. */
void target_note_buffered(const char *path);
/* Is it storage, not a pipe or character device? */
bool target_is_disk(const struct target *t);
/* Says in a line each that there is no disk behind it, or one that can't be made cold. */
void target_notes(const struct target *t);
/* "regular file on ext4", "partition", "MTD character device": for messages and JSON. */
const char *target_kind_name(const struct target *t);
/* The member "target". */
void target_json(struct json *j, const struct target *t);

#endif

/* SPDX-License-Identifier: MIT */
/* bonnie.h - what the parts of the applet share: options, tests, the run. */
#ifndef BONNIE_H
#define BONNIE_H

#include <stdbool.h>
#include <stdint.h>

#include "fill.h"
#include "record.h"
#include "scratch.h"
#include "target.h"
#include "workers.h"

/* The twelve tests in the original's order, which is the order of the reports' columns too. */
enum test {
	PUTC, PUT_BLOCK, REWRITE, GETC, GET_BLOCK, SEEKS,
	SEQ_CREATE, SEQ_STAT, SEQ_DELETE, RAN_CREATE, RAN_STAT, RAN_DELETE,
	TESTS,
	IO_TESTS = SEQ_CREATE,
};

enum {
	BONNIE_CHUNK = 8192,            /* bytes an I/O call moves unless said; labels leave it out */
	BONNIE_ROUNDS = 32,             /* times that a short test is repeated at most */
};

enum report { REPORT_103, REPORT_200 };

/* What links the small files are, as -n's maximum of -1 and -2. */
enum links { LINKS_NONE, LINKS_HARD, LINKS_SYMBOLIC };

struct options {
	const char *directory, *machine, *user, *group, *json;
	uint64_t size;                  /* bytes of the large file; 0: no I/O tests */
	uint64_t char_size;             /* bytes of the per-character tests; 0: none */
	uint64_t ram;                   /* -r, bytes; 0: no rule about it */
	uint64_t seeks;
	uint32_t chunk;                 /* bytes an I/O call moves */
	uint32_t seekers;
	uint64_t files;                 /* small files; 0: no tests of them */
	uint64_t file_max, file_min;    /* their sizes */
	uint32_t file_chunk;
	uint32_t directories;
	enum links links;
	unsigned repeats;               /* -x */
	uint64_t seed;
	enum report report;
	enum fill_kind data;
	bool size_given, ram_given, chars_given, repeats_given, data_given;
	bool quiet, sync_each, direct, strict, keep_cache, drop_caches, plan;
};

/* One run: what the workers inherit and the records they fill. */
struct bonnie {
	struct options *o;
	struct target target;           /* the directory */
	struct target file;             /* the large file in it */
	struct scratch scratches[BONNIE_ROUNDS];        /* the large file, or a directory a round */
	unsigned rounds;                /* how many of them there are */
	struct scratch *scratch;        /* the one of the running test */
	bool said_buffered;
	struct record records[TESTS];
};

/* options.c: reads the command line; EXIT_DONE with *o ready, or an exit code and *stop set. */
int options_read(struct options *o, int argc, char **argv, bool *stop);
/* The default size, after the RAM is known: twice the RAM, at least 300 MiB, in whole GiB when that is near. */
uint64_t options_default_size(uint64_t ram);

/* stream.c: the tests on one large file. context: struct bonnie. */
int stream_putc(struct slot *slot, unsigned index, void *context);
int stream_put_block(struct slot *slot, unsigned index, void *context);
int stream_rewrite(struct slot *slot, unsigned index, void *context);
int stream_getc(struct slot *slot, unsigned index, void *context);
int stream_get_block(struct slot *slot, unsigned index, void *context);
int stream_seeks(struct slot *slot, unsigned index, void *context);

/* files.c: the tests of many small files. */
int files_seq_create(struct slot *slot, unsigned index, void *context);
int files_seq_stat(struct slot *slot, unsigned index, void *context);
int files_seq_delete(struct slot *slot, unsigned index, void *context);
int files_ran_create(struct slot *slot, unsigned index, void *context);
int files_ran_stat(struct slot *slot, unsigned index, void *context);
int files_ran_delete(struct slot *slot, unsigned index, void *context);
/* Makes the numbered subdirectories, when there is more than one; outside the timing. */
int files_make_directories(struct slot *slot, unsigned index, void *context);

/* names.c: the path of small file `index`, under the scratch directory. random: the letters first.
 * path: at least NAME_SIZE bytes. */
enum { NAME_SIZE = 32 };
const char *name_file(const struct options *o, uint64_t index, bool random, char *path);
/* The name of subdirectory `number`: "00012". */
const char *name_directory(uint64_t number, char *path);

/* phases.c: the tests one after the other, into b->records. */
void phases_run(struct bonnie *b);
/* What must be said in words about the records, on stderr. */
void phases_notes(const struct bonnie *b);

/* report.c: labels, and which report is printed. */
struct out;
extern const char *const report_names[TESTS];
void report_text(const struct bonnie *b);
void report_csv(const struct bonnie *b);
void report_csv_header(const struct options *o);
/* "512M", "512M:16k" where the chunk is not the default. */
void report_size_label(struct out *o, const struct options *options);
/* "16", "1:4096:512/4", "1:link/2". */
void report_files_label(struct out *o, const struct options *options);
/* True when the value must be hidden behind +++++: --strict and under half a second. */
bool report_too_short(const struct options *o, const struct record *r);

/* report_json.c: the object around all runs, and one run in it. */
struct json;
void report_json_start(struct json *j, struct out *out, const struct bonnie *b);
void report_json_run(struct json *j, const struct bonnie *b);
void report_json_finish(struct json *j);

/* report103.c, report200.c */
void report103_text(const struct bonnie *b);
void report103_csv(const struct bonnie *b);
void report200_text(const struct bonnie *b);
void report200_csv(const struct bonnie *b);

#endif

/* SPDX-License-Identifier: MIT */
/* bonnie.h - what the parts of the applet share: options, tests, the run. */
#ifndef BONNIE_H
#define BONNIE_H

#include <stdbool.h>
#include <stdint.h>

#include "applet.h"
#include "fill.h"
#include "lockstep.h"
#include "record.h"
#include "scratch.h"
#include "target.h"
#include "workers.h"

typedef int work_run(struct slot *slot, unsigned index, void *context);

/* The twelve tests in Bonnie++'s order, which is the order of the reports' columns too. */
enum test {
	PUTC, PUT_BLOCK, REWRITE, GETC, GET_BLOCK, SEEKS,
	SEQ_CREATE, SEQ_STAT, SEQ_DELETE, RAN_CREATE, RAN_STAT, RAN_DELETE,
	TESTS,
	IO_TESTS = SEQ_CREATE,
};

enum {
	BONNIE_CHUNK = 8192,            /* bytes an I/O call moves unless said; labels leave it out */
	BONNIE_ROUNDS = 32,             /* times that a short test is repeated at most */
	BONNIE_COPIES = 200,            /* at once, as Bonnie++ has it */
	BONNIE_PLACES = 64,             /* directories that -d may name */
	BONNIE_REPEATS = 100,           /* --repeat */
};

enum report { REPORT_103, REPORT_200, REPORT_CLASSIC };

/* What links the small files are: -n's maximum of -1 and -2. */
enum links { LINKS_NONE, LINKS_HARD = 1, LINKS_SYMBOLIC = 2 };

/* What a test waits for before it starts: nothing, other copies, a line on standard input. */
enum step { STEP_NONE, STEP_TOGETHER, STEP_PROMPT };

/* In this and other structs what is often used comes first, arrays last: ARM has short instructions for what
 * is near the beginning. */
struct options {
	bool strict, direct, keep_cache, sync_each, quiet, plan, drop_caches;
	bool classic, html, quick, verify, percentiles;
	bool forget;                    /* -p -1 */
	bool size_given, ram_given, chars_given, runs_given, seed_given, data_given, files_given, report_given;
	enum report report;
	enum fill_kind data;
	uint32_t chunk;                 /* bytes an I/O call moves */
	uint32_t seekers;               /* 0 until it is known */
	uint32_t seeks;
	const char *directory;          /* the one of this copy */
	const char *machine, *user, *group, *json;
	uint32_t files;                 /* small files; 0: no tests of them */
	uint32_t file_chunk, file_max, file_min; /* bytes */
	uint32_t directories;
	enum links links;
	enum step step;
	unsigned runs;                  /* -x */
	unsigned repeat;                /* --repeat: runs that make one report; 1: it isn't on */
	unsigned copies;                /* -c: on each place */
	unsigned processes;             /* -p; 0: not given */
	unsigned place_count;
	unsigned all_copies;            /* that run at once */
	unsigned columns;               /* of figures: one for each copy, and one more for their sum when there are several */
	const char *random_file;        /* -Z */
	const char *clean;              /* --clean: NULL: not given, "", "force" */
	const char *sync_file;          /* where -p and -y meet, NULL: the usual place */
	uint64_t size;                  /* bytes of the large file; 0: no I/O tests */
	uint64_t char_size;             /* bytes of the per-character tests; 0: none */
	uint64_t ram;                   /* -r, bytes; 0: no rule about it */
	uint64_t seed;
	int64_t limit_ns;               /* of each test; 0: none */
	int64_t patience_ns;            /* -y: how long to wait for a copy; 0: not given */
	const char *places[BONNIE_PLACES];      /* -d */
};

/* Is it Bonnie of 1996? */
static inline bool options_classic(const struct options *o)
{
	return ENABLED(CONFIG_BONNIE_CLASSIC) && o->classic;
}

/* Runs that make one report. */
static inline unsigned options_repeat(const struct options *o)
{
	return ENABLED(CONFIG_BONNIE_QUICK) ? o->repeat : 1;
}

/* What -n says behind the number of files; nothing in a build without it. */
static inline enum links options_links(const struct options *o)
{
	return ENABLED(CONFIG_BONNIE_FILES) ? o->links : LINKS_NONE;
}

static inline uint32_t options_file_max(const struct options *o)
{
	return ENABLED(CONFIG_BONNIE_FILES) ? o->file_max : 0;
}

/* Are the small files in subdirectories? */
static inline bool options_tree(const struct options *o)
{
	return ENABLED(CONFIG_BONNIE_FILES) && o->directories > 1;
}

/* How sure a figure is: units per 1000 s between which it lies with 95 %. */
struct spread {
	unsigned count;                 /* of the samples it rests on; 0: not known */
	uint64_t low, high;
};

/* What one copy found out in one run; shared with the parent when there are several. */
struct figures {
	bool skipped;                   /* there was no time for some tests */
	bool stopped;                   /* by a signal */
	bool left;                      /* something could not be removed */
	unsigned traits;                /* enum platform_trait of its file system */
	unsigned limited;               /* bit t: test t was ended by the time limit */
	unsigned lost;                  /* copies that left before they were done */
	volatile unsigned running;      /* the test that runs, plus 1 */
	volatile uint64_t amount;       /* that it has done */
	uint64_t size;                  /* of the large file as it became, bytes */
	struct record records[TESTS];
	struct spread spread[TESTS];
};

/* One run: what the workers inherit and the records they fill. */
struct bonnie {
	struct options *o;
	struct figures *figures;
	struct record *records;         /* the same figures' */
	struct scratch *scratch;        /* the large file, or the directory of the round */
	bool abandoned;                 /* the others never came: nothing more is run */
	bool said_buffered;
	bool by_chars;                  /* the large file was written by putc */
	bool random;                    /* the running test is one in random order */
	bool in_step;
	unsigned rounds;                /* directories of small files that there are */
	unsigned round;                 /* the one of the running test */
	unsigned rewrites, sought;      /* tests that changed the large file since it was written */
	unsigned number;                /* of the running test among those of all runs */
	unsigned turn;                  /* of the running test: how often it was begun */
	int random_fd;                  /* -Z: the file, and how many numbers are in it; 0: there is none */
	uint32_t random_count;
	uint64_t written;               /* bytes of the large file that there are to read */
	uint64_t rewritten;             /* bytes that the last of the rewrites changed */
	int64_t limit_ns;               /* what the running test may take; 0: no limit */
	int64_t deadline_ns;            /* of the whole run with --quick; 0: none */
	struct target target;           /* the directory */
	struct target file;             /* the large file in it */
	struct lockstep lockstep;       /* the copies that run with this one, when in_step */
	uint32_t made[BONNIE_ROUNDS];   /* small files in the directory of each round */
	struct scratch scratches[BONNIE_ROUNDS];        /* the large file, or a directory a round */
};

/* options.c: reads the command line; EXIT_DONE with *o ready, or an exit code and *stop set. */
int options_read(struct options *o, int argc, char **argv, bool *stop);
/* The size that nobody gave, in MiB, after the RAM is known: twice the RAM, at least 300 MiB, in whole GiB when
 * that is near; with --quick as much as the time allows, up to 1 GiB. */
uint32_t options_default_mib(const struct options *o);

/* classic.c: is it Bonnie that was called, with words it knows, or is --classic there? Then its -html,
 * which no table of options could hold, is taken out. */
bool classic_asked(int *argc, char **argv, bool *html);

/* check.c: everything that can say no before anything is created; settles sizes that depend on the RAM.
 * EXIT_DONE, or an exit code with the message printed. */
int check_run(struct bonnie *b);
/* Inodes that the small files of one copy need, or its large one. */
uint64_t check_inodes(const struct bonnie *b);

/* step.c: -y, and copies in step. */
/* Joins the other programs of -y. EXIT_DONE, or an exit code with the message printed. */
int step_join(struct bonnie *b);
/* Test number `number` of all runs begins. */
void step_test(struct bonnie *b, unsigned number);
/* Waits until the test may start: for the other copies, or a line of input. */
void step_wait(struct bonnie *b, enum test test);
/* Is the test to be done once more? It is when one copy wants it and all can. */
bool step_again(struct bonnie *b, enum test test, bool wanted, bool possible);
/* The others need not wait for this copy any longer. */
void step_leave(struct bonnie *b);
/* -p: makes or removes the file that the programs meet by. An exit code. */
int step_prepare(const struct options *o);

/* phase.c: what users of its report know the test as. */
const char *phase_label(const struct bonnie *b, enum test test);

/* stream.c, chars.c: the tests on one large file. context: struct bonnie. */
work_run stream_putc;
work_run stream_put_block;
work_run stream_rewrite;
work_run stream_getc;
work_run stream_get_block;
work_run stream_seeks;

/* files.c: the tests of many small files. */
work_run files_create;
work_run files_stat;
work_run files_delete;
/* Makes the numbered subdirectories, when there is more than one; outside the timing. */
work_run files_make_directories;
/* Bytes of small file `index`. */
uint32_t files_size(const struct options *o, uint32_t index);

/* verify.c: reads back, in a worker, what a test has written; the first wrong byte is a failure
 * that names its offset. */
work_run verify_file;
work_run verify_files;

/* names.c: the path of small file `index`, under the scratch directory. random: the letters first.
 * path: at least NAME_SIZE bytes. */
enum { NAME_SIZE = 32 };
const char *name_file(const struct options *o, uint32_t index, bool random, char *path);
/* The name of subdirectory `number`: "00012". */
const char *name_directory(uint32_t number, char *path);

/* Could name_file() and name_directory() have made this name? */
bool name_is_file(const char *name);
bool name_is_directory(const char *name);

/* clean.c: directories that dead runs left. */
/* Removes them in all of -d and says so, or with --plan what it would do. An exit code. */
int clean_all(struct bonnie *b);
/* One line for each of -d where there are some. */
void clean_note(const struct options *o);

/* phases.c: the tests one after the other, into b->figures. */
void phases_run(struct bonnie *b, unsigned run);
/* What must be said in words about the figures of o->directory, on stderr. */
void phases_notes(const struct options *o, const struct figures *f);

/* How many copies run at once. */
static inline unsigned copies_count(const struct options *o)
{
	return ENABLED(CONFIG_BONNIE_COPIES) ? o->all_copies : 1;
}

/* Figures of a run: one for each copy, and one more for their sum when there are several. */
static inline unsigned copies_columns(const struct options *o)
{
	return ENABLED(CONFIG_BONNIE_COPIES) ? o->columns : 1;
}

/* copies.c: several at once. */
/* All of them, once, into figures[0 .. columns - 1]. False: they could not be started. */
bool copies_run(struct bonnie *b, struct figures *figures, unsigned run);
/* Adds up `count` of them. */
void copies_add(struct figures *sum, const struct figures *figures, unsigned count);
/* Makes *o the options of column `column`: its name, directory and data. */
void copies_options(struct options *o, unsigned column);

/* report.c: labels, and which report is printed. */
struct out;
extern const char *const report_names[TESTS];
void report_text(const struct bonnie *b);
void report_csv(const struct bonnie *b);
void report_csv_header(const struct options *o);
/* Whole MiB, or GiB when it is whole GiB; the original knows no other. */
void report_size(struct out *o, uint64_t size);
/* "512M", "512M:16k" where the chunk is not the default. */
void report_size_label(struct out *o, const struct options *options);
/* "16", "1:4096:512/4", "1:link/2". */
void report_files_label(struct out *o, const struct options *options);
/* A number behind what separates it from others. */
void report_number(struct out *o, char before, uint32_t value);
/* True when the value must be hidden behind +++++: --strict and under half a second. */
bool report_too_short(const struct options *o, const struct record *r);
/* What stands behind the rate in a table: a star if the test was stopped. */
char report_mark(const struct record *r);
/* Prints a rate as a report has it. */
typedef void report_rate(struct out *o, const struct record *r);
/* Is it known of a test from `first` on, before `end`, between what its figure lies? */
bool report_spread_known(const struct figures *f, enum test first, enum test end);
/* Two rows below a table that say between what the figures lie, when that is known. width, first, step: columns
 * of the label, to the end of the first figure, from one to the next. */
void report_spread(const struct bonnie *b, enum test first_test, enum test end, report_rate *put, const int columns[3]);
/* Of both lines of Bonnie++: the name cut to what `size` leaves of 19 columns. */
void report_label(const struct options *o, const char *size);
/* The cells of a table's six tests, and what lies below them. */
void report_row(const struct bonnie *b, enum test first, report_rate *put);
/* The table of the large file. head: 20 characters before its first line; label: of its third; unit: there, of bytes. */
void report_io(const struct bonnie *b, const char *head, const char *label, const char *unit,
               void (*put_label)(struct out *o, const struct options *options), report_rate *put);
/* No head. */
extern const char report_blank[];
/* Ends a table's line with the units of six tests, the last of which is no test of bytes. */
void report_units(const char *bytes, const char *others);
/* The table of small files. head: 20 characters before its first line; named: the machine's name is before the
 * second; unit: its width in the third, as out_pad() has it. */
void report_files(const struct bonnie *b, const char *head, bool named, int unit, report_rate *put);
/* The same tests' fields of a CSV line, each behind its comma. */
void report_fields(const struct bonnie *b, enum test first, report_rate *put);

/* report_percentiles.c: a row of latencies for each test. */
void report_percentiles(const struct bonnie *b, struct out *o);

/* report_json.c: the members before the array of runs, which stays open; and one run in it. */
struct json;
void report_json_start(struct json *j, const struct options *o);
/* figures: the columns of copies_run(). key: NULL in the array of runs. */
void report_json_run(struct json *j, const char *key, const struct options *o, const struct figures *figures);

/* report103.c, report200.c, report_classic.c */
/* K/s, or a second, with a decimal for seeks under 1000: in the tables of 1.03 and the CSV of 2.00. */
report_rate report_rate_cut;
void report103_text(const struct bonnie *b);
void report103_csv(const struct bonnie *b);
void report200_text(const struct bonnie *b);
void report200_csv(const struct bonnie *b);
void report_classic(const struct bonnie *b);

#endif

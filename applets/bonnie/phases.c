/* SPDX-License-Identifier: MIT */
/* phases.c - the tests one after the other, and what must be said about them. */
#include "phase.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"

enum {
	EXTRA_MS = 5000,                /* that creating only for a longer delete may take */
	QUICK_S = 48,                   /* for all tests; with what ends them it stays under a minute */
};

static struct gathered gathered[3];     /* of the tests that run */

static void fail(struct bonnie *b, enum test first, enum test last, const char *call, int error)
{
	error_warn(b->o->directory, call, error);
	for (enum test t = first; t <= last; t++)
		phase_fail(b, t, call, error);
}

/* The test that comes so many after the first. In Bonnie's order rewriting is second; without characters in the
 * file there is nothing to rewrite then. */
static enum test nth_test(const struct options *o, unsigned n)
{
	static const enum test bonnies[] = { PUTC, REWRITE, PUT_BLOCK, GETC, GET_BLOCK, SEEKS };

	return options_classic(o) && o->char_size >= o->size ? bonnies[n] : (enum test)n;
}

static void run_stream(struct bonnie *b, unsigned run)
{
	bool named = b->target.fs.traits & (PLATFORM_NETWORK | PLATFORM_FUSE);
	int error = scratch_file(&b->scratches[0], b->target.fd, named);

	if (!error)
		target_adopt(&b->file, b->scratches[0].fd, b->o->directory);
	if (error) {
		fail(b, PUTC, SEEKS, "create a file", error);
		return;
	}
	b->scratch = &b->scratches[0];
	b->round = 0;
	b->rounds = 1;
	for (unsigned i = 0; i < IO_TESTS && !phase_over(b); i++) {
		enum test t = nth_test(b->o, i);

		if (phase_per_character(t) && !b->o->char_size)
			continue;
		memset(gathered, 0, sizeof gathered);
		step_test(b, run * TESTS + i);
		phase_run(b, t, &gathered[0], true);
		phase_judge(b, t, &gathered[0]);
		/* Without the file there is nothing to read. */
		if (phases[t].before == EMPTY_FILE && b->records[t].flags & RECORD_FAILED &&
		    nth_test(b->o, i + 1) != PUT_BLOCK)
			break;
	}
	prepare_remove(b);
}

/* ---- small files ----
 * Short tests are repeated in fresh directories. The files of a round stay until all creating is
 * done: ext4 is slow for minutes in giving an inode out again that was just freed, and would show
 * a fraction of its speed in creating after a delete. */

/* Is there room for the files of one more round, twice over? */
static bool another_round_fits(const struct bonnie *b)
{
	struct platform_filesystem fs;
	uint64_t files = (uint64_t)b->o->files * copies_count(b->o), inodes = check_inodes(b) * copies_count(b->o);
	uint64_t bytes = number_multiply(files, options_file_max(b->o) + 512ull);

	return b->rounds < BONNIE_ROUNDS && !platform_filesystem(b->target.fd, &fs) &&
	       fs.free / 2 > bytes && fs.files_free / 2 > inodes;
}

static bool go_on(const struct bonnie *b, enum test test)
{
	return !b->records[test].error && !phase_over(b);
}

static void use_round(struct bonnie *b, unsigned round)
{
	b->round = round;
	b->scratch = &b->scratches[round];
}

/* The subdirectories. False: a failure is noted. */
static bool make_tree(struct bonnie *b, enum test create)
{
	struct record aside = { .name = NULL };
	int error = options_tree(b->o) ? prepare_worker(b, files_make_directories, &aside) : 0;

	if (error)
		phase_fail(b, create, aside.failed, error);
	return !error;
}

/* A fresh directory, and the files in it. */
static void create_round(struct bonnie *b, enum test create, struct gathered *g)
{
	int error = scratch_directory(&b->scratches[b->rounds], b->target.fd);

	if (error) {
		fail(b, create, create, "mkdir", error);
		return;
	}
	b->made[b->rounds] = 0;
	use_round(b, b->rounds++);
	if (make_tree(b, create) && !workers_stop())
		phase_run(b, create, g, false);
}

/* Runs a stat or a delete in every directory. */
static void each_round(struct bonnie *b, enum test test, struct gathered *g)
{
	for (unsigned i = 0; i < b->rounds && go_on(b, test) && !phase_time_over(b, test); i++) {
		use_round(b, i);
		phase_run(b, test, g, false);
	}
}

/* Files made only to be deleted: their creation is not counted. */
static void delete_more(struct bonnie *b, enum test create, struct gathered *g)
{
	struct record counted = b->records[create];
	static struct gathered uncounted;

	create_round(b, create, &uncounted);
	if (go_on(b, create)) {
		b->records[create] = counted;
		phase_run(b, create + 2, g, false);
	}
}

/* Create, stat and delete in one order. */
static void run_files(struct bonnie *b, enum test create, unsigned run)
{
	enum test stat = create + 1, delete = create + 2;
	unsigned number = run * TESTS + create;
	int64_t began;

	memset(gathered, 0, sizeof gathered);
	step_test(b, number);
	do
		create_round(b, create, &gathered[0]);
	while (phase_again(b, create, another_round_fits(b)));
	step_test(b, number + 1);
	if (go_on(b, create))
		do
			each_round(b, stat, &gathered[1]);
		while (phase_again(b, stat, true));
	step_test(b, number + 2);
	if (go_on(b, create) && go_on(b, stat))
		each_round(b, delete, &gathered[2]);
	began = platform_clock_ns();
	while (b->records[delete].name && phase_again(b, delete, another_round_fits(b) &&
	                                              platform_clock_ns() - began < EXTRA_MS * NS_PER_MS))
		delete_more(b, create, &gathered[2]);
	for (enum test t = create; t <= delete; t++)
		if (b->records[t].name)
			phase_judge(b, t, &gathered[t - create]);
	prepare_remove(b);
}

/* Tests that the options want and that have no record, as bits. */
static unsigned missing(const struct options *o, const struct figures *f)
{
	unsigned set = 0;

	for (enum test t = 0; t < TESTS; t++) {
		bool wanted = t < IO_TESTS ? o->size && (o->char_size || !phase_per_character(t)) : o->files;

		set |= (unsigned)(wanted && !f->records[t].name) << t;
	}
	return set;
}

void phases_run(struct bonnie *b, unsigned run)
{
	*b->figures = (struct figures){ .traits = b->target.fs.traits };
	b->records = b->figures->records;
	if (ENABLED(CONFIG_BONNIE_QUICK) && b->o->quick)
		b->deadline_ns = platform_clock_ns() + QUICK_S * NS_PER_S;
	if (b->o->size)
		run_stream(b, run);
	if (b->o->files && !phase_over(b))
		run_files(b, SEQ_CREATE, run);
	if (b->o->files && !phase_over(b))
		run_files(b, RAN_CREATE, run);
	b->figures->stopped = workers_stop();
	b->figures->skipped = ENABLED(CONFIG_BONNIE_QUICK) && b->deadline_ns && !b->figures->stopped && missing(b->o, b->figures);
}

static unsigned flagged(const struct figures *f, unsigned flag)
{
	unsigned set = 0;

	for (enum test t = 0; t < TESTS; t++)
		set |= (unsigned)(f->records[t].name && f->records[t].flags & flag) << t;
	return set;
}

/* "what: TESTS: text", for the tests in the set. */
static void note(const struct options *o, const char *what, unsigned set, const char *text)
{
	char line[320];
	struct out l = OUT_MEMORY(line);
	const char *between = "";

	if (!set)
		return;
	for (enum test t = 0; t < TESTS; t++)
		if (set >> t & 1) {
			out_texts(&l, between, report_names[t], (char *)0);
			between = ", ";
		}
	out_texts(&l, ": ", text, (char *)0);
	error_note(o->directory, what, out_end(&l));
}

static void note_flag(const struct options *o, const struct figures *f, enum record_flag flag, const char *text)
{
	note(o, record_flag_name(flag), flagged(f, flag), text);
}

/* What the run did not do; said with --strict too. */
static void note_end(const struct options *o, const struct figures *f)
{
	unsigned missed = missing(o, f);

	note_flag(o, f, RECORD_PARTIAL, "stopped before the end");
	if (f->stopped)
		note(o, "partial", missed, "not begun");
	if (ENABLED(CONFIG_BONNIE_QUICK) && f->skipped)
		note(o, "time limit", missed, "not begun");
}

void phases_notes(const struct options *o, const struct figures *f)
{
	note_end(o, f);
	if (o->strict)
		return;
	note_flag(o, f, RECORD_CACHED, f->traits & PLATFORM_MEMORY
	          ? "this file system is in memory, there is no disk to measure"
	          : "read from memory, not from the disk");
	note_flag(o, f, RECORD_METADATA, "names and inodes were in memory (root can give --drop-caches)");
	note_flag(o, f, RECORD_COMPRESSED, "stored in less space than was written");
	note_flag(o, f, RECORD_SHORT, "under half a second in all; the figure is rough");
	if (ENABLED(CONFIG_BONNIE_QUICK))
		note(o, "time limit", f->limited, "ended by it; rates are of what was done until then");
}

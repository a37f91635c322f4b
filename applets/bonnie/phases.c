/* SPDX-License-Identifier: MIT */
/* phases.c - the tests one after the other, and what must be said about them. */
#include "phase.h"

#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"

enum { EXTRA_MS = 5000 };               /* that creating only for a longer delete may take */

static int empty_in_worker(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;

	(void)slot;
	(void)index;
	return scratch_empty(b->scratch->fd);
}

/* Removes what the tests made. A directory is emptied by a worker first: with a million files left
 * after a stop that takes long, and the parent must stay awake. */
static void remove_scratch(struct bonnie *b)
{
	for (unsigned i = 0; i < b->rounds; i++) {
		struct scratch *s = b->scratch = &b->scratches[i];
		struct record aside = { .name = "clean up" };
		int error;

		if (s->directory && s->fd >= 0)
			prepare_worker(b, empty_in_worker, &aside);
		error = scratch_remove(s);
		if (error)
			error_warn(b->o->directory, s->name[0] ? s->name : "clean up", error);
	}
	b->rounds = 0;
}

static void fail(struct bonnie *b, enum test first, enum test last, const char *call, int error)
{
	error_warn(b->o->directory, call, error);
	for (enum test t = first; t <= last; t++)
		phase_fail(b, t, call, error);
}

static void run_stream(struct bonnie *b)
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
	b->rounds = 1;
	for (enum test t = PUTC; t < IO_TESTS && !workers_stop(); t++) {
		static struct histogram latency;

		if (phase_per_character(t) && !b->o->char_size)
			continue;
		latency = (struct histogram){ 0 };
		phase_repeat(b, t, &latency);
		phase_judge(b, t, &latency);
		/* Without the file there is nothing to read. */
		if (t == PUT_BLOCK && b->records[t].flags & RECORD_FAILED)
			break;
	}
	remove_scratch(b);
}

/* ---- small files ----
 * Short tests are repeated in fresh directories. The files of a round stay until all creating is
 * done: ext4 is slow for minutes in giving an inode out again that was just freed, and would show
 * a fraction of its speed in creating after a delete. */

/* Is there room for the files of one more round, twice over? */
static bool another_round_fits(const struct bonnie *b)
{
	struct platform_filesystem fs;
	uint64_t bytes = number_multiply(b->o->files, b->o->file_max + 512);

	return b->rounds < BONNIE_ROUNDS && !platform_filesystem(b->target.fd, &fs) &&
	       fs.free / 2 > bytes && fs.files_free / 2 > b->o->files;
}

static bool go_on(const struct bonnie *b, enum test test)
{
	return !b->records[test].error && !workers_stop();
}

/* A fresh directory, and the files in it. */
static void create_round(struct bonnie *b, enum test create, struct histogram *latency)
{
	struct record aside = { .name = "mkdir" };
	int error = scratch_directory(&b->scratches[b->rounds], b->target.fd);

	if (error) {
		fail(b, create, create, "mkdir", error);
		return;
	}
	b->scratch = &b->scratches[b->rounds++];
	error = prepare_worker(b, files_make_directories, &aside);
	if (error)
		phase_fail(b, create, aside.failed, error);
	else if (!workers_stop())
		phase_run(b, create, latency);
}

/* Runs a stat or a delete in every directory. */
static void each_round(struct bonnie *b, enum test test, struct histogram *latency)
{
	for (unsigned i = 0; i < b->rounds && go_on(b, test); i++) {
		b->scratch = &b->scratches[i];
		phase_run(b, test, latency);
	}
}

/* Files made only to be deleted: their creation is not counted. */
static void delete_more(struct bonnie *b, enum test create, struct histogram latency[3])
{
	struct record counted = b->records[create];
	static struct histogram uncounted;

	create_round(b, create, &uncounted);
	if (go_on(b, create)) {
		b->records[create] = counted;
		phase_run(b, create + 2, &latency[2]);
	}
}

/* Create, stat and delete in one order. */
static void run_files(struct bonnie *b, enum test create)
{
	static struct histogram latency[3];
	enum test stat = create + 1, delete = create + 2;
	int64_t began;

	latency[0] = latency[1] = latency[2] = (struct histogram){ 0 };
	do
		create_round(b, create, &latency[0]);
	while (!phase_long_enough(b, create) && another_round_fits(b));
	if (go_on(b, create))
		do
			each_round(b, stat, &latency[1]);
		while (!phase_long_enough(b, stat));
	if (go_on(b, create) && go_on(b, stat))
		each_round(b, delete, &latency[2]);
	began = platform_clock_ns();
	while (b->records[delete].name && !phase_long_enough(b, delete) && another_round_fits(b) &&
	       platform_clock_ns() - began < EXTRA_MS * NS_PER_MS)
		delete_more(b, create, latency);
	for (enum test t = create; t <= delete; t++)
		if (b->records[t].name)
			phase_judge(b, t, &latency[t - create]);
	remove_scratch(b);
}

void phases_run(struct bonnie *b)
{
	for (enum test t = 0; t < TESTS; t++)
		b->records[t] = (struct record){ .name = NULL };
	if (b->o->size)
		run_stream(b);
	if (b->o->files && !workers_stop())
		run_files(b, SEQ_CREATE);
	if (b->o->files && !workers_stop())
		run_files(b, RAN_CREATE);
}

static void note(const struct bonnie *b, unsigned flag, const char *text)
{
	char line[320];
	struct out o = OUT_MEMORY(line);
	unsigned count = 0;

	for (enum test t = 0; t < TESTS; t++)
		if (b->records[t].name && b->records[t].flags & flag)
			out_texts(&o, count++ ? ", " : "", b->records[t].name, (char *)0);
	out_texts(&o, ": ", text, (char *)0);
	if (count)
		error_note(b->o->directory, record_flag_name(flag), out_end(&o));
}

void phases_notes(const struct bonnie *b)
{
	if (b->o->strict)
		return;
	note(b, RECORD_CACHED, b->target.fs.traits & PLATFORM_MEMORY
	     ? "this file system is in memory, there is no disk to measure"
	     : "read from memory, not from the disk");
	note(b, RECORD_METADATA, "names and inodes were in memory (root can give --drop-caches)");
	note(b, RECORD_COMPRESSED, "stored in less space than was written");
	note(b, RECORD_SHORT, "under half a second even repeated; the figure is rough");
	note(b, RECORD_PARTIAL, "stopped before the end");
}

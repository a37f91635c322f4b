/* SPDX-License-Identifier: MIT */
/* phases.c - the tests one after the other: what is prepared outside the time,
 * what is repeated because it was too short, and which flags a record gets. */
#include "bonnie.h"

#include "cache.h"
#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "progress.h"

enum {
	FLOOR_MS = 500,                 /* a shorter phase is repeated */
	REPEATS_MAX = 32,
	CACHED_AT = 500,                /* thousandths in memory before reading that make it a cached read */
	STAYED_AT = 10,                 /* thousandths that may stay after dropping: metadata */
};

/* What a phase wants done before its clock runs. */
enum before { EMPTY_FILE, COLD_FILE, COLD_NAMES, NOTHING };

static const struct phase {
	const char *label[2];           /* as report 1.03 and 2.00 users know it */
	enum record_unit unit;
	enum before before;
	int (*run)(struct slot *slot, unsigned index, void *context);
} phases[TESTS] = {
	{ { "Writing with putc()", "Writing a byte at a time" }, RECORD_BYTES, EMPTY_FILE, stream_putc },
	{ { "Writing intelligently", NULL }, RECORD_BYTES, EMPTY_FILE, stream_put_block },
	{ { "Rewriting", NULL }, RECORD_BYTES, COLD_FILE, stream_rewrite },
	{ { "Reading with getc()", "Reading a byte at a time" }, RECORD_BYTES, COLD_FILE, stream_getc },
	{ { "Reading intelligently", NULL }, RECORD_BYTES, COLD_FILE, stream_get_block },
	{ { "start 'em", NULL }, RECORD_OPERATIONS, COLD_FILE, stream_seeks },
	{ { "Create files in sequential order", NULL }, RECORD_FILES, NOTHING, files_seq_create },
	{ { "Stat files in sequential order", NULL }, RECORD_FILES, COLD_NAMES, files_seq_stat },
	{ { "Delete files in sequential order", NULL }, RECORD_FILES, NOTHING, files_seq_delete },
	{ { "Create files in random order", NULL }, RECORD_FILES, NOTHING, files_ran_create },
	{ { "Stat files in random order", NULL }, RECORD_FILES, COLD_NAMES, files_ran_stat },
	{ { "Delete files in random order", NULL }, RECORD_FILES, NOTHING, files_ran_delete },
};

const char *const report_names[TESTS] = {
	"putc", "put_block", "rewrite", "getc", "get_block", "seeks",
	"seq_create", "seq_stat", "seq_del", "ran_create", "ran_stat", "ran_del",
};

static bool reads(enum test test)
{
	return phases[test].before == COLD_FILE;
}

/* ---- work outside the time, in a worker too: it may block ---- */

static void orphaned(void *context)
{
	struct bonnie *b = context;

	scratch_remove(&b->scratch);
}

static int in_worker(struct bonnie *b, int (*run)(struct slot *, unsigned, void *), struct record *r)
{
	struct work work = { run, b, 1, orphaned, b->o->directory };

	return workers_run(&work, r, NULL);
}

static int empty_file(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error = platform_truncate(b->scratch.fd, 0);

	(void)index;
	return error ? slot_fail(slot, "ftruncate", NULL, error) : 0;
}

static int drop_file(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error = cache_drop(b->scratch.fd, false);

	(void)index;
	return error ? slot_fail(slot, "fsync", NULL, error) : 0;
}

static int drop_names(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error;

	(void)index;
	platform_sync(b->scratch.fd);
	platform_sync_all();                    /* only clean inodes can go */
	error = platform_drop_caches();
	return error ? slot_fail(slot, "drop_caches", NULL, error) : 0;
}

/* Reads one chunk of the cold file: does the kernel's count of device bytes move? */
static int control_read(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	char *buffer = platform_pages(b->o->chunk);
	int64_t got = buffer ? platform_pread(b->scratch.fd, buffer, b->o->chunk, 0) : -ENOMEM;

	(void)index;
	return got < 0 ? slot_fail(slot, "read", NULL, (int)got) : 0;
}

static void find_out_counted(struct bonnie *b)
{
	struct record r = { .name = "control" };

	if (target_counts_bytes(&b->target) && !in_worker(b, control_read, &r))
		b->counted = r.device_bytes > 0;
	platform_advise(b->scratch.fd, PLATFORM_DONTNEED);
}

/* Drops the file's pages and looks what stayed. */
static void make_cold(struct bonnie *b, struct record *r)
{
	struct record dropped = { .name = "drop" };
	struct platform_stat st;
	int resident;

	if (b->o->strict || b->o->keep_cache)
		return;
	if (in_worker(b, drop_file, &dropped)) {
		r->error = dropped.error;
		r->failed = dropped.failed;
		r->flags |= RECORD_FAILED;
		return;
	}
	if (!b->counted)
		find_out_counted(b);
	if (platform_stat(b->scratch.fd, &st) || b->o->direct)
		return;
	resident = cache_resident(b->scratch.fd, st.size, true, b->target.fs.traits & PLATFORM_STACKED);
	if (resident > CACHED_AT)
		r->flags |= RECORD_CACHED;
	else if (resident > STAYED_AT)
		error_note(b->o->directory, "cache", "some of the file stayed in memory after dropping it");
}

static void prepare(struct bonnie *b, enum test test, struct record *r)
{
	struct record aside = { .name = "prepare" };
	int error = 0;

	switch (phases[test].before) {
	case EMPTY_FILE:
		error = in_worker(b, empty_file, &aside);
		break;
	case COLD_FILE:
		make_cold(b, r);
		break;
	case COLD_NAMES:
		if (b->o->drop_caches)
			error = in_worker(b, drop_names, &aside);
		else if (!b->o->strict)
			r->flags |= RECORD_METADATA;
		break;
	case NOTHING:
		break;
	}
	if (error) {
		r->error = aside.error;
		r->failed = aside.failed;
		r->flags |= RECORD_FAILED;
	}
}

/* ---- one phase ---- */

static bool per_character(enum test test)
{
	return test == PUTC || test == GETC;
}

/* Direct I/O is a state of the one open file that all workers share. */
static void set_direct(struct bonnie *b, enum test test, struct record *r)
{
	bool direct = b->o->direct && !per_character(test);
	int error = test < IO_TESTS && b->o->direct ? platform_set_direct(b->scratch.fd, direct) : 0;

	r->flags |= direct && !error && test < IO_TESTS ? RECORD_DIRECT : RECORD_BUFFERED;
}

/* A worker that had to fall back said so in its slot's flags. */
static void note_fallback(struct bonnie *b, enum test test, struct record *r)
{
	if ((r->flags & (RECORD_DIRECT | RECORD_BUFFERED)) == (RECORD_DIRECT | RECORD_BUFFERED))
		r->flags &= ~(unsigned)RECORD_DIRECT;
	if (!b->o->direct || r->flags & RECORD_DIRECT || per_character(test) || test >= IO_TESTS || b->said_buffered)
		return;
	b->said_buffered = true;
	error_note(b->o->directory, "buffered", "direct I/O is not possible here with this chunk; going on without it");
}

static void settle_device_bytes(const struct bonnie *b, enum test test, struct record *r)
{
	if (!reads(test) && r->flags & RECORD_DIRECT && b->counted)
		r->device_bytes = (int64_t)r->written_bytes;
	else if (!reads(test) || !b->counted)
		r->device_bytes = -1;
}

static void run_once(struct bonnie *b, enum test test, struct record *r, struct histogram *latency)
{
	struct work work = { phases[test].run, b, test == SEEKS ? b->o->seekers : 1, orphaned, b->o->directory };

	*r = (struct record){ .name = report_names[test], .unit = phases[test].unit, .runs = 1 };
	prepare(b, test, r);
	if (r->flags & RECORD_FAILED)
		return;
	set_direct(b, test, r);
	workers_run(&work, r, latency);
	note_fallback(b, test, r);
	settle_device_bytes(b, test, r);
}

static bool long_enough(const struct bonnie *b, const struct record *r)
{
	return b->o->strict || r->flags & RECORD_FAILED || workers_stop() || r->runs >= REPEATS_MAX ||
	       r->elapsed_ns >= FLOOR_MS * NS_PER_MS;
}

/* Does the flags that only the whole record can show. */
static void judge(const struct bonnie *b, enum test test, struct record *r)
{
	struct platform_stat st;

	if (r->elapsed_ns < FLOOR_MS * NS_PER_MS)
		r->flags |= RECORD_SHORT;
	if (reads(test) && r->device_bytes >= 0 && (uint64_t)r->device_bytes < r->bytes / 2)
		r->flags |= RECORD_CACHED;
	if (test == PUT_BLOCK && !platform_stat(b->scratch.fd, &st) && !(r->flags & (RECORD_FAILED | RECORD_PARTIAL)) &&
	    !(b->target.fs.traits & PLATFORM_MEMORY) && st.allocated < st.size / 10 * 9)
		r->flags |= RECORD_COMPRESSED;
}

static uint64_t expected(const struct bonnie *b, enum test test)
{
	if (test == SEEKS)
		return b->o->seeks;
	if (test >= IO_TESTS)
		return b->o->files;
	return per_character(test) ? b->o->char_size : b->o->size;
}

static void begin(const struct bonnie *b, enum test test, bool again)
{
	const char *const *label = phases[test].label;

	progress_begin(b->o->report == REPORT_200 && label[1] ? label[1] : label[0],
	               phases[test].unit, expected(b, test), again);
}

/* "start 'em...done...done...done...": a done for every seeker, as the original has it. */
static void end(const struct bonnie *b, enum test test)
{
	const struct record *r = &b->records[test];
	char text[8 * WORKERS_MAX];
	struct out o = OUT_MEMORY(text);

	if (r->flags & RECORD_FAILED)
		out_text(&o, "failed");
	else if (test == SEEKS)
		for (unsigned i = 0; i < b->o->seekers; i++)
			out_text(&o, "done...");
	else
		out_text(&o, test < IO_TESTS ? "done" : "done.");
	progress_end(out_end(&o));
}

static void run_phase(struct bonnie *b, enum test test)
{
	struct record *r = &b->records[test], again;
	static struct histogram latency;

	latency = (struct histogram){ 0 };
	begin(b, test, false);
	run_once(b, test, r, &latency);
	while (!long_enough(b, r)) {
		run_once(b, test, &again, &latency);
		record_add(r, &again);
	}
	judge(b, test, r);
	record_set_latency(r, &latency);
	end(b, test);
}

/* ---- all of them ---- */

static bool ended(const struct bonnie *b, enum test test)
{
	return workers_stop() || b->records[test].flags & RECORD_FAILED;
}

static void remove_scratch(struct bonnie *b)
{
	int error = scratch_remove(&b->scratch);

	if (error)
		error_warn(b->o->directory, b->scratch.name[0] ? b->scratch.name : "cleaning up", error);
}

static int remove_in_worker(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;

	(void)slot;
	(void)index;
	return scratch_empty(b->scratch.fd);
}

static void fail(struct bonnie *b, enum test first, enum test last, const char *call, int error)
{
	error_warn(b->o->directory, call, error);
	for (enum test t = first; t <= last; t++)
		b->records[t] = (struct record){ .name = report_names[t], .unit = phases[t].unit, .runs = 1,
		                                 .device_bytes = -1, .flags = RECORD_FAILED, .error = error,
		                                 .failed = call };
}

static void run_stream(struct bonnie *b)
{
	bool named = b->target.fs.traits & (PLATFORM_NETWORK | PLATFORM_FUSE);
	int error = scratch_file(&b->scratch, b->target.fd, named);

	if (error) {
		fail(b, PUTC, SEEKS, "create a file", error);
		return;
	}
	for (enum test t = PUTC; t < IO_TESTS && !workers_stop(); t++) {
		if (per_character(t) && !b->o->char_size)
			continue;
		run_phase(b, t);
		/* Without the file there is nothing to read. */
		if (t == PUT_BLOCK && ended(b, t))
			break;
	}
	remove_scratch(b);
}

/* Runs a test of the triple and adds it to its record; a stat that was too short is run again at
 * once, for its files are still there. */
static int run_of_triple(struct bonnie *b, enum test test, struct histogram *latency)
{
	struct record *r = &b->records[test], round;
	bool again = r->name;

	begin(b, test, again);
	do {
		run_once(b, test, &round, latency);
		if (r->name)
			record_add(r, &round);
		else
			*r = round;
	} while (phases[test].before == COLD_NAMES && !long_enough(b, r));
	end(b, test);
	return r->error;
}

/* Create, stat, delete of one order, once, in a fresh directory. Later rounds are for those that
 * were too short; they need a create and a delete, a stat only if it is one of them. */
static int run_triple(struct bonnie *b, enum test first, struct histogram latency[3])
{
	struct record aside = { .name = "mkdir" };
	int error = scratch_directory(&b->scratch, b->target.fd);

	if (error) {
		fail(b, first, first + 2, "mkdir", error);
		return error;
	}
	error = in_worker(b, files_make_directories, &aside);
	if (error)
		fail(b, first, first + 2, aside.failed, error);
	for (unsigned i = 0; !error && i < 3 && !workers_stop(); i++)
		if (phases[first + i].before != COLD_NAMES || !b->records[first + i].name)
			error = run_of_triple(b, first + i, &latency[i]);
	return error;
}

/* Empties by a worker first: with a million files left that takes long, and the parent must stay awake. */
static void end_round(struct bonnie *b)
{
	struct record aside = { .name = "clean up" };

	if (b->scratch.fd >= 0)
		in_worker(b, remove_in_worker, &aside);
	remove_scratch(b);
}

static bool triple_long_enough(const struct bonnie *b, enum test first)
{
	return long_enough(b, &b->records[first]) && long_enough(b, &b->records[first + 2]);
}

static void run_files(struct bonnie *b, enum test first)
{
	static struct histogram latency[3];

	latency[0] = latency[1] = latency[2] = (struct histogram){ 0 };
	do {
		int error = run_triple(b, first, latency);

		end_round(b);
		if (error)
			break;
	} while (!workers_stop() && !triple_long_enough(b, first));
	for (enum test t = first; t < first + 3; t++) {
		if (!b->records[t].name)
			continue;
		judge(b, t, &b->records[t]);
		record_set_latency(&b->records[t], &latency[t - first]);
	}
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

/* ---- notes ---- */

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

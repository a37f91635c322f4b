/* SPDX-License-Identifier: MIT */
/* phase.c - one test: its table row, running it, and the flags its record gets. */
#include "phase.h"

#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "progress.h"

enum { FLOOR_MS = 500 };                /* a shorter phase is repeated */

const struct phase phases[TESTS] = {
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

/* Direct I/O is a state of the one open file that all workers share. */
static void set_direct(struct bonnie *b, enum test test, struct record *r)
{
	bool direct = b->o->direct && !phase_per_character(test);
	int error = test < IO_TESTS && b->o->direct ? platform_set_direct(b->scratch->fd, direct) : 0;

	r->flags |= direct && !error && test < IO_TESTS ? RECORD_DIRECT : RECORD_BUFFERED;
}

/* A worker that had to fall back said so in its slot's flags. */
static void note_fallback(struct bonnie *b, enum test test, struct record *r)
{
	if ((r->flags & (RECORD_DIRECT | RECORD_BUFFERED)) == (RECORD_DIRECT | RECORD_BUFFERED))
		r->flags &= ~(unsigned)RECORD_DIRECT;
	if (!b->o->direct || r->flags & RECORD_DIRECT || phase_per_character(test) || test >= IO_TESTS || b->said_buffered)
		return;
	b->said_buffered = true;
	error_note(b->o->directory, "buffered", "direct I/O is not possible here with this chunk; going on without it");
}

/* Buffered writes are counted when they dirty memory, which says nothing about the device. */
static void settle_device_bytes(const struct bonnie *b, enum test test, struct record *r)
{
	if (phase_reads(test) && b->file.counted)
		return;
	r->device_bytes = r->flags & RECORD_DIRECT && b->file.counted ? (int64_t)r->written_bytes : -1;
}

static void run_once(struct bonnie *b, enum test test, struct record *r, struct histogram *latency)
{
	struct work work = { phases[test].run, b, test == SEEKS ? b->o->seekers : 1, prepare_orphaned, b->o->directory };

	*r = (struct record){ .name = report_names[test], .unit = phases[test].unit, .runs = 1 };
	prepare_test(b, test, r);
	if (r->flags & RECORD_FAILED)
		return;
	set_direct(b, test, r);
	workers_run(&work, r, latency);
	note_fallback(b, test, r);
	settle_device_bytes(b, test, r);
}

bool phase_long_enough(const struct bonnie *b, enum test test)
{
	const struct record *r = &b->records[test];

	return b->o->strict || r->flags & RECORD_FAILED || workers_stop() || r->runs >= BONNIE_ROUNDS ||
	       r->elapsed_ns >= FLOOR_MS * NS_PER_MS;
}

void phase_judge(struct bonnie *b, enum test test, const struct histogram *latency)
{
	struct record *r = &b->records[test];

	record_set_latency(r, latency);

	if (r->flags & (RECORD_FAILED | RECORD_PARTIAL) || b->o->strict)
		return;
	if (r->elapsed_ns < FLOOR_MS * NS_PER_MS)
		r->flags |= RECORD_SHORT;
	if (phase_reads(test))
		target_judge_read(&b->file, r);
	if (test == PUT_BLOCK)
		target_judge_written(&b->file, r);
}

static uint64_t expected(const struct bonnie *b, enum test test)
{
	if (test == SEEKS)
		return b->o->seeks;
	if (test >= IO_TESTS)
		return b->o->files;
	return phase_per_character(test) ? b->o->char_size : b->o->size;
}

/* A test with a record has had its line. */
static void begin(const struct bonnie *b, enum test test)
{
	const char *const *label = phases[test].label;

	progress_begin(b->o->report == REPORT_200 && label[1] ? label[1] : label[0],
	               phases[test].unit, expected(b, test), b->records[test].name != NULL);
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

static void run_and_add(struct bonnie *b, enum test test, struct histogram *latency)
{
	struct record *r = &b->records[test], once;

	run_once(b, test, &once, latency);
	if (r->name)
		record_add(r, &once);
	else
		*r = once;
}

void phase_run(struct bonnie *b, enum test test, struct histogram *latency)
{
	begin(b, test);
	run_and_add(b, test, latency);
	end(b, test);
}

void phase_repeat(struct bonnie *b, enum test test, struct histogram *latency)
{
	begin(b, test);
	do
		run_and_add(b, test, latency);
	while (!phase_long_enough(b, test));
	end(b, test);
}

void phase_fail(struct bonnie *b, enum test test, const char *call, int error)
{
	b->records[test] = (struct record){
		.name = report_names[test], .unit = phases[test].unit, .runs = 1, .device_bytes = -1,
		.flags = RECORD_FAILED, .error = error, .failed = call,
	};
}

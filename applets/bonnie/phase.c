/* SPDX-License-Identifier: MIT */
/* phase.c - one test: its table row, running it, and the flags its record gets. */
#include "phase.h"

#include "applet.h"
#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "progress.h"

enum { FLOOR_MS = 500 };                /* a shorter phase is repeated */

#define VERIFY(run) (ENABLED(CONFIG_BONNIE_VERIFY) ? (run) : NULL)

const struct phase phases[TESTS] = {
	{ { "Writing with putc()", "Writing a byte at a time" }, RECORD_BYTES, EMPTY_FILE, stream_putc, VERIFY(verify_file) },
	{ { "Writing intelligently", NULL }, RECORD_BYTES, EMPTY_FILE, stream_put_block, VERIFY(verify_file) },
	{ { "Rewriting", NULL }, RECORD_BYTES, COLD_FILE, stream_rewrite, VERIFY(verify_file) },
	{ { "Reading with getc()", "Reading a byte at a time" }, RECORD_BYTES, COLD_FILE, stream_getc, NULL },
	{ { "Reading intelligently", NULL }, RECORD_BYTES, COLD_FILE, stream_get_block, NULL },
	{ { "start 'em", NULL }, RECORD_OPERATIONS, COLD_FILE, stream_seeks, VERIFY(verify_file) },
	{ { "Create files in sequential order", NULL }, RECORD_FILES, NOTHING, files_seq_create, VERIFY(verify_seq_files) },
	{ { "Stat files in sequential order", NULL }, RECORD_FILES, COLD_NAMES, files_seq_stat, NULL },
	{ { "Delete files in sequential order", NULL }, RECORD_FILES, NOTHING, files_seq_delete, NULL },
	{ { "Create files in random order", NULL }, RECORD_FILES, NOTHING, files_ran_create, VERIFY(verify_ran_files) },
	{ { "Stat files in random order", NULL }, RECORD_FILES, COLD_NAMES, files_ran_stat, NULL },
	{ { "Delete files in random order", NULL }, RECORD_FILES, NOTHING, files_ran_delete, NULL },
};

const char *const report_names[TESTS] = {
	"putc", "put_block", "rewrite", "getc", "get_block", "seeks",
	"seq_create", "seq_stat", "seq_del", "ran_create", "ran_stat", "ran_del",
};

/* ---- time ---- */

bool phase_over(const struct bonnie *b)
{
	return workers_stop() || b->abandoned || (b->deadline_ns && platform_clock_ns() >= b->deadline_ns);
}

bool phase_time_over(const struct bonnie *b, enum test test)
{
	return b->o->limit_ns && b->records[test].name && b->records[test].elapsed_ns >= b->o->limit_ns;
}

/* What is left for the test; of a run that must end, two thirds of its even share at most: a slow disk takes
 * time outside the tests, too. 0: no limit. */
static int64_t time_left(const struct bonnie *b, enum test test)
{
	int64_t left = b->o->limit_ns - (b->records[test].name ? b->records[test].elapsed_ns : 0), share;

	if (!b->o->limit_ns)
		return 0;
	share = b->deadline_ns ? (b->deadline_ns - platform_clock_ns()) / (TESTS - (int)test) * 2 / 3 : left;
	if (share < left)
		left = share;
	return left > NS_PER_MS ? left : NS_PER_MS;
}

/* ---- direct I/O and where bytes came from ---- */

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

/* ---- one run ---- */

static uint64_t expected(const struct bonnie *b, enum test test)
{
	uint64_t size = phases[test].before == EMPTY_FILE ? b->o->size : b->written;

	if (test == SEEKS)
		return b->o->seeks;
	if (test >= IO_TESTS)
		return phases[test].before == NOTHING && test % 3 == 0 ? b->o->files : b->made[b->round];
	return phase_per_character(test) && b->o->char_size < size ? b->o->char_size : size - size % b->o->chunk;
}

static const char *label_of(const struct bonnie *b, enum test test)
{
	const char *const *label = phases[test].label;

	return b->o->report == REPORT_200 && label[1] ? label[1] : label[0];
}

/* What later tests must know: what there is to read, and what was changed in it. */
static void remember(struct bonnie *b, enum test test, const struct record *r)
{
	if (phases[test].before == EMPTY_FILE) {
		b->written = r->amount;
		b->by_chars = test == PUTC;
		b->rewrites = b->sought = 0;
	} else if (test == REWRITE) {
		b->rewrites++;
		b->rewritten = r->amount;
	} else if (test == SEEKS) {
		b->sought++;
	} else if (test == SEQ_CREATE || test == RAN_CREATE) {
		b->made[b->round] = r->amount;
	}
	if (test == PUT_BLOCK)
		b->figures->size = r->amount;
	if (b->limit_ns && !r->error && r->amount < expected(b, test))
		b->figures->limited |= 1u << test;
}

static struct samples *watched;         /* of the test that runs */

static void watch(void *context, uint64_t amount, int64_t elapsed_ns)
{
	struct bonnie *b = context;

	b->figures->amount = amount;
	if (ENABLED(CONFIG_BONNIE_QUICK) && watched)
		spread_look(watched, amount, elapsed_ns);
	progress_watch(NULL, amount, elapsed_ns);
}

static void run_once(struct bonnie *b, enum test test, struct record *r, struct gathered *g)
{
	struct work work = { .run = phases[test].run, .context = b, .workers = test == SEEKS ? b->o->seekers : 1,
		             .orphaned = prepare_orphaned, .path = prepare_place(b), .watch = watch };

	*r = (struct record){ .name = report_names[test], .unit = phases[test].unit, .runs = 1 };
	b->limit_ns = time_left(b, test);
	prepare_test(b, test, r);
	if (r->flags & RECORD_FAILED)
		return;
	step_wait(b, label_of(b, test));
	b->turn++;
	if (phase_over(b)) {
		r->name = NULL;
		return;
	}
	set_direct(b, test, r);
	watched = &g->samples;
	if (b->deadline_ns)
		work.limit_ns = b->deadline_ns - platform_clock_ns();
	workers_run(&work, r, &g->latency);
	watched = NULL;
	remember(b, test, r);
	if (ENABLED(CONFIG_BONNIE_QUICK))
		spread_run_over(&g->samples, r);
	note_fallback(b, test, r);
	settle_device_bytes(b, test, r);
}

bool phase_again(struct bonnie *b, enum test test, bool possible)
{
	const struct record *r = &b->records[test];
	int64_t floor = b->o->quick ? b->o->limit_ns / 2 : FLOOR_MS * NS_PER_MS;
	bool enough = b->o->strict || r->flags & RECORD_FAILED || phase_over(b) || r->runs >= BONNIE_ROUNDS ||
	              r->elapsed_ns >= floor || phase_time_over(b, test);

	return step_again(b, label_of(b, test), !enough, possible && !phase_over(b));
}

void phase_judge(struct bonnie *b, enum test test, struct gathered *g)
{
	struct record *r = &b->records[test];

	record_set_latency(r, &g->latency);
	if (ENABLED(CONFIG_BONNIE_QUICK) && b->o->quick)
		b->figures->spread[test] = spread_of(&g->samples, r);
	if (r->flags & (RECORD_FAILED | RECORD_PARTIAL) || b->o->strict)
		return;
	if (r->elapsed_ns < FLOOR_MS * NS_PER_MS)
		r->flags |= RECORD_SHORT;
	if (phase_reads(test))
		target_judge_read(&b->file, r);
	if (test == PUT_BLOCK)
		target_judge_written(&b->file, r);
}

/* A test with a record has had its line. */
static void begin(struct bonnie *b, enum test test)
{
	if (!b->records[test].name)
		b->figures->running = test + 1u;
	progress_begin(label_of(b, test), phases[test].unit, expected(b, test), b->records[test].name != NULL);
}

/* "start 'em...done...done...done": a done for every seeker, as the original has it. */
static void end(const struct bonnie *b, enum test test)
{
	const struct record *r = &b->records[test];
	char text[8 * WORKERS_MAX];
	struct out o = OUT_MEMORY(text);

	if (r->flags & RECORD_FAILED)
		out_text(&o, "failed");
	else if (r->flags & RECORD_PARTIAL || phase_over(b))
		out_text(&o, "stopped");
	else if (test == SEEKS)
		for (unsigned i = 0; i < b->o->seekers; i++)
			out_text(&o, "done...");
	else
		out_text(&o, test < IO_TESTS ? "done" : "done.");
	progress_end(out_end(&o));
}

/* Reads back what the test wrote; that isn't part of it. */
static void verify(struct bonnie *b, enum test test, struct record *r)
{
	struct record aside = { .name = "verify" };
	uint64_t amount = test < IO_TESTS ? b->written : b->made[b->round];

	progress_begin("Verifying", test < IO_TESTS ? RECORD_BYTES : RECORD_FILES, amount,
	               test >= IO_TESTS && r->runs > 1);
	if (test < IO_TESTS) {
		if (b->o->direct)
			platform_set_direct(b->scratch->fd, false);
		prepare_cold(b, &aside);
	}
	if (!aside.error)
		prepare_worker(b, phases[test].verify, &aside);
	if (aside.error) {
		r->error = aside.error;
		r->failed = aside.failed;
		r->flags |= RECORD_FAILED;
	}
	progress_end(aside.error ? "failed" : "done");
}

static void run_and_add(struct bonnie *b, enum test test, struct gathered *g)
{
	struct record *r = &b->records[test], once;

	run_once(b, test, &once, g);
	if (r->name && once.name)
		record_add(r, &once);
	else if (!r->name)
		*r = once;
}

static void run_until_enough(struct bonnie *b, enum test test, struct gathered *g, bool repeat)
{
	struct record *r = &b->records[test];

	begin(b, test);
	do
		run_and_add(b, test, g);
	while (repeat && phase_again(b, test, true));
	end(b, test);
	if (b->o->verify && phases[test].verify && !r->error && !phase_over(b))
		verify(b, test, r);
}

void phase_run(struct bonnie *b, enum test test, struct gathered *g)
{
	run_until_enough(b, test, g, false);
}

void phase_repeat(struct bonnie *b, enum test test, struct gathered *g)
{
	run_until_enough(b, test, g, true);
}

void phase_fail(struct bonnie *b, enum test test, const char *call, int error)
{
	b->records[test] = (struct record){
		.name = report_names[test], .unit = phases[test].unit, .runs = 1, .device_bytes = -1,
		.flags = RECORD_FAILED, .error = error, .failed = call,
	};
}

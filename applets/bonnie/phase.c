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

const struct phase phases[TESTS] = {
	{ "Writing with putc()", RECORD_BYTES, EMPTY_FILE, stream_putc },
	{ "Writing intelligently", RECORD_BYTES, EMPTY_FILE, stream_put_block },
	{ "Rewriting", RECORD_BYTES, COLD_FILE, stream_rewrite },
	{ "Reading with getc()", RECORD_BYTES, COLD_FILE, stream_getc },
	{ "Reading intelligently", RECORD_BYTES, COLD_FILE, stream_get_block },
	{ "start 'em", RECORD_OPERATIONS, COLD_FILE, stream_seeks },
	{ "Create", RECORD_FILES, NOTHING, files_create },
	{ "Stat", RECORD_FILES, COLD_NAMES, files_stat },
	{ "Delete", RECORD_FILES, NOTHING, files_delete },
	{ "Create", RECORD_FILES, NOTHING, files_create },
	{ "Stat", RECORD_FILES, COLD_NAMES, files_stat },
	{ "Delete", RECORD_FILES, NOTHING, files_delete },
};

const char *const report_names[TESTS] = {
	"putc", "put_block", "rewrite", "getc", "get_block", "seeks",
	"seq_create", "seq_stat", "seq_del", "ran_create", "ran_stat", "ran_del",
};

const char *phase_label(const struct bonnie *b, enum test test)
{
	static char text[40];
	struct out o = OUT_MEMORY(text);
	const char *label = phases[test].label;

	if (ENABLED(CONFIG_BONNIE_REPORT2) && b->o->report == REPORT_200 && phase_per_character(test))
		return test == PUTC ? "Writing a byte at a time" : "Reading a byte at a time";
	if (phases[test].unit != RECORD_FILES)
		return label;
	out_texts(&o, label, " files in ", test < RAN_CREATE ? "sequential" : "random", " order", (char *)0);
	return out_end(&o);
}

/* ---- time ---- */

int64_t phase_left(const struct bonnie *b)
{
	return b->deadline_ns - platform_clock_ns();
}

bool phase_over(const struct bonnie *b)
{
	bool late = ENABLED(CONFIG_BONNIE_QUICK) && b->deadline_ns && phase_left(b) <= 0;

	return late || workers_stop() || b->abandoned;
}

bool phase_time_over(const struct bonnie *b, enum test test)
{
	return ENABLED(CONFIG_BONNIE_QUICK) && b->o->limit_ns && b->records[test].name &&
	       b->records[test].elapsed_ns >= b->o->limit_ns;
}

/* What is left for the test; of a run that must end, two thirds of its even share at most: a slow disk takes
 * time outside the tests, too. 0: no limit. */
static int64_t time_left(const struct bonnie *b, enum test test)
{
	int64_t left = b->o->limit_ns - (b->records[test].name ? b->records[test].elapsed_ns : 0), share;

	if (!ENABLED(CONFIG_BONNIE_QUICK) || !b->o->limit_ns)
		return 0;
	share = b->deadline_ns ? phase_left(b) * 2 / (3 * (TESTS - (int)test)) : left;
	if (share < left)
		left = share;
	return left > NS_PER_MS ? left : NS_PER_MS;
}

/* ---- direct I/O and where bytes came from ---- */

static bool wants_direct(const struct bonnie *b, enum test test)
{
	return b->o->direct && test < IO_TESTS && !phase_per_character(test);
}

/* Direct I/O is a state of the one open file that all workers share. */
static void set_direct(struct bonnie *b, enum test test, struct record *r)
{
	bool direct = wants_direct(b, test);
	int error = test < IO_TESTS && b->o->direct ? platform_set_direct(b->scratch->fd, direct) : 0;

	r->flags |= direct && !error ? RECORD_DIRECT : RECORD_BUFFERED;
}

/* A worker that had to fall back said so in its slot's flags. */
static void note_fallback(struct bonnie *b, enum test test, struct record *r)
{
	if (r->flags & RECORD_BUFFERED)
		r->flags &= ~(unsigned)RECORD_DIRECT;
	if (r->flags & RECORD_DIRECT || !wants_direct(b, test) || b->said_buffered)
		return;
	b->said_buffered = true;
	target_note_buffered(b->o->directory);
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
	const struct options *o = b->o;
	uint64_t size = phases[test].before == EMPTY_FILE ? o->size : b->written;

	if (test == SEEKS)
		return o->seeks;
	if (test >= IO_TESTS)
		return test == SEQ_CREATE || test == RAN_CREATE ? o->files : b->made[b->round];
	return phase_per_character(test) && o->char_size < size ? o->char_size : size & ~(uint64_t)(o->chunk - 1);
}

/* What --verify must know was changed since. */
static void remember_change(struct bonnie *b, enum test test, uint64_t amount)
{
	if (phases[test].before == EMPTY_FILE) {
		b->by_chars = test == PUTC;
		b->rewrites = b->sought = 0;
	} else if (test == REWRITE) {
		b->rewrites++;
		b->rewritten = amount;
	} else if (test == SEEKS) {
		b->sought++;
	}
}

/* What later tests must know: what there is to read. */
static void remember(struct bonnie *b, enum test test, const struct record *r)
{
	if (phases[test].before == EMPTY_FILE)
		b->written = r->amount;
	else if (test == SEQ_CREATE || test == RAN_CREATE)
		b->made[b->round] = (uint32_t)r->amount;
	if (ENABLED(CONFIG_BONNIE_VERIFY))
		remember_change(b, test, r->amount);
	if (!ENABLED(CONFIG_BONNIE_QUICK))
		return;
	if (test == PUT_BLOCK)
		b->figures->size = r->amount;
	if (b->limit_ns && !r->error && r->amount < expected(b, test))
		b->figures->limited |= 1u << test;
}

/* Does anybody look at a test while it runs, but its progress? */
#define WATCHED (ENABLED(CONFIG_BONNIE_QUICK) || ENABLED(CONFIG_BONNIE_COPIES))

static struct samples *watched;         /* of the test that runs */

static void watch(void *context, uint64_t amount, int64_t elapsed_ns)
{
	struct bonnie *b = context;

	b->figures->amount = amount;
	if (ENABLED(CONFIG_BONNIE_QUICK) && watched)
		spread_look(watched, amount, elapsed_ns);
	progress_watch(NULL, amount, elapsed_ns);
}

static void begin_record(struct record *r, enum test test)
{
	*r = (struct record){ .name = report_names[test], .unit = phases[test].unit, .runs = 1 };
}

static void run_once(struct bonnie *b, enum test test, struct record *r, struct gathered *g)
{
	struct work work = { .run = phases[test].run, .context = b, .workers = test == SEEKS ? b->o->seekers : 1,
		             .orphaned = prepare_orphaned, .path = prepare_place(b),
		             .watch = WATCHED ? watch : progress_watch };

	begin_record(r, test);
	b->limit_ns = time_left(b, test);
	b->random = test >= RAN_CREATE;
	prepare_test(b, test, r);
	if (r->flags & RECORD_FAILED)
		return;
	step_wait(b, test);
	if (phase_over(b)) {
		r->name = NULL;
		return;
	}
	set_direct(b, test, r);
	if (ENABLED(CONFIG_BONNIE_QUICK)) {
		watched = &g->samples;
		work.limit_ns = b->deadline_ns ? phase_left(b) : 0;
	}
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
	int64_t floor = ENABLED(CONFIG_BONNIE_QUICK) && b->o->quick ? b->o->limit_ns / 2 : FLOOR_MS * NS_PER_MS;
	bool enough = b->o->strict || r->flags & RECORD_FAILED || phase_over(b) || r->runs >= BONNIE_ROUNDS ||
	              r->elapsed_ns >= floor || phase_time_over(b, test);

	return step_again(b, test, !enough, possible && !phase_over(b));
}

void phase_judge(struct bonnie *b, enum test test, struct gathered *g)
{
	struct record *r = &b->records[test];

	if (ENABLED(CONFIG_LATENCY) || ENABLED(CONFIG_BONNIE_REPORT2) || ENABLED(CONFIG_JSON))
		record_set_latency(r, &g->latency);
	if (ENABLED(CONFIG_BONNIE_QUICK) && b->o->quick)
		spread_of(&b->figures->spread[test], &g->samples, r);
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
	bool again = b->records[test].name != NULL;

	if (ENABLED(CONFIG_BONNIE_COPIES) && !again)
		b->figures->running = test + 1u;
	progress_begin(phase_label(b, test), phases[test].unit, expected(b, test), again);
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

/* What reads back what the test writes; NULL: it writes nothing. */
static work_run *verifier(enum test test)
{
	if (test == SEQ_CREATE || test == RAN_CREATE)
		return verify_files;
	return phases[test].before == EMPTY_FILE || test == REWRITE || test == SEEKS ? verify_file : NULL;
}

/* Reads back what the test wrote; that isn't part of it. */
static void verify(struct bonnie *b, enum test test, struct record *r)
{
	uint64_t amount = test < IO_TESTS ? b->written : b->made[b->round];

	progress_begin("Verifying", test < IO_TESTS ? RECORD_BYTES : RECORD_FILES, amount,
	               test >= IO_TESTS && r->runs > 1);
	if (test < IO_TESTS) {
		if (b->o->direct)
			platform_set_direct(b->scratch->fd, false);
		prepare_cold(b, r);
	}
	if (!r->error)
		prepare_worker(b, verifier(test), r);
	progress_end(r->error ? "failed" : "done");
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

void phase_run(struct bonnie *b, enum test test, struct gathered *g, bool repeat)
{
	struct record *r = &b->records[test];

	begin(b, test);
	do
		run_and_add(b, test, g);
	while (repeat && phase_again(b, test, true));
	end(b, test);
	if (ENABLED(CONFIG_BONNIE_VERIFY) && b->o->verify && verifier(test) && !r->error && !phase_over(b))
		verify(b, test, r);
}

void phase_fail(struct bonnie *b, enum test test, const char *call, int error)
{
	struct record *r = &b->records[test];

	begin_record(r, test);
	r->device_bytes = -1;
	r->flags = RECORD_FAILED;
	r->error = error;
	r->failed = call;
}

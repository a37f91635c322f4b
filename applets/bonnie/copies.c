/* SPDX-License-Identifier: MIT */
/* copies.c - several copies at once: -c and more than one -d.
 *
 * Each copy is a process that does all that a single run does, with its own directory, data and workers; it
 * meets the others before every test. The parent measures nothing: it passes stops on and adds up. */
#include "phase.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"
#include "platform.h"
#include "progress.h"
#include "random.h"
#include "size.h"

enum { TICK_MS = 100 };

/* A run of several copies, as the parent sees it. */
struct herd {
	struct bonnie *b;
	struct figures *figures;        /* of each copy; shared */
	void *table;                    /* of lockstep; shared */
	unsigned count, run, started;
	int pids[BONNIE_COPIES];
};

/* "2.name": what a report cuts off is the name's end. */
static void label(struct options *o, const char *number)
{
	static char text[128];
	struct out out = OUT_MEMORY(text);

	out_texts(&out, number, *o->machine ? "." : "", o->machine, (char *)0);
	o->machine = out_end(&out);
}

void copies_options(struct options *o, unsigned index)
{
	char text[16];
	struct out out = OUT_MEMORY(text);

	if (copies_columns(o) == 1)
		return;
	if (index == copies_count(o)) {
		label(o, "sum");
		return;
	}
	o->directory = o->places[index / o->copies];
	/* Equal data in all copies would flatter what deduplicates. */
	if (index)
		o->seed = random_at(o->seed, index);
	out_count(&out, index + 1);
	label(o, out_end(&out));
}

/* ---- a copy ---- */

static void be_copy(struct herd *h, unsigned index, int parent)
{
	struct bonnie *b = h->b;
	int status = EXIT_FAILED;

	if (!platform_signals_worker(parent))
		platform_exit(EXIT_FAILED);
	copies_options(b->o, index);
	progress_setup(b->o->quiet || index);   /* what the first one does, all do */
	b->figures = &h->figures[index];
	lockstep_share(&b->lockstep, h->table, h->count, index);
	b->in_step = true;
	target_close(&b->target);
	if (!target_open_directory(&b->target, b->o->directory)) {
		phases_run(b, h->run);
		status = EXIT_DONE;
	}
	step_leave(b);
	platform_exit(status);
}

static int start(struct herd *h)
{
	int parent = platform_process_id(), pid;

	for (; h->started < h->count; h->started++) {
		pid = platform_fork();
		if (pid < 0)
			return pid;
		if (!pid)
			be_copy(h, h->started, parent);
		h->pids[h->started] = pid;
	}
	return 0;
}

/* ---- the parent ---- */

/* A copy that a signal or an error ended left nothing to report. */
static void note_end(struct herd *h, unsigned index, int status)
{
	lockstep_died(h->table, index);
	if (status <= 128)
		return;
	h->figures[index].lost++;
	error_warn(h->b->o->places[index / h->b->o->copies], "a copy was killed", 0);
}

/* Looks which copies have ended. Returns how many still run. */
static unsigned reap(struct herd *h)
{
	unsigned left = 0;

	for (unsigned i = 0; i < h->started; i++) {
		int status = h->pids[i] ? platform_wait(h->pids[i], false) : 0;

		if (status == -EAGAIN) {
			left++;
		} else if (h->pids[i]) {
			h->pids[i] = 0;
			note_end(h, i, status);
		}
	}
	return left;
}

static void stop_all(const struct herd *h)
{
	for (unsigned i = 0; i < h->started; i++)
		if (h->pids[i])
			platform_terminate(h->pids[i]);
}

/* The answer to USR1. */
static void say_now(const struct herd *h)
{
	unsigned now = h->figures[0].running;
	uint64_t amount = 0;
	char text[64];
	struct out o = OUT_MEMORY(text);

	if (!now || !platform_report_asked())
		return;
	for (unsigned i = 0; i < h->count; i++)
		amount += h->figures[i].amount;
	if (phases[now - 1].unit == RECORD_BYTES)
		size_print_rough(&o, amount);
	else
		out_number(&o, amount, 0);
	out_text(&o, " by all copies");
	error_note(NULL, phase_label(h->b, now - 1), out_end(&o));
}

static void wait_all(struct herd *h)
{
	bool told = false;

	while (reap(h)) {
		if (platform_stop_signal() && !told) {
			stop_all(h);
			told = true;
		}
		say_now(h);
		platform_sleep_ms(TICK_MS);
	}
}

/* ---- the sum ---- */

/* All that was done, in the time that the slowest took: they began at the same time. */
static void add_copy(struct record *sum, const struct record *r)
{
	struct record before = *sum;

	if (!r->name)
		return;
	record_add(sum, r);
	sum->name = r->name;
	sum->unit = r->unit;
	sum->workers = before.workers + r->workers;
	sum->runs = before.runs > r->runs ? before.runs : r->runs;
	sum->elapsed_ns = before.elapsed_ns > r->elapsed_ns ? before.elapsed_ns : r->elapsed_ns;
	if (r->latency.max_ns > sum->latency.max_ns)
		sum->latency.max_ns = r->latency.max_ns;
}

void copies_add(struct figures *sum, const struct figures *figures, unsigned count)
{
	if (count == 1 || !ENABLED(CONFIG_BONNIE_COPIES)) {
		*sum = *figures;
		return;
	}
	memset(sum, 0, sizeof *sum);
	for (unsigned i = 0; i < count; i++) {
		for (enum test t = 0; t < TESTS; t++)
			add_copy(&sum->records[t], &figures[i].records[t]);
		sum->traits |= figures[i].traits;
		sum->limited |= figures[i].limited;
		sum->lost += figures[i].lost;
		sum->skipped |= figures[i].skipped;
		sum->stopped |= figures[i].stopped;
		sum->left |= figures[i].left;
		if (figures[i].size > sum->size)
			sum->size = figures[i].size;
	}
}

static bool run_herd(struct bonnie *b, struct figures *figures, unsigned run)
{
	static struct herd h;
	int error = -ENOMEM;
	unsigned count = copies_count(b->o);

	h = (struct herd){ .b = b, .figures = figures, .count = count, .run = run };
	memset(figures, 0, (count + 1) * sizeof *figures);
	h.table = platform_shared(lockstep_size(count));
	if (h.table)
		error = start(&h);
	if (error) {
		stop_all(&h);
		error_warn(NULL, "start copies", error);
	}
	wait_all(&h);
	copies_add(&figures[count], figures, count);
	platform_free(h.table, lockstep_size(count));
	return !error;
}

bool copies_run(struct bonnie *b, struct figures *figures, unsigned run)
{
	if (ENABLED(CONFIG_BONNIE_COPIES) && copies_count(b->o) > 1)
		return run_herd(b, figures, run);
	b->figures = figures;
	phases_run(b, run);
	return true;
}

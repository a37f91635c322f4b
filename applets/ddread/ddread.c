/* SPDX-License-Identifier: MIT */
/* ddread.c - the applet: opens both ends, has a worker copy, prints dd's lines
 * and what they don't say. */
#include "ddread.h"

#include "error.h"
#include "options.h"
#include "platform.h"
#include "record.h"

/* The record is the copying alone, without making the input cold. */
static void fill_record(struct run *r, struct record *record)
{
	const struct tally *t = r->tally;

	record->amount = t->written;
	record->bytes = t->read;
	record->elapsed_ns = lines_elapsed(t);
	record->device_bytes = t->device_bytes;
	notes_judge(r, record);
	if (!ENABLED(CONFIG_JSON))
		return;
	record->user_ns = t->user_ns;
	record->system_ns = t->system_ns;
	record->flags |= r->in.direct && !t->buffered_input ? RECORD_DIRECT : RECORD_BUFFERED;
	if (t->failed) {
		record->flags |= workers_stop() ? 0 : RECORD_FAILED;
		record->error = t->error;
		record->failed = t->failed;
	}
}

static int say_failure(const struct run *r)
{
	const struct tally *t = r->tally;

	if (t->failed && !t->said)
		error_warn(t->failed_output ? r->output_name : r->in.path, t->failed, t->error);
	return t->failed ? EXIT_FAILED : EXIT_DONE;
}

/* What a write left for later may fail at last: servers tell it here. */
static int close_output(struct run *r)
{
	int error = run_writes(r) ? platform_close(r->out.fd) : 0;

	return error ? error_warn(r->output_name, "close", error) : EXIT_DONE;
}

static int copy(struct run *r)
{
	struct work work = { .run = copy_run, .context = r, .workers = 1, .path = r->in.path, .watch = watch_tick };
	static struct record record;
	static struct histogram latency;
	int status;

	record.name = run_writes(r) ? "copy" : "read";
	record.runs = 1;
	notes_before(r);
	watch_start(r);
	workers_run(&work, &record, ENABLED(CONFIG_JSON) && r->o.json ? &latency : NULL);
	watch_end();
	status = record.error ? EXIT_FAILED : EXIT_DONE;
	if (!r->tally->end_ns)                  /* the worker was killed, or is stuck */
		r->tally->end_ns = platform_clock_ns();
	fill_record(r, &record);
	status |= say_failure(r);
	if (!status && !workers_stop())
		notes_after(r, &record);
	status |= close_output(r);
	lines_print(r);
	if (!ENABLED(CONFIG_JSON) || !r->o.json)
		return status;
	record_set_latency(&record, &latency);
	results_start(r);
	results_copy(r, &record);
	return status | results_close();
}

static int run(int argc, char **argv)
{
	static struct run r;
	int status = operands_read(&r.o, argc, argv);

	if (status)
		return status == OPTIONS_HELP_WANTED ? EXIT_DONE : status;
	r.tally = platform_shared(sizeof *r.tally);
	if (!r.tally)
		return error_warn(NULL, "memory", -ENOMEM);
	r.tally->resident = TARGET_RESIDENT_UNKNOWN;
	status = input_open(&r);
	if (!status)
		status = results_open(&r.o);
	if (status)
		return status;
	status = output_open(&r);
	if (status) {
		results_forget();
		return status;
	}
	return ENABLED(CONFIG_DDREAD_SWEEP) && r.o.sweep ? sweep_run(&r) : copy(&r);
}

const struct applet applet_ddread = { .name = "ddread", .summary = "dd, and how fast a file or disk reads", .run = run };

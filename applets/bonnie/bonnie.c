/* SPDX-License-Identifier: MIT */
/* bonnie.c - the applet: reads options, checks that the run is safe and fits,
 * runs, reports. */
#include "bonnie.h"

#include "applet.h"
#include "error.h"
#include "json_output.h"
#include "out.h"
#include "progress.h"
#include "spread.h"

/* ---- JSON ---- */

static int json_open(struct json_output *out, const struct bonnie *b)
{
	int status = ENABLED(CONFIG_JSON) ? json_output_open(out, b->o->json) : EXIT_DONE;
	struct json *j = status ? NULL : json_output_start(out, "bonnie", &b->target);

	if (j)
		report_json_start(j, b->o);
	return status;
}

static void json_run(struct json_output *out, const char *key, const struct options *o, const struct figures *figures)
{
	if (!json_output(out))
		return;
	report_json_run(&out->json, key, o, figures);
	out_flush(&out->file.out);
}

static int json_close(struct json_output *out, const struct options *o, const struct figures *middle)
{
	if (!json_output(out))
		return EXIT_DONE;
	json_end(&out->json);
	if (options_repeat(o) > 1)
		report_json_run(&out->json, "median", o, middle);
	return json_output_close(out);
}

/* ---- text and CSV ---- */

/* The figures of one column as if it were a run of its own. */
static const struct bonnie *shown(const struct bonnie *b, struct figures *figures, unsigned column)
{
	static struct options o;
	static struct bonnie view;

	if (!ENABLED(CONFIG_BONNIE_COPIES) && !ENABLED(CONFIG_BONNIE_QUICK))
		return b;                       /* there is but one column, and it is */
	o = *b->o;
	copies_options(&o, column);
	/* What the time allowed is what was tested. */
	if (o.limit_ns && figures[column].size)
		o.size = figures[column].size;
	view.o = &o;
	view.figures = &figures[column];
	view.records = figures[column].records;
	return &view;
}

static void report(const struct bonnie *b, struct figures *figures)
{
	const struct options *o = b->o;
	unsigned columns = copies_columns(o);
	bool text = options_classic(o) || (!o->runs_given && !o->quiet);

	progress_clear();
	for (unsigned i = 0; i < columns && text; i++)
		report_text(shown(b, figures, i));
	for (unsigned i = 0; i < columns && !options_classic(o); i++) {
		report_csv(shown(b, figures, i));
		if (ENABLED(CONFIG_LATENCY) && o->percentiles && !text)
			report_percentiles(shown(b, figures, i), &out_stderr);
	}
	out_flush(&out_stderr);
}

/* ---- the runs ---- */

static int status_of(const struct bonnie *b, const struct figures *figures)
{
	const struct figures *f = &figures[copies_columns(b->o) - 1];

	if (b->abandoned)
		return EXIT_REFUSED;
	if (f->lost || f->skipped || f->stopped || f->left)
		return EXIT_FAILED;
	for (enum test t = 0; t < TESTS; t++)
		if (f->records[t].flags & (RECORD_FAILED | RECORD_PARTIAL))
			return EXIT_FAILED;
	return EXIT_DONE;
}

/* Once for each directory, whatever the number of copies. */
static void notes(const struct bonnie *b, const struct figures *figures)
{
	static struct figures sum;
	struct options *o = b->o;

	if (!ENABLED(CONFIG_BONNIE_COPIES)) {
		phases_notes(o, figures);
		return;
	}
	for (unsigned i = 0; i < o->place_count; i++) {
		o->directory = o->places[i];
		copies_add(&sum, figures + i * o->copies, o->copies);
		phases_notes(o, &sum);
	}
}

/* The runs that make one report; their middle when there are several. */
static int run_and_report(struct bonnie *b, struct json_output *json, struct figures *figures, unsigned first)
{
	const struct options *o = b->o;
	unsigned columns = copies_columns(o), done = 0;
	struct figures *middle = figures + options_repeat(o) * columns;
	int status = EXIT_DONE;

	while (done < options_repeat(o) && !workers_stop() && !b->abandoned) {
		struct figures *now = figures + done * columns;

		if (!copies_run(b, now, first + done))
			return EXIT_FAILED;
		done++;
		status |= status_of(b, now);
		json_run(json, NULL, o, now);
		if (!b->abandoned && !o->quiet)
			notes(b, now);
	}
	if (options_repeat(o) > 1 && done)
		spread_middle(middle, figures, done, columns);
	if (!json_output_alone(json) && !b->abandoned && done)
		report(b, options_repeat(o) > 1 ? middle : figures);
	return status;
}

static void note_runs(unsigned done, unsigned wanted)
{
	char text[48];
	struct out o = OUT_MEMORY(text);

	out_count(&o, done);
	out_text(&o, " of ");
	out_count(&o, wanted);
	out_text(&o, " runs");
	error_note(NULL, "partial", out_end(&o));
}

static int run_all(struct bonnie *b, struct json_output *json)
{
	const struct options *o = b->o;
	unsigned columns = copies_columns(o);
	size_t size = (options_repeat(o) + 1) * columns * sizeof(struct figures);
	struct figures *figures = platform_shared(size);
	unsigned done = 0;
	int status = figures ? step_join(b) : error_warn(NULL, "memory", -ENOMEM);

	if (status)
		return status;
	status = json_open(json, b);
	if (status)
		return status;
	if (o->runs > 1 && !json_output_alone(json) && !options_classic(o))
		report_csv_header(o);
	for (; done < o->runs && !workers_stop() && !b->abandoned; done++)
		status |= run_and_report(b, json, figures, done * options_repeat(o));
	step_leave(b);
	if (workers_stop() && done < o->runs && !o->quiet)
		note_runs(done, o->runs);
	status |= json_close(json, o, figures + options_repeat(o) * columns);
	platform_free(figures, size);
	return status;
}

static int run(int argc, char **argv)
{
	static struct options o;
	static struct bonnie b;          /* all zero, and not in the file */
	static struct json_output json;
	static struct platform_machine machine;
	bool stop;
	int status = options_read(&o, argc, argv, &stop);

	if (stop)
		return status;
	b.o = &o;
	platform_machine(&machine);
	if (!o.machine)
		o.machine = machine.name;
	progress_setup(o.quiet);
	status = check_run(&b);
	if (ENABLED(CONFIG_BONNIE_CLEAN) && o.clean)
		return status ? status : clean_all(&b);
	if (ENABLED(CONFIG_BONNIE_CLEAN) && !o.plan && !o.quiet && !o.strict && (!status || status == EXIT_REFUSED))
		clean_note(&o);
	if (status || (ENABLED(CONFIG_BONNIE_PLAN) && o.plan))
		return status;
	if (ENABLED(CONFIG_BONNIE_COPIES) && (o.processes || o.forget))
		return step_prepare(&o);
	return run_all(&b, &json);
}

const struct applet applet_bonnie = { "bonnie", "throughput, seeks and small files of a file system", run };

/* SPDX-License-Identifier: MIT */
/* results.c - --json: what was measured, and on what. */
#include "ddread.h"

#include "json_output.h"
#include "save.h"
#include "record.h"

static struct json_output output;

struct json *results_json(void)
{
	return json_output(&output);
}

bool results_alone(void)
{
	return json_output_alone(&output);
}

static void operands_json(struct json *j, const struct operands *o)
{
	json_object(j, "options");
	json_text(j, "if", o->input);
	json_text(j, "of", o->output);
	json_number(j, "ibs", o->in_block);
	json_number(j, "obs", o->out_block);
	json_number(j, "skip_bytes", o->skip_bytes);
	json_number(j, "seek_bytes", o->seek_bytes);
	if (o->count.given)
		json_number(j, "count", o->count.value);
	else
		json_null(j, "count");
	json_text(j, "cache", o->reading ? "dropped" : "kept");
	json_bool(j, "sweep", o->sweep);
	json_bool(j, "strict", o->strict);
	json_end(j);
}

/* Only opens: a file that can't be written must stop the run before it begins. */
int results_open(const struct operands *o)
{
	int status = ENABLED(CONFIG_JSON) && o->json && o->input ? save_apart(o->json, o->input) : EXIT_DONE;

	return status ? status : json_output_open(&output, o->json);
}

void results_forget(void)
{
	json_output_forget(&output);
}

void results_start(const struct run *r)
{
	struct json *j = json_output_start(&output, "ddread", &r->in);

	if (j)
		operands_json(j, &r->o);
}

static void counts_json(struct json *j, const char *name, uint64_t full, uint64_t partial)
{
	json_object(j, name);
	json_number(j, "full", full);
	json_number(j, "partial", partial);
	json_end(j);
}

void results_copy(const struct run *r, const struct record *record)
{
	const struct tally *t = r->tally;
	struct json *j = results_json();
	uint64_t slowest, fastest;

	if (!j)
		return;
	counts_json(j, "records_in", t->in_full, t->in_partial);
	counts_json(j, "records_out", t->out_full, t->out_partial);
	json_number(j, "read_bytes", t->read);
	json_number(j, "written_bytes", t->written);
	if (t->synced)
		json_number(j, "to_memory_ns", (uint64_t)(t->copied_ns - t->start_ns));
	if (watch_extremes(&slowest, &fastest)) {
		json_number(j, "slowest_second", slowest);
		json_number(j, "fastest_second", fastest);
	}
	json_object(j, "results");
	record_json(j, record);
	json_end(j);
}

int results_close(void)
{
	return json_output_close(&output);
}

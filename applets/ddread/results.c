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

#define OPERAND(kind, field, key) JSON_FIELD(kind, struct operands, field, key)
#define TALLY(field, key) JSON_FIELD(JSON_VALUE, struct tally, field, key)

static const struct json_field positions[] = {
	OPERAND(JSON_STRING, input, "if"),
	OPERAND(JSON_STRING, output, "of"),
	OPERAND(JSON_VALUE, in_block, "ibs"),
	OPERAND(JSON_VALUE, out_block, "obs"),
	OPERAND(JSON_VALUE, skip_bytes, "skip_bytes"),
	OPERAND(JSON_VALUE, seek_bytes, "seek_bytes"),
	OPERAND(JSON_VALUE, count.value, "count"),      /* UINT64_MAX where it is not given */
};
static const struct json_field modes[] = { OPERAND(JSON_VALUE, sweep, "sweep"), OPERAND(JSON_VALUE, strict, "strict") };
static const struct json_field in[] = { TALLY(in_full, "full"), TALLY(in_partial, "partial") };
static const struct json_field out[] = { TALLY(out_full, "full"), TALLY(out_partial, "partial") };
static const struct json_field bytes[] = { TALLY(read, "read_bytes"), TALLY(written, "written_bytes") };

static void operands_json(struct json *j, const struct operands *o)
{
	json_object(j, "options");
	JSON_FIELDS(j, o, positions);
	json_text(j, "cache", o->reading ? "dropped" : "kept");
	JSON_FIELDS(j, o, modes);
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

void results_copy(const struct run *r, const struct record *record)
{
	const struct tally *t = r->tally;
	struct json *j = results_json();
	uint64_t slowest, fastest;

	if (!j)
		return;
	json_object(j, "records_in");
	JSON_FIELDS(j, t, in);
	json_end(j);
	json_object(j, "records_out");
	JSON_FIELDS(j, t, out);
	json_end(j);
	JSON_FIELDS(j, t, bytes);
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

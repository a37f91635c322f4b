/* SPDX-License-Identifier: MIT */
/* results.c - --json: what was measured, and on what. */
#include "ddread.h"

#include "applet.h"
#include "environment.h"
#include "error.h"
#include "json.h"
#include "out.h"
#include "platform.h"
#include "record.h"

static struct {
	bool on, alone;
	struct json json;
	struct out file;
	char text[512];
} output;

struct json *results_json(void)
{
	return ENABLED(CONFIG_JSON) && output.on ? &output.json : NULL;
}

bool results_alone(void)
{
	return ENABLED(CONFIG_JSON) && output.alone;
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
	int fd = 1;

	output.on = ENABLED(CONFIG_JSON) && o->json;
	output.alone = output.on && !*o->json;
	if (output.on && !output.alone)
		fd = platform_open_at(platform_here, o->json, PLATFORM_WRITE | PLATFORM_REPLACE);
	if (fd < 0)
		return error_warn(o->json, "open", fd);
	output.file = (struct out)OUT_FD(fd, output.text);
	return EXIT_DONE;
}

void results_start(const struct run *r)
{
	if (!results_json())
		return;
	json_start(&output.json, &output.file);
	environment_json(&output.json, "ddread", &r->in);
	operands_json(&output.json, &r->o);
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

int results_close(const struct operands *o)
{
	int error;

	if (!results_json())
		return EXIT_DONE;
	json_finish(&output.json);
	error = out_flush(&output.file);
	if (!error && !output.alone)
		error = platform_close(output.file.fd);
	return error ? error_warn(output.alone ? "standard output" : o->json, "write", error) : EXIT_DONE;
}

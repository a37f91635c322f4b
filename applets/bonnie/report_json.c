/* SPDX-License-Identifier: MIT */
/* report_json.c - all that is known about the runs, as JSON. Written run by run:
 * what was measured is there even when a later run is stopped. */
#include "bonnie.h"

#include "applet.h"
#include "json.h"
#include "number.h"
#include "out.h"

#define FIELD(field, key) JSON_FIELD(JSON_NUMBER, struct options, field, key)

static const struct json_field sizes[] = {
	FIELD(size, "size"),
	FIELD(char_size, "char_size"),
	FIELD(chunk, "chunk"),
	FIELD(seeks, "seeks"),
	FIELD(seekers, "seekers"),
	FIELD(files, "files"),
	FIELD(file_max, "file_max"),
	FIELD(file_min, "file_min"),
	FIELD(file_chunk, "file_chunk"),
	FIELD(directories, "directories"),
};

static const struct json_field modes[] = {
	FIELD(direct, "direct"),
	FIELD(sync_each, "sync_each"),
	FIELD(strict, "strict"),
	FIELD(classic, "classic"),
	FIELD(quick, "quick"),
	FIELD(verify, "verify"),
};

static void options_json(struct json *j, const struct options *o)
{
	static const char *const data[] = { "random", "zero", "bonnie" };
	static const char *const links[] = { "none", "hard", "symbolic" };

	json_object(j, "options");
	json_text(j, "machine", o->machine);
	JSON_FIELDS(j, o, sizes);
	json_text(j, "links", links[o->links]);
	json_number(j, "copies", copies_count(o));
	json_number(j, "seed", o->seed);
	json_text(j, "random_file", o->random_file);
	json_number(j, "limit_ns", (uint64_t)o->limit_ns);
	json_text(j, "data", data[o->data]);
	json_text(j, "cache", o->strict || o->keep_cache ? "kept" : "dropped");
	JSON_FIELDS(j, o, modes);
	json_end(j);
}

void report_json_start(struct json *j, const struct options *o)
{
	options_json(j, o);
	json_array(j, "runs");
}

/* Between what the figures lie, in units per second. */
static void intervals_json(struct json *j, const struct figures *f)
{
	if (!report_spread_known(f, PUTC, TESTS))
		return;
	json_object(j, "interval_95");
	for (enum test t = 0; t < TESTS; t++)
		if (f->spread[t].count) {
			json_object(j, report_names[t]);
			json_number(j, "low", f->spread[t].low / 1000);
			json_number(j, "high", f->spread[t].high / 1000);
			json_number(j, "samples", f->spread[t].count);
			json_end(j);
		}
	json_end(j);
}

static void figures_json(struct json *j, const struct figures *f)
{
	for (enum test t = 0; t < TESTS; t++)
		if (f->records[t].name)
			record_json(j, &f->records[t]);
	intervals_json(j, f);
}

void report_json_run(struct json *j, const char *key, const struct options *o, const struct figures *figures)
{
	unsigned columns = copies_columns(o);

	json_object(j, key);
	figures_json(j, &figures[columns - 1]);
	json_bool(j, "stopped", figures[columns - 1].stopped);
	if (columns > 1)
		json_array(j, "copies");
	for (unsigned i = 0; i + 1 < columns; i++) {
		struct options copy = *o;

		copies_options(&copy, i);
		json_object(j, NULL);
		json_text(j, "directory", copy.directory);
		json_number(j, "seed", copy.seed);
		figures_json(j, &figures[i]);
		json_end(j);
	}
	if (columns > 1)
		json_end(j);
	json_end(j);
}

/* SPDX-License-Identifier: MIT */
/* report_json.c - all that is known about the runs, as JSON. Written run by run:
 * what was measured is there even when a later run is stopped. */
#include "bonnie.h"

#include "applet.h"
#include "json.h"
#include "number.h"
#include "out.h"

static void options_json(struct json *j, const struct options *o)
{
	static const char *const data[] = { "random", "zero", "bonnie" };
	static const char *const links[] = { "none", "hard", "symbolic" };

	json_object(j, "options");
	json_text(j, "machine", o->machine);
	json_number(j, "size", o->size);
	json_number(j, "char_size", o->char_size);
	json_number(j, "chunk", o->chunk);
	json_number(j, "seeks", o->seeks);
	json_number(j, "seekers", o->seekers);
	json_number(j, "files", o->files);
	json_number(j, "file_max", o->file_max);
	json_number(j, "file_min", o->file_min);
	json_number(j, "file_chunk", o->file_chunk);
	json_number(j, "directories", o->directories);
	json_text(j, "links", links[o->links]);
	json_number(j, "copies", copies_count(o));
	json_number(j, "seed", o->seed);
	json_text(j, "random_file", o->random_file);
	json_number(j, "limit_ns", (uint64_t)o->limit_ns);
	json_text(j, "data", data[o->data]);
	json_text(j, "cache", o->strict || o->keep_cache ? "kept" : "dropped");
	json_bool(j, "direct", o->direct);
	json_bool(j, "sync_each", o->sync_each);
	json_bool(j, "strict", o->strict);
	json_bool(j, "classic", o->classic);
	json_bool(j, "quick", o->quick);
	json_bool(j, "verify", o->verify);
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

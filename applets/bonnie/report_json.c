/* SPDX-License-Identifier: MIT */
/* report_json.c - all that is known about the runs, as JSON. Written run by run:
 * what was measured is there even when a later run is stopped. */
#include "bonnie.h"

#include "environment.h"
#include "json.h"
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
	json_number(j, "seed", o->seed);
	json_text(j, "data", data[o->data]);
	json_text(j, "cache", o->strict || o->keep_cache ? "kept" : "dropped");
	json_bool(j, "direct", o->direct);
	json_bool(j, "sync_each", o->sync_each);
	json_bool(j, "strict", o->strict);
	json_end(j);
}

void report_json_start(struct json *j, struct out *out, const struct bonnie *b)
{
	json_start(j, out);
	environment_json(j, "bonnie", &b->target);
	options_json(j, b->o);
	json_array(j, "runs");
}

void report_json_run(struct json *j, const struct bonnie *b)
{
	json_object(j, NULL);
	for (enum test t = 0; t < TESTS; t++)
		if (b->records[t].name)
			record_json(j, &b->records[t]);
	json_end(j);
}

void report_json_finish(struct json *j)
{
	json_end(j);
	json_finish(j);
}

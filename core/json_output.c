/* SPDX-License-Identifier: MIT */
/* json_output.c - where an applet's JSON goes. */
#include "json_output.h"

#include "environment.h"
#include "error.h"

int json_output_open(struct json_output *o, const char *path)
{
	if (path && !ENABLED(CONFIG_JSON))
		return error_usage("--json", "a diskbench built with JSON");
	return ENABLED(CONFIG_JSON) ? result_file_open(&o->file, path) : EXIT_DONE;
}

void json_output_begin(struct json_output *o, const char *applet, const struct target *t)
{
	result_file_begin(&o->file);
	json_start(&o->json, &o->file.out);
	environment_json(&o->json, applet, t);
}

void json_output_forget(struct json_output *o)
{
	if (json_output(o))
		result_file_forget(&o->file);
}

int json_output_close(struct json_output *o)
{
	if (!json_output(o))
		return EXIT_DONE;
	json_finish(&o->json);
	return result_file_close(&o->file);
}

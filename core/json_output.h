/* SPDX-License-Identifier: MIT */
/* json_output.h - where an applet's JSON goes: nowhere, to standard output in
 * place of text, or beside it to a file. */
#ifndef CORE_JSON_OUTPUT_H
#define CORE_JSON_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "applet.h"
#include "json.h"
#include "result_file.h"

struct target;

struct json_output {
	struct result_file file;
	struct json json;
};

/* path: the value of --json; NULL: none. An exit code, the message printed;
 * EXIT_USAGE where JSON was left out by Kconfig. */
int json_output_open(struct json_output *o, const char *path);
/* Begins the object, in place of what the file held, with what environment_json() tells. */
void json_output_begin(struct json_output *o, const char *applet, const struct target *t);
/* There will be none. */
void json_output_forget(struct json_output *o);
/* Ends the object and closes the file. An exit code, the message printed. */
int json_output_close(struct json_output *o);

/* The object being written; NULL: no JSON. Inline, so that what an applet writes
 * into it leaves an image without JSON. */
static inline struct json *json_output(struct json_output *o)
{
	return ENABLED(CONFIG_JSON) && o->file.path ? &o->json : NULL;
}

/* Begins the object where there is one to write. Returns it; NULL: no JSON. */
static inline struct json *json_output_start(struct json_output *o, const char *applet, const struct target *t)
{
	struct json *j = json_output(o);

	if (j)
		json_output_begin(o, applet, t);
	return j;
}

/* It takes the place of text on standard output. */
static inline bool json_output_alone(const struct json_output *o)
{
	return ENABLED(CONFIG_JSON) && o->file.path && !*o->file.path;
}

#endif

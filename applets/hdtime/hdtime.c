/* SPDX-License-Identifier: MIT */
/* hdtime.c - the applet: one device after the other, settings, identity and
 * timings of each. */
#include "hdtime.h"

#include "applet.h"
#include "error.h"
#include "identity.h"
#include "json_output.h"
#include "out.h"
#include "progress.h"
#include "save.h"
#include "workers.h"

static const struct json_field fields[] = {
#define FIELD(kind, field) JSON_FIELD(kind, struct options, field, #field)
	FIELD(JSON_VALUE, direct), FIELD(JSON_VALUE, strict), FIELD(JSON_VALUE, repeats), FIELD(JSON_KNOWN, time_ns),
#undef FIELD
};

static void options_json(struct json *j, const struct options *o)
{
	json_object(j, "options");
	JSON_FIELDS(j, o, fields);
	json_end(j);
}

/* paths: what will be measured, NULL at the end. */
static int json_open(struct json_output *out, const char *path, char **paths)
{
	int status = EXIT_DONE;

	for (; ENABLED(CONFIG_JSON) && *paths && !status; paths++)
		status = save_apart(path, *paths);
	return status ? status : json_output_open(out, path);
}

static void json_begin(struct json_output *out, const struct options *o)
{
	struct json *j = json_output_start(out, "hdtime", NULL);

	if (!j)
		return;
	options_json(j, o);
	json_array(j, "devices");
}

static int json_close(struct json_output *out)
{
	if (json_output(out))
		json_end(&out->json);
	return json_output_close(out);
}

static int one_device(const struct options *o, struct json_output *out, const char *path)
{
	static struct drive d;
	int found, status;

	d = (struct drive){ .o = o, .json = json_output(out), .text = !json_output_alone(out) };
	found = status = drive_find(&d, path);
	if (drive_json(&d)) {
		json_object(d.json, NULL);
		json_text(d.json, "named", path);
		json_text(d.json, "path", status ? NULL : d.path);
	}
	if (ENABLED(CONFIG_HDTIME_SETTINGS) && !found && (o->get || o->set || o->plain))
		status = settings_do(&d);
	if (ENABLED(CONFIG_HDTIME_IDENTIFY) && !found && (o->identity || o->identity_now))
		status = drive_worse(status, identity_do(&d));
	if (!found && (o->disk || o->cached))
		status = drive_worse(status, timings_do(&d));
	if (drive_json(&d)) {
		json_number(d.json, "status", (uint64_t)status);
		json_end(d.json);
		out_flush(d.json->out);
	}
	return status;
}

static int run(int argc, char **argv)
{
	static struct options o;
	static struct json_output out;
	bool stop;
	int first, status = hdtime_options(&o, argc, argv, &first, &stop);

	if (stop)
		return status;
	progress_setup(false);
	if (ENABLED(CONFIG_HDTIME_IDENTIFY) && o.identity_stdin)
		return identity_stdin();
	status = json_open(&out, o.json, argv + first);
	if (status)
		return status;
	json_begin(&out, &o);
	for (int i = first; i < argc && !workers_stop(); i++)
		status = drive_worse(status, one_device(&o, &out, argv[i]));
	return drive_worse(status, json_close(&out));
}

const struct applet applet_hdtime = {
	.name = "hdtime", .summary = "read timings, settings and identity of disks", .run = run,
};

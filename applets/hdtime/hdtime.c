/* SPDX-License-Identifier: MIT */
/* hdtime.c - the applet: one device after the other, settings, identity and
 * timings of each. */
#include "hdtime.h"

#include "applet.h"
#include "environment.h"
#include "error.h"
#include "identity.h"
#include "json.h"
#include "out.h"
#include "progress.h"
#include "workers.h"

/* Where JSON goes: nowhere, stdout instead of text, or a file beside it. */
struct json_output {
	bool on, alone;
	struct json json;
	struct out file;
	char text[512];
};

static int json_open(struct json_output *out, const struct options *o)
{
	int fd = 1;

	out->on = ENABLED(CONFIG_JSON) && o->json;
	out->alone = out->on && !*o->json;
	if (out->on && !out->alone)
		fd = platform_open_at(platform_here, o->json, PLATFORM_WRITE | PLATFORM_REPLACE);
	if (fd < 0)
		return error_warn(o->json, "open", fd);
	out->file = (struct out)OUT_FD(fd, out->text);
	return EXIT_DONE;
}

static void options_json(struct json *j, const struct options *o)
{
	json_object(j, "options");
	json_bool(j, "direct", o->direct);
	json_bool(j, "strict", o->strict);
	json_number(j, "repeats", o->repeats);
	if (o->time_ns)
		json_number(j, "time_ns", (uint64_t)o->time_ns);
	else
		json_null(j, "time_ns");
	json_end(j);
}

static void json_begin(struct json_output *out, const struct options *o)
{
	if (!out->on)
		return;
	json_start(&out->json, &out->file);
	environment_json(&out->json, "hdtime", NULL);
	options_json(&out->json, o);
	json_array(&out->json, "devices");
}

static int json_close(struct json_output *out, const struct options *o)
{
	int error;

	if (!out->on)
		return EXIT_DONE;
	json_end(&out->json);
	json_finish(&out->json);
	error = out_flush(&out->file);
	if (!error && !out->alone)
		error = platform_close(out->file.fd);
	return error ? error_warn(out->alone ? "standard output" : o->json, "write", error) : EXIT_DONE;
}

static int one_device(const struct options *o, struct json_output *out, const char *path)
{
	static struct drive d;
	int found, status;

	d = (struct drive){ .o = o, .json = out->on ? &out->json : NULL, .text = !out->alone };
	found = status = drive_find(&d, path);
	if (d.json) {
		json_object(d.json, NULL);
		json_text(d.json, "named", path);
		json_text(d.json, "path", status ? NULL : d.path);
	}
	if (!found && (o->get || o->set || o->plain))
		status = settings_do(&d);
	if (ENABLED(CONFIG_HDTIME_IDENTIFY) && !found && (o->identity || o->identity_now))
		status = drive_worse(status, identity_do(&d));
	if (!found && (o->disk || o->cached))
		status = drive_worse(status, timings_do(&d));
	if (d.json) {
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
	status = json_open(&out, &o);
	if (status)
		return status;
	json_begin(&out, &o);
	for (int i = first; i < argc && !workers_stop(); i++)
		status = drive_worse(status, one_device(&o, &out, argv[i]));
	return drive_worse(status, json_close(&out, &o));
}

const struct applet applet_hdtime = {
	.name = "hdtime", .summary = "read timings, settings and identity of disks", .run = run,
};

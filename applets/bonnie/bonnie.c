/* SPDX-License-Identifier: MIT */
/* bonnie.c - the applet: reads options, checks that the run is safe and fits,
 * becomes the user, runs, reports. */
#include "bonnie.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "helper.h"
#include "json.h"
#include "number.h"
#include "out.h"
#include "plan.h"
#include "progress.h"
#include "size.h"

/* Where JSON goes: nowhere, stdout instead of text, or a file beside it. */
struct json_output {
	bool on, alone;
	struct json json;
	struct out file;
	char text[512];
};

/* ---- users ---- */

/* A number, or a name found by `find`. */
static bool number_or_name(const char *text, uint32_t *id, int (*find)(const char *name, uint32_t *id))
{
	uint64_t number;

	if (size_parse(text, "", 1, &number) && number < UINT32_MAX) {
		*id = (uint32_t)number;
		return true;
	}
	return !find(text, id);
}

static int find_user(const char *name, uint32_t *user)
{
	uint32_t group;
	/* root needs no /etc/passwd: a rescue system may have none. */
	int error = platform_find_user(name, user, &group);

	if (error && !strcmp(name, "root")) {
		*user = 0;
		return 0;
	}
	return error;
}

/* The group that goes with a user of whom no group was said: that of passwd, else "nogroup", else
 * the same number. */
static uint32_t usual_group(const char *name, uint32_t user)
{
	uint32_t id, group;

	if (!platform_find_user(name, &id, &group))
		return group;
	if (user && !platform_find_group("nogroup", &group))
		return group;
	return user;
}

static int become(const struct options *o)
{
	char name[64] = "";
	const char *colon = o->user ? strchr(o->user, ':') : NULL;
	const char *group_name = colon ? colon + 1 : o->group;
	size_t length = !o->user ? 0 : colon ? (size_t)(colon - o->user) : strlen(o->user);
	uint32_t user = platform_user_id(), group;
	int error;

	if (length >= sizeof name)
		return error_usage(o->user, "a shorter name");
	memcpy(name, o->user ? o->user : "", length);
	if (o->user && !number_or_name(name, &user, find_user))
		return error_usage(name, "a user's name or number");
	group = usual_group(name, user);
	if (group_name && !number_or_name(group_name, &group, platform_find_group))
		return error_usage(group_name, "a group's name or number");
	error = o->drop_caches && user ? helper_start() : 0;
	if (!error)
		error = platform_become(user, group);
	if (error)
		return error_warn(o->user ? o->user : o->group, "change user", error);
	if (!o->quiet) {
		out_text(&out_stderr, "Using uid:");
		out_number(&out_stderr, user, 0);
		out_text(&out_stderr, ", gid:");
		out_number(&out_stderr, group, 0);
		out_text(&out_stderr, ".\n");
		out_flush(&out_stderr);
	}
	return EXIT_DONE;
}

/* ---- before the run ---- */

/* Sizes that depend on the RAM and on each other. */
static void settle_sizes(struct bonnie *b)
{
	struct options *o = b->o;

	if (!o->ram_given)
		o->ram = b->target.ram;
	if (!o->size_given)
		o->size = options_default_size(o->ram);
	o->size -= o->size % o->chunk;
	if (o->char_size > o->size)
		o->char_size = o->size;
}

/* Reads of a file smaller than this would come from memory, unless it can be dropped from there. */
static int check_ram(const struct bonnie *b)
{
	const struct options *o = b->o;
	bool must = o->strict || o->keep_cache || !target_can_be_cold(&b->target);
	char text[96];
	struct out line = OUT_MEMORY(text);

	if (!must || !o->size || o->size / 2 >= o->ram)
		return EXIT_DONE;
	out_text(&line, "File size should be double RAM for good results, RAM is ");
	out_number(&line, o->ram / MIB, 0);
	out_text(&line, "M.");
	return error_refuse(o->directory, out_end(&line));
}

static struct plan plan_of(const struct bonnie *b)
{
	const struct options *o = b->o;
	uint64_t seek_bytes = number_multiply(o->seeks, o->chunk), rounds = o->size ? 1 : 0;
	uint64_t small = number_multiply(o->files, o->file_max);
	/* An inode and a block's worth of name and slack a file is a common measure. */
	uint64_t slack = number_multiply(o->files, 512);
	uint64_t space = o->size > number_add(small, slack) ? o->size : number_add(small, slack);

	return (struct plan){
		.write_bytes = number_add(number_add(o->char_size, number_multiply(o->size, 2)),
		                          number_add(seek_bytes / 10 * rounds, number_multiply(small, 2))),
		.read_bytes = number_add(number_add(o->char_size, number_multiply(o->size, 2)),
		                         number_add(seek_bytes * rounds, number_multiply(small, 2))),
		.space = space,
		.largest_file = o->size > o->file_max ? o->size : o->file_max,
		.files = o->files,
		.memory = MIB + number_multiply(o->chunk, o->seekers + 1),
	};
}

/* Everything that can say no before anything is created. */
static int prepare(struct bonnie *b)
{
	struct options *o = b->o;
	struct plan plan;
	int status;

	if (platform_user_id() == 0 && !o->user && !o->group && !o->plan) {
		error_warn(NULL, "You must use the \"-u\" switch when running as root.", 0);
		return EXIT_USAGE;
	}
	status = target_open_directory(&b->target, o->directory);
	if (status)
		return status;
	settle_sizes(b);
	plan = plan_of(b);
	if (o->plan) {
		plan_print(&plan, &b->target);
		return EXIT_DONE;
	}
	if ((status = check_ram(b)) != EXIT_DONE || (status = plan_check(&plan, &b->target)) != EXIT_DONE)
		return status;
	return o->user || o->group ? become(o) : EXIT_DONE;
}

/* ---- JSON ---- */

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

static int json_close(struct json_output *out, const struct options *o)
{
	int error;

	if (!out->on)
		return EXIT_DONE;
	report_json_finish(&out->json);
	error = out_flush(&out->file);
	if (!error && !out->alone)
		error = platform_close(out->file.fd);
	return error ? error_warn(out->alone ? "standard output" : o->json, "write", error) : EXIT_DONE;
}

/* ---- the runs ---- */

static void report(const struct bonnie *b, struct json_output *json)
{
	const struct options *o = b->o;

	progress_clear();
	if (json->on) {
		report_json_run(&json->json, b);
		out_flush(&json->file);
	}
	if (json->alone)
		return;
	if (!o->repeats_given && !o->quiet)
		report_text(b);
	report_csv(b);
}

static int status_of(const struct bonnie *b)
{
	for (enum test t = 0; t < TESTS; t++)
		if (b->records[t].flags & (RECORD_FAILED | RECORD_PARTIAL))
			return EXIT_FAILED;
	return EXIT_DONE;
}

static int run_all(struct bonnie *b, struct json_output *json)
{
	int status = EXIT_DONE;

	if (json->on)
		report_json_start(&json->json, &json->file, b);
	if (b->o->repeats > 1 && !json->alone)
		report_csv_header(b->o);
	for (unsigned i = 0; i < b->o->repeats && !workers_stop(); i++) {
		phases_run(b);
		report(b, json);
		if (!b->o->quiet)
			phases_notes(b);
		status |= status_of(b);
	}
	return status | json_close(json, b->o);
}

static int run(int argc, char **argv)
{
	static struct options o;
	static struct bonnie b;          /* all zero, and not in the file */
	static struct json_output json;
	static struct platform_machine machine;
	bool stop;
	int status = options_read(&o, argc, argv, &stop);

	if (stop)
		return status;
	b.o = &o;
	platform_machine(&machine);
	if (!o.machine)
		o.machine = machine.name;
	progress_setup(o.quiet);
	status = prepare(&b);
	if (status || o.plan)
		return status;
	status = json_open(&json, &o);
	return status ? status : run_all(&b, &json);
}

const struct applet applet_bonnie = { "bonnie", "throughput, seeks and small files of a file system", run };

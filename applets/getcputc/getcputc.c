/* SPDX-License-Identifier: MIT */
/* getcputc.c - the applet: what reading and writing byte by byte costs, by system calls and by stdio. */
#include <stddef.h>
#include <string.h>

#include "applet.h"
#include "error.h"
#include "json_output.h"
#include "number.h"
#include "options.h"
#include "out.h"
#include "plan.h"
#include "platform.h"
#include "progress.h"
#include "record.h"
#include "scratch.h"
#include "size.h"
#include "target.h"
#include "user.h"
#include "workers.h"

/* In the original's order. NT: putc as a program without threads has it. */
enum test { WRITE, READ, PUTC_NT, GETC_NT, PUTC, GETC, PUTC_U, GETC_U, TESTS };

enum {
	CHUNK = 8192,
	CALLS_PART = 64,                /* of the size is done by write and read, which take so much longer */
	UNIT = 64 * 1024,               /* the size is a multiple of it */
	DEFAULT_MIB = 512,
	FLOOR_MS = 500,                 /* a shorter test is repeated; hidden with --strict */
};

struct options {
	const char *directory, *machine, *user, *group;
	uint64_t size;
	bool quiet, strict, json;
};

static struct options options;
static struct target target;
static struct scratch scratch;
static struct record records[TESTS];

struct test_row {
	const char *name, *label;
	int (*put)(struct platform_stream *s, const unsigned char *bytes, size_t count);
	int64_t (*get)(struct platform_stream *s, unsigned char *bytes, size_t count);
};

static const struct test_row rows[TESTS] = {
	{ "write", "Writing with write(fd, &c, 1)", NULL, NULL },
	{ "read", "Reading with read(fd, &c, 1)", NULL, NULL },
	{ "putc_nt", "Writing with putc(c, fp) no thread", platform_stream_put, NULL },
	{ "getc_nt", "Reading with getc() no thread", NULL, platform_stream_get },
	{ "putc", "Writing with putc(c, fp)", platform_stream_put_locked, NULL },
	{ "getc", "Reading with getc()", NULL, platform_stream_get_locked },
	{ "putc_unlocked", "Writing with putc_unlocked(c, fp)", platform_stream_put_unlocked, NULL },
	{ "getc_unlocked", "Reading with getc_unlocked()", NULL, platform_stream_get_unlocked },
};

/* ---- in the worker ---- */

static int by_calls(struct slot *slot, bool writing)
{
	char byte = 'x';

	while (slot->amount < options.size / CALLS_PART && !workers_stop()) {
		int64_t n = writing ? platform_write(scratch.fd, &byte, 1) : platform_read(scratch.fd, &byte, 1);

		if (n != 1)
			return slot_fail(slot, writing ? "write" : "read", NULL, n < 0 ? (int)n : -EIO);
		slot->amount++;
	}
	return 0;
}

static int by_stdio(struct slot *slot, const struct test_row *row)
{
	static unsigned char chunk[CHUNK];
	struct platform_stream *stream = platform_stream_open(scratch.fd, row->put != NULL);
	int error = 0;

	if (!stream)
		return slot_fail(slot, "fdopen", NULL, -errno);
	while (!error && slot->amount < options.size && !workers_stop()) {
		int64_t n = row->put ? row->put(stream, chunk, CHUNK) : row->get(stream, chunk, CHUNK);

		if (n < 0 || (row->get && n < CHUNK))
			error = slot_fail(slot, row->put ? "putc" : "getc", NULL, n < 0 ? (int)n : -EIO);
		slot->amount += CHUNK;
	}
	if (!error && (error = platform_stream_close(stream)) != 0 && row->put)
		slot_fail(slot, "fclose", NULL, error);
	return row->put ? error : slot->error;
}

static int measure(struct slot *slot, unsigned index, void *context)
{
	const struct test_row *row = context;
	int64_t at = platform_seek(scratch.fd, 0);

	(void)index;
	if (at < 0)
		return slot_fail(slot, "lseek", NULL, (int)at);
	return row->put || row->get ? by_stdio(slot, row) : by_calls(slot, row == &rows[WRITE]);
}

/* The file is there in full before its first byte is timed. */
static int extend(struct slot *slot, unsigned index, void *context)
{
	static char chunk[CHUNK];       /* zeros, and not in the program */
	int64_t n = CHUNK;

	(void)index;
	(void)context;
	while (n > 0 && slot->amount < options.size && !workers_stop()) {
		n = platform_write(scratch.fd, chunk, CHUNK);
		slot->amount += n > 0 ? (uint64_t)n : 0;
	}
	return n > 0 ? 0 : slot_fail(slot, "write", NULL, n < 0 ? (int)n : -EIO);
}

static void orphaned(void *context)
{
	(void)context;
	scratch_remove(&scratch);
}

/* ---- the run ---- */

static int run_work(int (*run)(struct slot *slot, unsigned index, void *context), const void *context, struct record *r)
{
	struct work work = { .run = run, .workers = 1, .orphaned = orphaned, .path = options.directory,
		             .watch = progress_watch };

	/* Workers only read it. */
	memcpy(&work.context, &context, sizeof work.context);
	return workers_run(&work, r, NULL);
}

static void run_test(enum test test)
{
	struct record *r = &records[test];
	uint64_t expected = test == WRITE || test == READ ? options.size / CALLS_PART : options.size;

	progress_begin(rows[test].label, RECORD_BYTES, expected, false);
	do {
		struct record once = { .name = rows[test].name, .unit = RECORD_BYTES, .runs = 1, .flags = RECORD_BUFFERED };

		run_work(measure, &rows[test], &once);
		if (r->name)
			record_add(r, &once);
		else
			*r = once;
		r->device_bytes = -1;
	} while (!options.strict && !r->error && !workers_stop() && r->elapsed_ns < FLOOR_MS * NS_PER_MS);
	progress_end(r->error ? "failed" : "done");
}

static int run_tests(void)
{
	bool named = target.fs.traits & (PLATFORM_NETWORK | PLATFORM_FUSE);
	struct record extended = { .name = "extend" };
	int error = scratch_file(&scratch, target.fd, named), status = EXIT_DONE;

	if (error)
		return error_warn(options.directory, "create a file", error);
	progress_begin("Extending file", RECORD_BYTES, options.size, false);
	error = run_work(extend, NULL, &extended);
	progress_end(error ? "failed" : "done");
	for (enum test t = 0; t < TESTS && !error && !workers_stop(); t++) {
		run_test(t);
		if (records[t].flags & (RECORD_FAILED | RECORD_PARTIAL))
			status = EXIT_FAILED;
	}
	if (scratch_remove(&scratch))
		error_warn(options.directory, "clean up", -EIO);
	return error ? EXIT_FAILED : status;
}

/* ---- reports ---- */

static void cells(struct out *o, const char *before, int width)
{
	for (enum test t = 0; t < TESTS; t++) {
		char text[24];
		struct out cell = OUT_MEMORY(text);
		const struct record *r = &records[t];

		if (record_measured(r) && options.strict && r->elapsed_ns < FLOOR_MS * NS_PER_MS)
			out_text(&cell, "++++++");
		else if (record_measured(r) && !(r->flags & RECORD_PARTIAL))
			out_number(&cell, record_kib_rate(r), 0);
		out_text(o, before);
		out_pad(o, out_end(&cell), width);
	}
	out_char(o, '\n');
	out_flush(o);
}

static int report_json(struct json_output *out)
{
	struct json *j = json_output_start(out, "getcputc", &target);

	for (enum test t = 0; j && t < TESTS; t++)
		if (records[t].name)
			record_json(j, &records[t]);
	return json_output_close(out);
}

/* Text on stderr and CSV on stdout, as the original has them. */
static void report(void)
{
	out_text(&out_stderr, "Version  2.00          write   read putcNT getcNT   putc   getc  putcU  getcU\n");
	out_pad(&out_stderr, options.machine, -20);
	out_char(&out_stderr, ' ');
	cells(&out_stderr, " ", 6);
	out_text(&out_stdout, options.machine);
	cells(&out_stdout, ",", 0);
}

/* ---- options ---- */

static const char *parse_size(void *into, const char *value)
{
	struct options *o = into;

	if (!size_parse(value, "kmg", KIB, &o->size))
		return "KiB (m: MiB, g: GiB)";
	o->size -= o->size % UNIT;
	return o->size ? NULL : "64 KiB at least";
}

static const char *parse_machine(void *into, const char *value)
{
	struct options *o = into;

	for (const char *c = value; *c; c++)
		if (*c == ',' || *c == '"' || (unsigned char)*c < ' ')
			return "a name for CSV: no commas, quotes, control characters";
	o->machine = value;
	return NULL;
}

#define AT(field) offsetof(struct options, field)

static const struct option table[] = {
	{ 'd', OPTION_TEXT, AT(directory), OPTION_NAME("directory"), "DIR", OPTION_HELP("where to test (.)"), NULL },
	{ 's', OPTION_PARSE, 0, OPTION_NAME("size"), "SIZE", OPTION_HELP("KiB of the file (512m)"), parse_size },
	{ 'm', OPTION_PARSE, 0, OPTION_NAME("machine"), "NAME", OPTION_HELP("label of the report (the host's name)"), parse_machine },
	{ 'u', OPTION_TEXT, AT(user), OPTION_NAME("user"), "USER[:GROUP]",
	  OPTION_HELP("become this user; root must say whom"), NULL },
	{ 'g', OPTION_TEXT, AT(group), OPTION_NAME("group"), "GROUP", OPTION_HELP("become this group"), NULL },
	{ 'q', OPTION_FLAG, AT(quiet), OPTION_NAME("quiet"), NULL, OPTION_HELP("no progress"), NULL },
	{ 0, OPTION_FLAG, AT(json), OPTION_NAME("json"), NULL, OPTION_HELP("JSON instead of text and CSV"), NULL },
	{ 0, OPTION_FLAG, AT(strict), OPTION_NAME("strict"), NULL,
	  OPTION_HELP("as the original: no repeats, ++++++ under half a second"), NULL },
};

static int check(void)
{
	struct plan plan = { .write_bytes = 4 * options.size, .read_bytes = 4 * options.size, .space = options.size,
		             .largest_file = options.size, .files = 1, .memory = MIB };
	int status;

	if (platform_user_id() == 0 && !options.user && !options.group) {
		error_warn(NULL, "You must use the \"-u\" switch when running as root.", 0);
		return EXIT_USAGE;
	}
	status = target_open_directory(&target, options.directory);
	if (!status)
		status = plan_check(&plan, &target);
	if (!status && (options.user || options.group))
		status = user_become(options.user, options.group, options.quiet);
	return status;
}

static int run(int argc, char **argv)
{
	static struct platform_machine machine;
	static struct json_output json;
	int first, status;

	platform_machine(&machine);
	options = (struct options){ .directory = ".", .machine = machine.name, .size = DEFAULT_MIB * MIB };
	first = options_parse(table, sizeof table / sizeof *table, &options, argc, argv);
	if (first == OPTIONS_HELP_WANTED) {
		options_help(table, sizeof table / sizeof *table, "getcputc [-d DIR] [-s KIB] [-m NAME] [-u USER] [OPTION...]");
		return EXIT_DONE;
	}
	if (first == OPTIONS_WRONG)
		return EXIT_USAGE;
	if (first < argc)
		return error_usage(argv[first], "no word without an option");
	progress_setup(options.quiet);
	status = json_output_open(&json, options.json ? "" : NULL);
	if (!status)
		status = check();
	if (status)
		return status;
	status = run_tests();
	if (json_output(&json))
		return status | report_json(&json);
	report();
	return status;
}

const struct applet applet_getcputc = { .name = "getcputc", .summary = "what reading and writing byte by byte costs", .run = run };

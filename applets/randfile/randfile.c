/* SPDX-License-Identifier: MIT */
/* randfile.c - the applet: a file of random numbers for bonnie -Z, 4 bytes each, highest first, whatever
 * the machine. (generate_randfile writes 8 bytes on 64-bit machines, and bonnie++ reads 4.) */
#include <stddef.h>

#include "applet.h"
#include "error.h"
#include "options.h"
#include "out.h"
#include "platform.h"
#include "save.h"
#include "size.h"

struct options {
	const char *file;
	uint64_t seed;
};

static const char *parse_seed(void *into, const char *value)
{
	struct options *o = into;

	return size_parse(value, "", 1, &o->seed) ? NULL : "a number";
}

static const struct option table[] = {
	{ 's', OPTION_PARSE, 0, OPTION_NAME("seed"), "N",
	  OPTION_HELP("the same numbers for the same N"), parse_seed },
	{ 'f', OPTION_TEXT, offsetof(struct options, file), OPTION_NAME("file"), "FILE",
	  OPTION_HELP("write there (standard output)"), NULL },
};

static void put_number(struct out *o, uint32_t number)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		out_char(o, (int)(number >> shift & 255));
}

static int write_numbers(const struct options *o, uint64_t count, int fd)
{
	char buffer[4096];
	struct out file = OUT_FD(fd, buffer);
	int error;

	platform_random_start(o->seed);
	while (count-- && !file.error && !platform_stop_signal())
		put_number(&file, platform_random_next());
	error = out_flush(&file);
	if (!error && o->file)
		error = platform_close(fd);
	return error ? error_warn(o->file ? o->file : "standard output", "write", error) : EXIT_DONE;
}

static int run(int argc, char **argv)
{
	struct options o = { NULL, (uint64_t)platform_clock_ns() ^ (uint64_t)platform_process_id() };
	int first = options_parse(table, sizeof table / sizeof *table, &o, argc, argv), status, error;
	struct save save = { 1, false, false };
	uint64_t count;

	if (first == OPTIONS_HELP_WANTED) {
		options_help(table, sizeof table / sizeof *table, "randfile [-s SEED] [-f FILE] COUNT");
		return EXIT_DONE;
	}
	if (first == OPTIONS_WRONG)
		return EXIT_USAGE;
	if (first != argc - 1 || !size_parse(argv[first], "", 1, &count))
		return error_usage(first < argc ? argv[argc - 1] : "randfile", "how many numbers");
	if (o.file && (status = save_open(&save, o.file)) != EXIT_DONE)
		return status;
	if ((error = save_begin(&save)) != 0)
		return error_warn(o.file, "write", error);
	out_text(&out_stderr, "Generating ");
	out_number(&out_stderr, count, 0);
	out_text(&out_stderr, " random numbers with seed ");
	out_number(&out_stderr, o.seed, 0);
	out_text(&out_stderr, ".\n");
	out_flush(&out_stderr);
	return write_numbers(&o, count, save.fd);
}

const struct applet applet_randfile = { .name = "randfile", .summary = "random numbers for bonnie -Z", .run = run };

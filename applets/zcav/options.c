/* SPDX-License-Identifier: MIT */
/* options.c - the command line of both lines of zcav. */
#include "options.h"

#include <stddef.h>
#include <string.h>

#include "error.h"
#include "number.h"
#include "size.h"
#include "zcav.h"

enum { CHUNK_MIB = 1, EVERY_MAX = 20, PRECISION = 200, BLOCK_MAX = 1 << 20 };

static bool read_mib(const char **text, uint64_t *bytes)
{
	return size_read(text, "kmgt", MIB, bytes) && *bytes && *bytes <= BLOCK_MAX * MIB;
}

static const char *parse_block(void *into, const char *value)
{
	static const char expected[] =
		"BLOCK[:CHUNK] in MiB, CHUNK a multiple of 4k, not over BLOCK or 1g";
	struct options *o = into;
	uint64_t chunk = o->chunk;

	if (!read_mib(&value, &o->block))
		return expected;
	if (*value == ':' && ++value && !read_mib(&value, &chunk))
		return expected;
	if (*value || chunk > o->block || chunk > GIB || chunk % 4096)
		return expected;
	o->chunk = (uint32_t)chunk;
	return NULL;
}

static const char *parse_count(void *into, const char *value)
{
	struct options *o = into;

	return size_count(value, 1, ZCAV_LOOPS, &o->loops) ? NULL : "1 to 100 loops";
}

static const char *parse_every(void *into, const char *value)
{
	struct options *o = into;

	return size_count(value, 2, EVERY_MAX, &o->every) ? NULL : "2 to 20";
}

static const char *parse_range(void *into, const char *value)
{
	static const char expected[] = "[START:]END in MiB, END behind START";
	struct options *o = into;

	if (!size_read(&value, "gtp", MIB, &o->end))
		return expected;
	if (*value == ':') {
		o->start = o->end;
		value++;
		if (!size_read(&value, "gtp", MIB, &o->end))
			return expected;
	}
	return *value || o->end <= o->start || o->end > INT64_MAX ? expected : NULL;
}

static const char *parse_log(void *into, const char *value)
{
	struct options *o = into;

	if (o->log)
		return "a file behind a log";
	o->log = value;
	return *value ? NULL : "a file's name";
}

/* A file or device takes the log that was named before it. */
static const char *parse_file(void *into, const char *value)
{
	struct options *o = into;

	if (o->sources == ZCAV_DEVICES)
		return "16 devices at most";
	for (unsigned i = 0; o->log && i < o->sources; i++)
		if (o->source[i].log && !strcmp(o->source[i].log, o->log))
			return "a log of its own";
	o->source[o->sources++] = (struct source){ value, o->log };
	o->log = NULL;
	return NULL;
}

static const char *parse_limit(void *into, const char *value)
{
	struct options *o = into;

	o->sampled = true;
	return size_parse_time(value, &o->limit_ns) && o->limit_ns ? NULL : "a time: 30, 5m, 1h";
}

static const char *parse_points(void *into, const char *value)
{
	struct options *o = into;

	o->sampled = true;
	return size_count(value, 3, ZCAV_POINTS, &o->points) ? NULL : "3 to 2048";
}

/* "2", "0.5": per cent. */
static const char *parse_precision(void *into, const char *value)
{
	struct options *o = into;
	int64_t ns;

	o->sampled = true;
	if (!size_parse_time(value, &ns) || ns < NS_PER_S / 10 || ns > 50 * NS_PER_S)
		return "per cent, 0.1 to 50";
	o->precision = (unsigned)(ns / (NS_PER_S / 100));
	return NULL;
}

static const char *parse_format(void *into, const char *value)
{
	struct options *o = into;

	o->old_format = !strcmp(value, "1.03");
	return o->old_format || !strcmp(value, "2.00") ? NULL : "1.03 or 2.00";
}

#define AT(field) offsetof(struct options, field)

static const struct option table[] = {
	{ 'b', OPTION_PARSE, 0, OPTION_NAME("block"), "BLOCK[:CHUNK]",
	  OPTION_HELP("MiB of a data point (by the size, 512 at most) and of a read (1)"), parse_block },
	OPTION_OF(ZCAV_LOOPS, 'c', OPTION_PARSE, 0, "count", "N", "loops; the middle third of each block's rates counts",
	          parse_count),
	{ 'r', OPTION_PARSE, 0, OPTION_NAME("range"), "[START:]END", OPTION_HELP("MiB to read between"), parse_range },
	{ 'n', OPTION_PARSE, 0, NULL, "MIB", OPTION_HELP("as -r MIB"), parse_range },
	{ 's', OPTION_PARSE, 0, OPTION_NAME("skip"), "N", OPTION_HELP("read one block of N"), parse_every },
	{ 'f', OPTION_PARSE, 0, OPTION_NAME("file"), "FILE",
	  OPTION_HELP("a device or file; several are read at once; - is standard input"), parse_file },
	{ 0, OPTION_OPERAND, 0, NULL, NULL, "", parse_file },
	{ 'l', OPTION_PARSE, 0, OPTION_NAME("log"), "FILE", OPTION_HELP("where the next file's data goes"), parse_log },
	{ 'u', OPTION_TEXT, AT(user), OPTION_NAME("user"), "USER[:GROUP]", OPTION_HELP("become this user"), NULL },
	{ 'g', OPTION_TEXT, AT(group), OPTION_NAME("group"), "GROUP", OPTION_HELP("become this group"), NULL },
	OPTION_OF(ZCAV_WRITE, 'w', OPTION_FLAG, AT(write), "write", NULL, "write instead: destroys what is there", NULL),
	OPTION_OF(ZCAV_WRITE, 0, OPTION_FLAG, AT(verify), "verify", NULL, "after -w read everything back and compare", NULL),
	OPTION_OF(ZCAV_WRITE, 0, OPTION_TEXT, AT(consent.destroy), "destroy-data", "DEVICE",
	          "consent to -w on this device", NULL),
	OPTION_OF(ZCAV_WRITE, 0, OPTION_FLAG, AT(consent.ignore_signature), "ignore-signature", NULL,
	          "consent to destroy a file system too", NULL),
	OPTION_OF(ZCAV_SAMPLE, 0, OPTION_PARSE, 0, "time-limit", "TIME", "sample the whole disk, so long at most", parse_limit),
	OPTION_OF(ZCAV_SAMPLE, 0, OPTION_PARSE, 0, "points", "N", "sample the whole disk at N places", parse_points),
	OPTION_OF(ZCAV_SAMPLE, 0, OPTION_PARSE, 0, "precision", "PERCENT", "sample until the curve is known so well (2)",
	          parse_precision),
	{ 0, OPTION_FLAG, AT(buffered), OPTION_NAME("buffered"), NULL, OPTION_HELP("through the page cache"), NULL },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("format"), "VERSION", OPTION_HELP("2.00 (default), or 1.03 in K/s"), parse_format },
	OPTION_OF(ZCAV_SVG, 0, OPTION_TEXT, AT(svg), "svg", "FILE", "draw the curve", NULL),
	OPTION_OF(ZCAV_SVG, 0, OPTION_FLAG, AT(gnuplot), "gnuplot", NULL, "print a script that draws the logs named",
	          NULL),
	OPTION_OF(JSON, 0, OPTION_MAYBE, AT(json), "json", "FILE", "JSON instead of rows, or into FILE beside them", NULL),
	{ 'q', OPTION_FLAG, AT(quiet), OPTION_NAME("quiet"), NULL, OPTION_HELP("no progress"), NULL },
	{ 0, OPTION_FLAG, AT(strict), OPTION_NAME("strict"), NULL,
	  OPTION_HELP("as the original: cached, ++++, whole blocks only"), NULL },
};

static int complete(const struct options *o)
{
	if (!o->sources)
		return error_usage("zcav", "a device or file to read");
	if (o->log)
		return error_usage(o->log, "a file behind a log");
	if (ENABLED(CONFIG_ZCAV_WRITE) && o->verify && !o->write)
		return error_usage("--verify", "-w with it");
	if (options_sampled(o) && (o->write || o->loops > 1 || o->every > 1 || o->strict))
		return error_usage("--time-limit, --points, --precision", "no -w, -c, -s or --strict with them");
	return EXIT_DONE;
}

int zcav_options(struct options *o, int argc, char **argv, bool *stop)
{
	int i;

	*o = (struct options){ .chunk = CHUNK_MIB * MIB, .loops = 1, .every = 1, .precision = PRECISION };
	*stop = true;
	i = options_parse(table, sizeof table / sizeof *table, o, argc, argv);
	if (i == OPTIONS_HELP_WANTED) {
		options_help(table, sizeof table / sizeof *table, "zcav [OPTION...] [-l LOG] DEVICE...");
		return EXIT_DONE;
	}
	if (i == OPTIONS_WRONG)
		return EXIT_USAGE;
	for (; i < argc; i++) {
		const char *wrong = parse_file(o, argv[i]);

		if (wrong)
			return error_usage(argv[i], wrong);
	}
	*stop = complete(o) != EXIT_DONE;
	return *stop ? EXIT_USAGE : EXIT_DONE;
}

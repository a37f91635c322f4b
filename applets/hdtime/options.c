/* SPDX-License-Identifier: MIT */
/* options.c - the command line: hdparm's letters, and long options for the rest. */
#include "options.h"

#include <stddef.h>
#include <string.h>

#include "applet.h"
#include "error.h"
#include "hdtime.h"
#include "number.h"
#include "out.h"
#include "size.h"

enum { TIME_LEAST_MS = 10, TIME_MOST_S = 24 * 60 * 60, PERCENT = 100 };

/* ---- settings with a value or without ---- */

static const struct { uint16_t least, most; const char *expected; } bounds[SETTINGS] = {
	[MULTCOUNT] = { 0, 128, "0 to 128 sectors, or no value" },
	[IO_SUPPORT] = { 0, 3, "0 (16-bit), 1 (32-bit), 3 (32-bit with sync), or no value" },
	[UNMASKIRQ] = { 0, 1, "0, 1, or no value" },
	[USING_DMA] = { 0, 1, "0, 1, or no value" },
	[KEEPSETTINGS] = { 0, 1, "0, 1, or no value" },
	[READONLY] = { 0, 1, "0, 1, or no value" },
	[READAHEAD] = { 0, UINT16_MAX, "0 to 65535 sectors of 512 bytes, or no value" },
	[QUEUE_DEPTH] = { 1, 1024, "1 to 1024, or no value" },
	[WRITE_CACHE] = { 0, 1, "0, 1, or no value" },
};

static const char *ask_or_set(void *into, enum setting s, const char *value)
{
	struct options *o = into;

	if (!value) {
		o->get |= 1u << s;
		return NULL;
	}
	if (!ENABLED(CONFIG_HDTIME_SET)) {      /* any number will be refused */
		if (!size_count(value, 0, UINT32_MAX, &o->value[s]))
			return "no value";
	} else if (!size_count(value, bounds[s].least, bounds[s].most, &o->value[s]) ||
	           (s == IO_SUPPORT && o->value[s] == 2)) {
		return bounds[s].expected;
	}
	o->set |= 1u << s;
	return NULL;
}

#define SETTING(name, setting) \
	static const char *name(void *into, const char *value) \
	{ \
		return ask_or_set(into, setting, value); \
	}
SETTING(parse_readahead, READAHEAD)
SETTING(parse_io_support, IO_SUPPORT)
SETTING(parse_dma, USING_DMA)
SETTING(parse_keep, KEEPSETTINGS)
SETTING(parse_multcount, MULTCOUNT)
SETTING(parse_queue_depth, QUEUE_DEPTH)
SETTING(parse_readonly, READONLY)
SETTING(parse_unmask, UNMASKIRQ)
SETTING(parse_write_cache, WRITE_CACHE)
#undef SETTING

static const char a_mode[] = "a transfer mode: pio0 to pio6, sdma0 to sdma2, mdma0 to mdma4, udma0 to udma7, or its number";

static const char *parse_mode(void *into, const char *value)
{
	struct options *o = into;
	bool meant = value && mode_meant(value);

	if (!value || (!ENABLED(CONFIG_HDTIME_SET) && !meant))
		return ask_or_set(into, XFERMODE, value);
	if (!ENABLED(CONFIG_HDTIME_SET) || mode_parse(value, &o->value[XFERMODE])) {
		o->set |= 1u << XFERMODE;
		return NULL;
	}
	if (!meant)
		return a_mode;
	/* -Xudma9 must not be taken for -X -u -d -m -a9, nor "-X udma9" for a device. */
	o->bad_mode = value;
	return NULL;
}

/* Asked for by letters without a value; the parser knows them as numbers that are missing. */
static const char *parse_geometry(void *into, const char *value)
{
	return value ? "no value" : ask_or_set(into, GEOMETRY, NULL);
}

/* ---- timings ---- */

/* A size, bare numbers being GiB as hdparm's are, or per cent of the device. */
static const char *parse_offset(void *into, const char *value)
{
	struct options *o = into;
	struct offset offset = { .from_end = *value == '-' };
	const char *text = value + offset.from_end, *end = text;

	if (size_number(&end, &offset.value) && !strcmp(end, "%"))
		offset.percent = offset.value <= PERCENT;
	if (!offset.percent && !size_parse(text, "kmgt", GIB, &offset.value))
		return "GiB, or a number with k, m, g, t or %; behind a - before the end";
	o->offset = offset;
	return NULL;
}

static const char *parse_repeat(void *into, const char *value)
{
	struct options *o = into;

	return size_count(value, 1, HDTIME_REPEATS, &o->repeats) ? NULL : "1 to 256 runs";
}

static const char *parse_time(void *into, const char *value)
{
	struct options *o = into;

	if (!size_parse_time(value, &o->time_ns) || o->time_ns < TIME_LEAST_MS * NS_PER_MS ||
	    o->time_ns > TIME_MOST_S * NS_PER_S)
		return "a time from 10 ms to a day: 3, 0.5, 500ms, 2m";
	return NULL;
}

#define AT(field) offsetof(struct options, field)
#define SETTING_ROW(letter, argument, what, parse) \
	OPTION_OF(HDTIME_SETTINGS, letter, OPTION_NUMBER_MAYBE, 0, NULL, ENABLED(CONFIG_HDTIME_SET) ? (argument) : NULL, \
	          ENABLED(CONFIG_HDTIME_SET) ? "get or set " what : what, parse)

static const struct option table[] = {
	{ 't', OPTION_FLAG, AT(disk), NULL, NULL, OPTION_HELP("time reading from the device"), NULL },
	{ 'T', OPTION_FLAG, AT(cached), NULL, NULL, OPTION_HELP("time reading from the page cache"), NULL },
	OPTION_OF(DIRECT_IO, 0, OPTION_FLAG, AT(direct), "direct", NULL, "past the page cache, with -t and -T", NULL),
	{ 0, OPTION_PARSE, 0, OPTION_NAME("offset"), "N[k|m|g|t|%]",
	  OPTION_HELP("where -t begins, GiB; -N: before the end"), parse_offset },
	OPTION_OF(HDTIME_REPEAT, 0, OPTION_PARSE, 0, "repeat", "N", "time N times; median and 95 % interval", parse_repeat),
	{ 0, OPTION_PARSE, 0, OPTION_NAME("time"), "S", OPTION_HELP("seconds a timing takes (-t 3, -T 2)"), parse_time },
	OPTION_OF(JSON, 0, OPTION_MAYBE, AT(json), "json", "FILE", "JSON instead of text, or beside it to FILE", NULL),
	{ 0, OPTION_FLAG, AT(strict), OPTION_NAME("strict"), NULL,
	  OPTION_HELP("measure as the original: cache kept, bytes by time"), NULL },
	OPTION_OF(HDTIME_IDENTIFY, 'i', OPTION_FLAG, AT(identity), NULL, NULL, "identity as the kernel knows it", NULL),
	OPTION_OF(HDTIME_IDENTIFY, 'I', OPTION_FLAG, AT(identity_now), NULL, NULL, "identity in detail, from the drive now",
	          NULL),
	OPTION_OF(HDTIME_IDENTIFY, 0, OPTION_FLAG, AT(identity_stdin), "Istdin", NULL,
	          "the same of 256 words in hex on standard input", NULL),
	OPTION_OF(HDTIME_SETTINGS, 'g', OPTION_NUMBER_MAYBE, 0, NULL, NULL, "geometry", parse_geometry),
	SETTING_ROW('a', "[N]", "readahead, sectors", parse_readahead),
	SETTING_ROW('c', "[N]", "32-bit I/O", parse_io_support),
	SETTING_ROW('d', "[N]", "DMA", parse_dma),
	SETTING_ROW('k', "[N]", "keeping settings over a reset", parse_keep),
	SETTING_ROW('m', "[N]", "sectors an interrupt", parse_multcount),
	SETTING_ROW('Q', "[N]", "the queue depth", parse_queue_depth),
	SETTING_ROW('r', "[N]", "read-only", parse_readonly),
	SETTING_ROW('u', "[N]", "unmasking of interrupts", parse_unmask),
	SETTING_ROW('W', "[N]", "the drive's write cache", parse_write_cache),
	SETTING_ROW('X', "[MODE]", "the transfer mode", parse_mode),
};

/* What is known only when every option has been read. */
static int complete(struct options *o, const char *device)
{
	bool identity = o->identity || o->identity_now || o->identity_stdin;

	if (ENABLED(CONFIG_HDTIME_SET) && o->bad_mode)
		return error_usage(o->bad_mode, a_mode);
	if (!device && !o->identity_stdin)
		return error_usage("hdtime", "a device, file or directory; --help tells the options");
	if (ENABLED(CONFIG_HDTIME_SETTINGS) && o->set && !ENABLED(CONFIG_HDTIME_SET))
		return error_refuse(device, "to change settings needs a diskbench built with HDTIME_SET");
	if (!ENABLED(CONFIG_HDTIME_SETTINGS) && !o->disk && !o->cached && !identity)
		return error_usage("hdtime", "-t or -T; without them a diskbench built with HDTIME_SETTINGS");
	o->plain = !o->disk && !o->cached && !identity && !o->get && !o->set;
	return EXIT_DONE;
}

int hdtime_options(struct options *o, int argc, char **argv, int *first, bool *stop)
{
	int status;

	*o = (struct options){ .repeats = 1 };
	*stop = true;
	*first = options_parse(table, sizeof table / sizeof *table, o, argc, argv);
	if (*first == OPTIONS_HELP_WANTED) {
		options_help(table, sizeof table / sizeof *table, "hdtime [-tT] [-iI] [OPTION...] DEVICE|FILE|DIRECTORY...");
		return EXIT_DONE;
	}
	if (*first == OPTIONS_WRONG)
		return EXIT_USAGE;
	status = complete(o, *first < argc ? argv[*first] : NULL);
	*stop = status != EXIT_DONE;
	return status;
}

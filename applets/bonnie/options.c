/* SPDX-License-Identifier: MIT */
/* options.c - the command line of both lines of Bonnie++, with their bounds. */
#include "options.h"

#include <stddef.h>
#include <string.h>

#include "bonnie.h"
#include "error.h"
#include "number.h"
#include "size.h"

enum {
	CHUNK_MIN = 256, CHUNK_MAX = 1 << 20,
	SEEKS_DEFAULT = 8192, SEEKERS_DEFAULT = 3, SEEKERS_DEFAULT_200 = 5,
	FILES_UNIT = 1024, FILES_DEFAULT = 16 * FILES_UNIT,
	DIRECTORIES_MAX = 99999,
	CHARS_DEFAULT_200 = 3,          /* MiB that 2.00 writes byte by byte */
	RUNS_MAX = 1000000,
};

/* Takes the ':' before a further part of a value. False: the value ends here. */
static bool next_part(const char **text)
{
	if (**text != ':')
		return false;
	++*text;
	return true;
}

static bool read_chunk(const char **text, uint32_t *chunk)
{
	uint64_t value;

	if (!size_read(text, "km", 1, &value) || value < CHUNK_MIN || value > CHUNK_MAX || value & (value - 1))
		return false;
	*chunk = (uint32_t)value;
	return true;
}

/* A part left empty ("512::1000") keeps its default. */
static bool empty_part(const char *text)
{
	return *text == ':' || !*text;
}

static const char *parse_size(void *into, const char *value)
{
	static const char expected[] = "SIZE[:CHUNK[:SEEKS[:SEEKERS]]]: MiB (g, t: larger), a power of two from 256 to 1m, "
	                               "a number, 1 to 256";
	struct options *o = into;
	uint64_t seekers = 0;

	if (!size_read(&value, "mgtp", MIB, &o->size) || o->size > INT64_MAX)
		return expected;
	o->size_given = true;
	if (next_part(&value) && !empty_part(value) && !read_chunk(&value, &o->chunk))
		return expected;
	if (next_part(&value) && !empty_part(value) && (!size_read(&value, "k", 1, &o->seeks) || !o->seeks))
		return expected;
	if (next_part(&value) && !empty_part(value) && (!size_number(&value, &seekers) || !seekers))
		return expected;
	if (*value || seekers > WORKERS_MAX)
		return expected;
	o->seekers = (uint32_t)seekers;
	return NULL;
}

/* "-1" and "-2" as the largest size ask for links. */
static bool read_max(const char **text, struct options *o)
{
	if (!strncmp(*text, "-1", 2) || !strncmp(*text, "-2", 2)) {
		o->links = (*text)[1] == '1' ? LINKS_HARD : LINKS_SYMBOLIC;
		*text += 2;
		return true;
	}
	return size_read(text, "kmg", 1, &o->file_max);
}

static const char *parse_files(void *into, const char *value)
{
	static const char expected[] = "NUMBER[:MAX[:MIN[:DIRECTORIES[:CHUNK]]]]: times 1024 files, bytes or -1 or -2 for links, "
	                               "bytes up to MAX, 1 to 99999, a power of two";
	struct options *o = into;
	uint64_t directories = 1;

	o->links = LINKS_NONE;
	o->file_max = o->file_min = 0;
	if (!size_read(&value, "m", 1, &o->files))      /* m: times 1024 * 1024 in the original's way */
		return expected;
	if (value[-1] == 'm' || value[-1] == 'M')
		o->files /= KIB;
	o->files = number_multiply(o->files, FILES_UNIT);
	if (next_part(&value) && !empty_part(value) && !read_max(&value, o))
		return expected;
	if (next_part(&value) && !empty_part(value) && !size_read(&value, "kmg", 1, &o->file_min))
		return expected;
	if (next_part(&value) && !empty_part(value) && !size_read(&value, "k", 1, &directories))
		return expected;
	if (next_part(&value) && !empty_part(value) && !read_chunk(&value, &o->file_chunk))
		return expected;
	if (*value || directories > DIRECTORIES_MAX || o->files >> 40)
		return expected;
	if (!o->links && o->file_min > o->file_max)
		return expected;
	o->directories = directories ? (uint32_t)directories : 1;
	return NULL;
}

static const char *parse_ram(void *into, const char *value)
{
	struct options *o = into;

	o->ram_given = true;
	return size_parse(value, "mgt", MIB, &o->ram) ? NULL : "MiB of RAM (g: GiB), 0 for no rule";
}

static const char *parse_repeats(void *into, const char *value)
{
	struct options *o = into;
	uint64_t n;

	if (!size_parse(value, "", 1, &n) || n > RUNS_MAX)
		return "a number of runs";
	o->repeats = (unsigned)n;
	o->repeats_given = true;
	return NULL;
}

static const char *parse_chars(void *into, const char *digits)
{
	struct options *o = into;

	o->chars_given = true;
	o->char_size = 0;
	return !digits || size_parse(digits, "", MIB, &o->char_size) ? NULL : "MiB directly behind -f, or nothing";
}

static const char *parse_machine(void *into, const char *value)
{
	struct options *o = into;

	for (const char *c = value; *c; c++)
		if (*c == ',' || *c == '"' || (unsigned char)*c < ' ')
			return "a name without commas, quotes and control characters: it becomes a CSV field";
	o->machine = value;
	return NULL;
}

/* One user or group is enough, said once. */
static const char *parse_user(void *into, const char *value)
{
	struct options *o = into;

	if (o->user || !*value)
		return "USER[:GROUP], once";
	o->user = value;
	return NULL;
}

static const char *parse_report(void *into, const char *value)
{
	struct options *o = into;

	if (!strcmp(value, "1.03"))
		o->report = REPORT_103;
	else if (ENABLED(CONFIG_BONNIE_REPORT2) && !strcmp(value, "2.00"))
		o->report = REPORT_200;
	else
		return ENABLED(CONFIG_BONNIE_REPORT2) ? "1.03 or 2.00" : "1.03";
	return NULL;
}

static const char *parse_data(void *into, const char *value)
{
	struct options *o = into;

	o->data_given = true;
	if (!strcmp(value, "random"))
		o->data = FILL_RANDOM;
	else if (!strcmp(value, "zero"))
		o->data = FILL_ZERO;
	else if (!strcmp(value, "bonnie"))
		o->data = FILL_BONNIE;
	else
		return "random, zero or bonnie";
	return NULL;
}

static const char *parse_cache(void *into, const char *value)
{
	struct options *o = into;

	o->keep_cache = !strcmp(value, "keep");
	return o->keep_cache || !strcmp(value, "drop") ? NULL : "drop or keep";
}

static const char *parse_seed(void *into, const char *value)
{
	struct options *o = into;

	return size_parse(value, "", 1, &o->seed) ? NULL : "a number";
}

#define AT(field) offsetof(struct options, field)

static const struct option table[] = {
	{ 'd', OPTION_TEXT, AT(directory), OPTION_NAME("directory"), "DIR",
	  OPTION_HELP("where to test (.)"), NULL },
	{ 's', OPTION_PARSE, 0, OPTION_NAME("size"), "SIZE[:CHUNK[:SEEKS[:SEEKERS]]]",
	  OPTION_HELP("MiB of the file (twice the RAM), bytes a call (8k), seeks (8k), seekers (3; 5 for 2.00)"), parse_size },
	{ 'n', OPTION_PARSE, 0, OPTION_NAME("files"), "NUMBER[:MAX[:MIN[:DIRS[:CHUNK]]]]",
	  OPTION_HELP("1024s of small files (16), their sizes; MAX -1, -2: hard, symbolic links"), parse_files },
	{ 'm', OPTION_PARSE, 0, OPTION_NAME("machine"), "NAME",
	  OPTION_HELP("label of the report (the host's name)"), parse_machine },
	{ 'r', OPTION_PARSE, 0, OPTION_NAME("ram"), "MIB",
	  OPTION_HELP("RAM to assume; 0: no rule about it"), parse_ram },
	{ 'x', OPTION_PARSE, 0, OPTION_NAME("runs"), "N",
	  OPTION_HELP("run N times, CSV only, with a header line if N > 1"), parse_repeats },
	{ 'u', OPTION_PARSE, 0, OPTION_NAME("user"), "USER[:GROUP]",
	  OPTION_HELP("become this user; root must say whom"), parse_user },
	{ 'g', OPTION_TEXT, AT(group), OPTION_NAME("group"), "GROUP",
	  OPTION_HELP("become this group"), NULL },
	{ 'q', OPTION_FLAG, AT(quiet), OPTION_NAME("quiet"), NULL,
	  OPTION_HELP("no progress; CSV only on standard output"), NULL },
	{ 'f', OPTION_DIGITS, 0, NULL, "[MIB]",
	  OPTION_HELP("no per-character tests, or only so much"), parse_chars },
	{ 'b', OPTION_FLAG, AT(sync_each), OPTION_NAME("sync"), NULL,
	  OPTION_HELP("fsync after every write"), NULL },
	{ 'D', OPTION_FLAG, AT(direct), OPTION_NAME("direct"), NULL,
	  OPTION_HELP("direct I/O in the block tests and seeks"), NULL },
	{ 'z', OPTION_PARSE, 0, OPTION_NAME("seed"), "N",
	  OPTION_HELP("the same offsets, names and sizes for the same N"), parse_seed },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("report"), "VERSION",
	  OPTION_HELP("1.03 (default), or 2.00 with latencies"), parse_report },
	{ 0, OPTION_MAYBE, AT(json), OPTION_NAME("json"), "FILE",
	  OPTION_HELP("JSON instead of text and CSV, or into FILE beside them"), NULL },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("data"), "KIND",
	  OPTION_HELP("random (default), zero, or bonnie's own"), parse_data },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("cache"), "HOW",
	  OPTION_HELP("drop (default) or keep the page cache before reading"), parse_cache },
	{ 0, OPTION_FLAG, AT(drop_caches), OPTION_NAME("drop-caches"), NULL,
	  OPTION_HELP("root: drop all caches before the stat tests"), NULL },
	{ 0, OPTION_FLAG, AT(strict), OPTION_NAME("strict"), NULL,
	  OPTION_HELP("measure as the original: cache kept, no repeats, +++++"), NULL },
	{ 0, OPTION_FLAG, AT(plan), OPTION_NAME("plan"), NULL,
	  OPTION_HELP("tell what would be done, and stop"), NULL },
};

/* What is known only when every option has been read. */
static int complete(struct options *o)
{
	if (o->json && !ENABLED(CONFIG_JSON))
		return error_usage("--json", "a diskbench built with JSON");
	if (o->direct && !ENABLED(CONFIG_DIRECT_IO))
		return error_usage("-D", "a diskbench built with DIRECT_IO");
	if (o->drop_caches && platform_user_id() != 0)
		return error_usage("--drop-caches", "to be root");
	if (o->size && o->size < o->chunk)
		return error_usage("-s", "a size of one chunk at least");
	if (o->strict && !o->data_given)
		o->data = FILL_BONNIE;
	return EXIT_DONE;
}

uint64_t options_default_size(uint64_t ram)
{
	uint64_t mib = ram / MIB * 2;

	if (mib < 300)
		mib = 300;
	if (mib % 1024 > 512)
		mib += 1024 - mib % 1024;
	return mib * MIB;
}

int options_read(struct options *o, int argc, char **argv, bool *stop)
{
	int first;

	*o = (struct options){
		.directory = ".", .chunk = BONNIE_CHUNK, .seeks = SEEKS_DEFAULT,
		.files = FILES_DEFAULT, .file_chunk = BONNIE_CHUNK, .directories = 1, .repeats = 1,
		.seed = (uint64_t)platform_clock_ns() ^ (uint64_t)platform_process_id(),
	};
	*stop = true;
	first = options_parse(table, sizeof table / sizeof *table, o, argc, argv);
	if (first == OPTIONS_HELP_WANTED) {
		options_help(table, sizeof table / sizeof *table, "bonnie [-d DIR] [-s MIB] [-n NUMBER] [-u USER] [OPTION...]");
		return EXIT_DONE;
	}
	if (first == OPTIONS_WRONG)
		return EXIT_USAGE;
	if (first < argc)
		return error_usage(argv[first], "no word without an option");
	*stop = complete(o) != EXIT_DONE;
	if (!o->seekers)
		o->seekers = o->report == REPORT_200 ? SEEKERS_DEFAULT_200 : SEEKERS_DEFAULT;
	if (!o->chars_given)
		o->char_size = o->report == REPORT_200 ? CHARS_DEFAULT_200 * MIB : UINT64_MAX;
	return *stop ? EXIT_USAGE : EXIT_DONE;
}

/* SPDX-License-Identifier: MIT */
/* options.c - the command line of both lines of Bonnie++ and of Bonnie itself: the table, defaults,
 * and what does not go together. */
#include "options.h"

#include <stddef.h>
#include <string.h>

#include "bonnie.h"
#include "error.h"
#include "number.h"
#include "out.h"
#include "size.h"
#include "values.h"

enum {
	SEEKS_DEFAULT = 8192, SEEKERS_DEFAULT = 3, SEEKERS_DEFAULT_200 = 5,
	FILES_DEFAULT = 16 * 1024,
	CHARS_DEFAULT_200 = 3,          /* MiB that 2.00 writes byte by byte */
	/* Bonnie's: its page says four seekers, its sources have three. */
	CLASSIC_CHUNK = 16384, CLASSIC_MIB = 100, CLASSIC_SEEKS = 4000, CLASSIC_SEEKERS = 4,
	QUICK_SECONDS = 3, QUICK_MIB = 1024,
};

#define AT(field) offsetof(struct options, field)

static const struct option table[] = {
	{ 'd', OPTION_PARSE, 0, OPTION_NAME("directory"), "DIR",
	  OPTION_HELP("where to test (.); several at once"), parse_place },
	{ 's', OPTION_PARSE, 0, OPTION_NAME("size"), "SIZE[:CHUNK[:SEEKS[:SEEKERS]]]",
	  OPTION_HELP("MiB (twice the RAM), bytes a call (8k), seeks (8k), seekers (3)"), parse_size },
	{ 'n', OPTION_PARSE, 0, OPTION_NAME("files"),
	  ENABLED(CONFIG_BONNIE_FILES) ? "NUMBER[:MAX[:MIN[:DIRS[:CHUNK]]]]" : "NUMBER",
	  OPTION_HELP("1024s of small files (16), their sizes; MAX -1, -2: links"), parse_files },
	{ 'm', OPTION_PARSE, 0, OPTION_NAME("machine"), "NAME",
	  OPTION_HELP("label of the report (the host's name)"), parse_machine },
	{ 'r', OPTION_PARSE, 0, OPTION_NAME("ram"), "MIB",
	  OPTION_HELP("RAM to assume; 0: no rule"), parse_ram },
	{ 'x', OPTION_PARSE, 0, OPTION_NAME("runs"), "N",
	  OPTION_HELP("run N times, CSV only"), parse_runs },
	{ 'u', OPTION_PARSE, 0, OPTION_NAME("user"), "USER[:GROUP]",
	  OPTION_HELP("become this user; root must say whom"), parse_user },
	{ 'g', OPTION_TEXT, AT(group), OPTION_NAME("group"), "GROUP",
	  OPTION_HELP("become this group"), NULL },
	{ 'q', OPTION_FLAG, AT(quiet), OPTION_NAME("quiet"), NULL,
	  OPTION_HELP("no progress; CSV only on standard output"), NULL },
	{ 'f', OPTION_DIGITS, 0, NULL, "[MIB]",
	  OPTION_HELP("no per-character tests, or so much"), parse_chars },
	{ 'b', OPTION_FLAG, AT(sync_each), OPTION_NAME("sync"), NULL,
	  OPTION_HELP("fsync after every write"), NULL },
	OPTION_OF(DIRECT_IO, 'D', OPTION_FLAG, AT(direct), "direct", NULL,
	          "direct I/O in the block tests and seeks", NULL),
	{ 'z', OPTION_PARSE, 0, OPTION_NAME("seed"), "N",
	  OPTION_HELP("same N: same offsets, names, sizes"), parse_seed },
	OPTION_OF(BONNIE_RANDOM_FILE, 'Z', OPTION_PARSE, 0, "random-file", "FILE",
	          "seek where FILE's numbers say", parse_random_file),
	{ 'c', OPTION_PARSE, 0, OPTION_NAME("copies"), "N",
	  OPTION_HELP("N copies at once on each directory"), parse_copies },
	OPTION_OF(BONNIE_COPIES, 'p', OPTION_PARSE, 0, "processes", "N",
	          "prepare for N programs with -y; -1: forget it", parse_processes),
	OPTION_OF(BONNIE_COPIES, 'y', OPTION_NUMBER_MAYBE, 0, NULL, "[s|p]",
	          "start tests with others, or (p) at a line of input", parse_step),
	OPTION_OF(BONNIE_COPIES, 0, OPTION_TEXT, AT(sync_file), "sync-file", "FILE",
	          "where -p and -y meet (/tmp/bonnie.UID.sync)", NULL),
	OPTION_OF(BONNIE_COPIES, 0, OPTION_PARSE, 0, "sync-timeout", "TIME",
	          "how long -y waits (10m)", parse_patience),
	OPTION_OF(BONNIE_QUICK, 0, OPTION_FLAG, AT(quick), "quick", NULL,
	          "3 s a test at most, and how sure figures are", NULL),
	OPTION_OF(BONNIE_QUICK, 0, OPTION_PARSE, 0, "time-limit", "TIME",
	          "end each test after that time", parse_limit),
	OPTION_OF(BONNIE_QUICK, 0, OPTION_PARSE, 0, "repeat", "N",
	          "medians and 95 % intervals of N runs", parse_repeat),
	OPTION_OF(LATENCY, 0, OPTION_FLAG, AT(percentiles), "percentiles", NULL,
	          "latencies of every test", NULL),
	OPTION_OF(BONNIE_VERIFY, 0, OPTION_FLAG, AT(verify), "verify", NULL,
	          "read back what was written and compare", NULL),
	OPTION_OF(BONNIE_CLASSIC, 0, OPTION_FLAG, AT(classic), "classic", NULL,
	          "as Bonnie of 1996: -d, -s, -m, -html", NULL),
	{ 0, OPTION_PARSE, 0, OPTION_NAME("seekers"), "N",
	  OPTION_HELP("seek with N processes"), parse_seekers },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("report"), "VERSION",
	  OPTION_HELP("1.03 (default), or 2.00 with latencies"), parse_report },
	OPTION_OF(JSON, 0, OPTION_MAYBE, AT(json), "json", "FILE",
	          "JSON instead of text, or into FILE beside it", NULL),
	{ 0, OPTION_PARSE, 0, OPTION_NAME("data"), "KIND",
	  OPTION_HELP("random (default), zero, or bonnie's own"), parse_data },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("cache"), "HOW",
	  OPTION_HELP("before reading drop (default) or keep the cache"), parse_cache },
	OPTION_OF(BONNIE_DROP_CACHES, 0, OPTION_FLAG, AT(drop_caches), "drop-caches", NULL,
	          "root: drop all caches before stat tests", NULL),
	{ 0, OPTION_FLAG, AT(strict), OPTION_NAME("strict"), NULL,
	  OPTION_HELP("as the original: cache kept, no repeats, +++++"), NULL },
	OPTION_OF(BONNIE_CLEAN, 0, OPTION_MAYBE, AT(clean), "clean", "force",
	          "remove what dead runs left, and stop", NULL),
	OPTION_OF(BONNIE_PLAN, 0, OPTION_FLAG, AT(plan), "plan", NULL,
	          "tell what it would do, and stop", NULL),
};

/* What does not go together, of copies. */
static int copies_contradictions(const struct options *o)
{
	if (!ENABLED(CONFIG_BONNIE_COPIES))
		return o->place_count > 1 ? error_usage("-d", "a diskbench built with BONNIE_COPIES") : EXIT_DONE;
	if (o->step && (o->processes || o->forget))
		return error_usage("-y", "no -p");
	if (o->step && o->all_copies > 1)
		return error_usage("-y", "one -d and no -c");
	if (o->all_copies > BONNIE_COPIES)
		return error_usage("-c", "200 in all at most");
	return EXIT_DONE;
}

/* Of classic and quick runs. */
static int kind_contradictions(const struct options *o)
{
	if (options_classic(o) && (o->report_given || o->files_given))
		return error_usage(o->files_given ? "-n" : "--report", "no --classic");
	if (options_classic(o) && !o->size)
		return error_usage("-s", "1 at least");
	if (ENABLED(CONFIG_BONNIE_QUICK) && o->quick && o->strict)
		return error_usage("--quick", "no --strict");
	if (ENABLED(CONFIG_BONNIE_QUICK) && o->repeat > 1 && o->runs_given)
		return error_usage("--repeat", "no -x");
	return EXIT_DONE;
}

static int contradictions(const struct options *o)
{
	int status;

	if (ENABLED(CONFIG_BONNIE_CLEAN) && o->clean && *o->clean && strcmp(o->clean, "force") != 0)
		return error_usage(o->clean, "force or nothing");
	if (ENABLED(CONFIG_BONNIE_DROP_CACHES) && o->drop_caches && platform_user_id() != 0)
		return error_usage("--drop-caches", "to be root");
	if (o->size && o->size < o->chunk)
		return error_usage("-s", "one chunk at least");
	status = copies_contradictions(o);
	return status ? status : kind_contradictions(o);
}

/* What nobody said. */
static void fill_in(struct options *o)
{
	bool new = ENABLED(CONFIG_BONNIE_REPORT2) && o->report == REPORT_200;

	if (!o->seekers)
		o->seekers = new ? SEEKERS_DEFAULT_200 : SEEKERS_DEFAULT;
	if (!o->chars_given)
		o->char_size = new ? CHARS_DEFAULT_200 * MIB : UINT64_MAX;
	if (!o->place_count)
		o->places[o->place_count++] = ".";
	o->directory = o->places[0];
	o->all_copies = o->copies * o->place_count;
	o->columns = o->all_copies > 1 ? o->all_copies + 1 : 1;
	if (o->strict && !o->data_given)
		o->data = FILL_BONNIE;
	if (ENABLED(CONFIG_BONNIE_QUICK) && o->quick && !o->limit_ns)
		o->limit_ns = QUICK_SECONDS * NS_PER_S;
}

uint32_t options_default_mib(const struct options *o)
{
	uint32_t mib = (uint32_t)(o->ram / MIB) * 2;

	if (ENABLED(CONFIG_BONNIE_QUICK) && o->quick)
		return QUICK_MIB;
	if (mib < 300)
		mib = 300;
	if (mib % 1024 > 512)
		mib += 1024 - mib % 1024;
	return mib;
}

/* What Bonnie has otherwise, unless options say more. */
static void start_classic(struct options *o, bool html)
{
	o->classic = true;
	o->html = html;
	o->report = REPORT_CLASSIC;
	o->files = 0;
	o->size = CLASSIC_MIB * MIB;
	o->size_given = true;
	o->machine = "";
	o->chunk = CLASSIC_CHUNK;
	o->seeks = CLASSIC_SEEKS;
	o->seekers = CLASSIC_SEEKERS;
}

int options_read(struct options *o, int argc, char **argv, bool *stop)
{
	int first;
	bool html = false, classic = ENABLED(CONFIG_BONNIE_CLASSIC) && classic_asked(&argc, argv, &html);

	*o = (struct options){
		.chunk = BONNIE_CHUNK, .seeks = SEEKS_DEFAULT, .files = FILES_DEFAULT, .file_chunk = BONNIE_CHUNK, .directories = 1, .runs = 1, .repeat = 1, .copies = 1,
		.seed = (uint64_t)platform_clock_ns() ^ (uint64_t)platform_process_id(),
	};
	if (classic)
		start_classic(o, html);
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
	fill_in(o);
	*stop = contradictions(o) != EXIT_DONE;
	return *stop ? EXIT_USAGE : EXIT_DONE;
}

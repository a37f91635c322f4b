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
	  OPTION_HELP("where to test (.); several: a copy on each at once"), parse_place },
	{ 's', OPTION_PARSE, 0, OPTION_NAME("size"), "SIZE[:CHUNK[:SEEKS[:SEEKERS]]]",
	  OPTION_HELP("MiB (twice the RAM), bytes a call (8k), seeks (8k), seekers (3)"), parse_size },
	{ 'n', OPTION_PARSE, 0, OPTION_NAME("files"), "NUMBER[:MAX[:MIN[:DIRS[:CHUNK]]]]",
	  OPTION_HELP("1024s of small files (16), their sizes; MAX -1, -2: links"), parse_files },
	{ 'm', OPTION_PARSE, 0, OPTION_NAME("machine"), "NAME",
	  OPTION_HELP("label of the report (the host's name)"), parse_machine },
	{ 'r', OPTION_PARSE, 0, OPTION_NAME("ram"), "MIB",
	  OPTION_HELP("RAM to assume; 0: no rule about it"), parse_ram },
	{ 'x', OPTION_PARSE, 0, OPTION_NAME("runs"), "N",
	  OPTION_HELP("run N times, CSV only"), parse_runs },
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
	{ 'Z', OPTION_PARSE, 0, OPTION_NAME("random-file"), "FILE",
	  OPTION_HELP("seek where the numbers in FILE say"), parse_random_file },
	{ 'c', OPTION_PARSE, 0, OPTION_NAME("copies"), "N",
	  OPTION_HELP("N copies at once on each directory, and their sum"), parse_copies },
	{ 'p', OPTION_PARSE, 0, OPTION_NAME("processes"), "N",
	  OPTION_HELP("prepare for N programs with -y; -1: forget them"), parse_processes },
	{ 'y', OPTION_NUMBER_MAYBE, 0, NULL, "[s|p]",
	  OPTION_HELP("start tests together with the others, or (p) at a line of input"), parse_step },
	{ 0, OPTION_TEXT, AT(sync_file), OPTION_NAME("sync-file"), "FILE",
	  OPTION_HELP("where -p and -y meet (/tmp/bonnie.UID.sync)"), NULL },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("sync-timeout"), "TIME",
	  OPTION_HELP("how long -y waits (10m for those who never came)"), parse_patience },
	{ 0, OPTION_FLAG, AT(quick), OPTION_NAME("quick"), NULL,
	  OPTION_HELP("at most 3 s a test, and how sure the figures are"), NULL },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("time-limit"), "TIME",
	  OPTION_HELP("end each test after that time"), parse_limit },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("repeat"), "N",
	  OPTION_HELP("run N times; report medians and 95 % intervals"), parse_repeat },
	{ 0, OPTION_FLAG, AT(percentiles), OPTION_NAME("percentiles"), NULL,
	  OPTION_HELP("latencies of every test"), NULL },
	{ 0, OPTION_FLAG, AT(verify), OPTION_NAME("verify"), NULL,
	  OPTION_HELP("read back what was written and compare"), NULL },
	{ 0, OPTION_FLAG, AT(classic), OPTION_NAME("classic"), NULL,
	  OPTION_HELP("as Bonnie of 1996: -d, -s, -m, -html; also when called Bonnie"), NULL },
	{ 0, OPTION_PARSE, 0, OPTION_NAME("seekers"), "N",
	  OPTION_HELP("seek with N processes"), parse_seekers },
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
	{ 0, OPTION_MAYBE, AT(clean), OPTION_NAME("clean"), "force",
	  OPTION_HELP("remove what runs that died have left, and stop"), NULL },
	{ 0, OPTION_FLAG, AT(plan), OPTION_NAME("plan"), NULL,
	  OPTION_HELP("tell what would be done, and stop"), NULL },
};

/* A feature that this build lacks: the word to complain about, and Kconfig's name of it. */
static const char *missing(const struct options *o, const char **symbol)
{
	*symbol = "BONNIE_COPIES";
	if (!ENABLED(CONFIG_BONNIE_COPIES) && o->copies > 1)
		return "-c";
	if (!ENABLED(CONFIG_BONNIE_COPIES) && o->place_count > 1)
		return "-d";
	if (!ENABLED(CONFIG_BONNIE_COPIES) && (o->processes || o->forget))
		return "-p";
	if (!ENABLED(CONFIG_BONNIE_COPIES) && o->step == STEP_TOGETHER)
		return "-y";
	*symbol = "BONNIE_QUICK";
	if (!ENABLED(CONFIG_BONNIE_QUICK) && (o->quick || o->limit_ns || o->repeat > 1))
		return o->quick ? "--quick" : o->limit_ns ? "--time-limit" : "--repeat";
	*symbol = "BONNIE_VERIFY";
	if (!ENABLED(CONFIG_BONNIE_VERIFY) && o->verify)
		return "--verify";
	*symbol = "BONNIE_CLEAN";
	if (!ENABLED(CONFIG_BONNIE_CLEAN) && o->clean)
		return "--clean";
	*symbol = "BONNIE_CLASSIC";
	if (!ENABLED(CONFIG_BONNIE_CLASSIC) && o->classic)
		return "--classic";
	*symbol = "JSON";
	if (!ENABLED(CONFIG_JSON) && o->json)
		return "--json";
	*symbol = "DIRECT_IO";
	if (!ENABLED(CONFIG_DIRECT_IO) && o->direct)
		return "-D";
	*symbol = "LATENCY";
	return !ENABLED(CONFIG_LATENCY) && o->percentiles ? "--percentiles" : NULL;
}

/* What does not go together. */
static int contradictions(const struct options *o)
{
	if (o->clean && *o->clean && strcmp(o->clean, "force") != 0)
		return error_usage(o->clean, "force or nothing");
	if (o->drop_caches && platform_user_id() != 0)
		return error_usage("--drop-caches", "to be root");
	if (o->size && o->size < o->chunk)
		return error_usage("-s", "a size of one chunk at least");
	if (o->step && (o->processes || o->forget))
		return error_usage("-y", "no -p");
	if (o->step && (o->copies > 1 || o->place_count > 1))
		return error_usage("-y", "one -d and no -c");
	if (o->copies * o->place_count > BONNIE_COPIES)
		return error_usage("-c", "200 copies in all at most");
	if (o->classic && (o->report_given || o->files_given))
		return error_usage(o->files_given ? "-n" : "--report", "no --classic");
	if (o->classic && o->size_given && !o->size)
		return error_usage("-s", "1 at least");
	if (o->quick && o->strict)
		return error_usage("--quick", "no --strict");
	if (o->repeat > 1 && o->runs_given)
		return error_usage("--repeat", "no -x");
	return EXIT_DONE;
}

/* What nobody said. */
static void fill_in(struct options *o)
{
	bool new = o->report == REPORT_200;

	if (o->classic) {
		o->report = REPORT_CLASSIC;
		o->files = 0;
		if (!o->size_given)
			o->size = CLASSIC_MIB * MIB;
		o->size_given = true;
		if (!o->machine)
			o->machine = "";
	}
	if (!o->chunk_given)
		o->chunk = o->classic ? CLASSIC_CHUNK : BONNIE_CHUNK;
	if (!o->seeks)
		o->seeks = o->classic ? CLASSIC_SEEKS : SEEKS_DEFAULT;
	if (!o->seekers)
		o->seekers = o->classic ? CLASSIC_SEEKERS : new ? SEEKERS_DEFAULT_200 : SEEKERS_DEFAULT;
	if (!o->chars_given)
		o->char_size = new ? CHARS_DEFAULT_200 * MIB : UINT64_MAX;
	if (!o->place_count)
		o->places[o->place_count++] = ".";
	o->directory = o->places[0];
	if (o->strict && !o->data_given)
		o->data = FILL_BONNIE;
	if (o->quick && !o->limit_ns)
		o->limit_ns = QUICK_SECONDS * NS_PER_S;
}

static int complete(struct options *o)
{
	const char *text = NULL, *word = missing(o, &text);
	char words[64];
	struct out line = OUT_MEMORY(words);

	if (word) {
		out_texts(&line, "a diskbench built with ", text, (char *)0);
		return error_usage(word, out_end(&line));
	}
	fill_in(o);
	return contradictions(o);
}

uint64_t options_default_size(const struct options *o)
{
	uint64_t mib = o->ram / MIB * 2;

	if (o->quick)
		return QUICK_MIB * MIB;
	if (mib < 300)
		mib = 300;
	if (mib % 1024 > 512)
		mib += 1024 - mib % 1024;
	return mib * MIB;
}

int options_read(struct options *o, int argc, char **argv, bool *stop)
{
	int first;
	bool html = false, classic = ENABLED(CONFIG_BONNIE_CLASSIC) && classic_asked(&argc, argv, &html);

	*o = (struct options){
		.files = FILES_DEFAULT, .file_chunk = BONNIE_CHUNK, .directories = 1, .runs = 1, .repeat = 1, .copies = 1,
		.seed = (uint64_t)platform_clock_ns() ^ (uint64_t)platform_process_id(),
		.classic = classic, .html = html,
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
	return *stop ? EXIT_USAGE : EXIT_DONE;
}

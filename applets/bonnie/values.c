/* SPDX-License-Identifier: MIT */
/* values.c - the values of options, with their bounds; what both lines of Bonnie++ take. */
#include "values.h"

#include <string.h>

#include "applet.h"
#include "bonnie.h"
#include "number.h"
#include "size.h"

enum {
	CHUNK_MIN = 256, CHUNK_MAX = 1 << 20,
	FILES_UNIT = 1024,
	DIRECTORIES_MAX = 99999,
	RUNS_MAX = 1000000,
};

/* One of the numbers that a value has between colons. */
struct part {
	char units[5];
	char kind;                      /* 2: a power of two; '-': "-1" and "-2" mean links; 0: just a number */
	unsigned short least;
	uint32_t plain, most;           /* what a number without a unit is times; 0: as much as a file can have */
};

static bool read_part(const char **text, const struct part *part, uint64_t *value)
{
	uint64_t most = part->most ? part->most : INT64_MAX;

	if (part->kind == '-' && **text == '-' && ((*text)[1] == '1' || (*text)[1] == '2')) {
		*value = (uint64_t)('0' - (*text)[1]);
		*text += 2;
		return true;
	}
	return size_read(text, part->units, part->plain, value) && *value >= part->least && *value <= most &&
	       (part->kind != 2 || !(*value & (*value - 1)));
}

/* Reads "A:B:C" into values[]; one that is missing or empty ("512::1000") stays as it is. */
static bool read_parts(const char *text, const struct part *parts, unsigned count, uint64_t *values)
{
	for (unsigned i = 0; i < count; i++) {
		if ((!i || (*text && *text != ':')) && !read_part(&text, &parts[i], &values[i]))
			return false;
		if (!*text)
			return true;
		if (*text++ != ':')
			return false;
	}
	return false;
}

const char *parse_size(void *into, const char *value)
{
	static const struct part parts[] = {
		{ "mgtp", 0, 0, MIB, 0 }, { "km", 2, CHUNK_MIN, 1, CHUNK_MAX }, { "k", 0, 1, 1, UINT32_MAX },
		{ "", 0, 1, 1, SEEKERS_MAX },
	};
	struct options *o = into;
	uint64_t values[] = { 0, o->chunk, o->seeks, o->seekers };

	if (!read_parts(value, parts, sizeof parts / sizeof *parts, values))
		return "MiB (g, t: larger):a power of two, 256 to 1m:seeks:1 to 256 seekers";
	o->size_given = true;
	o->size = values[0];
	o->chunk = (uint32_t)values[1];
	o->seeks = (uint32_t)values[2];
	o->seekers = (uint32_t)values[3];
	return NULL;
}

const char *parse_seekers(void *into, const char *value)
{
	struct options *o = into;

	return size_count(value, 1, SEEKERS_MAX, &o->seekers) ? NULL : "1 to 256";
}

/* All of -n's parts. */
static bool read_files(struct options *o, const char *value)
{
	static const struct part parts[] = {
		{ "m", 0, 0, FILES_UNIT, UINT32_MAX }, { "kmg", '-', 0, 1, UINT32_MAX }, { "kmg", 0, 0, 1, UINT32_MAX },
		{ "k", 0, 1, 1, DIRECTORIES_MAX }, { "km", 2, CHUNK_MIN, 1, CHUNK_MAX },
	};
	uint64_t values[] = { 0, 0, 0, 1, o->file_chunk };

	if (!read_parts(value, parts, sizeof parts / sizeof *parts, values) || values[2] > values[1])
		return false;
	o->files = (uint32_t)values[0];
	o->links = values[1] > UINT32_MAX ? (enum links)(0 - values[1]) : LINKS_NONE;
	o->file_max = o->links ? 0 : (uint32_t)values[1];
	o->file_min = (uint32_t)values[2];
	o->directories = (uint32_t)values[3];
	o->file_chunk = (uint32_t)values[4];
	return true;
}

const char *parse_files(void *into, const char *value)
{
	struct options *o = into;

	uint64_t files;

	o->files_given = true;          /* m: times 1024 * 1024 in the original's way */
	if (!ENABLED(CONFIG_BONNIE_FILES)) {
		if (!size_parse(value, "m", FILES_UNIT, &files) || files > UINT32_MAX)
			return "1024s of files; for more a diskbench built with BONNIE_FILES";
		o->files = (uint32_t)files;
		return NULL;
	}
	return read_files(o, value) ? NULL
	       : "1024s of files:bytes at most, -1 or -2:bytes at least:1 to 99999:a power of two, 256 to 1m";
}

const char *parse_ram(void *into, const char *value)
{
	struct options *o = into;

	o->ram_given = true;
	return size_parse(value, "mgt", MIB, &o->ram) ? NULL : "MiB (g: GiB), 0 for no rule";
}

const char *parse_runs(void *into, const char *value)
{
	struct options *o = into;

	o->runs_given = true;
	return size_count(value, 0, RUNS_MAX, &o->runs) ? NULL : "a number";
}

const char *parse_repeat(void *into, const char *value)
{
	struct options *o = into;

	return size_count(value, 1, BONNIE_REPEATS, &o->repeat) ? NULL : "1 to 100";
}

const char *parse_chars(void *into, const char *digits)
{
	struct options *o = into;

	o->chars_given = true;
	o->char_size = 0;
	return !digits || size_parse(digits, "", MIB, &o->char_size) ? NULL : "MiB directly behind -f, or nothing";
}

/* NULL, or what is wrong with a text that shall be a field of a CSV line. */
static const char *csv_field(const char *text)
{
	for (; *text; text++)
		if (*text == ',' || *text == '"' || (unsigned char)*text < ' ')
			return "no commas, quotes or control characters";
	return NULL;
}

const char *parse_machine(void *into, const char *value)
{
	struct options *o = into;

	o->machine = value;
	return csv_field(value);
}

const char *parse_random_file(void *into, const char *value)
{
	struct options *o = into;

	o->random_file = value;
	return *value ? csv_field(value) : "a file of numbers";
}

/* One user or group is enough, said once. */
const char *parse_user(void *into, const char *value)
{
	struct options *o = into;

	if (o->user || !*value)
		return "USER[:GROUP], once";
	o->user = value;
	return NULL;
}

const char *parse_report(void *into, const char *value)
{
	struct options *o = into;

	o->report_given = true;
	o->report = ENABLED(CONFIG_BONNIE_REPORT2) && !strcmp(value, "2.00") ? REPORT_200 : REPORT_103;
	if (o->report == REPORT_200 || !strcmp(value, "1.03"))
		return NULL;
	return ENABLED(CONFIG_BONNIE_REPORT2) ? "1.03 or 2.00" : "1.03";
}

const char *parse_data(void *into, const char *value)
{
	struct options *o = into;

	o->data_given = true;
	o->data = !strcmp(value, "zero") ? FILL_ZERO : !strcmp(value, "bonnie") ? FILL_BONNIE : FILL_RANDOM;
	return o->data || !strcmp(value, "random") ? NULL : "random, zero or bonnie";
}

const char *parse_cache(void *into, const char *value)
{
	struct options *o = into;

	o->keep_cache = !strcmp(value, "keep");
	return o->keep_cache || !strcmp(value, "drop") ? NULL : "drop or keep";
}

const char *parse_seed(void *into, const char *value)
{
	struct options *o = into;

	o->seed_given = true;
	return size_parse(value, "", 1, &o->seed) ? NULL : "a number";
}

/* ---- where, and how many at once ---- */

const char *parse_place(void *into, const char *value)
{
	struct options *o = into;

	if (o->place_count == BONNIE_PLACES)
		return "64 directories at most";
	o->places[o->place_count++] = value;
	return NULL;
}

const char *parse_copies(void *into, const char *value)
{
	struct options *o = into;

	if (!ENABLED(CONFIG_BONNIE_COPIES))
		return strcmp(value, "1") ? "a diskbench built with BONNIE_COPIES" : NULL;
	return size_count(value, 1, BONNIE_COPIES, &o->copies) ? NULL : "1 to 200";
}

const char *parse_processes(void *into, const char *value)
{
	struct options *o = into;

	o->forget = !strcmp(value, "-1");
	return o->forget || size_count(value, 1, BONNIE_COPIES, &o->processes) ? NULL : "1 to 200, or -1 to forget it";
}

const char *parse_step(void *into, const char *value)
{
	struct options *o = into;

	o->step = STEP_TOGETHER;
	if (!value || !strcmp(value, "s"))
		return NULL;
	o->step = STEP_PROMPT;
	return strcmp(value, "p") ? "s (in step) or p (prompt)" : NULL;
}

const char *parse_patience(void *into, const char *value)
{
	struct options *o = into;

	return size_parse_time(value, &o->patience_ns) && o->patience_ns ? NULL : "a time: 30, 2.5, 10m";
}

const char *parse_limit(void *into, const char *value)
{
	struct options *o = into;

	return size_parse_time(value, &o->limit_ns) && o->limit_ns ? NULL : "a time: 30, 2.5, 10m";
}

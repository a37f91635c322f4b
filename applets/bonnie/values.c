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

const char *parse_size(void *into, const char *value)
{
	static const char expected[] = "SIZE[:CHUNK[:SEEKS[:SEEKERS]]]: MiB (g, t: larger), a power of two from 256 to 1m, "
	                               "a number, 1 to 256";
	struct options *o = into;
	uint64_t seekers = 0;

	if (!size_read(&value, "mgtp", MIB, &o->size) || o->size > INT64_MAX)
		return expected;
	o->size_given = true;
	if (next_part(&value) && !empty_part(value)) {
		o->chunk_given = true;
		if (!read_chunk(&value, &o->chunk))
			return expected;
	}
	if (next_part(&value) && !empty_part(value) && (!size_read(&value, "k", 1, &o->seeks) || !o->seeks))
		return expected;
	if (next_part(&value) && !empty_part(value) && (!size_number(&value, &seekers) || !seekers))
		return expected;
	if (*value || seekers > SEEKERS_MAX)
		return expected;
	if (seekers)
		o->seekers = (uint32_t)seekers;
	return NULL;
}

/* A whole number from 1 to `most`. */
static bool read_count(const char *text, uint64_t most, uint32_t *count)
{
	uint64_t n;

	if (!size_parse(text, "", 1, &n) || !n || n > most)
		return false;
	*count = (uint32_t)n;
	return true;
}

const char *parse_seekers(void *into, const char *value)
{
	struct options *o = into;

	return read_count(value, SEEKERS_MAX, &o->seekers) ? NULL : "a number of seekers, 1 to 256";
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

const char *parse_files(void *into, const char *value)
{
	static const char expected[] = "NUMBER[:MAX[:MIN[:DIRECTORIES[:CHUNK]]]]: times 1024 files, bytes or -1 or -2 for links, "
	                               "bytes up to MAX, 1 to 99999, a power of two";
	struct options *o = into;
	uint64_t directories = 1;

	o->files_given = true;
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
	if (*value || !directories || directories > DIRECTORIES_MAX || o->files >> 40)
		return expected;
	if (!o->links && o->file_min > o->file_max)
		return expected;
	o->directories = (uint32_t)directories;
	return NULL;
}

const char *parse_ram(void *into, const char *value)
{
	struct options *o = into;

	o->ram_given = true;
	return size_parse(value, "mgt", MIB, &o->ram) ? NULL : "MiB of RAM (g: GiB), 0 for no rule";
}

const char *parse_runs(void *into, const char *value)
{
	struct options *o = into;
	uint64_t n;

	if (!size_parse(value, "", 1, &n) || n > RUNS_MAX)
		return "a number of runs";
	o->runs = (unsigned)n;
	o->runs_given = true;
	return NULL;
}

const char *parse_repeat(void *into, const char *value)
{
	struct options *o = into;

	return read_count(value, BONNIE_REPEATS, &o->repeat) ? NULL : "a number of runs, 1 to 100";
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
			return "a name without commas, quotes and control characters: it becomes a CSV field";
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
	if (!strcmp(value, "1.03"))
		o->report = REPORT_103;
	else if (ENABLED(CONFIG_BONNIE_REPORT2) && !strcmp(value, "2.00"))
		o->report = REPORT_200;
	else
		return ENABLED(CONFIG_BONNIE_REPORT2) ? "1.03 or 2.00" : "1.03";
	return NULL;
}

const char *parse_data(void *into, const char *value)
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

	return read_count(value, BONNIE_COPIES, &o->copies) ? NULL : "a number of copies, 1 to 200";
}

const char *parse_processes(void *into, const char *value)
{
	struct options *o = into;

	o->forget = !strcmp(value, "-1");
	return o->forget || read_count(value, BONNIE_COPIES, &o->processes) ? NULL : "a number, 1 to 200, or -1 to forget it";
}

const char *parse_step(void *into, const char *value)
{
	struct options *o = into;

	o->step = STEP_TOGETHER;
	if (!value || !strcmp(value, "s"))
		return NULL;
	o->step = STEP_PROMPT;
	return strcmp(value, "p") ? "s (in step with others) or p (prompt)" : NULL;
}

const char *parse_patience(void *into, const char *value)
{
	struct options *o = into;

	return size_parse_time(value, &o->patience_ns) && o->patience_ns ? NULL : "a time: 30, 2.5, 10m";
}

const char *parse_limit(void *into, const char *value)
{
	struct options *o = into;

	return size_parse_time(value, &o->limit_ns) && o->limit_ns ? NULL : "a time: 30, 2.5, 500ms";
}

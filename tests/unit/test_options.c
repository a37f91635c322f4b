/* SPDX-License-Identifier: MIT */
/* test_options.c - the option parser as getopt(3) users know it, the one line
 * for a wrong word, and --help. */
#include "test.h"

#include <string.h>

#include "error.h"
#include "options.h"
#include "size.h"

struct set {
	bool quiet, both, fast, no_sync;
	const char *directory, *json, *words;
	uint64_t count, files, multiple;
	bool asked;
};

static const char *parse_count(void *options, const char *value)
{
	struct set *s = options;

	return size_parse(value, "k", 1, &s->count) ? NULL : "a number";
}

static const char *parse_files(void *options, const char *value)
{
	struct set *s = options;

	s->fast = !value;
	return !value || size_parse(value, "", 1, &s->files) ? NULL : "a small number";
}

static const char *parse_multiple(void *options, const char *value)
{
	struct set *s = options;

	s->asked = !value;
	if (value && !strcmp(value, "max"))
		s->multiple = 128;
	else if (value && !size_parse(value, "", 1, &s->multiple))
		return "sectors";
	return NULL;
}

#define AT(field) (unsigned short)offsetof(struct set, field)

static const struct option table[] = {
	{ 'q', OPTION_FLAG, AT(quiet), "quiet", NULL, "says nothing", NULL },
	{ 'b', OPTION_FLAG, AT(both), NULL, NULL, "has no long name", NULL },
	{ 'd', OPTION_TEXT, AT(directory), "directory", "DIR", "where", NULL },
	{ 'c', OPTION_PARSE, 0, "count", "N", "how many", parse_count },
	{ 'f', OPTION_DIGITS, 0, "fast", "N", "skips", parse_files },
	{ 'm', OPTION_NUMBER_MAYBE, 0, NULL, "N", "asks or sets", parse_multiple },
	{ 0, OPTION_MAYBE, AT(json), "json", "FILE", "as JSON", NULL },
	{ 0, OPTION_FLAG, AT(no_sync), "no-sync", NULL, "does not sync", NULL },
	{ 0, OPTION_TEXT, AT(words), "a-very-long-option-name", "WORDS", "wide", NULL },
	{ 0, OPTION_FLAG, AT(no_sync), NULL, NULL, "has only a long name, in a build without those", NULL },
};

static struct set set;
static char *words[20];

/* The words of the line, cut at blanks, as argv. */
static int parse(const char *line)
{
	static char copy[200];
	int count = 0;

	assert_true(strlen(line) < sizeof copy);
	strcpy(copy, line);
	for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
		words[count++] = word;
	words[count] = NULL;
	set = (struct set){ .count = 99 };
	return options_parse(table, COUNT(table), &set, count, words);
}

static void reads_short_options(void **state)
{
	(void)state;
	assert_int_equal(parse("x"), 1);
	assert_false(set.quiet);
	assert_int_equal(parse("x -q -b"), 3);
	assert_true(set.quiet && set.both);
	assert_int_equal(parse("x -qb rest"), 2);
	assert_true(set.quiet && set.both);
	assert_int_equal(parse("x -c 12 -d /tmp"), 5);
	assert_int_equal(set.count, 12);
	assert_string_equal(set.directory, "/tmp");
	assert_int_equal(parse("x -c12 -d/tmp"), 3);
	assert_int_equal(set.count, 12);
	assert_string_equal(set.directory, "/tmp");
	assert_int_equal(parse("x -qbc4k"), 2);
	assert_true(set.quiet && set.both);
	assert_int_equal(set.count, 4096);
	assert_int_equal(parse("x -qd -b"), 3);         /* a value may look like an option, as in getopt */
	assert_string_equal(set.directory, "-b");
	assert_false(set.both);
	assert_string_equal(fake_err(), "");
}

static void reads_glued_digits(void **state)
{
	(void)state;
	assert_int_equal(parse("x -f"), 2);
	assert_true(set.fast);
	assert_int_equal(parse("x -f20"), 2);
	assert_false(set.fast);
	assert_int_equal(set.files, 20);
	assert_int_equal(parse("x -fq"), 2);
	assert_true(set.fast && set.quiet);
	assert_int_equal(parse("x -f7qb"), 2);
	assert_int_equal(set.files, 7);
	assert_true(set.quiet && set.both);
	assert_int_equal(parse("x -qf3c5"), 2);
	assert_int_equal(set.files, 3);
	assert_int_equal(set.count, 5);
	assert_int_equal(parse("x -f 20"), 2);          /* 20 is an operand: only glued digits count */
	assert_true(set.fast);
	assert_int_equal(parse("x --fast=8 --quiet"), 3);
	assert_int_equal(set.files, 8);
	assert_int_equal(parse("x --fast 8"), 2);
	assert_true(set.fast);
	assert_string_equal(fake_err(), "");
}

/* hdparm's: -m asks, -m16 and -m 16 set, -X udma5 too; a word that is no value stays an operand. */
static void reads_numbers_that_may_be_missing(void **state)
{
	(void)state;
	assert_int_equal(parse("x -m"), 2);
	assert_true(set.asked);
	assert_int_equal(parse("x -m16"), 2);
	assert_false(set.asked);
	assert_int_equal(set.multiple, 16);
	assert_int_equal(parse("x -m 16 /dev/sda"), 3);
	assert_int_equal(set.multiple, 16);
	assert_int_equal(parse("x -m /dev/sda"), 2);
	assert_true(set.asked);
	assert_int_equal(parse("x -m -q"), 3);
	assert_true(set.asked && set.quiet);
	assert_int_equal(parse("x -mq"), 2);
	assert_true(set.asked && set.quiet);
	assert_int_equal(parse("x -qm8b"), 2);
	assert_int_equal(set.multiple, 8);
	assert_true(set.both && set.quiet);
	assert_int_equal(parse("x -m max"), 3);
	assert_int_equal(set.multiple, 128);
	assert_int_equal(parse("x -mmax"), 2);
	assert_int_equal(set.multiple, 128);
	assert_string_equal(fake_err(), "");
}

static void reads_long_options(void **state)
{
	(void)state;
	assert_int_equal(parse("x --quiet --no-sync"), 3);
	assert_true(set.quiet && set.no_sync);
	assert_int_equal(parse("x --directory=/a=b"), 2);
	assert_string_equal(set.directory, "/a=b");
	assert_int_equal(parse("x --directory /a"), 3);
	assert_string_equal(set.directory, "/a");
	assert_int_equal(parse("x --directory="), 2);
	assert_string_equal(set.directory, "");
	assert_int_equal(parse("x --count 3 -q"), 4);
	assert_int_equal(set.count, 3);
	assert_int_equal(parse("x --json file"), 2);    /* file is an operand */
	assert_string_equal(set.json, "");
	assert_int_equal(parse("x --json=file"), 2);
	assert_string_equal(set.json, "file");
	assert_int_equal(parse("x -q"), 2);
	assert_null(set.json);
	assert_string_equal(fake_err(), "");
}

static void ends_at_operands(void **state)
{
	(void)state;
	assert_int_equal(parse("x -q -- -b"), 3);
	assert_true(set.quiet);
	assert_false(set.both);
	assert_int_equal(parse("x -- --help"), 2);
	assert_int_equal(parse("x -"), 1);
	assert_int_equal(parse("x file -q"), 2);        /* moved behind the options, as getopt(3) does */
	assert_true(set.quiet);
	assert_string_equal(words[2], "file");
	assert_int_equal(parse("x one -q two -- -b"), 3);
	assert_string_equal(words[3], "one");
	assert_string_equal(words[4], "two");
	assert_string_equal(words[5], "-b");
	assert_int_equal(parse("x --help"), OPTIONS_HELP_WANTED);
	assert_int_equal(parse("x -q --help --wrong"), OPTIONS_HELP_WANTED);
	assert_int_equal(parse("x -d --help"), 3);
	assert_string_equal(set.directory, "--help");
	assert_int_equal(parse("x -d -- -q"), 4);
	assert_string_equal(set.directory, "--");
	assert_string_equal(fake_err(), "");
}

static void says_what_is_wrong(void **state)
{
	static const struct { const char *line, *message; } rows[] = {
		{ "x -z", "x: '-z': expected an option; --help lists them\n" },
		{ "x -qz", "x: '-qz': expected an option; --help lists them\n" },
		{ "x -q-", "x: '-q-': expected an option; --help lists them\n" },
		{ "x --what", "x: '--what': expected an option; --help lists them\n" },
		{ "x --quie", "x: '--quie': expected an option; --help lists them\n" },
		{ "x --quiets", "x: '--quiets': expected an option; --help lists them\n" },
		{ "x --=1", "x: '--=1': expected an option; --help lists them\n" },
		{ "x --b", "x: '--b': expected an option; --help lists them\n" },
		{ "x --quiet=1", "x: '--quiet=1': expected no value\n" },
		{ "x -c", "x: '-c': expected N\n" },
		{ "x -qc", "x: '-qc': expected N\n" },
		{ "x --count", "x: '--count': expected N\n" },
		{ "x -q --directory", "x: '--directory': expected DIR\n" },
		{ "x -c many", "x: 'many': expected a number\n" },
		{ "x -cmany", "x: '-cmany': expected a number\n" },
		{ "x --count=many", "x: '--count=many': expected a number\n" },
		{ "x --fast=lots", "x: '--fast=lots': expected a small number\n" },
		{ "x -f99999999999999999999", "x: '-f99999999999999999999': expected a small number\n" },
		{ "x -f99999999999999999999999999999999", "x: '-f99999999999999999999999999999999': expected a small number\n" },
		{ "x -m99999999999999999999", "x: '-m99999999999999999999': expected sectors\n" },
		{ "x -m 99999999999999999999", "x: '99999999999999999999': expected sectors\n" },
		{ "x -z -y", "x: '-z': expected an option; --help lists them\n" },      /* one line, not two */
	};

	(void)state;
	error_applet = "x";
	for (unsigned i = 0; i < COUNT(rows); i++) {
		assert_int_equal(parse(rows[i].line), OPTIONS_WRONG);
		assert_string_equal(fake_err(), rows[i].message);
	}
	assert_string_equal(fake_out(), "");
}

/* The wrong word is the value, as it is for -c many. */
static void names_the_value_not_the_option(void **state)
{
	(void)state;
	error_applet = "x";
	assert_int_equal(parse("x --count many"), OPTIONS_WRONG);
	assert_string_equal(fake_err(), "x: 'many': expected a number\n");
}

/* The last one wins, as in every program with a configuration in an alias. */
static void takes_the_last_of_two(void **state)
{
	(void)state;
	assert_int_equal(parse("x -c1 -c2 --count=3"), 4);
	assert_int_equal(set.count, 3);
}

static void helps(void **state)
{
	(void)state;
	options_help(table, COUNT(table), "x [OPTION...] DIR");
	assert_string_equal(fake_out(),
		"usage: x [OPTION...] DIR\n"
		"  -q, --quiet              says nothing\n"
		"  -b                       has no long name\n"
		"  -d, --directory=DIR      where\n"
		"  -c, --count=N            how many\n"
		"  -f, --fast=N             skips\n"
		"  -m N                     asks or sets\n"
		"  --json[=FILE]            as JSON\n"
		"  --no-sync                does not sync\n"
		"  --a-very-long-option-name=WORDS\n"
		"                           wide\n");
	assert_string_equal(fake_err(), "");
}

static void survives_no_words(void **state)
{
	char *none[] = { NULL };

	(void)state;
	assert_int_equal(options_parse(table, COUNT(table), &set, 0, none), 1);
}

static const struct CMUnitTest tests[] = {
	FRESH(reads_short_options),
	FRESH(reads_glued_digits),
	FRESH(reads_numbers_that_may_be_missing),
	FRESH(reads_long_options),
	FRESH(ends_at_operands),
	FRESH(says_what_is_wrong),
	FRESH(names_the_value_not_the_option),
	FRESH(takes_the_last_of_two),
	FRESH(helps),
	FRESH(survives_no_words),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* options.c - the option parser and --help. */
#include "options.h"

#include <stdbool.h>
#include <string.h>

#include "error.h"
#include "out.h"

#define WITH "a diskbench built with "

static const char unknown[] = "an option; --help lists them";

/* Where the parser is: word argv[at], and the table. */
struct parser {
	const struct option *table, *end;
	char *into;
	char **argv;
	int argc, at;
};

static const struct option *find_letter(const struct parser *p, char letter)
{
	for (const struct option *row = p->table; row < p->end; row++)
		if (row->letter == letter)
			return row;
	return NULL;
}

static const struct option *find_name(const struct parser *p, const char *name, size_t length)
{
	for (const struct option *row = p->table; row < p->end; row++)
		if (row->name && strlen(row->name) == length && !memcmp(row->name, name, length))
			return row;
	return NULL;
}

static int wrong(const char *word, const char *expected)
{
	error_usage(word, expected);
	return OPTIONS_WRONG;
}

static bool wants_value(const struct option *row)
{
	return row->kind == OPTION_TEXT || row->kind == OPTION_PARSE;
}

/* Puts the value where it belongs; word: what a message names. 0 or OPTIONS_WRONG. */
static int store(const struct parser *p, const struct option *row, const char *value, const char *word)
{
	char *field = p->into + row->offset;
	const char *expected = NULL;

	if (wants_value(row) && !value)
		expected = row->argument;
	else if (row->kind == OPTION_FLAG)
		*(bool *)field = true;
	else if (row->parse)
		expected = row->parse(p->into, row->kind == OPTION_ABSENT ? row->help : value);
	else
		*(const char **)(void *)field = value;
	return expected ? wrong(word, expected) : 0;
}

/* The next word, taken as a value; NULL: there is none. */
static const char *next_word(struct parser *p)
{
	return p->at + 1 < p->argc ? p->argv[++p->at] : NULL;
}

static int long_option(struct parser *p)
{
	const char *word = p->argv[p->at], *name = word + 2, *value = strchr(name, '=');
	const struct option *row = find_name(p, name, value ? (size_t)(value - name) : strlen(name));

	if (!row)
		return wrong(word, unknown);
	if (value)
		value++;
	if (value && row->kind == OPTION_FLAG)
		return wrong(word, "no value");
	if (!value && row->kind == OPTION_MAYBE)
		value = "";
	if (!value && wants_value(row) && (value = next_word(p)) != NULL)
		word = value;
	return store(p, row, value, word);
}

static size_t count_digits(const char *text)
{
	size_t n = 0;

	while (text[n] >= '0' && text[n] <= '9')
		n++;
	return n;
}

/* The value of an OPTION_NUMBER_MAYBE that stands behind its letter or in the next word; NULL: none. */
static const char *accepted(struct parser *p, const struct option *row, const char *rest)
{
	const char *next = p->at + 1 < p->argc ? p->argv[p->at + 1] : "";

	if (*rest)
		return row->parse(p->into, rest) ? NULL : rest;
	if (!*next || (next[count_digits(next)] && row->parse(p->into, next)))
		return NULL;
	p->at++;
	return next;
}

/* One argv word of short options. */
static int short_options(struct parser *p)
{
	const char *word = p->argv[p->at], *letter = word + 1;
	int result = 0;

	while (*letter && !result) {
		const struct option *row = find_letter(p, *letter++);
		const char *value = NULL;
		char digits[24] = "";
		size_t length = count_digits(letter);

		if (!row)
			return wrong(word, unknown);
		if (wants_value(row) && *letter)
			return store(p, row, letter, word);
		if (wants_value(row)) {
			value = next_word(p);
			return store(p, row, value, value ? value : word);
		}
		if (row->kind == OPTION_NUMBER_MAYBE && !length && (value = accepted(p, row, letter)) != NULL)
			return store(p, row, value, value);
		if ((row->kind == OPTION_DIGITS || row->kind == OPTION_NUMBER_MAYBE) && length) {
			value = memcpy(digits, letter, length < sizeof digits ? length : sizeof digits - 1);
			letter += length;
		}
		result = store(p, row, value, word);
	}
	return result;
}

/* The row that takes words without an option; NULL: they are left to the caller. */
static const struct option *operand_row(const struct parser *p)
{
	for (const struct option *row = p->table; row < p->end; row++)
		if (row->kind == OPTION_OPERAND)
			return row;
	return NULL;
}

/* Words that are no options wait in argv[1..], which has been read, and go behind the options in the
 * end: "zcav /dev/sda -b 64" works, as with getopt(3) of glibc. */
int options_parse(const struct option *table, size_t count, void *into, int argc, char **argv)
{
	struct parser p = { table, table + count, into, argv, argc, 1 };
	const struct option *operand = operand_row(&p);
	int operands = 0, result = 0;
	bool ended = false;

	for (; p.at < argc && !ended && !result; p.at++) {
		char *word = argv[p.at];
		bool option = word[0] == '-' && word[1];

		if (!option && operand)
			result = store(&p, operand, word, word);
		else if (!option)
			argv[1 + operands++] = word;
		else if (!strcmp(word, "--"))
			ended = true;
		else if (!strcmp(word, "--help"))
			result = OPTIONS_HELP_WANTED;
		else if (word[1] == '-' && ENABLED(CONFIG_LONG_OPTIONS))
			result = long_option(&p);
		else if (ENABLED(CONFIG_OPTION_LETTERS))
			result = short_options(&p);
		else
			result = wrong(word, unknown);
	}
	if (result)
		return result;
	for (; operands; operands--)
		argv[--p.at] = argv[operands];
	return p.at;
}

const char *options_absent(void *options, const char *symbol)
{
	static char text[64];
	struct out o = OUT_MEMORY(text);

	(void)options;
	out_texts(&o, WITH, symbol, (char *)0);
	return out_end(&o);
}

static void help_row(const struct option *row)
{
	char text[48];
	struct out left = OUT_MEMORY(text);
	const char *argument = row->argument ? row->argument : "";

	out_text(&left, "  ");
	if (row->letter) {
		out_char(&left, '-');
		out_char(&left, row->letter);
		if (!row->name)
			out_texts(&left, row->argument && row->kind != OPTION_DIGITS ? " " : "", argument, (char *)0);
	}
	if (row->name) {
		out_texts(&left, row->letter ? ", --" : "--", row->name, (char *)0);
		if (row->argument)
			out_texts(&left, row->kind == OPTION_MAYBE ? "[=" : "=", argument,
			          row->kind == OPTION_MAYBE ? "]" : "", (char *)0);
	}
	out_pad(&out_stdout, out_end(&left), -27);
	out_texts(&out_stdout, left.used > 26 ? "\n                           " : "",
	          row->kind == OPTION_ABSENT ? WITH : "", row->help, "\n", (char *)0);
}

void options_help(const struct option *table, size_t count, const char *usage)
{
	out_texts(&out_stdout, "usage: ", usage, "\n", (char *)0);
	if (ENABLED(CONFIG_HELP_TEXT))
		for (size_t i = 0; i < count; i++)
			if (table[i].letter || table[i].name)   /* else operands, or long and built without */
				help_row(table + i);
	out_flush(&out_stdout);
}

/* SPDX-License-Identifier: MIT */
/* options.c - the option parser and --help. */
#include "options.h"

#include <stdbool.h>
#include <string.h>

#include "error.h"
#include "out.h"

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

static const struct option *find_name(const struct parser *p, const char *word)
{
	size_t length = strcspn(word, "=");

	for (const struct option *row = p->table; row < p->end; row++)
		if (row->name && strlen(row->name) == length && !memcmp(row->name, word, length))
			return row;
	return NULL;
}

/* Puts the value where it belongs; NULL or what was expected. */
static const char *store(const struct parser *p, const struct option *row, const char *value)
{
	char *field = p->into + row->offset;

	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)field = true;
		return NULL;
	case OPTION_TEXT:
	case OPTION_MAYBE:
		*(const char **)(void *)field = value;
		return NULL;
	default:
		return row->parse(p->into, value);
	}
}

static bool wants_value(const struct option *row)
{
	return row->kind == OPTION_TEXT || row->kind == OPTION_PARSE;
}

static bool stored(const struct parser *p, const struct option *row, const char *value, const char *word)
{
	const char *expected = wants_value(row) && !value ? row->argument : store(p, row, value);

	if (expected)
		error_usage(word, expected);
	return !expected;
}

static bool long_option(struct parser *p)
{
	const char *word = p->argv[p->at] + 2, *equals = strchr(word, '=');
	const struct option *row = find_name(p, word);
	const char *value = equals ? equals + 1 : NULL;

	if (!row || (value && row->kind == OPTION_FLAG)) {
		error_usage(p->argv[p->at], row ? "no value" : "an option; --help lists them");
		return false;
	}
	if (!value && row->kind == OPTION_MAYBE)
		value = "";
	word -= 2;
	if (!value && wants_value(row) && p->at + 1 < p->argc)
		word = value = p->argv[++p->at];
	return stored(p, row, value, word);
}

static size_t glued_digits(const char *letter)
{
	return strspn(letter + 1, "0123456789");
}

/* The value of an OPTION_NUMBER_MAYBE that stands behind its letter or in the next word; NULL: none. */
static const char *accepted(struct parser *p, const struct option *row, const char *rest)
{
	const char *next = p->at + 1 < p->argc ? p->argv[p->at + 1] : "";
	bool number = *next && !next[strspn(next, "0123456789")];

	if (*rest)
		return row->parse(p->into, rest) ? NULL : rest;
	if (!*next || (!number && row->parse(p->into, next)))
		return NULL;
	p->at++;
	return next;
}

/* One argv word of short options. */
static bool short_options(struct parser *p)
{
	char *word = p->argv[p->at];

	for (char *letter = word + 1; *letter; letter++) {
		const struct option *row = find_letter(p, *letter);
		const char *value = NULL;

		if (!row) {
			error_usage(word, "an option; --help lists them");
			return false;
		}
		if (wants_value(row)) {
			if (letter[1])
				value = letter + 1;
			else if (p->at + 1 < p->argc)
				value = p->argv[++p->at];
			return stored(p, row, value, value && !letter[1] ? value : word);
		}
		if ((row->kind == OPTION_DIGITS || row->kind == OPTION_NUMBER_MAYBE) && glued_digits(letter)) {
			char rest[24] = "";
			size_t length = glued_digits(letter);

			memcpy(rest, letter + 1, length < sizeof rest ? length : sizeof rest - 1);
			if (!stored(p, row, rest, word))
				return false;
			letter += length;
		} else if (row->kind == OPTION_NUMBER_MAYBE && (value = accepted(p, row, letter + 1)) != NULL) {
			return stored(p, row, value, value);
		} else if (!stored(p, row, NULL, word)) {
			return false;
		}
	}
	return true;
}

/* The row that takes words without an option; NULL: they are left to the caller. */
static const struct option *operand_row(const struct parser *p)
{
	for (const struct option *row = p->table; row < p->end; row++)
		if (row->kind == OPTION_OPERAND)
			return row;
	return NULL;
}

static int parse_word(struct parser *p)
{
	const char *word = p->argv[p->at];

	if (!strcmp(word, "--help"))
		return OPTIONS_HELP_WANTED;
	if (word[1] == '-' && ENABLED(CONFIG_LONG_OPTIONS))
		return long_option(p) ? 0 : OPTIONS_WRONG;
	return short_options(p) ? 0 : OPTIONS_WRONG;
}

/* Words that are no options wait in argv[1..], which has been read, and go behind the options in the
 * end: "zcav /dev/sda -b 64" works, as with getopt(3) of glibc. */
int options_parse(const struct option *table, size_t count, void *into, int argc, char **argv)
{
	struct parser p = { table, table + count, into, argv, argc, 1 };
	const struct option *operand = operand_row(&p);
	int operands = 0, rest = argc > 0 ? argc : 1;

	for (; p.at < argc; p.at++) {
		char *word = argv[p.at];
		int result = 0;

		if ((word[0] != '-' || !word[1]) && operand)
			result = stored(&p, operand, word, word) ? 0 : OPTIONS_WRONG;
		else if (word[0] != '-' || !word[1])
			argv[1 + operands++] = word;
		else if (!strcmp(word, "--"))
			rest = p.at + 1;
		else
			result = parse_word(&p);
		if (result)
			return result;
		if (rest <= p.at + 1)
			break;
	}
	memmove(&argv[rest - operands], &argv[1], (size_t)operands * sizeof *argv);
	return rest - operands;
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
	out_texts(&out_stdout, left.used > 26 ? "\n                           " : "", row->help, "\n", (char *)0);
}

void options_help(const struct option *table, size_t count, const char *usage)
{
	out_texts(&out_stdout, "usage: ", usage, "\n", (char *)0);
	if (ENABLED(CONFIG_HELP_TEXT))
		for (size_t i = 0; i < count; i++)
			if (table[i].kind != OPTION_OPERAND)
				help_row(table + i);
	out_flush(&out_stdout);
}

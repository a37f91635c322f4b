/* SPDX-License-Identifier: MIT */
/* options.h - one table per applet makes the parser and --help.
 *
 * Short options cluster and take glued values, as getopt(3) has it (-qb, -c1,
 * -d DIR); long ones take =VALUE or the next word. */
#ifndef CORE_OPTIONS_H
#define CORE_OPTIONS_H

#include <stddef.h>

#include "applet.h"

enum option_kind {
	OPTION_FLAG,            /* bool */
	OPTION_TEXT,            /* const char *: the value */
	OPTION_PARSE,           /* `parse` reads the value */
	OPTION_DIGITS,          /* `parse` reads digits directly behind the letter, or NULL: -f and -f20, -fq is -f -q */
	OPTION_MAYBE,           /* const char *: the text after =, or "" */
	OPTION_OPERAND,         /* not an option: `parse` gets each word without one, in its place among the options */
	/* `parse` reads a value that may be missing (NULL): glued digits, a number as the next word, or what
	 * else it accepts in either place: -m, -m16, -m 16, -X udma5. */
	OPTION_NUMBER_MAYBE,
	OPTION_ABSENT,          /* this build lacks it: `help` is the symbol that a build with it has */
};

typedef const char *option_parse(void *options, const char *value);

struct option {
	char letter;            /* 0: only a long name */
	unsigned char kind;     /* enum option_kind */
	unsigned short offset;  /* of the field in the applet's options */
	const char *name;       /* long name, NULL: only a letter */
	const char *argument;   /* what the value is called in --help, NULL: none */
	const char *help;
	/* OPTION_PARSE, OPTION_DIGITS, OPTION_NUMBER_MAYBE: stores the value; NULL, or what was expected of it. */
	option_parse *parse;
};

/* Texts that .config may leave out of the program. */
#define OPTION_NAME(text) (ENABLED(CONFIG_LONG_OPTIONS) ? (text) : NULL)
#define OPTION_HELP(text) (ENABLED(CONFIG_HELP_TEXT) ? (text) : "")
/* What is expected of who gives an option that this build lacks: `parse` of its row. */
option_parse options_absent;
/* A row of an option that needs a feature of .config. Without it the option is refused, and the symbol named. */
#define OPTION_OF(symbol, letter, kind, offset, name, argument, help, parse) { \
	letter, ENABLED(CONFIG_##symbol) ? (kind) : OPTION_ABSENT, offset, OPTION_NAME(name), argument, \
	ENABLED(CONFIG_##symbol) ? OPTION_HELP(help) : #symbol, \
	ENABLED(CONFIG_##symbol) ? (option_parse *)(parse) : options_absent }

enum { OPTIONS_HELP_WANTED = -1, OPTIONS_WRONG = -2 };

/* Reads argv[1..] into `into`, and moves the words that are no options to its end. Returns the index of the
 * first of them, OPTIONS_HELP_WANTED for
 * --help, or OPTIONS_WRONG with the message printed. */
int options_parse(const struct option *table, size_t count, void *into, int argc, char **argv);
/* Prints the usage line and, with HELP_TEXT, each option. */
void options_help(const struct option *table, size_t count, const char *usage);

#endif

/* SPDX-License-Identifier: MIT */
/* error.c - messages on stderr. */
#include "error.h"

#include "applet.h"
#include "out.h"
#include "platform.h"
#include "progress.h"

const char *error_applet = "diskbench";

/* A name or word of the user's, on one line whatever is in it. */
static void put_word(const char *word)
{
	for (; *word; word++)
		out_char(&out_stderr, (unsigned char)*word < ' ' || *word == 0x7f ? '?' : *word);
}

static void message(const char *path, const char *what, const char *reason)
{
	progress_clear();
	out_texts(&out_stderr, error_applet, ": ", (char *)0);
	if (path) {
		put_word(path);
		out_text(&out_stderr, ": ");
	}
	out_text(&out_stderr, what);
	if (reason)
		out_texts(&out_stderr, ": ", reason, (char *)0);
	out_char(&out_stderr, '\n');
	out_flush(&out_stderr);
}

int error_warn(const char *path, const char *what, int error)
{
	message(path, what, error ? platform_error_text(-error) : NULL);
	return EXIT_FAILED;
}

int error_usage(const char *word, const char *expected)
{
	progress_clear();
	out_texts(&out_stderr, error_applet, ": '", (char *)0);
	put_word(word);
	out_texts(&out_stderr, "': expected ", expected, "\n", (char *)0);
	out_flush(&out_stderr);
	return EXIT_USAGE;
}

int error_refuse(const char *path, const char *why)
{
	message(path, "refused", why);
	return EXIT_REFUSED;
}

void error_note(const char *path, const char *what, const char *text)
{
	message(path, what, text);
}

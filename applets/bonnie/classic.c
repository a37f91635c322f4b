/* SPDX-License-Identifier: MIT */
/* classic.c - is it the original Bonnie that is wanted?
 *
 * Many pages call Bonnie++ "Bonnie", so the name alone doesn't tell: a word that the original would
 * not have understood means Bonnie++. Our own long options say nothing. */
#include "bonnie.h"

#include <string.h>

static bool called_bonnie(const char *path)
{
	const char *slash = strrchr(path, '/');

	return !strcmp(slash ? slash + 1 : path, "Bonnie");
}

static bool is(const char *word, const char *letter)
{
	return !strcmp(word, letter);
}

bool classic_asked(int *argc, char **argv, bool *html)
{
	bool forced = false, known = *argc > 0 && called_bonnie(argv[0]);
	int found = 0;

	for (int i = 1; i < *argc; i++) {
		const char *word = argv[i], *value = i + 1 < *argc ? argv[i + 1] : "";

		if (is(word, "-d") || is(word, "-m")) {
			i++;
		} else if (is(word, "-s")) {
			known &= value[strspn(value, "0123456789")] == 0;
			i++;
		} else if (is(word, "-html")) {
			found = i;
		} else if (word[0] == '-' && word[1] == '-') {
			forced |= is(word, "--classic");
		} else if (word[0] == '-') {
			known = false;
		}
	}
	if (!forced && !known)
		return false;
	*html = found > 0;
	if (found) {
		memmove(argv + found, argv + found + 1, (size_t)(*argc - found - 1) * sizeof *argv);
		--*argc;
	}
	return true;
}

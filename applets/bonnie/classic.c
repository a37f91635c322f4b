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

bool classic_asked(int *argc, char **argv, bool *html)
{
	bool forced = false, known = *argc > 0 && called_bonnie(argv[0]);
	int found = 0;

	for (int i = 1; i < *argc; i++) {
		const char *word = argv[i], *value = i + 1 < *argc ? argv[i + 1] : "";
		char letter = word[0] == '-' && word[1] && !word[2] ? word[1] : 0;

		if (letter == 'd' || letter == 'm' || letter == 's') {
			known &= letter != 's' || !value[strspn(value, "0123456789")];
			i++;
		} else if (!strcmp(word, "-html")) {
			found = i;
		} else if (word[0] == '-' && word[1] == '-') {
			forced |= !strcmp(word, "--classic");
		} else if (word[0] == '-') {
			known = false;
		}
	}
	if (!forced && !known)
		return false;
	*html = found > 0;
	if (found) {
		for (--*argc; found < *argc; found++)
			argv[found] = argv[found + 1];
	}
	return true;
}

/* SPDX-License-Identifier: MIT */
/* names.c - names of small files, computed from their number: no list is kept,
 * so a million of them need no more memory than a thousand.
 *
 * A name is ten hexadecimal digits of the number and 0 to 12 letters; the number
 * comes first in the sequential tests and last in the random ones (Bonnie++ 1.96 on). */
#include "bonnie.h"

#include <string.h>

#include "random.h"

enum { DIGITS = 10, LETTERS = 12, DIRECTORY_DIGITS = 5 };

static const char hexadecimal[] = "0123456789abcdef";   /* the alphabet begins so, too */
static const char alphabet[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static char *put_digits(char *to, uint32_t number, unsigned digits, unsigned base)
{
	for (unsigned i = digits; i--; number /= base)
		to[i] = alphabet[number % base];
	return to + digits;
}

static char *put_letters(char *to, uint64_t seed, uint32_t index)
{
	uint64_t bits = random_at(seed, index);
	unsigned length = (unsigned)(bits % (LETTERS + 1));

	/* 12 times 62 values: under 2^60 even with what the length took. */
	for (bits = random_at(~seed, index); length; length--, bits /= 62)
		*to++ = alphabet[bits % 62];
	return to;
}

static bool all_of(const char *text, size_t length, const char *characters)
{
	return strspn(text, characters) >= length;
}

bool name_is_file(const char *name)
{
	size_t length = strlen(name);

	if (length < DIGITS || length > DIGITS + LETTERS || !all_of(name, length, alphabet))
		return false;
	return all_of(name, DIGITS, hexadecimal) || all_of(name + length - DIGITS, DIGITS, hexadecimal);
}

bool name_is_directory(const char *name)
{
	return strlen(name) == DIRECTORY_DIGITS && all_of(name, DIRECTORY_DIGITS, "0123456789");
}

const char *name_directory(uint32_t number, char *path)
{
	*put_digits(path, number, DIRECTORY_DIGITS, 10) = 0;
	return path;
}

const char *name_file(const struct options *o, uint32_t index, bool random, char *path)
{
	char *to = path;

	if (options_tree(o)) {  /* evenly: sizes of directories differ by one at most */
		uint32_t number = (uint32_t)((uint64_t)index * o->directories / o->files);

		to = put_digits(to, number, DIRECTORY_DIGITS, 10);
		*to++ = '/';
	}
	for (unsigned part = 0; part < 2; part++)
		to = part == random ? put_digits(to, index, DIGITS, 16) : put_letters(to, o->seed, index);
	*to = 0;
	return path;
}

/* SPDX-License-Identifier: MIT */
/* text.c - reading the small texts of /proc and /sys. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdarg.h>
#include <string.h>

#include "linux.h"

size_t linux_slurp(const char *path, char *text, size_t size)
{
	int fd = platform_open_at(platform_here, path, PLATFORM_READ);
	size_t used = 0;
	int64_t got;

	text[0] = 0;
	if (fd < 0)
		return 0;
	while (used < size - 1 && (got = platform_read(fd, text + used, size - 1 - used)) > 0)
		used += (size_t)got;
	platform_close(fd);
	while (used && (unsigned char)text[used - 1] <= ' ')
		used--;
	text[used] = 0;
	return used;
}

static void join(char *text, size_t size, va_list list)
{
	size_t used = 0;
	const char *part;

	while ((part = va_arg(list, const char *)) != NULL)
		while (*part && used < size - 1)
			text[used++] = *part++;
	text[used] = 0;
}

char *linux_join(char *text, size_t size, ...)
{
	va_list list;

	va_start(list, size);
	join(text, size, list);
	va_end(list);
	return text;
}

size_t linux_slurp_at(char *text, size_t size, ...)
{
	char path[128];
	va_list list;

	va_start(list, size);
	join(path, sizeof path, list);
	va_end(list);
	return linux_slurp(path, text, size);
}

const char *linux_find(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (; *text; text++)
		if (!strncmp(text, word, length))
			return text;
	return NULL;
}

uint64_t linux_number(const char *text)
{
	uint64_t value = 0;

	if (*text < '0' || *text > '9')
		return UINT64_MAX;
	for (; *text >= '0' && *text <= '9'; text++)
		value = value * 10 + (uint64_t)(*text - '0');
	return value;
}

char *linux_digits(char to[12], uint32_t number)
{
	char *p = to + 11;

	*p = 0;
	do
		*--p = (char)('0' + number % 10);
	while (number /= 10);
	return p;
}

int platform_process_name(int pid, char *name, size_t size)
{
	char number[12];

	if (kill((pid_t)pid, 0) && errno == ESRCH)
		return -ESRCH;
	return linux_slurp_at(name, size, "/proc/", linux_digits(number, (uint32_t)pid), "/comm", (char *)0) ? 0 : -ENOSYS;
}

char *linux_device_path(char *path, size_t size, uint32_t major, uint32_t minor, const char *below)
{
	char first[12], second[12];

	return linux_join(path, size, "/sys/dev/block/", linux_digits(first, major), ":", linux_digits(second, minor),
	                  below, (char *)0);
}

bool linux_disk_of(uint32_t major, uint32_t minor, uint32_t *disk_major, uint32_t *disk_minor)
{
	char path[64], text[24], *colon;

	if (!linux_slurp(linux_device_path(path, sizeof path, major, minor, "/partition"), text, sizeof text))
		return false;
	linux_slurp(linux_device_path(path, sizeof path, major, minor, "/../dev"), text, sizeof text);
	colon = strchr(text, ':');
	if (!colon)
		return false;
	*disk_major = (uint32_t)linux_number(text);
	*disk_minor = (uint32_t)linux_number(colon + 1);
	return true;
}

bool linux_lines_open(struct linux_lines *l, const char *path)
{
	l->fd = platform_open_at(platform_here, path, PLATFORM_READ);
	l->at = l->end = 0;
	return l->fd >= 0;
}

char *linux_lines_next(struct linux_lines *l)
{
	size_t used = 0;

	for (;;) {
		if (l->at == l->end) {
			int64_t got = platform_read(l->fd, l->block, sizeof l->block);

			if (got <= 0)
				break;
			l->at = 0;
			l->end = (size_t)got;
		}
		char c = l->block[l->at++];

		if (c == '\n') {
			l->line[used] = 0;
			return l->line;
		}
		if (used < sizeof l->line - 1)
			l->line[used++] = c;
	}
	l->line[used] = 0;
	if (used)
		return l->line;
	platform_close(l->fd);
	return NULL;
}

/* "\040" and its like, three octal digits, as the kernel writes blanks in paths. */
static void unescape(char *word)
{
	char *to = word;

	for (; *word; word++)
		if (word[0] == '\\' && word[1] >= '0' && word[1] <= '3' && word[2] && word[3]) {
			*to++ = (char)((word[1] - '0') * 64 + (word[2] - '0') * 8 + (word[3] - '0'));
			word += 3;
		} else {
			*to++ = *word;
		}
	*to = 0;
}

char *linux_word(char **text)
{
	char *word = *text + strspn(*text, " \t"), *end = word + strcspn(word, " \t");

	*text = end;
	if (*end) {
		*end = 0;
		*text = end + 1;
	}
	unescape(word);
	return word;
}

int linux_each(const char *path, int (*act)(const char *name, void *context), void *context)
{
	struct platform_directory d;
	const char *name;
	int fd = platform_open_at(platform_here, path, PLATFORM_READ | PLATFORM_DIRECTORY), result = 0;

	if (fd < 0)
		return 0;
	platform_directory_start(&d, fd);
	while (!result && (name = platform_directory_next(&d)) != NULL)
		result = act(name, context);
	platform_close(fd);
	return result;
}

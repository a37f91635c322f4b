/* SPDX-License-Identifier: MIT */
/* mounts.c - the mount that holds a descriptor, from /proc/self/mountinfo. */
#define _GNU_SOURCE
#include <string.h>

#include "linux.h"

/* The number of the mount, from the kernel's notes on the descriptor (Linux 3.15 on). */
static uint64_t mount_number(unsigned fd)
{
	char text[256], number[12];
	const char *line;

	if (!linux_slurp_at(text, sizeof text, "/proc/self/fdinfo/", linux_digits(number, fd), (char *)0))
		return UINT64_MAX;
	line = linux_find(text, "mnt_id:");
	return line ? linux_number(line + 7 + strspn(line + 7, " \t")) : UINT64_MAX;
}

/* The value of "name=" in a comma list, cut. */
static void option_value(const char *options, const char *name, char *to, size_t size)
{
	size_t length = strlen(name), i = 0;

	to[0] = 0;
	for (const char *word = options; word; word = strchr(word, ',')) {
		word += *word == ',';
		if (strncmp(word, name, length) || word[length] != '=')
			continue;
		for (word += length + 1; word[i] && word[i] != ',' && i < size - 1; i++)
			to[i] = word[i];
		to[i] = 0;
		return;
	}
}

void linux_mount_line(char *line, struct linux_mount *m)
{
	linux_word(&line);                      /* its number */
	linux_word(&line);                      /* its parent's */
	m->device = linux_word(&line);
	linux_word(&line);                      /* the part of the file system that is mounted */
	m->point = linux_word(&line);
	m->options = linux_word(&line);
	while (*line && strcmp(linux_word(&line), "-"))
		;                               /* optional fields */
	m->type = linux_word(&line);
	m->source = linux_word(&line);
	m->more = linux_word(&line);
}

static void read_line(char *line, struct platform_mount *m)
{
	struct linux_mount from;

	linux_mount_line(line, &from);
	linux_join(m->type, sizeof m->type, from.type, (char *)0);
	linux_join(m->source, sizeof m->source, from.source, (char *)0);
	option_value(from.more, "upperdir", m->upper, sizeof m->upper);
	linux_join(m->options, sizeof m->options, from.options, *from.more ? "," : "", from.more, (char *)0);
}

int platform_mount(int fd, struct platform_mount *m)
{
	static struct linux_lines lines;
	uint64_t number = mount_number((unsigned)fd);
	char *line;

	*m = (struct platform_mount){ "", "", "", "" };
	if (number == UINT64_MAX || !linux_lines_open(&lines, "/proc/self/mountinfo"))
		return -ENOSYS;
	while ((line = linux_lines_next(&lines)) != NULL)
		if (linux_number(line) == number) {
			read_line(line, m);
			platform_close(lines.fd);
			return 0;
		}
	return -ENOENT;
}

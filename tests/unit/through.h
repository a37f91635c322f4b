/* SPDX-License-Identifier: MIT */
/* through.h - pipes a test's output through a real program (gzip, jq) and reads
 * what that makes of it. For tests that define _GNU_SOURCE. */
#ifndef UNIT_THROUGH_H
#define UNIT_THROUGH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline bool through_has(const char *program)
{
	char command[80];

	snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
	return system(command) == 0;
}

/* Bytes that `command` printed for the input, the first of them in `to`, 0-terminated. -1: it failed. */
static inline long through(const char *command, const void *input, size_t size, char *to, size_t room)
{
	char name[] = "/tmp/diskbench-unit.XXXXXX", line[160];
	int fd = mkstemp(name);
	FILE *p, *back;
	long total = -1;
	bool good;

	if (fd < 0)
		return -1;
	snprintf(line, sizeof line, "%s >%s", command, name);
	p = popen(line, "w");
	good = p && fwrite(input, 1, size, p) == size;
	if (p && pclose(p))
		good = false;
	back = good ? fdopen(fd, "r") : NULL;
	if (back) {
		to[fread(to, 1, room - 1, back)] = 0;
		fseek(back, 0, SEEK_END);
		total = ftell(back);
		fclose(back);
	} else {
		close(fd);
	}
	unlink(name);
	return total;
}

#endif

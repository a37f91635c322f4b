/* SPDX-License-Identifier: MIT */
/* limit.c - the memory limit of the control groups that hold this process:
 * in a container sysinfo(2) still tells the whole machine's memory. */
#define _GNU_SOURCE
#include <string.h>

#include "linux.h"

/* The smallest limit from `group` up to the root of the hierarchy mounted at `mount`. path
 * holds both, with `mount_length` for the mount, and is cut shorter level by level. */
static uint64_t smallest(char *path, size_t mount_length, size_t size, const char *file)
{
	uint64_t least = UINT64_MAX;
	char text[32];

	for (;;) {
		size_t length = strlen(path);

		if (length + strlen(file) < size) {
			memcpy(path + length, file, strlen(file) + 1);
			uint64_t limit = linux_slurp(path, text, sizeof text) ? linux_number(text) : UINT64_MAX;
			path[length] = 0;
			if (limit < least)
				least = limit;
		}
		if (length <= mount_length)
			return least;
		*strrchr(path, '/') = 0;
	}
}

static uint64_t limit_at(const char *mount, const char *group, const char *file)
{
	char path[512];
	size_t length = strlen(mount), more = strcspn(group, "\n");

	if (length + more >= sizeof path)
		return UINT64_MAX;
	memcpy(path, mount, length);
	memcpy(path + length, group, more);
	path[length + more] = 0;
	if (more == 1)                          /* "/" */
		path[length] = 0;
	return smallest(path, length, sizeof path, file);
}

/* The group's path in a line of /proc/self/cgroup that holds `controller` between its colons. */
static const char *group_of(const char *text, const char *controller)
{
	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		const char *names = strchr(line, ':');

		if (names && !strncmp(names, controller, strlen(controller)))
			return names + strlen(controller);
	}
	return NULL;
}

uint64_t platform_memory_limit(void)
{
	char text[1024];
	const char *group;
	uint64_t v1 = UINT64_MAX, v2 = UINT64_MAX;

	if (!linux_slurp("/proc/self/cgroup", text, sizeof text))
		return UINT64_MAX;
	if ((group = group_of(text, ":memory:")) != NULL)
		v1 = limit_at("/sys/fs/cgroup/memory", group, "/memory.limit_in_bytes");
	if ((group = group_of(text, "::")) != NULL)
		v2 = limit_at("/sys/fs/cgroup", group, "/memory.max");
	return v1 < v2 ? v1 : v2;
}

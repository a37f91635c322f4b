/* SPDX-License-Identifier: MIT */
/* in_use.c - who else uses a device or file that is to be written.
 *
 * O_EXCL makes the kernel refuse what is mounted, swapped on or claimed by md and
 * dm. It does not see another process's plain open (a virtual machine, an iSCSI
 * target, a database), nor that a loop device stands on a file. */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

#include "linux.h"

struct search {
	const struct platform_stat *st;
	char *words;
	size_t size;
	uint32_t disk_major, disk_minor;
	bool has_disk;                  /* st is a partition */
	const char *process;            /* whose descriptors are looked through */
};

static int found(struct search *s, const char *how, const char *who)
{
	linux_join(s->words, s->size, how, who, (char *)0);
	return 1;
}

/* Is the device ours, a partition of ours, or the disk we are a partition of? */
static bool related(const struct search *s, uint32_t major, uint32_t minor)
{
	uint32_t disk_major, disk_minor;

	if (major == s->st->major && minor == s->st->minor)
		return true;
	if (s->has_disk && major == s->disk_major && minor == s->disk_minor)
		return true;
	return linux_disk_of(major, minor, &disk_major, &disk_minor) &&
	       disk_major == s->st->major && disk_minor == s->st->minor;
}

static bool is_device(const struct search *s)
{
	return s->st->type == PLATFORM_TYPE_BLOCK;
}

/* Does the path name our device, a related one, or our file? */
static bool names_us(const struct search *s, const char *path)
{
	struct platform_stat st;

	if (platform_stat_at(platform_here, path, true, &st))
		return false;
	if (is_device(s))
		return st.type == PLATFORM_TYPE_BLOCK && related(s, st.major, st.minor);
	return st.type == PLATFORM_TYPE_FILE && st.inode == s->st->inode &&
	       st.holder_major == s->st->holder_major && st.holder_minor == s->st->holder_minor;
}

static int in_mounts(struct search *s)
{
	static struct linux_lines lines;
	char *line;

	if (!is_device(s) || !linux_lines_open(&lines, "/proc/self/mountinfo"))
		return 0;
	while ((line = linux_lines_next(&lines)) != NULL) {
		struct linux_mount m;
		char *minor;

		linux_mount_line(line, &m);
		minor = strchr(m.device, ':');
		/* btrfs has numbers of its own in place of its devices': its source tells. */
		if ((minor && related(s, (uint32_t)linux_number(m.device), (uint32_t)linux_number(minor + 1))) ||
		    (*m.source == '/' && names_us(s, m.source))) {
			platform_close(lines.fd);
			return found(s, "mounted on ", m.point);
		}
	}
	return 0;
}

static int in_swaps(struct search *s)
{
	static struct linux_lines lines;
	char *line;

	if (!linux_lines_open(&lines, "/proc/swaps"))
		return 0;
	while ((line = linux_lines_next(&lines)) != NULL) {
		char *path = linux_word(&line);

		if (*path == '/' && names_us(s, path)) {
			platform_close(lines.fd);
			return found(s, "used as swap: ", path);
		}
	}
	return 0;
}

/* Calls act for each name in a directory of the device's. */
static int each_of(struct search *s, uint32_t major, uint32_t minor, const char *below,
                   int (*act)(const char *name, void *context))
{
	char path[128];

	return linux_each(linux_device_path(path, sizeof path, major, minor, below), act, s);
}

static int a_holder(const char *name, void *context)
{
	return found(context, "held by ", name);
}

static int holders_of_partition(const char *name, void *context)
{
	struct search *s = context;
	char path[128], below[80], text[8];

	linux_join(below, sizeof below, "/", name, "/partition", (char *)0);
	if (!linux_slurp(linux_device_path(path, sizeof path, s->st->major, s->st->minor, below), text, sizeof text))
		return 0;
	linux_join(below, sizeof below, "/", name, "/holders", (char *)0);
	return each_of(s, s->st->major, s->st->minor, below, a_holder);
}

static int in_holders(struct search *s)
{
	uint32_t major = s->st->major, minor = s->st->minor;

	if (!is_device(s))
		return 0;
	if (each_of(s, major, minor, "/holders", a_holder) || each_of(s, major, minor, "", holders_of_partition))
		return 1;
	return s->has_disk && each_of(s, s->disk_major, s->disk_minor, "/holders", a_holder);
}

static int a_loop(const char *name, void *context)
{
	struct search *s = context;
	char file[256];

	if (strncmp(name, "loop", 4))
		return 0;
	if (linux_slurp_at(file, sizeof file, "/sys/block/", name, "/loop/backing_file", (char *)0) && names_us(s, file))
		return found(s, "behind ", name);
	return 0;
}

/* Was it opened for writing? fdinfo's flags are octal; the lowest two bits are the access mode. */
static bool open_for_writing(const struct search *s, const char *fd)
{
	char text[256];
	const char *flags;

	linux_slurp_at(text, sizeof text, "/proc/", s->process, "/fdinfo/", fd, (char *)0);
	flags = linux_find(text, "flags:");
	if (!flags)
		return true;            /* better to refuse too much */
	flags += strcspn(flags, "\n");
	return (flags[-1] - '0') & 3;
}

static int a_descriptor(const char *name, void *context)
{
	struct search *s = context;
	char path[64], text[64];
	struct platform_stat st;

	linux_join(path, sizeof path, "/proc/", s->process, "/fd/", name, (char *)0);
	if (platform_stat_at(platform_here, path, true, &st) || st.type != PLATFORM_TYPE_BLOCK ||
	    !related(s, st.major, st.minor) || !open_for_writing(s, name))
		return 0;
	linux_slurp_at(text, sizeof text, "/proc/", s->process, "/comm", (char *)0);
	linux_join(s->words, s->size, "open for writing in process ", s->process, " ", text, (char *)0);
	return 1;
}

static int a_process(const char *name, void *context)
{
	struct search *s = context;
	char path[64];

	if (*name < '0' || *name > '9' || linux_number(name) == (uint64_t)getpid())
		return 0;
	s->process = name;
	return linux_each(linux_join(path, sizeof path, "/proc/", name, "/fd", (char *)0), a_descriptor, s);
}

int platform_in_use(const struct platform_stat *st, char *words, size_t size)
{
	struct search s = { .st = st, .words = words, .size = size };

	words[0] = 0;
	if (is_device(&s))
		s.has_disk = linux_disk_of(st->major, st->minor, &s.disk_major, &s.disk_minor);
	if (in_mounts(&s) || in_swaps(&s) || in_holders(&s) || linux_each("/sys/block", a_loop, &s))
		return 1;
	return is_device(&s) ? linux_each("/proc", a_process, &s) : 0;
}

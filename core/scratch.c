/* SPDX-License-Identifier: MIT */
/* scratch.c - test files and directories that never stay behind. */
#include "scratch.h"

#include "out.h"
#include "platform.h"

enum { TRIES = 100 };

/* "Bonnie.123"; from the second try on "Bonnie.123.1": in a container every process 7 is process 7. */
static void name_it(struct scratch *s, unsigned try)
{
	struct out o = OUT_MEMORY(s->name);

	out_text(&o, "Bonnie.");
	out_number(&o, (uint64_t)platform_process_id(), 0);
	if (try) {
		out_char(&o, '.');
		out_number(&o, try, 0);
	}
	out_end(&o);
}

int scratch_file(struct scratch *s, int parent, bool keep_name)
{
	*s = (struct scratch){ parent, -1, false, "" };
	if (!keep_name)
		s->fd = platform_open_at(parent, ".", PLATFORM_READ | PLATFORM_WRITE | PLATFORM_TEMPORARY);
	for (unsigned try = 0; s->fd < 0 && try < TRIES; try++) {
		name_it(s, try);
		s->fd = platform_open_at(parent, s->name, PLATFORM_READ | PLATFORM_WRITE | PLATFORM_CREATE);
		if (s->fd >= 0 && !keep_name && !platform_unlink_at(parent, s->name))
			s->name[0] = 0;
		if (s->fd < 0 && s->fd != -EEXIST)
			break;
	}
	if (s->fd >= 0)
		return 0;
	s->name[0] = 0;
	return s->fd;
}

int scratch_directory(struct scratch *s, int parent)
{
	int error = -EEXIST;

	*s = (struct scratch){ parent, -1, true, "" };
	for (unsigned try = 0; error == -EEXIST && try < TRIES; try++) {
		name_it(s, try);
		error = platform_make_directory_at(parent, s->name);
	}
	if (!error) {
		s->fd = platform_open_at(parent, s->name, PLATFORM_READ | PLATFORM_DIRECTORY | PLATFORM_NOFOLLOW);
		if (s->fd >= 0)
			return 0;
		error = s->fd;
		platform_remove_directory_at(parent, s->name);
	}
	s->name[0] = 0;
	return error;
}

static int empty_one(int directory, int (*remove_entry)(int directory, const char *name));

static int remove_file(int directory, const char *name)
{
	return platform_unlink_at(directory, name);
}

static int remove_any(int directory, const char *name)
{
	int error = platform_unlink_at(directory, name), fd;

	if (error != -EISDIR && error != -EPERM)        /* POSIX says EPERM, Linux EISDIR */
		return error;
	fd = platform_open_at(directory, name, PLATFORM_READ | PLATFORM_DIRECTORY | PLATFORM_NOFOLLOW);
	if (fd < 0)
		return error;
	error = empty_one(fd, remove_file);
	platform_close(fd);
	return error ? error : platform_remove_directory_at(directory, name);
}

static int empty_one(int directory, int (*remove_entry)(int directory, const char *name))
{
	struct platform_directory d;
	const char *name;
	int error, removed;

	do {
		error = removed = 0;
		platform_directory_start(&d, directory);
		while ((name = platform_directory_next(&d)) != NULL) {
			int failed = remove_entry(directory, name);

			if (!failed)
				removed++;
			else if (!error && failed != -ENOENT)
				error = failed;
		}
	} while (removed);
	return error ? error : d.error;
}

int scratch_empty(int directory)
{
	return empty_one(directory, remove_any);
}

int scratch_remove(struct scratch *s)
{
	int error = 0, failed = 0;

	if (s->fd >= 0 && s->directory)
		error = scratch_empty(s->fd);
	if (s->fd >= 0)
		platform_close(s->fd);
	s->fd = -1;
	if (s->name[0])
		failed = s->directory ? platform_remove_directory_at(s->parent, s->name)
		                      : platform_unlink_at(s->parent, s->name);
	if (!failed || failed == -ENOENT)
		s->name[0] = 0;
	return error ? error : failed == -ENOENT ? 0 : failed;
}

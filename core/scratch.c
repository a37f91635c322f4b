/* SPDX-License-Identifier: MIT */
/* scratch.c - test files and directories that never stay behind. */
#include "scratch.h"

#include <string.h>

#include "out.h"
#include "platform.h"

enum {
	TRIES = 100,
	WAIT_MS = 50, WAITS = 5,        /* for names that linger: 50 ms, 100 ms ... */
	LISTED = 5,                     /* names that are left, at most */
};

static const char prefix[] = "Bonnie.";

/* "Bonnie.123"; from the second try on "Bonnie.123.1": in a container every process 7 is process 7. */
static void name_it(struct scratch *s, unsigned try)
{
	struct out o = OUT_MEMORY(s->name);

	out_text(&o, prefix);
	out_number(&o, (uint64_t)platform_process_id(), 0);
	if (try) {
		out_char(&o, '.');
		out_number(&o, try, 0);
	}
	out_end(&o);
}

static void begin(struct scratch *s, int parent, bool directory)
{
	s->parent = parent;
	s->fd = -1;
	s->directory = directory;
	s->name[0] = 0;
}

int scratch_file(struct scratch *s, int parent, bool keep_name)
{
	begin(s, parent, false);
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

/* Opens the directory that has the name, and holds it where that can be done. */
static int open_and_hold(struct scratch *s)
{
	int error;

	s->fd = platform_open_at(s->parent, s->name, PLATFORM_READ | PLATFORM_DIRECTORY | PLATFORM_NOFOLLOW);
	if (s->fd < 0)
		return s->fd;
	error = platform_hold(s->fd);
	if (error == -EAGAIN) {
		platform_close(s->fd);
		s->fd = -1;
	}
	return error;
}

int scratch_directory(struct scratch *s, int parent)
{
	int error = -EEXIST;

	begin(s, parent, true);
	for (unsigned try = 0; error == -EEXIST && try < TRIES; try++) {
		name_it(s, try);
		error = platform_make_directory_at(parent, s->name);
		if (error)
			continue;
		error = open_and_hold(s);
		if (s->fd >= 0)
			return 0;
		platform_remove_directory_at(parent, s->name);
		/* One who looks for leftovers may have it, or has removed it: then another name. */
		if (error == -EAGAIN || error == -ENOENT)
			error = -EEXIST;
	}
	s->name[0] = 0;
	return error;
}

int scratch_adopt(struct scratch *s, int parent, const char *name)
{
	struct out o = OUT_MEMORY(s->name);

	begin(s, parent, true);
	out_text(&o, name);
	out_end(&o);
	return open_and_hold(s);
}

/* Digits that make a number without leading zeros below `most`; 0: they don't. */
static unsigned read_number(const char **text, unsigned most)
{
	unsigned n = 0;

	if (**text == '0')
		return 0;
	for (; **text >= '0' && **text <= '9' && n < most; ++*text)
		n = n * 10 + (unsigned)(**text - '0');
	return n < most ? n : 0;
}

int scratch_process(const char *name)
{
	unsigned process;

	if (strncmp(name, prefix, sizeof prefix - 1))
		return 0;
	name += sizeof prefix - 1;
	process = read_number(&name, 100000000);
	if (*name == '.' && process) {
		name++;
		if (!read_number(&name, TRIES))
			return 0;
	}
	return *name ? 0 : (int)process;
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

static bool lingers(int error)
{
	return error == -ENOTEMPTY || error == -EEXIST || error == -EBUSY;
}

int scratch_remove_directory(int parent, const char *name, int fd)
{
	int emptied, error;

	for (unsigned i = 0;; i++) {
		emptied = fd >= 0 ? scratch_empty(fd) : 0;
		error = platform_remove_directory_at(parent, name);
		if (!lingers(error) || (emptied && !lingers(emptied)) || i == WAITS)
			break;
		platform_sleep_ms((unsigned)WAIT_MS << i);
	}
	return lingers(error) && emptied ? emptied : error;
}

int scratch_remove(struct scratch *s)
{
	int failed = 0;

	if (s->name[0])
		failed = s->directory ? scratch_remove_directory(s->parent, s->name, s->fd)
		                      : platform_unlink_at(s->parent, s->name);
	if (s->fd >= 0)
		platform_close(s->fd);
	s->fd = -1;
	if (failed && failed != -ENOENT)
		return failed;
	s->name[0] = 0;
	return 0;
}

const char *scratch_left(const struct scratch *s, struct out *o)
{
	int fd = platform_open_at(s->parent, s->name, PLATFORM_READ | PLATFORM_DIRECTORY | PLATFORM_NOFOLLOW);
	struct platform_directory d;
	const char *name;
	unsigned count = 0;

	if (fd < 0)
		return NULL;
	platform_directory_start(&d, fd);
	while ((name = platform_directory_next(&d)) != NULL)
		if (count++ < LISTED)
			out_texts(o, count > 1 ? ", " : "", name, (char *)0);
	if (count > LISTED) {
		out_text(o, " and ");
		out_number(o, count - LISTED, 0);
		out_text(o, " more");
	}
	platform_close(fd);
	return count ? out_end(o) : NULL;
}

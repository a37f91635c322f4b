/* SPDX-License-Identifier: MIT */
/* create.c - the tests that create many small files or links. */
#include "small.h"

#include "applet.h"
#include "io.h"
#include "platform.h"
#include "random.h"

enum { SIZES = 3 };                     /* added to the seed: sizes are not the names' numbers */

uint32_t files_size(const struct options *o, uint32_t index)
{
	return o->file_min + (uint32_t)random_below(o->seed + SIZES, index, o->file_max - o->file_min + 1ull);
}

static int write_file(struct small *f, int fd, uint32_t size)
{
	struct io io = { fd, false };
	int error = 0;

	while (!error && size) {
		uint32_t part = size < f->o->file_chunk ? size : f->o->file_chunk;

		fill_next(&f->fill, f->buffer, f->o->file_chunk);
		error = io_write(&io, f->buffer, part);
		f->slot->bytes += part;
		size -= part;
	}
	return error;
}

static int create_file(struct small *f, uint32_t index, const char *name)
{
	int fd = platform_open_at(f->directory, name, PLATFORM_WRITE | PLATFORM_CREATE), error = 0, closed;
	const char *call = "write";

	if (fd < 0)
		return slot_fail(f->slot, "create", name, fd);
	if (ENABLED(CONFIG_BONNIE_FILES) && f->buffer)
		error = write_file(f, fd, files_size(f->o, index));
	if (!error && f->o->sync_each) {
		call = "fsync";
		error = platform_sync(fd);
	}
	closed = platform_close(fd);            /* NFS tells of a full disk here */
	if (!error) {
		call = "close";
		error = closed;
	}
	return slot_fail(f->slot, call, name, error);
}

/* The first file is a real one and empty, the others are links to it. */
static int create_link(struct small *f, uint32_t index, const char *name)
{
	char first[NAME_SIZE], text[NAME_SIZE + 3] = "../";
	bool hard = f->o->links == LINKS_HARD;
	int error;

	if (!index)
		return create_file(f, index, name);
	if (hard) {
		name_file(f->o, 0, f->random, first);
		error = platform_link_at(f->directory, first, name);
	} else {        /* from inside a subdirectory the first file is one level up and down again */
		name_file(f->o, 0, f->random, text + 3);
		error = platform_symlink_at(options_tree(f->o) ? text : text + 3, f->directory, name);
	}
	return slot_fail(f->slot, hard ? "link" : "symlink", name, error);
}

int files_create(struct slot *slot, unsigned index, void *context)
{
	struct small f;
	int error = small_start(&f, slot, context);
	char name[NAME_SIZE];

	(void)index;
	for (uint32_t i = 0; !error && i < f.o->files && pace_going(&f.pace); i++) {
		pace_begin(&f.pace);
		name_file(f.o, i, f.random, name);
		error = options_links(f.o) ? create_link(&f, i, name) : create_file(&f, i, name);
		if (!error)
			pace_done(&f.pace, 1);
	}
	return error ? error : small_sync(&f, true);
}

static int make_directory(struct small *f, const char *name)
{
	return slot_fail(f->slot, "mkdir", name, platform_make_directory_at(f->directory, name));
}

int files_make_directories(struct slot *slot, unsigned index, void *context)
{
	struct small f;
	int error = small_start(&f, slot, context);

	(void)index;
	return error ? error : small_each_directory(&f, make_directory);
}

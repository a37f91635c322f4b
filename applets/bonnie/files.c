/* SPDX-License-Identifier: MIT */
/* files.c - the tests that stat, read and delete many small files, in the
 * directory's order and in random order. */
#include "small.h"

#include "applet.h"
#include "io.h"
#include "out.h"
#include "platform.h"
#include "random.h"

enum { ORDER_STAT = 1, ORDER_DELETE = 2 };      /* added to the seed: two different orders */

int small_start(struct small *f, struct slot *slot, struct bonnie *b)
{
	*f = (struct small){ .o = b->o, .slot = slot, .directory = b->scratch->fd, .files = b->made[b->round], .random = b->random };
	pace_start(&f->pace, slot, b);
	if (!options_file_max(b->o))
		return 0;
	f->buffer = platform_pages(b->o->file_chunk);
	if (!f->buffer)
		return slot_fail(slot, "buffer", NULL, -ENOMEM);
	fill_start(&f->fill, b->o->data, b->o->seed, f->buffer, b->o->file_chunk);
	return 0;
}

/* fsync of a directory by name. */
static int sync_directory(struct small *f, const char *name)
{
	int fd = platform_open_at(f->directory, name, PLATFORM_READ | PLATFORM_DIRECTORY), error;

	if (fd < 0)
		return slot_fail(f->slot, "open", name, fd);
	error = platform_sync(fd);
	platform_close(fd);
	/* Some file systems can't sync a directory; that is theirs to know. */
	return error == -EINVAL ? 0 : slot_fail(f->slot, "fsync", name, error);
}

int small_each_directory(struct small *f, int (*act)(struct small *f, const char *name))
{
	char name[NAME_SIZE];
	int error = 0;

	if (!options_tree(f->o))
		return act(f, ".");
	for (uint32_t i = 0; !error && i < f->o->directories && !workers_stop(); i++)
		error = act(f, name_directory(i, name));
	return error;
}

int small_sync(struct small *f, bool subdirectories)
{
	if (!f->o->strict)
		return subdirectories ? small_each_directory(f, sync_directory) : sync_directory(f, ".");
	if (f->o->report == REPORT_200)
		platform_sync_all();
	return 0;
}

/* ---- stat, and read where there is something to read ---- */

static int read_file(struct small *f, const char *name)
{
	struct io io = { platform_open_at(f->directory, name, PLATFORM_READ), false };
	int64_t got;

	if (io.fd < 0)
		return slot_fail(f->slot, "open", name, io.fd);
	while ((got = io_read(&io, f->buffer, f->o->file_chunk)) > 0)
		f->slot->bytes += (uint64_t)got;
	platform_close(io.fd);
	return slot_fail(f->slot, "read", name, (int)got);
}

static int stat_one(struct small *f, const char *name)
{
	struct platform_stat st;
	int error;

	pace_begin(&f->pace);
	error = platform_stat_at(f->directory, name, true, &st);
	if (error)
		return slot_fail(f->slot, "stat", name, error);
	if (ENABLED(CONFIG_BONNIE_FILES) && st.size && f->buffer)
		error = read_file(f, name);
	if (!error)
		pace_done(&f->pace, 1);
	return error;
}

static int delete_one(struct small *f, const char *name)
{
	int error;

	pace_begin(&f->pace);
	error = platform_unlink_at(f->directory, name);
	if (!error)
		pace_done(&f->pace, 1);
	return slot_fail(f->slot, "unlink", name, error);
}

/* One pass over the names as the directory gives them. The path that stat and unlink get goes
 * through the scratch directory, as the original's does. */
static int pass(struct small *f, const char *directory, int (*act)(struct small *f, const char *name))
{
	struct platform_directory d;
	const char *name;
	int fd = platform_open_at(f->directory, directory, PLATFORM_READ | PLATFORM_DIRECTORY), error = 0;

	if (fd < 0)
		return slot_fail(f->slot, "open", directory, fd);
	platform_directory_start(&d, fd);
	while (!error && pace_going(&f->pace) && (name = platform_directory_next(&d)) != NULL) {
		char path[NAME_SIZE];
		struct out o = OUT_MEMORY(path);

		if (options_tree(f->o)) {
			out_texts(&o, directory, "/", name, (char *)0);
			name = out_end(&o);
		}
		error = act(f, name);
	}
	if (!error && d.error)
		error = slot_fail(f->slot, "readdir", directory, d.error);
	platform_close(fd);
	return error;
}

/* The test saw as many files as it made, or the file system lost some. */
static int all_there(struct small *f)
{
	if (f->slot->amount == f->files || !pace_going(&f->pace))
		return 0;
	return slot_fail(f->slot, "fewer files than were created", NULL, -ENOENT);
}

static int stat_directory(struct small *f, const char *name)
{
	return pass(f, name, stat_one);
}

/* Element i of the random order that `order` picks, as a name. */
static const char *shuffled(const struct small *f, unsigned order, uint32_t i, char *name)
{
	return name_file(f->o, (uint32_t)random_permute(f->o->seed + order, i, f->files), true, name);
}

static int all_shuffled(struct small *f, unsigned order, int (*act)(struct small *f, const char *name))
{
	char name[NAME_SIZE];
	int error = 0;

	for (uint32_t i = 0; !error && i < f->files && pace_going(&f->pace); i++)
		error = act(f, shuffled(f, order, i, name));
	return error;
}

int files_stat(struct slot *slot, unsigned index, void *context)
{
	struct small f;
	int error = small_start(&f, slot, context);

	(void)index;
	if (!error)
		error = f.random ? all_shuffled(&f, ORDER_STAT, stat_one) : small_each_directory(&f, stat_directory);
	return error ? error : all_there(&f);
}

/* ---- delete ---- */

/* Starts over until a pass finds nothing: with files going while it is read, a directory on NFS or
 * FUSE may skip some. */
static int delete_directory(struct small *f, const char *name)
{
	uint64_t before;
	int error;

	do {
		before = f->slot->amount;
		error = pass(f, name, delete_one);
	} while (!error && f->slot->amount > before && pace_going(&f->pace));
	return error;
}

static int remove_directory(struct small *f, const char *name)
{
	return slot_fail(f->slot, "rmdir", name, scratch_remove_directory(f->directory, name, -1));
}

int files_delete(struct slot *slot, unsigned index, void *context)
{
	struct small f;
	int error = small_start(&f, slot, context);

	(void)index;
	if (!error)
		error = f.random ? all_shuffled(&f, ORDER_DELETE, delete_one) : small_each_directory(&f, delete_directory);
	if (!error)
		error = all_there(&f);
	if (!error && options_tree(f.o) && pace_going(&f.pace))
		error = small_each_directory(&f, remove_directory);
	return error ? error : small_sync(&f, false);
}

/* SPDX-License-Identifier: MIT */
/* prepare.c - what is done outside the time: emptying and dropping from memory. */
#include "phase.h"

#include "applet.h"
#include "error.h"
#include "helper.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "progress.h"

enum {
	STAYED_AT = 10,                 /* thousandths that may stay after dropping: metadata */
	TIDY_S = 6,                     /* that cleaning up has when the time of --quick is over */
};

void prepare_orphaned(void *context)
{
	struct bonnie *b = context;

	for (unsigned i = 0; i < b->rounds; i++)
		scratch_remove(&b->scratches[i]);
}

const char *prepare_path(const char *directory, const char *name)
{
	static char text[512];
	struct out o = OUT_MEMORY(text);

	out_texts(&o, directory, "/", name, (char *)0);
	return out_end(&o);
}

const char *prepare_place(const struct bonnie *b)
{
	return b->rounds && b->scratch->directory ? prepare_path(b->o->directory, b->scratch->name) : b->o->directory;
}

/* Runs something outside the time, in a worker all the same; *r: what came of it. */
static int run_aside(struct bonnie *b, work_run *run, struct record *r)
{
	struct work work = { .run = run, .context = b, .workers = 1, .orphaned = prepare_orphaned, .path = prepare_place(b),
		             .watch = progress_watch };

	if (ENABLED(CONFIG_BONNIE_QUICK) && b->deadline_ns) {
		int64_t left = phase_left(b);

		work.limit_ns = left > TIDY_S * NS_PER_S ? left : TIDY_S * NS_PER_S;
	}
	*r = (struct record){ .name = NULL };
	return workers_run(&work, r, NULL);
}

int prepare_worker(struct bonnie *b, work_run *run, struct record *r)
{
	struct record aside;

	if (run_aside(b, run, &aside)) {
		r->error = aside.error;
		r->failed = aside.failed;
		r->flags |= RECORD_FAILED;
	}
	return aside.error;
}

static int empty_directory(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;

	(void)slot;
	(void)index;
	return scratch_empty(b->scratch->fd);
}

static void say_left(const struct bonnie *b, int error)
{
	char text[256];
	struct out o = OUT_MEMORY(text);
	const char *list;

	error_warn(prepare_place(b), "remove", error);
	list = b->scratch->directory ? scratch_left(b->scratch, &o) : NULL;
	if (list)
		error_note(prepare_place(b), "left", list);
}

/* A directory is emptied by a worker first: with a million files left after a stop that takes long, and
 * the parent must stay awake. */
void prepare_remove(struct bonnie *b)
{
	for (unsigned i = 0; i < b->rounds; i++) {
		struct record aside;
		int error;

		b->scratch = &b->scratches[i];
		if (b->scratch->directory && b->scratch->fd >= 0)
			run_aside(b, empty_directory, &aside);
		error = scratch_remove(b->scratch);
		if (error)
			say_left(b, error);
		b->figures->left |= error != 0;
	}
	b->rounds = 0;
}

static int empty_file(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error = platform_truncate(b->scratch->fd, 0);

	(void)index;
	return slot_fail(slot, "ftruncate", NULL, error);
}

static int drop_file(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error = target_make_cold(&b->file);

	(void)index;
	return slot_fail(slot, "fsync", NULL, error);
}

static int drop_names(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error;

	(void)index;
	platform_sync(b->scratch->fd);
	platform_sync_all();                    /* only clean inodes can go */
	error = helper_drop_caches();
	return slot_fail(slot, "drop_caches", NULL, error);
}

/* Counts 1 when the kernel's count of device bytes moves. */
static int control_read(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;

	(void)index;
	slot->amount = target_counter_moves(&b->file);
	return 0;
}

static void find_out_counted(struct bonnie *b)
{
	struct record r;

	run_aside(b, control_read, &r);
	b->file.counted = r.amount;
}

void prepare_cold(struct bonnie *b, struct record *r)
{
	if (b->o->strict)
		return;
	if (b->o->keep_cache) {
		b->file.resident = target_probe(&b->file);
		return;
	}
	if (prepare_worker(b, drop_file, r))
		return;
	b->file.resident = target_probe(&b->file);
	if (!b->file.counted)
		find_out_counted(b);
	if (b->file.resident > STAYED_AT && !(b->target.fs.traits & PLATFORM_MEMORY))
		error_note(b->o->directory, "cache", "some of the file stayed in memory");
}

void prepare_test(struct bonnie *b, enum test test, struct record *r)
{
	switch (phases[test].before) {
	case EMPTY_FILE:
		prepare_worker(b, empty_file, r);
		break;
	case COLD_FILE:
		prepare_cold(b, r);
		break;
	case COLD_NAMES:
		if (ENABLED(CONFIG_BONNIE_DROP_CACHES) && b->o->drop_caches)
			prepare_worker(b, drop_names, r);
		else if (!b->o->strict)
			r->flags |= RECORD_METADATA;
		break;
	}
}

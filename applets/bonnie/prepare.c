/* SPDX-License-Identifier: MIT */
/* prepare.c - what is done outside the time: emptying and dropping from memory. */
#include "phase.h"

#include "cache.h"
#include "error.h"
#include "platform.h"

enum {
	CACHED_AT = 500,                /* thousandths in memory before reading that make it a cached read */
	STAYED_AT = 10,                 /* thousandths that may stay after dropping: metadata */
};

void prepare_orphaned(void *context)
{
	struct bonnie *b = context;

	for (unsigned i = 0; i < b->rounds; i++)
		scratch_remove(&b->scratches[i]);
}

int prepare_worker(struct bonnie *b, int (*run)(struct slot *slot, unsigned index, void *context), struct record *r)
{
	struct work work = { run, b, 1, prepare_orphaned, b->o->directory };

	return workers_run(&work, r, NULL);
}

/* Notes in *r a failure of something done aside. */
static void failed_aside(struct record *r, const struct record *aside)
{
	r->error = aside->error;
	r->failed = aside->failed;
	r->flags |= RECORD_FAILED;
}

static int empty_file(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error = platform_truncate(b->scratch->fd, 0);

	(void)index;
	return error ? slot_fail(slot, "ftruncate", NULL, error) : 0;
}

static int drop_file(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error = cache_drop(b->scratch->fd, false);

	(void)index;
	return error ? slot_fail(slot, "fsync", NULL, error) : 0;
}

static int drop_names(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	int error;

	(void)index;
	platform_sync(b->scratch->fd);
	platform_sync_all();                    /* only clean inodes can go */
	error = platform_drop_caches();
	return error ? slot_fail(slot, "drop_caches", NULL, error) : 0;
}

/* Reads one chunk of the cold file: does the kernel's count of device bytes move? */
static int control_read(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	char *buffer = platform_pages(b->o->chunk);
	int64_t got = buffer ? platform_pread(b->scratch->fd, buffer, b->o->chunk, 0) : -ENOMEM;

	(void)index;
	return got < 0 ? slot_fail(slot, "read", NULL, (int)got) : 0;
}

static void find_out_counted(struct bonnie *b)
{
	struct record r = { .name = "control" };

	if (target_counts_bytes(&b->target) && !prepare_worker(b, control_read, &r))
		b->counted = r.device_bytes > 0;
	platform_advise(b->scratch->fd, PLATFORM_DONTNEED);
}

/* Drops the file's pages and looks what stayed. */
static void make_cold(struct bonnie *b, struct record *r)
{
	struct record dropped = { .name = "drop" };
	struct platform_stat st;
	int resident;

	if (b->o->strict || b->o->keep_cache)
		return;
	if (prepare_worker(b, drop_file, &dropped)) {
		failed_aside(r, &dropped);
		return;
	}
	if (!b->counted)
		find_out_counted(b);
	if (platform_stat(b->scratch->fd, &st) || b->o->direct)
		return;
	resident = cache_resident(b->scratch->fd, st.size, true, b->target.fs.traits & PLATFORM_STACKED);
	if (resident > CACHED_AT)
		r->flags |= RECORD_CACHED;
	else if (resident > STAYED_AT)
		error_note(b->o->directory, "cache", "some of the file stayed in memory after dropping it");
}

void prepare_test(struct bonnie *b, enum test test, struct record *r)
{
	struct record aside = { .name = "prepare" };
	int error = 0;

	switch (phases[test].before) {
	case EMPTY_FILE:
		error = prepare_worker(b, empty_file, &aside);
		break;
	case COLD_FILE:
		make_cold(b, r);
		break;
	case COLD_NAMES:
		if (b->o->drop_caches)
			error = prepare_worker(b, drop_names, &aside);
		else if (!b->o->strict)
			r->flags |= RECORD_METADATA;
		break;
	case NOTHING:
		break;
	}
	if (error)
		failed_aside(r, &aside);
}

/* SPDX-License-Identifier: MIT */
/* target_cache.c - cold reads, and the verdict on where bytes came from. */
#include "cache.h"
#include "record.h"
#include "target.h"

enum {
	CONTROL = 64 * 1024,            /* bytes of the control read */
	CACHED_AT = 500,                /* thousandths in memory before reading that make it a cached read */
};

bool target_can_be_cold(const struct target *t)
{
	return t->kind != TARGET_PIPE && t->kind != TARGET_CHARACTER && t->kind != TARGET_MTD &&
	       !(t->fs.traits & (PLATFORM_NETWORK | PLATFORM_FUSE | PLATFORM_OWN_CACHE | PLATFORM_MEMORY));
}

bool target_counts_bytes(const struct target *t)
{
	return target_can_be_cold(t) && !(t->fs.traits & PLATFORM_FLASH);
}

/* mincore(2) tells the truth to root, to the owner, and to who may write. */
static bool may_mincore(const struct target *t)
{
	uint32_t user = platform_user_id();

	return user == 0 || user == t->st.owner;
}

/* A file's size and place may have changed since it was opened. */
static void look_again(struct target *t)
{
	platform_stat(t->fd, &t->st);
	if (t->kind == TARGET_FILE)
		t->size = t->st.size;
}

int target_resident(const struct target *t, uint64_t start, uint64_t size)
{
	if (t->kind != TARGET_FILE && t->kind != TARGET_BLOCK && t->kind != TARGET_CD)
		return TARGET_RESIDENT_UNKNOWN;
	return cache_resident(t->fd, start, size, may_mincore(t), t->fs.traits & PLATFORM_STACKED);
}

int target_probe(struct target *t)
{
	look_again(t);
	return target_resident(t, 0, t->size);
}

int target_make_cold(struct target *t)
{
	bool device = t->kind == TARGET_BLOCK || t->kind == TARGET_CD;
	int error = t->kind == TARGET_FILE || device ? cache_drop(t->fd, device) : 0;

	t->resident = target_probe(t);
	return error;
}

bool target_counter_moves(const struct target *t)
{
	struct platform_usage before, after;
	char *buffer = target_counts_bytes(t) ? platform_pages(CONTROL) : NULL;

	if (!buffer)
		return false;
	platform_usage(&before);
	platform_pread(t->fd, buffer, CONTROL, 0);
	platform_usage(&after);
	platform_advise(t->fd, PLATFORM_DONTNEED);
	platform_free(buffer, CONTROL);
	return after.read_bytes > before.read_bytes;
}

/* Why did so little come from the device? */
static enum record_flag shortfall(const struct target *t)
{
	if (t->kind != TARGET_FILE)
		return RECORD_CACHED;
	if (platform_encoded_extents(t->fd) == 1)
		return RECORD_COMPRESSED;
	return t->st.allocated < t->st.size / 2 ? RECORD_SPARSE : RECORD_CACHED;
}

void target_judge_read(const struct target *t, struct record *r)
{
	if (!t->counted)
		r->device_bytes = -1;
	if (t->fs.traits & PLATFORM_MEMORY || (r->device_bytes < 0 && t->resident > CACHED_AT))
		r->flags |= RECORD_CACHED;
	else if (r->device_bytes >= 0 && (uint64_t)r->device_bytes < r->bytes / 2)
		r->flags |= shortfall(t);
}

void target_judge_written(const struct target *t, struct record *r)
{
	struct platform_stat st;

	if (t->kind == TARGET_FILE && !(t->fs.traits & PLATFORM_MEMORY) && !platform_stat(t->fd, &st) &&
	    (st.allocated < st.size / 10 * 9 || platform_encoded_extents(t->fd) == 1))
		r->flags |= RECORD_COMPRESSED;
}

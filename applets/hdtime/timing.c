/* SPDX-License-Identifier: MIT */
/* timing.c - one measurement: from the page cache over and over, or from the
 * device once through. */
#include "hdtime.h"

#include "applet.h"
#include "error.h"
#include "io.h"
#include "number.h"
#include "out.h"
#include "progress.h"
#include "size.h"
#include "workers.h"

enum {
	CACHED_MS = 2000, DISK_MS = 3000,       /* as long as hdparm's */
	FLOOR_MS = 500,                 /* a device that ends sooner is read again */
	PASSES = 32,                    /* times at most */
	SMALL_RAM_MIB = 256, SMALL_BLOCK = 512 * 1024,
};

/* ---- in workers ---- */

/* How a worker reads. */
struct reader {
	struct io io;
	char *buffer;
};

static int reader_start(struct reader *reader, const struct run *r, struct slot *slot)
{
	reader->io = (struct io){ r->target.fd, r->target.direct };
	reader->buffer = platform_pages(r->block);
	return reader->buffer ? 0 : slot_fail(slot, "buffer", NULL, -ENOMEM);
}

/* A block, or what is left of it before the end. */
static int reader_read(struct reader *reader, const struct run *r, uint64_t at)
{
	uint64_t left = r->end - at;

	return (int)io_read_at(&reader->io, reader->buffer, left < r->block ? (size_t)left : r->block, at);
}

/* Brings what will be read again and again into the page cache; a slow device gets no longer than the
 * measurement itself, and r->end is then what it managed. */
static int load(struct slot *slot, unsigned index, void *context)
{
	struct run *r = context;
	struct reader reader;
	uint64_t at = 0;
	int64_t limit = platform_clock_ns() + r->window_ns;
	int got = reader_start(&reader, r, slot);

	(void)index;
	if (got)
		return got;
	while (at < r->end && !workers_stop() && (at < HDTIME_BLOCK || platform_clock_ns() < limit)) {
		got = reader_read(&reader, r, at);
		if (got <= 0)
			break;
		at += (unsigned)got;
	}
	r->end = at;
	return got < 0 ? slot_fail(slot, "read", NULL, got) : 0;
}

/* Reads on; at the end from the start again, or with --strict -t not, as hdparm does. */
static int sequence(struct slot *slot, unsigned index, void *context)
{
	struct run *r = context;
	struct reader reader;
	int64_t began = platform_clock_ns(), elapsed_ns = 0, before;
	uint64_t at = r->start;
	int got = reader_start(&reader, r, slot);

	(void)index;
	if (got)
		return got;
	for (got = 1; elapsed_ns < r->window_ns && !workers_stop();) {
		got = reader_read(&reader, r, at);
		if (got <= 0)
			break;
		before = elapsed_ns;
		elapsed_ns = platform_clock_ns() - began;
		slot_count(slot, got, elapsed_ns - before);
		at += (unsigned)got;
		if (at >= r->end && r->timing != DISK_READS)
			at = r->start;
	}
	r->rate.bytes = slot->amount;
	r->rate.elapsed_ns = elapsed_ns;
	r->rate.ended = !got;
	if (r->target.direct && !reader.io.direct)
		slot->flags |= RECORD_BUFFERED;
	if (!got && target_lost(&r->target, at))
		got = -ENXIO;
	return got < 0 ? slot_fail(slot, "read", NULL, got) : 0;
}

static int cool(struct slot *slot, unsigned index, void *context)
{
	struct run *r = context;
	int error = target_make_cold(&r->target);

	(void)index;
	r->target.counted = target_counter_moves(&r->target);
	return error ? slot_fail(slot, "fsync", NULL, error) : 0;
}

static int through(struct slot *slot, unsigned index, void *context)
{
	struct run *r = context;
	struct rate_request q = {
		.fd = r->target.fd, .direct = r->target.direct, .start = r->start, .end = r->end,
		.may_mincore = platform_user_id() == 0 || platform_user_id() == r->target.st.owner,
		.sector = r->target.sector, .window_ns = r->window_ns, .largest = r->block,
	};
	int error = rate_measure(&q, slot, &r->rate);

	(void)index;
	if (!error && r->rate.ended && target_lost(&r->target, r->start + r->rate.bytes))
		error = slot_fail(slot, "read", NULL, -ENXIO);
	return error;
}

/* ---- in the parent ---- */

static int in_worker(struct run *r, int (*act)(struct slot *slot, unsigned index, void *context), struct record *record,
                     struct histogram *latency)
{
	struct work work = { .run = act, .context = r, .workers = 1, .path = r->target.path, .watch = progress_watch };

	return workers_run(&work, record, latency);
}

const struct timing_name timing_name[TIMINGS] = {
	{ "cached_reads", "cached reads" }, { "memory_reads", "memory reads" }, { "disk_reads", "disk reads" },
};

/* One pass, added to the record: amount and time are the worker's own, without its start and end. */
static void measure_once(struct run *r, struct histogram *latency)
{
	struct record *record = &r->record, aside = { .name = "prepare" };
	bool disk = r->timing == DISK_READS, warm = disk && r->o->strict;
	uint64_t amount = record->amount;
	int64_t elapsed_ns = record->elapsed_ns;

	r->rate = (struct rate){ 0 };
	r->target.counted = warm && target_counts_bytes(&r->target);
	record->runs++;
	if (!warm && in_worker(r, disk ? cool : load, &aside, NULL)) {
		record->flags |= aside.flags | RECORD_FAILED;
		record->error = aside.error;
		record->failed = aside.failed;
		return;
	}
	if (run_too_small(r))
		return;
	in_worker(r, disk && !warm ? through : sequence, record, latency);
	record->amount = amount + r->rate.bytes;
	record->elapsed_ns = elapsed_ns + r->rate.elapsed_ns;
	if (record->flags & RECORD_DIRECT && record->flags & RECORD_BUFFERED) {
		record->flags &= ~(unsigned)RECORD_DIRECT;
		r->target.direct = false;
		target_note_buffered(r->target.path);
	}
}

/* A small device is read through in no time. */
static bool is_short(const struct run *r)
{
	return r->timing == DISK_READS && r->rate.ended && r->record.elapsed_ns < FLOOR_MS * NS_PER_MS &&
	       r->record.elapsed_ns < r->window_ns;
}

static void judge(struct run *r)
{
	if (is_short(r))
		r->record.flags |= RECORD_SHORT;
	if (r->timing == DISK_READS)
		target_judge_read(&r->target, &r->record);
}

/* Why there is no figure. */
static void say_missing(const struct run *r)
{
	char text[48];
	struct out o = OUT_MEMORY(text);

	if (!(r->record.flags & RECORD_FAILED)) {
		out_text(&o, run_too_small(r) ? "the device is too slow to fill memory first" : "nothing was read");
	} else if (r->record.amount) {
		out_text(&o, "failed behind ");
		size_print_rough(&o, r->record.amount);
	} else {
		out_text(&o, "not measured");
	}
	error_note(r->target.path, timing_name[r->timing].words, out_end(&o));
}

bool timing_measure(struct run *r)
{
	static struct histogram latency;
	char label[48];
	struct out o = OUT_MEMORY(label);

	latency = (struct histogram){ 0 };
	r->record = (struct record){ .name = timing_name[r->timing].key, .unit = RECORD_BYTES,
	                              .flags = r->target.direct ? RECORD_DIRECT : RECORD_BUFFERED };
	r->passes = 0;
	r->window_ns = r->timing == DISK_READS ? DISK_MS * NS_PER_MS : CACHED_MS * NS_PER_MS;
	if (r->o->time_ns)
		r->window_ns = r->o->time_ns;
	/* A router has no 2 MiB to spare twice. */
	r->block = r->target.ram && r->target.ram < SMALL_RAM_MIB * MIB ? SMALL_BLOCK : HDTIME_BLOCK;
	timing_label(&o, r);
	progress_begin(out_end(&o) + 1, RECORD_BYTES, 0, true);
	do      /* what is too short once more, cold each time */
		measure_once(r, &latency);
	while (++r->passes < PASSES && is_short(r) && !r->o->strict && !workers_stop() &&
	       !(r->record.flags & RECORD_FAILED));
	progress_end("");
	if (r->passes > 1 || !r->rate.per_second)
		r->rate.per_second = record_rate(&r->record);
	record_set_latency(&r->record, &latency);
	judge(r);
	if (!(r->record.flags & RECORD_FAILED) && r->rate.per_second)
		return true;
	say_missing(r);
	return false;
}

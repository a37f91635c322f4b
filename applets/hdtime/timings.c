/* SPDX-License-Identifier: MIT */
/* timings.c - -T and -t on one device: what is read, how often, and what must be
 * said in words. */
#include "hdtime.h"

#include "applet.h"
#include "error.h"
#include "json.h"
#include "number.h"
#include "out.h"
#include "size.h"
#include "workers.h"

enum {
	MEMORY = 64 << 20,              /* region of the memory reads when the processor's caches aren't known */
	MEMORY_LEAST = 8 << 20,         /* and what it must be at least */
	MEMORY_SHARE = 8,               /* this part of the RAM at most */
	MEMORY_UNKNOWN = 16 << 20,      /* at most, when the RAM isn't known */
	CACHES = 4, CACHES_LEAST = 2,   /* times the processor's largest cache */
};

static uint32_t least_of(uint32_t a, uint64_t b)
{
	return a < b ? a : (uint32_t)b;
}

/* ---- what is read ---- */

/* Where -t begins: a whole sector. EXIT_DONE or an exit code. */
static int find_start(struct run *r)
{
	const struct offset *offset = &r->o->offset;
	uint64_t size = r->target.size, at = offset->value, whole = r->target.sector > 4 * KIB ? r->target.sector : 4 * KIB;
	char text[64];
	struct out o = OUT_MEMORY(text);

	if (offset->percent)
		at = number_multiply_divide(size, at, 100);
	if (at > size || (at == size && !offset->from_end)) {
		out_text(&o, "it is not inside the device, which has ");
		size_print_rough(&o, size);
		error_note(r->target.path, "--offset", out_end(&o));
		return EXIT_USAGE;
	}
	at = offset->from_end && at ? size - at : at;
	if (offset->percent && size >= GIB)
		whole = MIB;                    /* what is rough anyway may be a round number */
	r->disk_start = at - at % whole;
	return EXIT_DONE;
}

/* The memory reads' region: beyond the processor's caches, small against RAM. False: there is none. */
static bool choose_region(struct run *r)
{
	uint32_t caches = (uint32_t)platform_processor_cache(), least = MEMORY_LEAST;
	uint64_t most = r->target.ram ? r->target.ram / MEMORY_SHARE : MEMORY_UNKNOWN;
	uint32_t wanted = caches ? caches * CACHES : MEMORY;

	if (least < caches * CACHES_LEAST)
		least = caches * CACHES_LEAST;
	r->least = least;
	r->end = least_of(least_of(wanted > least ? wanted : least, most), r->target.size) & ~(uint32_t)(MIB - 1);
	return !run_too_small(r);
}

/* Sets what the timing reads. False: nothing, and no harm. */
static bool choose(struct run *r, enum timing timing)
{
	static bool said;
	uint32_t sector = r->target.direct ? r->target.sector : 1, first = least_of(HDTIME_BLOCK, r->target.size);

	r->timing = timing;
	r->start = 0;
	r->least = 0;
	switch (timing) {
	case CACHED_READS:
		r->end = first > sector ? first - first % sector : first;
		return r->o->cached;
	case MEMORY_READS:
		if (!ENABLED(CONFIG_HDTIME_MEMORY) || !r->o->cached || r->o->strict || r->target.direct)
			return false;
		if (choose_region(r))
			return true;
		if (!said)
			error_note(r->target.path, "memory reads",
			           "left out: device or RAM too small to reach beyond the processor's caches");
		said = true;
		return false;
	default:
		r->end = r->target.size;
		r->start = r->disk_start;
		return r->o->disk;
	}
}

/* ---- in words ---- */

/* Once is enough: what hdparm's word "cached" means. */
static void explain_cached(const struct run *r)
{
	static bool said;

	if (said || r->o->strict || !r->o->cached)
		return;
	said = true;
	error_note(r->target.path, "cached reads", r->target.direct ?
	           "the first 2 MiB read from the device again and again: its own cache" :
	           "the same 2 MiB from the page cache again and again; this is no speed of the device");
}

static void notes(const struct run *r)
{
	record_notes(r->target.path, r->record.flags);
	if (r->timing == DISK_READS && !r->o->strict && r->runs[DISK_READS] == 1)
		target_notes(&r->target);
}

/* ---- the runs ---- */

/* One timing once. EXIT_DONE, or EXIT_FAILED where a figure was to be and isn't. */
static int time_once(struct drive *d, struct run *r)
{
	bool good = timing_measure(r);

	if (run_too_small(r) && !(r->record.flags & RECORD_FAILED))
		return EXIT_DONE;               /* a further figure that is not to be had here */
	if (good)
		r->rates[r->timing][r->runs[r->timing]++] = r->rate.per_second;
	if (good && d->text) {
		timing_line(r);
		out_flush(&out_stdout);
	}
	if (drive_json(d))
		timing_json(d->json, r);
	if (good)
		notes(r);
	return good && !(r->record.flags & RECORD_PARTIAL) ? EXIT_DONE : EXIT_FAILED;
}

static int run_all(struct drive *d, struct run *r)
{
	int status = EXIT_DONE;

	if (drive_json(d))
		json_array(d->json, "runs");
	for (unsigned i = 0; i < d->o->repeats && !workers_stop(); i++) {
		if (drive_json(d))
			json_object(d->json, NULL);
		for (enum timing t = 0; t < TIMINGS && !workers_stop(); t++)
			if (choose(r, t))
				status = drive_worse(status, time_once(d, r));
		if (drive_json(d))
			json_end(d->json);
	}
	if (drive_json(d))
		json_end(d->json);
	return status;
}

static void summaries(struct drive *d, struct run *r)
{
	if (!ENABLED(CONFIG_HDTIME_REPEAT))
		return;
	if (drive_json(d))
		json_object(d->json, "statistics");
	for (r->timing = 0; r->timing < TIMINGS; r->timing++) {
		if (d->text)
			timing_summary(r);
		if (drive_json(d))
			timing_summary_json(d->json, r);
	}
	if (drive_json(d))
		json_end(d->json);
	out_flush(&out_stdout);
}

static const char a_target[] = "a block device, an MTD device, a file or a directory";

static int with_run(struct drive *d, struct run *r)
{
	int status = target_open_reading(&r->target, d->path, d->o->direct);

	if (status)
		return status;
	if (drive_json(d))
		target_find_device(&r->target);
	if (!r->target.size)
		return r->target.kind == TARGET_FILE ? error_warn(d->path, "it is empty: there is nothing to read", 0)
		                                     : error_usage(d->path, a_target);
	if (d->o->disk && (status = find_start(r)) != EXIT_DONE)
		return status;
	drive_header(d);
	explain_cached(r);
	status = run_all(d, r);
	if (drive_json(d))
		target_json(d->json, &r->target);       /* now it knows what stayed in memory, and direct or not */
	summaries(d, r);
	return status;
}

int timings_do(struct drive *d)
{
	struct run *r;
	int status;

	if (d->st.type != PLATFORM_TYPE_BLOCK && d->st.type != PLATFORM_TYPE_FILE && d->st.type != PLATFORM_TYPE_CHARACTER)
		return error_usage(d->path, a_target);
	r = platform_shared(sizeof *r);
	if (!r)
		return error_warn(d->path, "buffer", -ENOMEM);
	*r = (struct run){ .o = d->o, .target.fd = -1 };
	status = with_run(d, r);
	target_close(&r->target);
	platform_free(r, sizeof *r);
	return status;
}

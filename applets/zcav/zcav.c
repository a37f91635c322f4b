/* SPDX-License-Identifier: MIT */
/* zcav.c - the applet: opens devices, lets a worker measure each, prints. */
#include "zcav.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "number.h"
#include "options.h"
#include "platform.h"
#include "progress.h"
#include "record.h"
#include "user.h"

enum { BLOCK_DEFAULT = 512 << 20, POINTS_WANTED = 128, SAMPLES_MAX = 64 << 20, SAMPLES_UNKNOWN = 4 << 20 };

static struct options options;
static struct device devices[ZCAV_DEVICES];

/* ---- before ---- */

/* The block of a scan: 512 MiB, as the original's, but smaller on small devices: a curve of one point is none. */
static uint32_t default_block(const struct device *d)
{
	uint64_t part = (d->end - d->start) / POINTS_WANTED / MIB * MIB;

	if (options.strict || part > BLOCK_DEFAULT)
		return BLOCK_DEFAULT;
	return part > options.chunk ? (uint32_t)part - (uint32_t)part % options.chunk : options.chunk;
}

static int settle_range(struct device *d)
{
	const struct options *o = &options;
	bool disk = target_is_disk(&d->target);

	d->start = o->start;
	d->end = disk ? d->target.size : UINT64_MAX;
	if (o->end && o->end < d->end)
		d->end = o->end;
	if (!disk && (options_sampled(o) || o->start || options_loops(o) > 1 || o->every > 1))
		return error_refuse(d->target.path, "it can only be read once, from its start");
	if (d->start >= d->end)
		return error_refuse(d->target.path, d->end ? "it is not so large" : "it is empty");
	d->block = o->block ? o->block : default_block(d);
	return EXIT_DONE;
}

/* The rates of all loops must be kept to find their middle; that much memory and no more. */
static int make_samples(struct device *d)
{
	uint64_t blocks = (d->end - d->start) / (d->block * options.every) + 1;
	uint64_t most = d->target.ram ? d->target.ram / 16 : SAMPLES_UNKNOWN;
	size_t size = sizeof *d->samples * options_loops(&options);

	if (options_loops(&options) == 1)
		return EXIT_DONE;
	if (blocks > (most < SAMPLES_MAX ? (size_t)most : SAMPLES_MAX) / size)
		return error_refuse(d->target.path, "the loops don't fit into memory; give a larger -b");
	d->samples = platform_shared(size * (size_t)blocks);
	return d->samples ? EXIT_DONE : error_warn(d->target.path, "memory", -ENOMEM);
}

static int open_device(struct device *d, const struct source *source)
{
	bool direct = ENABLED(CONFIG_DIRECT_IO) && !options.buffered && !options.strict;
	int status;

	d->o = &options;
	d->source = source;
	d->log.fd = -1;
	status = options_writes(&options)
	         ? target_open_writing(&d->target, source->path, direct, &options.consent)
	         : target_open_reading(&d->target, source->path, direct && strcmp(source->path, "-"));
	if (!status)
		status = settle_range(d);
	if (!status && ENABLED(CONFIG_ZCAV_LOOPS))
		status = make_samples(d);
	if (status)
		return status;
	if (ENABLED(CONFIG_JSON) || ENABLED(CONFIG_ZCAV_SVG))
		target_find_device(&d->target);
	d->curve = platform_shared(sizeof *d->curve);
	return d->curve ? EXIT_DONE : error_warn(source->path, "memory", -ENOMEM);
}

/* Is none of the devices the file that results shall go to? */
static int apart(const char *path)
{
	int status = EXIT_DONE;

	for (unsigned i = 0; !status && i < options.sources; i++)
		status = save_apart(path, options.source[i].path);
	return status;
}

/* Rows go to their log as they come; to standard output too when there is one device only and its
 * points come in order. Else they wait for the end. */
static int open_rows(struct device *d)
{
	const char *log = d->source->log;
	bool now = !options_sampled(&options) && (log || options.sources == 1);
	int status = apart(log);

	if (!status && log)
		status = save_open(&d->log, log);
	if (!log)
		d->log.fd = ENABLED(CONFIG_JSON) && options.json && !*options.json ? -1 : 1;
	d->rows = (struct out)OUT_FD(now ? d->log.fd : -1, d->rows_text);
	return status;
}

/* All files that will be written: none of them must fail when hours of reading are done. */
static int open_files(void)
{
	int status = ENABLED(CONFIG_JSON) ? apart(options.json) : EXIT_DONE;

	if (!status && ENABLED(CONFIG_ZCAV_SVG))
		status = apart(options.svg);
	for (unsigned i = 0; !status && i < options.sources; i++)
		status = open_rows(&devices[i]);
	if (!status)
		status = zcav_results_open(&options);
	for (unsigned i = 0; status && i < options.sources; i++)
		if (devices[i].source->log)
			save_forget(&devices[i].log, devices[i].source->log);
	return status;
}

/* ---- in the worker ---- */

/* Did what was read come from the device? */
static void judge(struct device *d, const struct platform_usage *before)
{
	struct platform_usage after;
	struct record r = { .bytes = d->curve->bytes };

	platform_usage(&after);
	r.device_bytes = (int64_t)(after.read_bytes - before->read_bytes);
	if (!options_writes(&options) && !options.strict)
		target_judge_read(&d->target, &r);
	/* Of a hole's start no counter moves, and then it tells nothing. */
	if (!r.flags && d->target.kind == TARGET_FILE && target_can_be_cold(&d->target) &&
	    d->target.st.allocated < d->target.size / 2)
		r.flags = RECORD_SPARSE;
	d->curve->flags = r.flags;
}

static int measure(struct slot *slot, unsigned index, void *context)
{
	struct device *d = (struct device *)context + index;
	struct platform_usage before;

	d->slot = slot;
	d->io = (struct io){ d->target.fd, d->target.direct };
	d->buffer = platform_pages(options.chunk);
	if (!d->buffer)
		return slot_fail(slot, "buffer", NULL, -ENOMEM);
	if (options_writes(&options)) {
		fill_start(&d->fill, FILL_RANDOM, (uint64_t)slot->start_ns, d->buffer, options.chunk);
	} else if (!options.strict) {
		target_make_cold(&d->target);
		platform_advise(d->target.fd, PLATFORM_RANDOM);
		d->target.counted = target_counter_moves(&d->target);
	}
	platform_usage(&before);
	if (options_sampled(&options))
		sample_device(d);
	else
		scan_device(d);
	judge(d, &before);
	return 0;               /* an error on one device is no reason to stop the others */
}

/* ---- after ---- */

/* Rows that could not be printed as they came. */
static void late_rows(struct device *d)
{
	d->rows.fd = d->log.fd;
	d->rows.used = 0;
	if (d->rows.fd < 0)
		return;
	if (options.sources > 1 && !d->source->log)
		out_texts(&d->rows, "# ", d->target.path, "\n", (char *)0);
	rows_header(d);
	for (unsigned i = 0; i < d->curve->count; i++)
		rows_point(d, &d->curve->point[i]);
	rows_summary(d, d->curve->bytes / options_loops(&options), d->curve->elapsed_ns / options_loops(&options));
}

static void say_mismatches(const struct device *d)
{
	char text[120];
	struct out o = OUT_MEMORY(text);

	out_filled(&o, "$ chunks read back are not what was written, the first at byte ", d->curve->mismatches);
	out_number(&o, d->curve->first_mismatch, 0);
	error_warn(d->target.path, out_end(&o), 0);
}

static void say_what_it_was(const struct device *d)
{
	if (options.strict)
		return;
	if (!(d->target.fs.traits & PLATFORM_MEMORY))   /* else its own note says enough */
		record_notes(d->target.path, d->curve->flags);
	target_notes(&d->target);
}

static int finish_device(struct device *d)
{
	int error;

	if (d->end == UINT64_MAX)
		d->end = d->start + d->curve->bytes;
	if (d->rows.fd < 0)
		late_rows(d);
	zcav_zones(d);
	error = d->rows.fd < 0 ? 0 : out_flush(&d->rows);
	if (error)
		return error_warn(d->source->log ? d->source->log : "standard output", "write", error);
	say_what_it_was(d);
	if (d->curve->pauses)
		error_note(d->target.path, "pauses", "some blocks were read again: somebody else used the disk");
	if (options_writes(&options) && d->curve->mismatches)
		say_mismatches(d);
	return d->curve->errors || d->curve->mismatches ? EXIT_FAILED : EXIT_DONE;
}

static uint64_t expected_bytes(void)
{
	unsigned times = options_loops(&options) * (options_writes(&options) && options.verify ? 2 : 1);
	uint64_t sum = 0;

	for (unsigned i = 0; i < options.sources; i++)
		if (devices[i].end != UINT64_MAX)
			sum += devices[i].end - devices[i].start;
	return options_sampled(&options) ? 0 : sum / options.every * times;
}

static int measure_all(void)
{
	struct work work = { .run = measure, .context = devices, .workers = options.sources, .watch = progress_watch,
	                     .path = options.sources == 1 ? devices[0].target.path : "devices" };
	struct record r = { .name = "read", .unit = RECORD_BYTES };
	int status = EXIT_DONE;

	for (unsigned i = 0; i < options.sources; i++)
		devices[i].rows.error = save_begin(&devices[i].log);
	progress_begin(options_writes(&options) ? "Writing" : "Reading", RECORD_BYTES, expected_bytes(), !platform_is_terminal(2));
	workers_run(&work, &r, NULL);
	progress_end("done");
	for (unsigned i = 0; i < options.sources; i++)
		status |= finish_device(&devices[i]);
	status |= zcav_json(devices, options.sources);
	if (options.svg && ENABLED(CONFIG_ZCAV_SVG))
		status |= zcav_svg(devices, options.sources, &options);
	return status || r.flags & RECORD_FAILED ? EXIT_FAILED : EXIT_DONE;
}

static int run(int argc, char **argv)
{
	bool stop;
	int status = zcav_options(&options, argc, argv, &stop);

	if (stop)
		return status;
	if (ENABLED(CONFIG_ZCAV_SVG) && options.gnuplot)
		return zcav_gnuplot(&options);
	progress_setup(options.quiet);
	for (unsigned i = 0; !status && i < options.sources; i++)
		status = open_device(&devices[i], &options.source[i]);
	if (!status && (options.user || options.group))
		status = user_become(options.user, options.group, options.quiet);
	if (!status)
		status = open_files();
	return status ? status : measure_all();
}

const struct applet applet_zcav = { .name = "zcav", .summary = "speed of a disk by position", .run = run };

/* SPDX-License-Identifier: MIT */
/* probe.c - the loops of core by themselves, for the tests on devices of known
 * speed: reads a device for a while and prints the rate in bytes per second.
 *
 *   probe read|direct DEVICE SECONDS    the steady rate of reading
 *   probe write DEVICE MIB              buffered writing, the end on the device
 *   probe target PATH                   what core thinks it is
 *   probe consent PATH [DESTROY]        may it be written? Writes nothing. */
#include <string.h>

#include "applet.h"
#include "error.h"
#include "fill.h"
#include "io.h"
#include "json.h"
#include "number.h"
#include "out.h"
#include "rate.h"
#include "record.h"
#include "size.h"
#include "target.h"
#include "workers.h"

static struct target target;
static struct rate *rate;
static uint64_t amount;                 /* seconds or MiB */

static int do_read(struct slot *slot, unsigned index, void *context)
{
	struct rate_request q = {
		.fd = target.fd, .direct = target.direct, .may_mincore = platform_user_id() == 0, .end = target.size,
		.sector = target.sector, .window_ns = (int64_t)amount * NS_PER_S, .largest = 4 * MIB,
	};

	(void)index;
	(void)context;
	target_make_cold(&target);
	return rate_measure(&q, slot, rate);
}

/* A throttled device gives its first tenth of a second away: what is written in the first second is
 * not counted. */
static int drain(const struct slot *slot, struct io *io, const char *buffer)
{
	int error = 0;

	for (uint64_t at = 0; !error && platform_clock_ns() - slot->start_ns < NS_PER_S; at += MIB / 4) {
		error = io_write_at(io, buffer, MIB / 4, at % (4 * MIB));
		if (!error)
			error = platform_sync(io->fd);
	}
	return error;
}

static int do_write(struct slot *slot, unsigned index, void *context)
{
	struct io io = { target.fd, target.direct };
	struct io_window window = { .size = 64 * MIB };
	struct fill fill;
	char *buffer = platform_pages(MIB);
	int error = buffer ? 0 : -ENOMEM;

	(void)index;
	(void)context;
	if (!error)
		fill_start(&fill, FILL_RANDOM, 1, buffer, MIB);
	if (!error)
		error = drain(slot, &io, buffer);
	slot->start_ns = platform_clock_ns();
	while (!error && slot->amount < amount * MIB) {
		error = io_write_at(&io, buffer, MIB, slot->amount);
		fill_next(&fill, buffer, MIB);
		slot->amount += MIB;
		if (!error)
			error = io_window_written(&window, io.fd, slot->amount);
	}
	if (!error)
		error = platform_sync(io.fd);
	return error ? slot_fail(slot, "write", NULL, error) : 0;
}

static int measure(const char *how, const char *path)
{
	struct consent consent = { path, false };
	bool writing = !strcmp(how, "write"), direct = !strcmp(how, "direct") || !strcmp(how, "write-direct");
	struct work work = { .run = writing || !strcmp(how, "write-direct") ? do_write : do_read, .workers = 1, .path = path };
	struct record r = { .name = how };
	int status = work.run == do_write ? target_open_writing(&target, path, direct, &consent)
	                                  : target_open_reading(&target, path, direct);

	if (status)
		return status;
	rate = platform_shared(sizeof *rate);
	if (workers_run(&work, &r, NULL))
		return EXIT_FAILED;
	out_number(&out_stdout, work.run == do_write ? record_rate(&r) : rate->per_second, 0);
	out_char(&out_stdout, '\n');
	return EXIT_DONE;
}

static int show(const char *path)
{
	struct platform_stat st;
	struct json j;
	bool directory = !platform_stat_at(platform_here, path, true, &st) && st.type == PLATFORM_TYPE_DIRECTORY;
	int status = directory ? target_open_directory(&target, path) : target_open_reading(&target, path, false);

	if (status)
		return status;
	target_find_device(&target);
	target_make_cold(&target);
	json_start(&j, &out_stdout);
	target_json(&j, &target);
	json_bool(&j, "can_be_cold", target_can_be_cold(&target));
	json_bool(&j, "counts_bytes", target_counts_bytes(&target));
	json_finish(&j);
	return EXIT_DONE;
}

int main(int argc, char **argv)
{
	struct consent consent = { argc > 3 ? argv[3] : NULL, argc > 4 };
	int status = EXIT_USAGE;

	error_applet = "probe";
	platform_signals_catch();
	if (argc > 2 && !strcmp(argv[1], "target"))
		status = show(argv[2]);
	else if (argc > 2 && !strcmp(argv[1], "consent"))
		status = target_open_writing(&target, argv[2], false, &consent);
	else if (argc == 4 && size_parse(argv[3], "", 1, &amount))
		status = measure(argv[1], argv[2]);
	out_flush(&out_stdout);
	return status;
}

/* SPDX-License-Identifier: MIT */
/* sweep.c - --sweep: the same reading with blocks of 512 bytes to 4 MiB. Shows
 * from which size on it gets no faster, and where the processor was the limit. */
#include "ddread.h"

#include "error.h"
#include "json.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "record.h"
#include "size.h"

enum {
	SMALLEST = 512, SIZES = 14,     /* each twice the one before, up to 4 MiB */
	WINDOW_MS = 1000,               /* to read with one size */
	FLOOR_MS = 500, REPEATS = 32,   /* what is shorter is repeated, so often at most */
	LOOK_BYTES = 64 << 10,          /* read between two looks at the clock */
	KNEE_PERCENT = 90,              /* of the best rate: the smallest size with it is the knee */
	CPU_PERCENT = 90,               /* from here on the processor is the limit */
};

struct sweep {
	struct run *r;
	uint32_t block;                 /* of the size that runs */
	struct record records[SIZES];
	uint64_t rates[SIZES];          /* bytes a second; 0: not measured */
	char names[SIZES][12];          /* "512", "4k" */
};

static uint32_t bytes_of(unsigned number)
{
	return (uint32_t)SMALLEST << number;
}

/* ---- in the worker ---- */

static int make_cold(struct slot *slot, unsigned index, void *context)
{
	struct sweep *s = context;
	int error = target_make_cold(&s->r->in);

	(void)index;
	return error ? slot_fail(slot, "fsync", NULL, error) : 0;
}

/* Reads on from where the size before has stopped, for a second or to the end. */
static int read_window(struct slot *slot, unsigned index, void *context)
{
	struct sweep *s = context;
	char *buffer = platform_pages(s->block);
	uint64_t until_look = LOOK_BYTES;
	int64_t n = 1;

	(void)index;
	if (!buffer)
		return slot_fail(slot, "buffer", NULL, -ENOMEM);
	while (n > 0 && !workers_stop()) {
		n = platform_read(s->r->in.fd, buffer, s->block);
		if (n < 0)
			return n == -EINTR ? 0 : slot_fail(slot, "read", NULL, (int)n);
		slot->amount += (uint64_t)n;
		slot->bytes = slot->amount;
		if (slot->amount < until_look)
			continue;
		until_look = slot->amount + LOOK_BYTES;
		if (platform_clock_ns() - slot->start_ns > WINDOW_MS * NS_PER_MS)
			break;
	}
	return 0;
}

/* ---- one size ---- */

/* Back to the start when less than half is left to read: a window must find enough. */
static int place(const struct sweep *s)
{
	uint64_t start = s->r->o.skip_bytes, size = s->r->in.size;
	int64_t at = platform_seek_by(s->r->in.fd, 0);

	if (at >= 0 && ((uint64_t)at < start || size - (uint64_t)at < (size - start) / 2 || (uint64_t)at > size))
		at = platform_seek(s->r->in.fd, start);
	return at < 0 ? (int)at : 0;
}

/* Reads once, cold. Returns -errno, the message printed. */
static int measure_once(struct sweep *s, struct record *r)
{
	struct work work = { .run = make_cold, .context = s, .workers = 1, .path = s->r->in.path };
	int error = place(s);

	*r = (struct record){ .failed = "seek" };
	if (error)
		error_warn(work.path, r->failed, error);
	else
		error = workers_run(&work, r, NULL);
	if (error) {
		r->error = error;
		r->flags |= RECORD_FAILED;
		r->runs = 1;
		return error;
	}
	*r = (struct record){ .unit = RECORD_BYTES, .runs = 1 };
	work.run = read_window;
	return workers_run(&work, r, NULL);
}

/* What ends early is read again: half a second is the floor. */
static void measure(struct sweep *s, unsigned number)
{
	struct record *r = &s->records[number], more;
	int error = measure_once(s, r);

	r->name = s->names[number];
	while (!error && r->elapsed_ns < FLOOR_MS * NS_PER_MS && r->runs < REPEATS && !workers_stop()) {
		error = measure_once(s, &more);
		record_add(r, &more);
	}
	r->flags |= s->r->in.direct ? RECORD_DIRECT : RECORD_BUFFERED;
	s->r->in.counted = target_counts_bytes(&s->r->in) && r->device_bytes > 0;
	target_judge_read(&s->r->in, r);
	if (r->elapsed_ns < FLOOR_MS * NS_PER_MS)
		r->flags |= RECORD_SHORT;
	s->rates[number] = record_rate(r);
}

/* ---- the table ---- */

static void put_megabytes(uint64_t rate, uint32_t unit)
{
	out_fixed(&out_stdout, number_multiply_divide(rate, 10, unit), 1, 10);
}

static void row(const struct sweep *s, unsigned number)
{
	const struct record *r = &s->records[number];
	uint64_t rate = s->rates[number];

	out_pad(&out_stdout, s->names[number], 7);
	if (!record_measured(r)) {
		out_text(&out_stdout, "    failed\n");
		return;
	}
	put_megabytes(rate, 1000000);
	put_megabytes(rate, MIB);
	out_number(&out_stdout, record_cpu_percent(r), 7);
	out_number(&out_stdout, rate / bytes_of(number), 10);
	for (unsigned flag = RECORD_CACHED; flag <= RECORD_SHORT; flag <<= 1)
		if (r->flags & flag)
			out_texts(&out_stdout, " ", record_flag_name((enum record_flag)flag), (char *)0);
	out_char(&out_stdout, '\n');
}

/* The smallest size that is about as fast as the fastest. SIZES: nothing was measured. */
static unsigned knee(const struct sweep *s)
{
	uint64_t best = 0;

	for (unsigned i = 0; i < SIZES; i++)
		if (s->rates[i] > best)
			best = s->rates[i];
	for (unsigned i = 0; best && i < SIZES; i++)
		if (s->rates[i] >= number_multiply_divide(best, KNEE_PERCENT, 100))
			return i;
	return SIZES;
}

static bool processor_bound(const struct record *r)
{
	return record_cpu_percent(r) >= CPU_PERCENT;
}

static void verdict(const struct sweep *s, unsigned at)
{
	unsigned bound = 0;

	if (at == SIZES)
		return;
	out_texts(&out_stdout, "knee: ", s->names[at], ", the smallest block within 10 % of the best rate\n", (char *)0);
	out_text(&out_stdout, "processor: ");
	for (unsigned i = 0; i < SIZES; i++)
		if (processor_bound(&s->records[i]))
			out_texts(&out_stdout, bound++ ? ", " : "the limit at ", s->names[i], (char *)0);
	out_text(&out_stdout, bound ? "\n" : "nowhere the limit\n");
	out_flush(&out_stdout);
}

static void sweep_json(const struct sweep *s, unsigned at)
{
	struct json *j = results_json();

	if (!j)
		return;
	json_object(j, "results");
	for (unsigned i = 0; i < SIZES; i++)
		if (s->records[i].name)
			record_json(j, &s->records[i]);
	json_end(j);
	json_known(j, "knee_bytes", at < SIZES ? bytes_of(at) : 0);
	json_array(j, "processor_bound_bytes");
	for (unsigned i = 0; i < SIZES; i++)
		if (processor_bound(&s->records[i]))
			json_number(j, NULL, bytes_of(i));
	json_end(j);
}

static void name_sizes(struct sweep *s)
{
	for (unsigned i = 0; i < SIZES; i++) {
		struct out o = OUT_MEMORY(s->names[i]);

		size_print(&o, bytes_of(i));
		out_end(&o);
	}
}

static int refuse(const struct run *r)
{
	if (run_makes(r) || r->in.kind == TARGET_PIPE || !r->in.size)
		return error_usage("--sweep", "if= a file or device that can be read again");
	if (r->o.skip_bytes >= r->in.size)
		return error_usage("skip=", "a position within the input");
	return EXIT_DONE;
}

int sweep_run(struct run *r)
{
	static struct sweep s;
	int status = refuse(r);
	bool text = !results_alone();
	unsigned best;

	if (status) {
		results_forget();
		return status;
	}
	s.r = r;
	name_sizes(&s);
	results_start(r);
	if (r->o.status != STATUS_NONE)
		target_notes(&r->in);
	if (text)
		out_text(&out_stdout, "  block      MB/s     MiB/s  CPU %   reads/s\n");
	out_flush(&out_stdout);
	for (unsigned i = 0; i < SIZES && !workers_stop(); i++) {
		s.block = bytes_of(i);
		/* Direct reads can't be smaller than a sector. */
		if (r->in.direct && s.block < r->in.sector)
			continue;
		measure(&s, i);
		if (text)
			row(&s, i);
		out_flush(&out_stdout);
		if (s.records[i].error)
			status = EXIT_FAILED;
	}
	best = knee(&s);
	if (text)
		verdict(&s, best);
	sweep_json(&s, best);
	return status | results_close();
}

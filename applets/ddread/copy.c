/* SPDX-License-Identifier: MIT */
/* copy.c - the worker: records in, records out, counted as GNU dd counts them.
 *
 * A record is ibs= bytes, however large; it goes through a buffer of a piece at
 * a time. No clock is read and no call made per record but read and write: the
 * parent looks at the tally in shared memory when it wants to know. */
#include "ddread.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "io.h"
#include "number.h"
#include "out.h"
#include "platform.h"

enum {
	READ_MOST = 0x7ffff000,         /* bytes that read(2) of Linux gives at once, and so a block of dd's */
	SAMPLES = 8, SAMPLE = 64 << 10, /* places that are looked at in memory, and bytes of one */
};

int copy_fail(struct copy *c, const char *call, bool output, int error)
{
	/* Cut short by the stop that was asked for. */
	if (workers_stop() && error == -EINTR)
		return error;
	/* A block passed over by conv=noerror hides no failure that ends the copying. */
	if (!c->t->failed || c->t->said) {
		c->t->said = false;
		c->t->failed = call;
		c->t->error = error;
		c->t->failed_output = output;
	}
	return error;
}

/* The ceiling on memory: blocks up to 1 MiB are whole, direct ones up to 16 MiB as long as that is
 * no more than a 32nd of the RAM. */
size_t copy_piece(const struct run *r, uint64_t block)
{
	bool direct = (r->o.iflag | r->o.oflag) & FLAG_DIRECT;
	uint64_t most = DDREAD_PIECE;

	while (direct && most < DDREAD_PIECE_DIRECT && most * 2 <= r->in.ram / 32)
		most *= 2;
	return (size_t)(block < most ? block : most);
}

/* ---- messages in the middle of the copying ---- */

static void clear_status(struct copy *c)
{
	if (c->t->status_open)
		platform_write(2, "\n", 1);
	c->t->status_open = false;
}

static void say_partial(struct copy *c, uint64_t size)
{
	char text[80];
	struct out o = OUT_MEMORY(text);

	c->warn_partial = false;
	if (c->o->status == STATUS_NONE)
		return;
	out_text(&o, "warning: partial read (");
	out_number(&o, size, 0);
	out_texts(&o, size == 1 ? " byte" : " bytes", "); suggest iflag=fullblock", (char *)0);
	clear_status(c);
	error_warn(NULL, out_end(&o), 0);
}

/* conv=noerror: what could not be read is told, and the counts so far. */
static void say_error(struct copy *c, int error)
{
	if (c->o->status == STATUS_NONE)
		return;
	clear_status(c);
	error_warn(c->r->in.path, "read", error);
	lines_print(c->r);
}

/* ---- one record ---- */

/* Hands bytes of a record on. */
static int emit(struct copy *c, size_t size)
{
	if (ENABLED(CONFIG_DDREAD_CONV) && c->o->conv & CONV_CHARS) {
		convert_case(c->o, c->buffer, size);
		if (c->o->conv & CONV_SWAB)
			return convert_swab(c, c->buffer, size, false);
	}
	return output_put(c, c->buffer, size);
}

/* Reads a piece: with fullblock until it is full. The end and errors after some bytes show at the next. */
static int64_t read_piece(struct copy *c, size_t size)
{
	bool full = c->o->iflag & FLAG_FULLBLOCK;
	int64_t n = input_read(c, 0, size), more = n;

	while (full && more > 0 && (size_t)n < size) {
		more = input_read(c, (size_t)n, size - (size_t)n);
		n += more > 0 ? more : 0;
	}
	return n;
}

/* Fills a record up with zeros, from `from` bytes on. */
static int pad(struct copy *c, uint64_t from)
{
	int error = 0;

	if (!(c->o->conv & CONV_SYNC) || from >= c->o->in_block)
		return 0;
	memset(c->buffer, 0, c->piece);
	while (!error && from < c->o->in_block && !workers_stop()) {
		uint64_t left = c->o->in_block - from;
		size_t part = left < c->piece ? (size_t)left : c->piece;

		error = emit(c, part);
		from += part;
	}
	return error;
}

static void count_record(struct copy *c, uint64_t got)
{
	if (got < c->o->in_block)
		c->t->in_partial++;
	else
		c->t->in_full++;
}

/* The last piece of a short record is filled up in place, so that it is written in one call. Returns
 * its new size. */
static size_t pad_piece(struct copy *c, size_t size, uint64_t before)
{
	uint64_t left = c->o->in_block - before;
	size_t whole = left < c->piece ? (size_t)left : c->piece;

	memset(c->buffer + size, 0, whole - size);
	return whole;
}

/* Reads up to size bytes as one record and hands them on. Sets *got. 0, or an error of the output;
 * *input_error: of the input, before the first byte. */
static int pass_record(struct copy *c, uint64_t size, uint64_t *got, int *input_error)
{
	bool whole = size <= READ_MOST || c->r->source != SOURCE_FILE || c->o->iflag & FLAG_FULLBLOCK;
	uint64_t most = whole ? size : READ_MOST, passed = 0;
	bool ended = false;
	int error = 0;

	*got = 0;
	while (!ended && !error) {
		size_t part = most - *got < c->piece ? (size_t)(most - *got) : c->piece;
		int64_t n = read_piece(c, part);

		if (n < 0 && !*got)
			*input_error = (int)n;
		if (n <= 0)
			break;
		/* The record before was short and not the last. */
		if (c->previous && c->previous < size && !*got && c->warn_partial)
			say_partial(c, c->previous);
		*got += (uint64_t)n;
		c->t->read += (uint64_t)n;
		ended = (size_t)n < part || *got == most;
		if (ended && *got < c->o->in_block && c->o->conv & CONV_SYNC)
			part = pad_piece(c, (size_t)n, passed);
		else
			part = (size_t)n;
		error = emit(c, part);
		passed += part;
	}
	c->previous = *got < size ? *got : 0;
	if (!*got)
		return 0;
	count_record(c, *got);
	if (!error)
		error = pad(c, passed);
	return error ? error : output_record(c);
}

/* A block can't be read. True: conv=noerror goes on behind it, with zeros in its place if conv=sync;
 * before: bytes of that block that were read, and filled up, as a short record. */
static bool go_on(struct copy *c, int error, uint64_t before)
{
	copy_fail(c, "read", false, error);
	if (!(c->o->conv & CONV_NOERROR) || workers_stop())
		return false;
	say_error(c, error);
	c->t->said = true;
	if (!input_pass(c, c->o->in_block - before))
		return false;
	c->previous = 0;
	if (!(c->o->conv & CONV_SYNC) || before)
		return true;
	count_record(c, 0);
	return !pad(c, 0) && !output_record(c);
}

/* ---- the whole ---- */

static uint64_t records(const struct tally *t)
{
	return t->in_full + t->in_partial;
}

/* How many bytes the next record may have; 0: count= is reached. */
static uint64_t next_size(const struct copy *c)
{
	uint64_t done = records(c->t);

	if (done < c->o->records)
		return c->o->in_block;
	return done == c->o->records ? c->o->last_bytes : 0;
}

static int copy_records(struct copy *c)
{
	bool timed = ENABLED(CONFIG_JSON) && c->o->json, early = input_ends_early(c);
	uint64_t size;

	while ((size = next_size(c)) != 0 && !workers_stop()) {
		uint64_t before = c->previous, got;
		int64_t began = timed ? platform_clock_ns() : 0;
		int input_error = 0, error;

		if (early)
			input_ahead(c);
		error = pass_record(c, size, &got, &input_error);

		if (error)
			return error;
		if (input_error && !go_on(c, input_error, before))
			return input_error;
		if (!got && !input_error)
			return input_ended(c);
		if (timed)
			histogram_add(&c->slot->latency, platform_clock_ns() - began);
		input_forget(c, false);
	}
	return 0;
}

static int buffers(struct copy *c)
{
	bool reblocks = ENABLED(CONFIG_DDREAD_WRITE) && !c->o->one_buffer && c->r->sink != SINK_NOTHING;
	size_t in = (copy_piece(c->r, c->o->in_block) + 7) & ~(size_t)7;

	c->piece = copy_piece(c->r, c->o->in_block);
	c->waiting_size = copy_piece(c->r, c->o->out_block);
	c->buffer = platform_pages(in);
	if (reblocks)
		c->waiting = platform_pages(c->waiting_size);
	if (!c->buffer || (reblocks && !c->waiting))
		return copy_fail(c, "buffer", false, -ENOMEM);
	if (c->r->source == SOURCE_RANDOM)
		fill_start(&c->fill, FILL_RANDOM, (uint64_t)platform_clock_ns() ^ (uint64_t)platform_process_id(), c->buffer, in);
	return 0;
}

/* How much of what will be read is in memory, thousandths: looks at a few places, for a look at every
 * page would cost more than reading it from there. */
static int sample_resident(const struct run *r)
{
	const struct target *in = &r->in;
	uint64_t size = r->expected, resident = 0;
	uint32_t user = platform_user_id();

	/* To others mincore(2) says that all is there. */
	if (user != 0 && user != in->st.owner) {
		int64_t n = in->fs.traits & PLATFORM_STACKED ? -ENOSYS : platform_resident_cachestat(in->fd, r->o.skip_bytes, size);

		return n < 0 ? TARGET_RESIDENT_UNKNOWN : (int)number_multiply_divide((uint64_t)n, 1000, size);
	}
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t at = (r->o.skip_bytes + size / SAMPLES * i) & ~(uint64_t)(SAMPLE - 1);
		int64_t n = platform_resident_mincore(in->fd, at, SAMPLE);

		if (n < 0)
			return TARGET_RESIDENT_UNKNOWN;
		resident += (uint64_t)n;
	}
	return (int)(resident * 1000 / (SAMPLES * SAMPLE));
}

/* Before the clock starts: what is to be read leaves the memory, or it is looked whether it is there. */
static int prepare(struct copy *c)
{
	struct target *in = &c->r->in;
	bool told = c->o->status != STATUS_NONE && c->o->status != STATUS_NOXFER && !c->o->strict;
	int error = 0;

	if (c->o->reading && c->r->source == SOURCE_FILE) {
		error = target_make_cold(in);
		c->t->counted = target_counter_moves(in);
	} else if (told && in->kind == TARGET_FILE && !in->direct && c->r->expected >= MIB) {
		in->resident = sample_resident(c->r);
	}
	c->t->resident = in->resident;
	return error ? copy_fail(c, "fsync", false, error) : output_cut(c);
}

static void measured(struct copy *c, const struct platform_usage *before)
{
	struct platform_usage after;

	c->t->end_ns = platform_clock_ns();
	platform_usage(&after);
	c->t->user_ns = after.user_ns - before->user_ns;
	c->t->system_ns = after.system_ns - before->system_ns;
	c->t->device_bytes = (int64_t)(after.read_bytes - before->read_bytes);
}

int copy_run(struct slot *slot, unsigned index, void *context)
{
	struct run *r = context;
	struct copy c = { .r = r, .o = &r->o, .t = r->tally, .slot = slot, .carry = -1 };
	struct io_window window = { 0 };
	struct platform_usage before;
	int error;

	(void)index;
	c.window = &window;
	c.warn_partial = r->o.one_buffer && !(r->o.iflag & FLAG_FULLBLOCK) &&
	                 (r->o.skip_bytes || (r->o.count.given && r->o.records) || (r->o.iflag | r->o.oflag) & FLAG_DIRECT);
	error = buffers(&c);
	if (!error)
		error = prepare(&c);
	if (error)
		return 0;
	platform_usage(&before);
	c.t->start_ns = platform_clock_ns();
	error = output_start(&c);
	if (!error && input_skip(&c))
		error = copy_records(&c);
	/* What was read before an error of the input is written all the same. */
	if (!workers_stop())
		output_finish(&c);
	input_forget(&c, true);
	measured(&c, &before);
	return 0;
}

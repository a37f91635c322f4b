/* SPDX-License-Identifier: MIT */
/* copy.c - the worker: records in, records out, counted as GNU dd counts them.
 *
 * A record is ibs= bytes, however large; it goes through a buffer of a piece at
 * a time. No clock is read and no call made per record but read and write: the
 * parent looks at the tally in shared memory when it wants to know. */
#include "ddread.h"

#include <string.h>

#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"

enum { READ_MOST = 0x7ffff000 };        /* bytes that read(2) of Linux gives at once, and so a block of dd's */

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

bool copy_fell_back(const struct copy *c, struct target *t, bool *buffered, int result)
{
	if (!t->direct || c->o->strict || (result != -EINVAL && result != -EOPNOTSUPP && result != -ENOSYS) ||
	    platform_set_direct(t->fd, false))
		return false;
	t->direct = false;
	*buffered = true;
	return true;
}

static size_t smaller(size_t piece, uint64_t bytes)
{
	return bytes < piece ? (size_t)bytes : piece;
}

/* The ceiling on memory: blocks up to 1 MiB are whole, direct ones up to 16 MiB as long as that is
 * no more than a 32nd of the RAM. */
size_t copy_piece(const struct run *r, uint64_t block)
{
	size_t most = DDREAD_PIECE;

	if ((r->o.iflag | r->o.oflag) & FLAG_DIRECT)
		while (most < DDREAD_PIECE_DIRECT && most <= r->in.ram / 64)
			most *= 2;
	return smaller(most, block);
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
	lines_bytes(&o, size);
	out_text(&o, "); suggest iflag=fullblock");
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

int copy_record(struct copy *c, uint64_t size, bool skip)
{
	bool fill = c->o->conv & CONV_SYNC && !skip, ended = !size;
	uint64_t most = size, passed = 0;
	int error = 0;

	if (size > READ_MOST && !run_makes(c->r) && !(c->o->iflag & FLAG_FULLBLOCK))
		most = READ_MOST;
	c->got = 0;
	c->read_error = 0;
	do {
		size_t part = smaller(c->piece, c->o->in_block - passed), wanted = smaller(part, most - passed);
		int n = ended ? 0 : input_read(c, wanted);

		if (n <= 0 && !passed && size) {
			c->read_error = n;
			break;
		}
		/* The record before was short and not the last. */
		if (!passed && c->previous && c->previous < size && c->warn_partial)
			say_partial(c, c->previous);
		n = n > 0 ? n : 0;
		c->got += (size_t)n;
		ended = ended || (size_t)n < wanted || c->got == most;
		/* Filled up in place, the end of a short record is written in one call. */
		if (fill)
			memset(c->buffer + n, 0, part - (size_t)n);
		else
			part = (size_t)n;
		passed += part;
		if (skip || !part)
			continue;
		c->t->read += (size_t)n;
		error = emit(c, part);
	} while (!error && passed < c->o->in_block && (fill || !ended) && !workers_stop());
	c->previous = c->got < size ? c->got : 0;
	if (skip || (!c->got && size))
		return 0;
	if (c->got < c->o->in_block)
		c->t->in_partial++;
	else
		c->t->in_full++;
	return error ? error : output_record(c);
}

/* A block can't be read. True: conv=noerror goes on behind it, with zeros in its place if conv=sync;
 * before: bytes of that block that were read, and filled up, as a short record. */
static bool go_on(struct copy *c, uint64_t before)
{
	int error = copy_fail(c, "read", false, c->read_error);

	if (!(c->o->conv & CONV_NOERROR) || workers_stop())
		return false;
	say_error(c, error);
	c->t->said = true;
	if (!input_pass(c, c->o->in_block - before))
		return false;
	return before || !(c->o->conv & CONV_SYNC) || !copy_record(c, 0, false);
}

/* ---- the whole ---- */

/* How many bytes the next record may have; 0: count= is reached. */
static uint64_t next_size(const struct copy *c)
{
	uint64_t done = c->t->in_full + c->t->in_partial;

	if (done < c->o->records)
		return c->o->in_block;
	return done == c->o->records ? c->o->last_bytes : 0;
}

static int copy_records(struct copy *c)
{
	bool timed = ENABLED(CONFIG_JSON) && c->o->json, early = input_ends_early(c);
	uint64_t size;

	while ((size = next_size(c)) != 0 && !workers_stop()) {
		uint64_t before = c->previous;
		int64_t began = timed ? platform_clock_ns() : 0;
		int error;

		if (early)
			input_ahead(c);
		error = copy_record(c, size, false);
		if (error)
			return error;
		if (!c->got && !c->read_error)
			return input_ended(c);
		if (c->read_error && !go_on(c, before))
			return c->read_error;
		if (timed)
			histogram_add(&c->slot->latency, platform_clock_ns() - began);
		input_forget(c, false);
	}
	return 0;
}

static int buffers(struct copy *c)
{
	bool reblocks = run_writes(c->r) && !c->o->one_buffer;
	size_t in = (copy_piece(c->r, c->o->in_block) + 7) & ~(size_t)7;

	c->piece = copy_piece(c->r, c->o->in_block);
	c->waiting_size = copy_piece(c->r, c->o->out_block);
	c->buffer = platform_pages(in);
	if (reblocks)
		c->waiting = platform_pages(c->waiting_size);
	if (!c->buffer || (reblocks && !c->waiting))
		return copy_fail(c, "buffer", false, -ENOMEM);
	if (run_makes(c->r) && c->r->source == SOURCE_RANDOM)
		fill_start(&c->fill, FILL_RANDOM, (uint64_t)platform_clock_ns() ^ (uint64_t)platform_process_id(), c->buffer, in);
	return 0;
}

/* Before the clock starts: what is to be read leaves the memory, or it is looked whether it is there. */
static int prepare(struct copy *c)
{
	struct target *in = &c->r->in;
	int error = 0;

	if (c->o->reading && !run_makes(c->r)) {
		error = target_make_cold(in);
		c->t->counted = target_counter_moves(in);
	} else if (notes_wanted(c->o) && in->kind == TARGET_FILE && c->r->expected >= MIB) {
		in->resident = target_resident(in, c->o->skip_bytes, c->r->expected);
	}
	c->t->resident = in->resident;
	return error ? copy_fail(c, "fsync", false, error) : output_cut(c);
}

static void measured(struct copy *c, const struct platform_usage *before)
{
	struct platform_usage after;

	c->t->end_ns = platform_clock_ns();
	platform_usage(&after);
	if (ENABLED(CONFIG_JSON)) {
		c->t->user_ns = after.user_ns - before->user_ns;
		c->t->system_ns = after.system_ns - before->system_ns;
	}
	c->t->device_bytes = (int64_t)(after.read_bytes - before->read_bytes);
	/* What was in memory has no part in direct reads that were not refused. */
	if (c->r->in.direct && !c->o->reading)
		c->t->resident = TARGET_RESIDENT_UNKNOWN;
}

int copy_run(struct slot *slot, unsigned index, void *context)
{
	struct run *r = context;
	struct copy c = { .r = r, .o = &r->o, .t = r->tally, .slot = slot, .carry = -1 };
	struct platform_usage before;
	int error;

	(void)index;
	c.warn_partial = r->o.one_buffer && !(r->o.iflag & FLAG_FULLBLOCK) &&
	                 (r->o.skip_bytes >= r->o.in_block || (r->o.count.given && r->o.records) ||
	                  (r->o.iflag | r->o.oflag) & FLAG_DIRECT);
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

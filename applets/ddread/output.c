/* SPDX-License-Identifier: MIT */
/* output.c - of=, in the worker: records out, holes, and reaching the disk. */
#include "ddread.h"

#include <string.h>

#include "number.h"
#include "platform.h"

enum { DIRECT_UNIT = 512 };             /* what no direct write is smaller than */

/* ---- bytes ---- */

static bool all_zero(const char *data, size_t size)
{
	const uint64_t *word = (const void *)data;
	size_t i = 0;

	if (!((uintptr_t)data % sizeof *word))
		for (; i < size / sizeof *word; i++)
			if (word[i])
				return false;
	for (i *= sizeof *word; i < size; i++)
		if (data[i])
			return false;
	return true;
}

/* The short last block can't be written directly: it goes through memory and is dropped from there. */
static void prepare_odd_end(struct copy *c, size_t size)
{
	struct target *out = &c->r->out;

	if (out->direct && size % DIRECT_UNIT && !platform_set_direct(out->fd, false)) {
		out->direct = false;
		c->odd_end = true;
	}
}

static void count(struct copy *c, size_t size)
{
	c->t->written += size;
	c->position += size;
}

static int write_out(struct copy *c, const char *data, size_t size)
{
	int fd = c->r->out.fd;

	if (ENABLED(CONFIG_DDREAD_CONV) && c->o->conv & CONV_SPARSE && all_zero(data, size) &&
	    platform_seek_by(fd, (int64_t)size) >= 0) {
		c->hole = true;
		count(c, size);
		return 0;
	}
	c->hole = false;
	prepare_odd_end(c, size);
	while (size) {
		int n = (int)platform_write(fd, data, size);

		if (n < 0 && copy_fell_back(c, &c->r->out, &c->t->buffered_output, n))
			continue;
		if (n <= 0)
			return copy_fail(c, "write", true, n ? n : -ENOSPC);
		data += n;
		size -= (size_t)n;
		count(c, (size_t)n);
	}
	return 0;
}

/* ---- records ---- */

/* Counts the output records that are whole. */
static void count_full(struct copy *c)
{
	if (c->position < c->o->out_block)
		return;
	c->t->out_full += c->position / c->o->out_block;
	c->position %= c->o->out_block;
}

/* Most bytes that may go in one call: not over a record's end, nor over a piece. */
static size_t room(const struct copy *c)
{
	uint64_t left = c->o->out_block - c->position;

	return left < c->waiting_size ? (size_t)left : c->waiting_size;
}

static int put_record_bytes(struct copy *c, const char *data, size_t size)
{
	int error = write_out(c, data, size);

	if (!error)
		count_full(c);
	else if (c->position)
		c->t->out_partial++;
	return error;
}

static int flush(struct copy *c)
{
	size_t size = c->used;

	c->used = 0;
	return size ? put_record_bytes(c, c->waiting, size) : 0;
}

/* Cuts the bytes anew, into output records. What fills one needs no copy. */
static int reblock(struct copy *c, const char *data, size_t size)
{
	int error = 0;

	while (size && !error) {
		size_t most = room(c), part = most - c->used < size ? most - c->used : size;

		if (part == most) {
			error = put_record_bytes(c, data, part);
		} else {
			memcpy(c->waiting + c->used, data, part);
			c->used += part;
			if (c->used == most)
				error = flush(c);
		}
		data += part;
		size -= part;
	}
	return error;
}

/* To /dev/null no call is made: what is read is what is measured. */
static int put_nothing(struct copy *c, size_t size)
{
	count(c, size);
	if (!c->o->one_buffer)
		count_full(c);
	return 0;
}

int output_put(struct copy *c, const char *data, size_t size)
{
	if (!run_writes(c->r))
		return put_nothing(c, size);
	return c->o->one_buffer ? write_out(c, data, size) : reblock(c, data, size);
}

/* Small windows keep a stop from being held up, and a small machine from drowning in dirty pages. */
static int bound_dirty(struct copy *c)
{
	int error = c->window.size ? io_window_written(&c->window, c->r->out.fd, c->out_start + c->t->written) : 0;

	return error ? copy_fail(c, "write", true, error) : 0;
}

int output_record(struct copy *c)
{
	if (c->o->one_buffer && c->position) {
		if (c->position < c->o->in_block)
			c->t->out_partial++;
		else
			c->t->out_full++;
		c->position = 0;
	}
	return ENABLED(CONFIG_DDREAD_WRITE) ? bound_dirty(c) : 0;
}

/* ---- start and end ---- */

int output_cut(struct copy *c)
{
	int error = 0;

	if (run_writes(c->r) && c->r->sink == SINK_FILE && c->o->output && !(c->o->conv & CONV_NOTRUNC))
		error = platform_truncate(c->r->out.fd, c->o->seek_bytes);
	return error ? copy_fail(c, "truncate", true, error) : 0;
}

int output_start(struct copy *c)
{
	const struct target *out = &c->r->out;
	uint64_t ram = c->r->in.ram ? c->r->in.ram : 64 * MIB;
	int64_t at = 0;

	if (!run_writes(c->r))
		return 0;
	if (c->o->seek_bytes)
		at = platform_seek_by(out->fd, (int64_t)c->o->seek_bytes);
	else if (run_stores(c->r))
		at = platform_seek_by(out->fd, 0);
	if (at < 0)
		return copy_fail(c, "seek", true, (int)at);
	c->out_start = (uint64_t)at;
	if (run_stores(c->r) && !c->o->strict && !out->direct && !(c->o->oflag & (FLAG_SYNC | FLAG_DSYNC | FLAG_APPEND)))
		c->window = (struct io_window){ .size = ram / 8 < 64 * MIB ? ram / 8 : 64 * MIB, .start = (uint64_t)at };
	return 0;
}

/* The last block was left out as a hole: the file must end behind it all the same. */
static int end_hole(struct copy *c)
{
	struct platform_stat st;
	int64_t end = platform_seek_by(c->r->out.fd, 0);
	int error;

	if (!c->hole || c->r->sink != SINK_FILE || end < 0)
		return 0;
	error = platform_stat(c->r->out.fd, &st);
	if (!error && st.size < (uint64_t)end)
		error = platform_truncate(c->r->out.fd, (uint64_t)end);
	return error ? copy_fail(c, "truncate", true, error) : 0;
}

/* dd's own syncs, or ours: a figure without one would be the memory's. */
static int sync_output(struct copy *c)
{
	int fd = c->r->out.fd, error = 0;
	bool asked = c->o->conv & (CONV_FSYNC | CONV_FDATASYNC);

	if (!asked && !c->odd_end && (c->o->strict || !run_stores(c->r)))
		return 0;
	error = c->o->conv & CONV_FSYNC || c->odd_end ? platform_sync(fd) : platform_sync_data(fd);
	if (error && (asked || error != -EINVAL))
		return copy_fail(c, c->o->conv & CONV_FSYNC ? "fsync" : "fdatasync", true, error);
	c->t->synced = !error && run_stores(c->r);
	return 0;
}

static void forget(const struct copy *c)
{
	if (c->o->oflag & FLAG_NOCACHE || c->odd_end)
		platform_expect_range(c->r->out.fd, c->t->written ? c->out_start : 0, c->t->written, false);
}

int output_finish(struct copy *c)
{
	int error = 0;

	if (ENABLED(CONFIG_DDREAD_CONV) && c->carry >= 0)
		error = convert_swab(c, NULL, 0, true);
	if (run_writes(c->r) && !error && !c->t->failed_output)
		error = flush(c);
	if (c->position && !c->o->one_buffer && !c->t->failed_output)
		c->t->out_partial++;
	c->t->copied_ns = platform_clock_ns();
	if (!run_writes(c->r))
		return 0;
	if (!error)
		error = end_hole(c);
	if (!error)
		error = sync_output(c);
	forget(c);
	return error;
}

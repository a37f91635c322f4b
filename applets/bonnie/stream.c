/* SPDX-License-Identifier: MIT */
/* stream.c - the tests on one large file: per character, block, rewrite, seeks. */
#include "bonnie.h"

#include <string.h>

#include "io.h"
#include "number.h"
#include "platform.h"
#include "random.h"

/* What a worker of a phase has at hand. */
struct stream {
	struct bonnie *b;
	const struct options *o;
	struct slot *slot;
	struct io io;
	unsigned char *buffer;          /* one chunk */
};

/* Maps the buffer in the worker, not before the fork: the parent stays small. */
static int start(struct stream *s, struct slot *slot, void *context)
{
	struct bonnie *b = context;
	int64_t at;

	*s = (struct stream){ b, b->o, slot, { b->scratch->fd, b->o->direct }, NULL };
	s->buffer = platform_pages(b->o->chunk);
	if (!s->buffer)
		return slot_fail(slot, "buffer", NULL, -ENOMEM);
	at = platform_seek(s->io.fd, 0);
	return at < 0 ? slot_fail(slot, "lseek", NULL, (int)at) : 0;
}

/* A chunk is done: counts it and its latency. */
static void done(struct stream *s, uint64_t amount, uint64_t bytes, int64_t began)
{
	histogram_add(&s->slot->latency, platform_clock_ns() - began);
	s->slot->amount += amount;
	s->slot->bytes += bytes;
	if (s->o->direct && !s->io.direct)
		s->slot->flags |= RECORD_BUFFERED;
}

static int sync_if_asked(struct stream *s)
{
	int error = s->o->sync_each ? platform_sync(s->io.fd) : 0;

	return error ? slot_fail(s->slot, "fsync", NULL, error) : 0;
}

/* The end of a writing phase: the data must be on the device before the clock stops. The original's
 * 1.03 stops it at close; without fsync its figure is the page cache's. */
static int finish_writing(struct stream *s)
{
	int error = s->o->strict && s->o->report == REPORT_103 ? 0 : platform_sync(s->io.fd);

	return error ? slot_fail(s->slot, "fsync", NULL, error) : 0;
}

static void window_start(struct io_window *w, const struct stream *s)
{
	uint64_t limit = s->b->target.ram ? s->b->target.ram / 8 : 8 * MIB;

	*w = (struct io_window){ .size = s->o->strict || s->io.direct ? 0 : limit < 64 * MIB ? limit : 64 * MIB };
}

static int put_chars(struct stream *s, struct platform_stream *out)
{
	struct io_window window;
	struct fill fill;
	uint64_t size = s->o->char_size;

	window_start(&window, s);
	fill_start(&fill, s->o->data, s->o->seed, s->buffer, s->o->chunk);
	if (s->o->data == FILL_BONNIE)
		for (unsigned i = 0; i < s->o->chunk; i++)
			s->buffer[i] = i & 127;
	while (s->slot->amount < size && !workers_stop()) {
		uint64_t left = size - s->slot->amount;
		uint32_t part = left < s->o->chunk ? (uint32_t)left : s->o->chunk;
		int64_t began = platform_clock_ns();
		int error = platform_stream_put(out, s->buffer, part);

		if (!error && s->o->sync_each)
			error = platform_sync(s->io.fd);
		if (!error)
			error = io_window_written(&window, s->io.fd, s->slot->amount);
		if (error)
			return slot_fail(s->slot, "putc", NULL, error);
		done(s, part, part, began);
		if (s->o->data != FILL_BONNIE)
			fill_next(&fill, s->buffer, s->o->chunk);
	}
	return 0;
}

int stream_putc(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	struct platform_stream *out;
	int error = start(&s, slot, context), closed;

	(void)index;
	if (error)
		return error;
	out = platform_stream_open(s.io.fd, true);
	if (!out)
		return slot_fail(slot, "fdopen", NULL, -errno);
	error = put_chars(&s, out);
	closed = platform_stream_close(out);
	if (closed && !error)
		error = slot_fail(slot, "fclose", NULL, closed);
	return error ? error : finish_writing(&s);
}

int stream_put_block(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	struct io_window window;
	struct fill fill;
	int error = start(&s, slot, context);

	(void)index;
	if (error)
		return error;
	window_start(&window, &s);
	fill_start(&fill, s.o->data, s.o->seed, s.buffer, s.o->chunk);
	while (slot->amount < s.o->size && !workers_stop()) {
		int64_t began;

		if (s.o->data == FILL_BONNIE || slot->amount)
			fill_next(&fill, s.buffer, s.o->chunk);
		began = platform_clock_ns();
		error = io_write(&s.io, s.buffer, s.o->chunk);
		if (error)
			return slot_fail(slot, "write", NULL, error);
		error = sync_if_asked(&s);
		if (error)
			return error;
		done(&s, s.o->chunk, s.o->chunk, began);
		error = io_window_written(&window, s.io.fd, slot->amount);
		if (error)
			return slot_fail(slot, "write", NULL, error);
	}
	return finish_writing(&s);
}

/* A read that ends early means that the file has shrunk under us. */
static int read_chunk(struct stream *s)
{
	int64_t got = io_read(&s->io, s->buffer, s->o->chunk);

	if (got == s->o->chunk)
		return 0;
	return slot_fail(s->slot, got < 0 ? "read" : "read: the file ends early", NULL, got < 0 ? (int)got : -EIO);
}

static int rewrite_chunk(struct stream *s, uint64_t number)
{
	int error = read_chunk(s);
	int64_t at;

	if (error)
		return error;
	fill_touch(s->buffer, s->o->chunk, number);
	at = platform_seek_by(s->io.fd, -(int64_t)s->o->chunk);
	if (at < 0)
		return slot_fail(s->slot, "lseek", NULL, (int)at);
	error = io_write(&s->io, s->buffer, s->o->chunk);
	return error ? slot_fail(s->slot, "write", NULL, error) : sync_if_asked(s);
}

int stream_rewrite(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	struct io_window window;
	int error = start(&s, slot, context);

	(void)index;
	if (error)
		return error;
	window_start(&window, &s);
	for (uint64_t n = 0; n < s.o->size / s.o->chunk && !workers_stop(); n++) {
		int64_t began = platform_clock_ns();

		error = rewrite_chunk(&s, n);
		if (error)
			return error;
		done(&s, s.o->chunk, s.o->chunk, began);
		error = io_window_written(&window, s.io.fd, slot->amount);
		if (error)
			return slot_fail(slot, "write", NULL, error);
	}
	return finish_writing(&s);
}

static int get_chars(struct stream *s, struct platform_stream *in)
{
	while (s->slot->amount < s->o->char_size && !workers_stop()) {
		uint64_t left = s->o->char_size - s->slot->amount;
		uint32_t part = left < s->o->chunk ? (uint32_t)left : s->o->chunk;
		int64_t began = platform_clock_ns();
		int64_t got = platform_stream_get(in, s->buffer, part);

		if (got < 0)
			return slot_fail(s->slot, "getc", NULL, (int)got);
		if (got < part)
			return slot_fail(s->slot, "getc: the file ends early", NULL, -EIO);
		done(s, part, part, began);
	}
	return 0;
}

int stream_getc(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	struct platform_stream *in;
	int error = start(&s, slot, context);

	(void)index;
	if (error)
		return error;
	in = platform_stream_open(s.io.fd, false);
	if (!in)
		return slot_fail(slot, "fdopen", NULL, -errno);
	error = get_chars(&s, in);
	platform_stream_close(in);
	return error;
}

int stream_get_block(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	int error = start(&s, slot, context);

	(void)index;
	while (!error && slot->amount < s.o->size && !workers_stop()) {
		int64_t began = platform_clock_ns();

		error = read_chunk(&s);
		if (!error)
			done(&s, s.o->chunk, s.o->chunk, began);
	}
	return error;
}

/* Seek n: reads the chunk that (seed, n) picks; of every ten one is changed and written back. Which
 * ones depends on n alone and the place on the random number alone, so updates hit all chunks evenly. */
static int seek_once(struct stream *s, uint64_t n)
{
	uint64_t chunks = s->o->size / s->o->chunk;
	uint64_t at = random_below(s->o->seed, n, chunks) * s->o->chunk;
	int64_t got = io_read_at(&s->io, s->buffer, s->o->chunk, at);
	int error;

	if (got < s->o->chunk)
		return slot_fail(s->slot, got < 0 ? "read" : "read: the file ends early", NULL,
		                 got < 0 ? (int)got : -EIO);
	if (n % 10)
		return 0;
	fill_touch(s->buffer, s->o->chunk, n);
	error = io_write_at(&s->io, s->buffer, s->o->chunk, at);
	return error ? slot_fail(s->slot, "write", NULL, error) : sync_if_asked(s);
}

/* Seeker `index` of m does seeks index, index + m, ...: together they do just `seeks`. */
int stream_seeks(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	int error = start(&s, slot, context);

	for (uint64_t n = index; !error && n < s.o->seeks && !workers_stop(); n += s.o->seekers) {
		int64_t began = platform_clock_ns();

		error = seek_once(&s, n);
		if (!error)
			done(&s, 1, s.o->chunk, began);
	}
	return error;
}

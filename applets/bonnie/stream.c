/* SPDX-License-Identifier: MIT */
/* stream.c - the tests on one large file that use whole chunks: block, rewrite, seeks. */
#include "stream.h"

#include "number.h"
#include "offsets.h"
#include "platform.h"

enum { WINDOW_MS = 50 };                /* a window that fills faster may grow */

/* ---- what all tests on the file need ---- */

/* A test that must end in time begins with a small window, which grows with the device's speed: what a slow
 * one has still to write when the time is over is then little. */
static void window_start(struct stream *s)
{
	uint64_t limit = s->b->target.ram ? s->b->target.ram / 8 : 8 * MIB;

	limit = limit < 64 * MIB ? limit : 64 * MIB;
	if (s->o->strict || s->io.direct)
		limit = 0;
	s->window = (struct io_window){ .size = limit && s->deadline_ns ? MIB : limit };
	s->flushed_ns = platform_clock_ns();
}

static void window_grow(struct stream *s)
{
	int64_t now = platform_clock_ns();
	uint64_t most = s->b->target.ram ? s->b->target.ram / 16 : 4 * MIB;

	if (now - s->flushed_ns < WINDOW_MS * NS_PER_MS && s->window.size < most && s->window.size < 32 * MIB)
		s->window.size *= 2;
	s->flushed_ns = now;
}

int stream_written(struct stream *s, uint64_t end)
{
	uint64_t start = s->window.start;
	int error = io_window_written(&s->window, s->io.fd, end);

	if (error)
		return slot_fail(s->slot, "write", NULL, error);
	if (s->deadline_ns && s->window.start != start)
		window_grow(s);
	return 0;
}

int stream_start(struct stream *s, struct slot *slot, void *context)
{
	struct bonnie *b = context;
	int64_t at;

	*s = (struct stream){ .b = b, .o = b->o, .slot = slot, .io = { b->scratch->fd, b->o->direct } };
	s->buffer = platform_pages(b->o->chunk);
	if (!s->buffer)
		return slot_fail(slot, "buffer", NULL, -ENOMEM);
	at = platform_seek(s->io.fd, 0);
	if (at < 0)
		return slot_fail(slot, "lseek", NULL, (int)at);
	if (b->limit_ns)
		s->deadline_ns = platform_clock_ns() + b->limit_ns;
	window_start(s);
	return 0;
}

bool stream_going(const struct stream *s)
{
	return !s->late && !workers_stop();
}

void stream_done(struct stream *s, uint64_t amount, uint64_t bytes, int64_t began)
{
	int64_t now = platform_clock_ns();

	histogram_add(&s->slot->latency, now - began);
	s->slot->amount += amount;
	s->slot->bytes += bytes;
	s->late = s->deadline_ns && now >= s->deadline_ns;
	if (s->o->direct && !s->io.direct)
		s->slot->flags |= RECORD_BUFFERED;
}

int stream_finish_writing(struct stream *s)
{
	int error = s->o->strict && s->o->report != REPORT_200 ? 0 : platform_sync(s->io.fd);

	return error ? slot_fail(s->slot, "fsync", NULL, error) : 0;
}

static int sync_if_asked(struct stream *s)
{
	int error = s->o->sync_each ? platform_sync(s->io.fd) : 0;

	return error ? slot_fail(s->slot, "fsync", NULL, error) : 0;
}

/* ---- the tests ---- */

int stream_put_block(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	struct fill fill;
	int error = stream_start(&s, slot, context);

	(void)index;
	if (error)
		return error;
	fill_start(&fill, s.o->data, s.o->seed, s.buffer, s.o->chunk);
	while (slot->amount < s.o->size && stream_going(&s)) {
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
		stream_done(&s, s.o->chunk, s.o->chunk, began);
		error = stream_written(&s, slot->amount);
		if (error)
			return error;
	}
	return stream_finish_writing(&s);
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
	int error = stream_start(&s, slot, context);

	(void)index;
	if (error)
		return error;
	for (uint64_t n = 0; n < s.b->written / s.o->chunk && stream_going(&s); n++) {
		int64_t began = platform_clock_ns();

		error = rewrite_chunk(&s, n);
		if (error)
			return error;
		stream_done(&s, s.o->chunk, s.o->chunk, began);
		error = stream_written(&s, slot->amount);
		if (error)
			return error;
	}
	return stream_finish_writing(&s);
}

int stream_get_block(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	int error = stream_start(&s, slot, context);

	(void)index;
	while (!error && slot->amount + s.o->chunk <= s.b->written && stream_going(&s)) {
		int64_t began = platform_clock_ns();

		error = read_chunk(&s);
		if (!error)
			stream_done(&s, s.o->chunk, s.o->chunk, began);
	}
	return error;
}

/* Seek n: reads the chunk that the random numbers pick; of every ten one is changed and written back. Which
 * ones depends on n alone and the place on the random number alone, so updates hit all chunks evenly. */
static int seek_once(struct stream *s, struct offsets *offsets, uint64_t n)
{
	int64_t chunk = offsets_chunk(offsets, n, s->b->written / s->o->chunk), got;
	uint64_t at = (uint64_t)chunk * s->o->chunk;
	int error;

	if (chunk < 0)
		return slot_fail(s->slot, "read the random numbers", NULL, (int)chunk);
	got = io_read_at(&s->io, s->buffer, s->o->chunk, at);
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
	struct offsets offsets;
	int error = stream_start(&s, slot, context);

	if (error || s.b->written < s.o->chunk)
		return error;
	offsets_start(&offsets, s.b);
	for (uint64_t n = index; !error && n < s.o->seeks && stream_going(&s); n += s.o->seekers) {
		int64_t began = platform_clock_ns();

		error = seek_once(&s, &offsets, n);
		if (!error)
			stream_done(&s, 1, s.o->chunk, began);
	}
	return error;
}

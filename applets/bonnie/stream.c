/* SPDX-License-Identifier: MIT */
/* stream.c - the tests on one large file that use whole chunks: block, rewrite, seeks. */
#include "stream.h"

#include "applet.h"
#include "number.h"
#include "offsets.h"
#include "platform.h"

enum { WINDOW_MS = 50 };                /* a window that fills faster may grow */

/* ---- what all tests on the file need ---- */

int stream_fail(struct stream *s, const char *call, int error)
{
	return slot_fail(s->slot, call, NULL, error);
}

/* A test that must end in time begins with a small window, which grows with the device's speed: what a slow
 * one has still to write when the time is over is then little. */
static void window_start(struct stream *s)
{
	uint64_t limit = s->b->target.ram ? s->b->target.ram / 8 : 8 * MIB;

	if (s->o->strict || s->io.direct)
		return;
	s->most = limit < 64 * MIB ? (uint32_t)limit : 64 * MIB;
	s->window.size = s->most;
	if (ENABLED(CONFIG_BONNIE_QUICK) && s->pace.deadline_ns) {
		s->window.size = MIB;
		s->flushed_ns = platform_clock_ns();
	}
}

static void window_grow(struct stream *s)
{
	int64_t now = platform_clock_ns();

	if (now - s->flushed_ns < WINDOW_MS * NS_PER_MS && s->window.size < s->most / 2)
		s->window.size *= 2;
	s->flushed_ns = now;
}

int stream_written(struct stream *s)
{
	uint64_t start = s->window.start;
	int error = io_window_written(&s->window, s->io.fd, s->slot->amount);

	if (ENABLED(CONFIG_BONNIE_QUICK) && !error && s->pace.deadline_ns && s->window.start != start)
		window_grow(s);
	return stream_fail(s, "write", error);
}

int stream_start(struct stream *s, struct slot *slot, struct bonnie *b)
{
	*s = (struct stream){ .b = b, .o = b->o, .slot = slot, .io = { b->scratch->fd, b->o->direct } };
	s->buffer = platform_pages(b->o->chunk);
	if (!s->buffer)
		return stream_fail(s, "buffer", -ENOMEM);
	pace_start(&s->pace, slot, b);
	window_start(s);
	return stream_fail(s, "lseek", (int)platform_seek(s->io.fd, 0));
}

void stream_done(struct stream *s, uint32_t amount, uint32_t bytes)
{
	pace_done(&s->pace, amount);
	s->slot->bytes += bytes;
	if (s->o->direct && !s->io.direct)
		s->slot->flags |= RECORD_BUFFERED;
}

int stream_finish_writing(struct stream *s)
{
	return s->o->strict && s->o->report != REPORT_200 ? 0 : stream_fail(s, "fsync", platform_sync(s->io.fd));
}

int stream_sync(struct stream *s)
{
	return s->o->sync_each ? stream_fail(s, "fsync", platform_sync(s->io.fd)) : 0;
}

/* ---- the tests ---- */

/* A read that ends early means that the file has shrunk under us. */
static int check_read(struct stream *s, int64_t got)
{
	if (got < 0)
		return stream_fail(s, "read", (int)got);
	return got < s->o->chunk ? stream_fail(s, "read: the file ends early", -EIO) : 0;
}

static int check_write(struct stream *s, int error)
{
	return error ? stream_fail(s, "write", error) : stream_sync(s);
}

static int put_chunk(struct stream *s, uint64_t number)
{
	if (!number)
		fill_start(&s->fill, s->o->data, s->o->seed, s->buffer, s->o->chunk);
	if (number || s->o->data == FILL_BONNIE)
		fill_next(&s->fill, s->buffer, s->o->chunk);
	pace_begin(&s->pace);
	return check_write(s, io_write(&s->io, s->buffer, s->o->chunk));
}

static int get_chunk(struct stream *s, uint64_t number)
{
	(void)number;
	pace_begin(&s->pace);
	return check_read(s, io_read(&s->io, s->buffer, s->o->chunk));
}

static int rewrite_chunk(struct stream *s, uint64_t number)
{
	int error = get_chunk(s, number);
	int64_t at;

	if (error)
		return error;
	fill_touch(s->buffer, s->o->chunk, number);
	at = platform_seek_by(s->io.fd, -(int64_t)s->o->chunk);
	if (at < 0)
		return stream_fail(s, "lseek", (int)at);
	return check_write(s, io_write(&s->io, s->buffer, s->o->chunk));
}

/* Does `act` to one chunk after the other, as many as `bytes` hold. */
static int each_chunk(struct slot *slot, struct bonnie *b, uint64_t bytes, int (*act)(struct stream *s, uint64_t number))
{
	struct stream s;
	int error = stream_start(&s, slot, b);

	for (uint64_t n = 0; !error && slot->amount + s.o->chunk <= bytes && pace_going(&s.pace); n++) {
		error = act(&s, n);
		if (error)
			return error;
		stream_done(&s, s.o->chunk, s.o->chunk);
		if (act != get_chunk)
			error = stream_written(&s);
	}
	return error || act == get_chunk ? error : stream_finish_writing(&s);
}

int stream_put_block(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;

	(void)index;
	return each_chunk(slot, b, b->o->size, put_chunk);
}

int stream_rewrite(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;

	(void)index;
	return each_chunk(slot, b, b->written, rewrite_chunk);
}

int stream_get_block(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;

	(void)index;
	return each_chunk(slot, b, b->written, get_chunk);
}

/* Seek n: reads the chunk that the random numbers pick; of every ten one is changed and written back. Which
 * ones depends on n alone and the place on the random number alone, so updates hit all chunks evenly. */
static int seek_once(struct stream *s, struct offsets *offsets, uint32_t n)
{
	int64_t chunk = offsets_chunk(offsets, n, s->b->written / s->o->chunk);
	uint64_t at = (uint64_t)chunk * s->o->chunk;
	int error;

	if (chunk < 0)
		return stream_fail(s, "read the random numbers", (int)chunk);
	error = check_read(s, io_read_at(&s->io, s->buffer, s->o->chunk, at));
	if (error || n % 10)
		return error;
	fill_touch(s->buffer, s->o->chunk, n);
	return check_write(s, io_write_at(&s->io, s->buffer, s->o->chunk, at));
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
	for (uint64_t n = index; !error && n < s.o->seeks && pace_going(&s.pace); n += s.o->seekers) {
		pace_begin(&s.pace);
		error = seek_once(&s, &offsets, (uint32_t)n);
		if (!error)
			stream_done(&s, 1, s.o->chunk);
	}
	return error;
}

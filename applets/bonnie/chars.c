/* SPDX-License-Identifier: MIT */
/* chars.c - the tests that write and read the large file byte by byte, with putc(3) and getc(3). */
#include "stream.h"

#include "number.h"
#include "platform.h"

static int put_chars(struct stream *s, struct platform_stream *out)
{
	struct fill fill;
	uint64_t size = s->o->char_size;

	fill_start(&fill, s->o->data, s->o->seed, s->buffer, s->o->chunk);
	if (s->o->data == FILL_BONNIE)
		for (unsigned i = 0; i < s->o->chunk; i++)
			s->buffer[i] = i & 127;
	while (s->slot->amount < size && stream_going(s)) {
		uint64_t left = size - s->slot->amount;
		uint32_t part = left < s->o->chunk ? (uint32_t)left : s->o->chunk;
		int64_t began = platform_clock_ns();
		int error = platform_stream_put(out, s->buffer, part);

		if (!error && s->o->sync_each)
			error = platform_sync(s->io.fd);
		if (error)
			return slot_fail(s->slot, "putc", NULL, error);
		error = stream_written(s, s->slot->amount);
		if (error)
			return error;
		stream_done(s, part, part, began);
		if (s->o->data != FILL_BONNIE)
			fill_next(&fill, s->buffer, s->o->chunk);
	}
	return 0;
}

int stream_putc(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	struct platform_stream *out;
	int error = stream_start(&s, slot, context), closed;

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
	return error ? error : stream_finish_writing(&s);
}

static int get_chars(struct stream *s, struct platform_stream *in)
{
	uint64_t size = s->o->char_size < s->b->written ? s->o->char_size : s->b->written;

	while (s->slot->amount < size && stream_going(s)) {
		uint64_t left = size - s->slot->amount;
		uint32_t part = left < s->o->chunk ? (uint32_t)left : s->o->chunk;
		int64_t began = platform_clock_ns();
		int64_t got = platform_stream_get(in, s->buffer, part);

		if (got < 0)
			return slot_fail(s->slot, "getc", NULL, (int)got);
		if (got < part)
			return slot_fail(s->slot, "getc: the file ends early", NULL, -EIO);
		stream_done(s, part, part, began);
	}
	return 0;
}

int stream_getc(struct slot *slot, unsigned index, void *context)
{
	struct stream s;
	struct platform_stream *in;
	int error = stream_start(&s, slot, context);

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

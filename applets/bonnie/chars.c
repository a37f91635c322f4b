/* SPDX-License-Identifier: MIT */
/* chars.c - the tests that write and read the large file byte by byte, with putc(3) and getc(3). */
#include "stream.h"

#include "number.h"
#include "platform.h"

static void start_chars(struct stream *s)
{
	fill_start(&s->fill, s->o->data, s->o->seed, s->buffer, s->o->chunk);
	if (s->o->data == FILL_BONNIE)
		for (unsigned i = 0; i < s->o->chunk; i++)
			s->buffer[i] = i & 127;
}

static int put_chars(struct stream *s, struct platform_stream *out, uint32_t count)
{
	int error;

	if (s->slot->amount && s->o->data != FILL_BONNIE)
		fill_next(&s->fill, s->buffer, s->o->chunk);
	pace_begin(&s->pace);
	error = stream_fail(s, "putc", platform_stream_put(out, s->buffer, count));
	if (!error)
		error = stream_sync(s);
	return error ? error : stream_written(s);
}

static int get_chars(struct stream *s, struct platform_stream *in, uint32_t count)
{
	int64_t got;

	pace_begin(&s->pace);
	got = platform_stream_get(in, s->buffer, count);
	if (got < 0)
		return stream_fail(s, "getc", (int)got);
	return got < count ? stream_fail(s, "getc: the file ends early", -EIO) : 0;
}

/* Writes or reads them, a chunk between two looks at the clock. */
static int chars(struct slot *slot, struct bonnie *b, bool write)
{
	struct stream s;
	struct platform_stream *stream;
	uint64_t size = write || b->o->char_size < b->written ? b->o->char_size : b->written;
	int error = stream_start(&s, slot, b), closed;

	if (error)
		return error;
	stream = platform_stream_open(s.io.fd, write);
	if (!stream)
		return stream_fail(&s, "fdopen", -errno);
	if (write)
		start_chars(&s);
	while (!error && slot->amount < size && pace_going(&s.pace)) {
		uint64_t left = size - slot->amount;
		uint32_t part = left < s.o->chunk ? (uint32_t)left : s.o->chunk;

		error = write ? put_chars(&s, stream, part) : get_chars(&s, stream, part);
		if (!error)
			stream_done(&s, part, part);
	}
	closed = platform_stream_close(stream);
	if (error || !write)
		return error;
	error = stream_fail(&s, "fclose", closed);
	return error ? error : stream_finish_writing(&s);
}

int stream_putc(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	return chars(slot, context, true);
}

int stream_getc(struct slot *slot, unsigned index, void *context)
{
	(void)index;
	return chars(slot, context, false);
}

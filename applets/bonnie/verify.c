/* SPDX-License-Identifier: MIT */
/* verify.c - is what is read what was written? All that is written can be worked out again: a block
 * from its number, what a rewrite or an update changes from its own. */
#include "small.h"

#include <string.h>

#include "io.h"
#include "offsets.h"
#include "out.h"
#include "platform.h"

enum { EXACT_SEEKS = 200000 };          /* over that an update may have been anywhere */

/* The large file while it is read back. */
struct check {
	const struct bonnie *b;
	struct slot *slot;
	struct io io;
	struct fill fill;
	uint32_t chunk;
	uint64_t n, at;                 /* the chunk that is looked at, and where it is */
	unsigned char *wanted, *got, *allowed;
};

/* "large file, offset 8192" */
static int differs(struct slot *slot, const char *file, uint64_t offset)
{
	char name[64];
	struct out o = OUT_MEMORY(name);

	out_texts(&o, file, ", offset ", (char *)0);
	out_number(&o, offset, 0);
	return slot_fail(slot, "verify: not what was written", out_end(&o), -EIO);
}

/* The block as putc or the block test wrote it first. */
static void next_block(struct check *c)
{
	bool original = c->fill.kind == FILL_BONNIE;

	if (c->b->by_chars && original)
		for (unsigned i = 0; i < c->chunk; i++)
			c->wanted[i] = i & 127;
	else if (original || c->n)
		fill_next(&c->fill, c->wanted, c->chunk);
}

/* How often each byte of the chunk may have been counted up by updates. Seekers overlap: when two change one
 * chunk at a time one change is lost, so these are most, not just so many. */
static int allow_updates(struct check *c)
{
	const struct options *o = c->b->o;
	uint64_t chunks = c->b->written / c->chunk;
	struct offsets offsets;

	if (o->seeks > EXACT_SEEKS) {
		memset(c->allowed, 255, c->chunk);
		return 0;
	}
	memset(c->allowed, 0, c->chunk);
	offsets_start(&offsets, c->b);
	for (uint32_t i = 0; i < o->seeks; i += 10) {
		int64_t at = offsets_chunk(&offsets, i, chunks);
		unsigned char *count = &c->allowed[i % c->chunk];

		if (at < 0)
			return slot_fail(c->slot, "read the random numbers", NULL, (int)at);
		if ((uint64_t)at == c->n)
			*count = (unsigned char)(*count + c->b->sought < 255 ? *count + c->b->sought : 255);
	}
	return 0;
}

static int compare(struct check *c, uint32_t size)
{
	int error = 0;

	if (!memcmp(c->wanted, c->got, size))
		return 0;
	memset(c->allowed, 0, c->chunk);
	if (c->b->sought)
		error = allow_updates(c);
	for (uint32_t i = 0; !error && i < size; i++)
		if ((unsigned char)(c->got[i] - c->wanted[i]) > c->allowed[i])
			error = differs(c->slot, "large file", c->at + i);
	return error;
}

static int check_chunk(struct check *c)
{
	uint64_t left = c->b->written - c->at;
	uint32_t size = left < c->chunk ? (uint32_t)left : c->chunk;
	unsigned char *changed = &c->wanted[c->n & (c->chunk - 1)], rewrites = (unsigned char)c->b->rewrites;
	int64_t got = io_read_at(&c->io, c->got, c->chunk, c->at);
	int error;

	if (got < size)
		return slot_fail(c->slot, "verify: the file ends early", NULL, got < 0 ? (int)got : -EIO);
	next_block(c);
	if (rewrites && c->at >= c->b->rewritten)
		rewrites--;
	*changed = (unsigned char)(*changed + rewrites);
	error = compare(c, size);
	*changed = (unsigned char)(*changed - rewrites);
	return error;
}

int verify_file(struct slot *slot, unsigned index, void *context)
{
	struct bonnie *b = context;
	struct check c = { .b = b, .slot = slot, .io = { b->scratch->fd, false }, .chunk = b->o->chunk };
	int error = 0;

	(void)index;
	c.wanted = platform_pages(3 * c.chunk);
	if (!c.wanted)
		return slot_fail(slot, "buffer", NULL, -ENOMEM);
	c.got = c.wanted + c.chunk;
	c.allowed = c.got + c.chunk;
	fill_start(&c.fill, b->o->data, b->o->seed, c.wanted, c.chunk);
	for (; !error && c.at < b->written && !workers_stop(); c.n++, c.at += c.chunk) {
		error = check_chunk(&c);
		slot->amount += c.chunk;
	}
	return error;
}

/* ---- small files, in the order in which they were written ---- */

static int check_file(struct small *f, const char *name, uint32_t size, unsigned char *got)
{
	struct io io = { platform_open_at(f->directory, name, PLATFORM_READ), false };
	uint32_t at = 0;
	int error = 0;

	if (io.fd < 0)
		return slot_fail(f->slot, "open", name, io.fd);
	while (!error && at < size) {
		uint32_t part = size - at < f->o->file_chunk ? size - at : f->o->file_chunk, i = 0;
		int64_t n = io_read(&io, got, part);

		fill_next(&f->fill, f->buffer, f->o->file_chunk);
		while (i < n && got[i] == (unsigned char)f->buffer[i])
			i++;
		if (n < 0)
			error = slot_fail(f->slot, "read", name, (int)n);
		else if (i < part)
			error = differs(f->slot, name, at + i);
		at += part;
	}
	platform_close(io.fd);
	return error;
}

int verify_files(struct slot *slot, unsigned index, void *context)
{
	struct small f;
	int error = small_start(&f, slot, context);
	unsigned char *got = platform_pages(f.o->file_chunk);
	char name[NAME_SIZE];

	(void)index;
	if (!error && !got)
		error = slot_fail(slot, "buffer", NULL, -ENOMEM);
	for (uint32_t i = 0; !error && f.buffer && i < f.files && !workers_stop(); i++) {
		error = check_file(&f, name_file(f.o, i, f.random, name), files_size(f.o, i), got);
		slot->amount++;
	}
	return error;
}

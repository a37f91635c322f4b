/* SPDX-License-Identifier: MIT */
/* block.c - one block of the disk: its chunks, errors, and rate. */
#include "zcav.h"

#include <string.h>

#include "applet.h"
#include "number.h"
#include "platform.h"

enum { SKIP_MAX = 1024 };               /* chunks that a run of errors skips at once */

/* Direct reads are whole sectors; what lies behind a file's end or the range is not counted. */
static int read_chunk(struct device *d, uint64_t offset, uint32_t size)
{
	uint32_t sector = d->target.sector, whole = (size + sector - 1) / sector * sector;
	int got = (int)io_read_at(&d->io, d->buffer, whole > d->o->chunk ? size : whole, offset);

	return got > (int)size ? (int)size : got;
}

/* One chunk; bytes moved, 0 at the end, -errno. */
static int move_chunk(struct device *d, uint64_t offset, uint32_t size)
{
	int error;

	if (!target_is_disk(&d->target))
		return (int)io_read(&d->io, d->buffer, size);
	if (!options_writes(d->o))
		return read_chunk(d, offset, size);
	fill_seek(&d->fill, offset / d->o->chunk, d->buffer, d->o->chunk);
	error = io_write_at(&d->io, d->buffer, size, offset);
	if (!error && !d->target.direct)
		error = platform_sync_data(d->io.fd);
	return error ? error : (int)size;
}

/* The chunk at the start of what is left. */
static uint32_t chunk_of(const struct device *d, uint64_t left)
{
	return left < d->o->chunk ? (uint32_t)left : d->o->chunk;
}

/* A chunk failed: it is counted and more and more of what follows is skipped, for a bad area
 * is seldom one sector and each try may take the disk half a minute. Returns the bytes that are. */
static uint64_t failed(struct device *d, unsigned *skip, uint64_t offset, uint64_t left, int error)
{
	uint64_t skipped;

	*skip = !*skip ? 1 : *skip < SKIP_MAX ? *skip * 2 : SKIP_MAX;
	skipped = (uint64_t)*skip * d->o->chunk;
	if (skipped > left)
		skipped = left;
	d->curve->errors++;
	d->curve->error_bytes += skipped;
	rows_remark(d, "error", offset, platform_error_text(-error));
	slot_fail(d->slot, options_writes(d->o) ? "write" : "read", NULL, error);
	return skipped;
}

static void count(struct device *d, uint32_t got, int64_t took)
{
	d->curve->bytes += got;
	d->curve->elapsed_ns += took;
	slot_count(d->slot, got, took);
}

enum { ASK = 128 << 10 };              /* bytes asked for at once: the least that a kernel takes whole */

/* Through the page cache the system would read ahead into the next block, and give this one more and that
 * one less than the disk's time. So it reads nothing ahead by itself, and here the next chunk is asked for. */
static void ask_ahead(const struct device *d, uint64_t at, uint64_t left)
{
	uint32_t size;

	if (d->target.direct || options_writes(d->o) || d->o->strict || left <= d->o->chunk || !target_is_disk(&d->target))
		return;
	at += d->o->chunk;
	size = chunk_of(d, left - d->o->chunk);
	for (uint32_t asked = 0; asked < size; asked += ASK)
		platform_expect_range(d->io.fd, at + asked, size - asked < ASK ? size - asked : ASK, true);
}

bool block_measure(struct device *d, struct point *p, uint64_t size, bool settle)
{
	struct curve *c = d->curve;
	uint64_t at = p->offset, end = at + size, bytes = c->bytes;
	int64_t elapsed_ns = c->elapsed_ns;
	unsigned skip = 0;
	bool ended = d->gone;

	while (at < end && !ended && !workers_stop()) {
		int64_t before = platform_clock_ns();
		uint64_t left = end - at;
		int got;

		if (!settle)
			ask_ahead(d, at, left);
		got = move_chunk(d, at, chunk_of(d, left));
		if (!got && target_lost(&d->target, at))
			got = -ENXIO;
		d->gone |= got == -ENXIO || got == -ENODEV;
		ended = !got || d->gone;
		if (got < 0) {
			at += failed(d, &skip, at, left, got);
			continue;
		}
		at += (unsigned)got;
		if (settle)
			d->slot->amount += (unsigned)got;
		else if (got)
			count(d, (unsigned)got, platform_clock_ns() - before);
		settle = false;
		skip = 0;
	}
	bytes = c->bytes - bytes;
	p->elapsed_ns = c->elapsed_ns - elapsed_ns;
	p->rate = number_per_second(bytes, p->elapsed_ns);
	return at > p->offset && !(d->gone && !bytes);
}

/* The pattern's buffer makes what should be there; a second one takes what is. */
void block_verify(struct device *d, uint64_t offset, uint64_t size)
{
	static char *back;

	if (!back)
		back = platform_pages(d->o->chunk);
	if (!back)
		slot_fail(d->slot, "buffer", NULL, -ENOMEM);
	for (uint64_t at = offset; back && at < offset + size && !workers_stop(); at += d->o->chunk) {
		uint32_t part = chunk_of(d, offset + size - at);
		int64_t got = io_read_at(&d->io, back, part, at);

		fill_seek(&d->fill, at / d->o->chunk, d->buffer, d->o->chunk);
		d->slot->amount += part;
		if (got == part && !memcmp(back, d->buffer, part))
			continue;
		if (!d->curve->mismatches++)
			d->curve->first_mismatch = at;
	}
}

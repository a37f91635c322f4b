/* SPDX-License-Identifier: MIT */
/* block.c - one block of the disk: its chunks, errors, and rate. */
#include "zcav.h"

#include <string.h>

#include "applet.h"
#include "number.h"
#include "platform.h"

enum { SKIP_MAX = 1024 };               /* chunks that a run of errors skips at once */

/* Direct reads are whole sectors; what lies behind a file's end or the range is not counted. */
static int64_t read_chunk(struct device *d, uint64_t offset, uint64_t size)
{
	uint64_t sector = d->target.sector, whole = (size + sector - 1) / sector * sector;
	int64_t got = io_read_at(&d->io, d->buffer, (size_t)(whole > d->o->chunk ? size : whole), offset);

	return got > (int64_t)size ? (int64_t)size : got;
}

/* One chunk; bytes moved, 0 at the end, -errno. */
static int64_t move_chunk(struct device *d, uint64_t offset, uint64_t size)
{
	int error;

	if (d->target.kind == TARGET_PIPE || d->target.kind == TARGET_CHARACTER)
		return io_read(&d->io, d->buffer, (size_t)size);
	if (!d->o->write || !ENABLED(CONFIG_ZCAV_WRITE))
		return read_chunk(d, offset, size);
	fill_seek(&d->fill, offset / d->o->chunk, d->buffer, (size_t)d->o->chunk);
	error = io_write_at(&d->io, d->buffer, (size_t)size, offset);
	if (!error && !d->target.direct)
		error = platform_sync_data(d->io.fd);
	return error ? error : (int64_t)size;
}

static uint64_t chunk_at(const struct device *d, uint64_t offset, uint64_t end)
{
	return end - offset < d->o->chunk ? end - offset : d->o->chunk;
}

/* What reading found of the block so far. */
struct progress {
	uint64_t bytes, skip;
	int64_t elapsed_ns;
};

/* A chunk failed: it is counted and more and more of what follows is skipped, for a bad area
 * is seldom one sector and each try may take the disk half a minute. */
static uint64_t failed(struct device *d, struct progress *p, uint64_t offset, uint64_t end, int error)
{
	uint64_t skipped = chunk_at(d, offset, end), more;

	p->skip = p->skip ? p->skip * 2 : 1;
	if (p->skip > SKIP_MAX)
		p->skip = SKIP_MAX;
	more = number_multiply(p->skip - 1, d->o->chunk);
	if (more > end - offset - skipped)
		more = end - offset - skipped;
	d->curve->errors++;
	d->curve->error_bytes += skipped + more;
	rows_remark(d, "error", offset, platform_error_text(-error));
	slot_fail(d->slot, d->o->write ? "write" : "read", NULL, error);
	return offset + skipped + more;
}

static void count(struct device *d, struct progress *p, int64_t got, int64_t took)
{
	p->bytes += (uint64_t)got;
	p->elapsed_ns += took;
	p->skip = 0;
	d->slot->amount += (uint64_t)got;
	d->slot->bytes += (uint64_t)got;
	histogram_add(&d->slot->latency, took);
}

enum { ASK = 128 << 10 };              /* bytes asked for at once: the least that a kernel takes whole */

/* Through the page cache the system would read ahead into the next block, and give this one more and that
 * one less than the disk's time. So it reads nothing ahead by itself, and here the next chunk is asked for. */
static void ask_ahead(const struct device *d, uint64_t at, uint64_t end)
{
	uint64_t next = at + d->o->chunk, until = end < next + d->o->chunk ? end : next + d->o->chunk;

	if (d->target.direct || d->o->write || d->o->strict || !target_is_disk(&d->target))
		return;
	for (; next < until; next += ASK)
		platform_expect_range(d->io.fd, next, until - next < ASK ? until - next : ASK, true);
}

bool block_measure(struct device *d, uint64_t offset, uint64_t size, bool settle, struct point *point)
{
	struct progress p = { 0, 0, 0 };
	uint64_t at = offset, end = offset + size;
	bool ended = d->gone;

	while (at < end && !ended && !workers_stop()) {
		int64_t before = platform_clock_ns();
		int64_t got, took;

		if (!settle)
			ask_ahead(d, at, end);
		got = move_chunk(d, at, chunk_at(d, at, end));
		took = platform_clock_ns() - before;
		if (!got && target_lost(&d->target, at))
			got = -ENXIO;
		d->gone |= got == -ENXIO || got == -ENODEV;
		ended = !got || d->gone;
		if (got < 0) {
			at = failed(d, &p, at, end, (int)got);
			continue;
		}
		at += (uint64_t)got;
		if (settle)
			d->slot->amount += (uint64_t)got;
		else if (got)
			count(d, &p, got, took);
		settle = false;
	}
	*point = (struct point){ offset, 0, p.elapsed_ns };
	if (p.elapsed_ns > 0)
		point->rate = number_multiply_divide(p.bytes, NS_PER_S, (uint64_t)p.elapsed_ns);
	d->curve->bytes += p.bytes;
	d->curve->elapsed_ns += p.elapsed_ns;
	return at > offset && !(d->gone && !p.bytes);
}

/* The pattern's buffer makes what should be there; a second one takes what is. */
void block_verify(struct device *d, uint64_t offset, uint64_t size)
{
	static char *back;

	if (!back)
		back = platform_pages((size_t)d->o->chunk);
	if (!back)
		slot_fail(d->slot, "buffer", NULL, -ENOMEM);
	for (uint64_t at = offset; back && at < offset + size && !workers_stop(); at += d->o->chunk) {
		uint64_t part = chunk_at(d, at, offset + size);
		int64_t got = io_read_at(&d->io, back, (size_t)part, at);

		fill_seek(&d->fill, at / d->o->chunk, d->buffer, (size_t)d->o->chunk);
		d->slot->amount += part;
		if (got == (int64_t)part && !memcmp(back, d->buffer, (size_t)part))
			continue;
		if (!d->curve->mismatches++)
			d->curve->first_mismatch = at;
	}
}

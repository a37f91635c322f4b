/* SPDX-License-Identifier: MIT */
/* rate.c - the steady rate of sequential reading. */
#include "rate.h"

#include "io.h"
#include "number.h"
#include "platform.h"
#include "record.h"
#include "workers.h"

enum {
	BLOCK_FIRST = 128 * 1024,       /* while the rate is not known */
	BLOCK_READAHEAD = 1024 * 1024,
	AHEAD = 8 * 1024 * 1024,        /* how far readahead is looked for */
	AHEAD_ALIGN = 64 * 1024,        /* at least a page on every machine */
	SLOW = 20000000,                /* bytes/s up to which readahead is left off */
	POINTS = 180,
	TICK_NS = 1000000,              /* unit of times since the start of the run: sums over a day fit 64 bits */
	TICKS = NS_PER_S / TICK_NS,     /* of a second */
	FIND_OUT = TICKS / 4, WARM = TICKS / 2, SPACING = TICKS / 50,
};

/* KiB delivered by a time. */
struct point { uint32_t ticks, kib; };

struct state {
	const struct rate_request *q;
	struct slot *slot;
	struct rate *rate;
	struct io io;
	char *buffer;
	size_t block;
	bool chosen, readahead;
	int64_t began, waited;          /* start of the run, length of the last read */
	int64_t longest;                /* wait seen since the block was chosen */
	uint32_t ticks, window;         /* at the end of the last read; how long to read */
	struct point point[POINTS];
};

/* What the kernel has brought in beyond `at`. */
static uint64_t ahead(const struct state *s, uint64_t at)
{
	uint64_t size;
	int64_t resident;

	at = (at + AHEAD_ALIGN - 1) & ~(uint64_t)(AHEAD_ALIGN - 1);
	if (!s->readahead || at >= s->q->end)
		return 0;
	size = s->q->end - at < AHEAD ? s->q->end - at : AHEAD;
	resident = s->q->may_mincore ? platform_resident_mincore(s->io.fd, at, size)
	                             : platform_resident_cachestat(s->io.fd, at, size);
	return resident < 0 ? 0 : (uint64_t)resident;
}

/* One read, counted; 0 at the end, else bytes or -errno. */
static int64_t read_block(struct state *s)
{
	uint64_t at = s->q->start + s->rate->bytes, left = at < s->q->end ? s->q->end - at : 0;
	size_t size = s->block;
	int64_t start = platform_clock_ns(), now, got;

	if (left < size)                /* a file's tail may be shorter than a sector; the read then is too */
		size = ((size_t)left + s->q->sector - 1) / s->q->sector * s->q->sector;
	got = io_read_at(&s->io, s->buffer, size, at);
	if (got <= 0)
		return got;
	now = platform_clock_ns();
	s->waited = now - start;
	slot_count(s->slot, got, s->waited);
	s->rate->bytes += (uint64_t)got;
	s->rate->elapsed_ns = now - s->began;
	s->ticks = (uint32_t)(s->rate->elapsed_ns / TICK_NS);
	return got;
}

/* The block for the rest: long enough to wait for the device, short enough for many points. */
static void choose(struct state *s)
{
	uint64_t rate = number_per_second(s->rate->bytes, s->rate->elapsed_ns);
	unsigned per_second = s->io.direct ? 20 : 16;

	s->chosen = true;
	s->longest = 0;
	if (!s->io.direct && rate > SLOW) {
		platform_advise(s->io.fd, PLATFORM_NORMAL);
		s->readahead = true;
		s->block = BLOCK_READAHEAD < s->q->largest ? BLOCK_READAHEAD : s->q->largest;
		return;
	}
	while (s->block * per_second < rate && s->block * 2 <= s->q->largest)
		s->block *= 2;
}

/* A read that waited ends just when the device delivered: a good moment for a point. */
static void take_point(struct state *s)
{
	uint32_t spacing = s->window / (POINTS - 20);
	struct point *p = &s->point[s->rate->points];

	if (spacing < SPACING)
		spacing = SPACING;
	if (s->rate->points && (s->ticks - p[-1].ticks < spacing || s->rate->points == POINTS || s->rate->bytes >> 41))
		return;                 /* at 2 TiB the points end: their differences fit 32 bits */
	p->ticks = s->ticks;
	p->kib = (uint32_t)((s->rate->bytes + ahead(s, s->q->start + s->rate->bytes)) / KIB);
	s->rate->points++;
}

static void add_to_curve(const struct state *s, int64_t got)
{
	unsigned second = s->ticks / TICKS;

	if (second >= RATE_CURVE)
		return;
	s->rate->curve_kib[second] += (uint32_t)((uint64_t)got / KIB);
	s->rate->seconds = second + 1;
}

/* What follows from a read; was it the last? */
static bool step(struct state *s, int64_t got)
{
	bool edge;

	add_to_curve(s, got);
	if (s->waited > s->longest)
		s->longest = s->waited;
	edge = s->waited * 4 >= s->longest;
	if (!s->chosen && s->ticks >= FIND_OUT)
		choose(s);
	else if (s->chosen && edge && s->ticks >= WARM)
		take_point(s);
	return s->ticks >= s->window && (edge || s->ticks >= s->window + s->window / 6);
}

/* Least squares through the points, in sums of differences from the means: these stay small. */
static uint64_t slope(const struct point *point, unsigned n)
{
	uint64_t sum_t = 0, sum_b = 0;
	int64_t tt = 0, tb = 0;

	for (unsigned i = 0; i < n; i++) {
		sum_t += point[i].ticks;
		sum_b += point[i].kib;
	}
	sum_t /= n;
	sum_b /= n;
	for (unsigned i = 0; i < n; i++) {
		int32_t t = (int32_t)(point[i].ticks - (uint32_t)sum_t);

		tt += (int64_t)t * t;
		tb += (int64_t)t * (int32_t)(point[i].kib - (uint32_t)sum_b);
	}
	return tb > 0 ? number_multiply_divide((uint64_t)tb, TICKS * KIB, (uint64_t)tt) : 0;
}

static void finish(struct state *s)
{
	struct rate *r = s->rate;

	/* Points that lie together, at one moment's hold-up, tell of that moment only. */
	if (r->points >= 3 && (s->point[r->points - 1].ticks - s->point[0].ticks) * 2 >= s->ticks - WARM)
		r->per_second = slope(s->point, r->points);
	if (!r->per_second)
		r->per_second = number_per_second(r->bytes, r->elapsed_ns);
}

int rate_measure(const struct rate_request *q, struct slot *slot, struct rate *rate)
{
	static struct state s;          /* the worker's own; too large for a small stack */
	int64_t got = 0;
	bool last = false;

	*rate = (struct rate){ 0 };
	s = (struct state){ .q = q, .slot = slot, .rate = rate, .io = { q->fd, q->direct } };
	s.window = (uint32_t)(q->window_ns / TICK_NS);
	s.block = BLOCK_FIRST < q->largest ? BLOCK_FIRST : q->largest;
	s.buffer = platform_pages(q->largest);
	if (!s.buffer)
		return slot_fail(slot, "buffer", NULL, -ENOMEM);
	if (!q->direct)
		platform_advise(q->fd, PLATFORM_RANDOM);
	s.began = platform_clock_ns();
	while (!last && !workers_stop() && (got = read_block(&s)) > 0)
		last = step(&s, got);
	rate->ended = !last && !got;
	finish(&s);
	platform_free(s.buffer, q->largest);
	if (q->direct && !s.io.direct)
		slot->flags |= RECORD_BUFFERED;
	return got < 0 ? slot_fail(slot, "read", NULL, (int)got) : 0;
}

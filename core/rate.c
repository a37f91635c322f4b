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
	FIND_OUT_MS = 250, WARM_MS = 500,
	SLOW = 20000000,                /* bytes/s up to which readahead is left off */
	POINTS = 180,
	TICK_NS = 100000,               /* unit of the points' times */
	SPACING_MS = 20,
};

/* Bytes delivered by a time; both from the first point on. */
struct point { uint32_t ticks; uint64_t bytes; };

struct state {
	const struct rate_request *q;
	struct slot *slot;
	struct rate *rate;
	struct io io;
	char *buffer;
	uint64_t at;                    /* next byte to read */
	size_t block;
	bool chosen, readahead;
	int64_t began, now, waited;     /* start of the run, end and length of the last read */
	int64_t longest;                /* wait seen since the block was chosen */
	int64_t first_ns, last_ns;      /* of the points */
	uint64_t first_bytes;
	struct point point[POINTS];
};

/* What the kernel has brought in beyond what was read. */
static uint64_t ahead(const struct state *s)
{
	uint64_t at = (s->at + AHEAD_ALIGN - 1) & ~(uint64_t)(AHEAD_ALIGN - 1), size;
	int64_t resident;

	if (!s->readahead || at >= s->q->end)
		return 0;
	size = s->q->end - at < AHEAD ? s->q->end - at : AHEAD;
	resident = s->q->may_mincore ? platform_resident_mincore(s->io.fd, at, size)
	                             : platform_resident_cachestat(s->io.fd, at, size);
	return resident < 0 ? 0 : (uint64_t)resident;
}

/* One read; 0 at the end, else bytes or -errno. */
static int64_t read_block(struct state *s)
{
	uint64_t left = s->at < s->q->end ? s->q->end - s->at : 0;
	size_t size = s->block;
	int64_t start = platform_clock_ns(), got;

	if (left < size)                /* a file's tail may be shorter than a sector; the read then is too */
		size = (size_t)((left + s->q->sector - 1) / s->q->sector * s->q->sector);
	got = left ? io_read_at(&s->io, s->buffer, size, s->at) : 0;
	s->now = platform_clock_ns();
	s->waited = s->now - start;
	if (got <= 0)
		return got;
	s->at += (uint64_t)got;
	s->slot->amount += (uint64_t)got;
	s->slot->bytes += (uint64_t)got;
	histogram_add(&s->slot->latency, s->waited);
	return got;
}

/* The block for the rest: long enough to wait for the device, short enough for many points. */
static void choose(struct state *s)
{
	uint64_t rate = number_multiply_divide(s->rate->bytes, NS_PER_S, (uint64_t)(s->now - s->began));
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

static int64_t spacing(const struct state *s)
{
	int64_t even = s->q->window_ns / (POINTS - 20);

	return even > SPACING_MS * NS_PER_MS ? even : SPACING_MS * NS_PER_MS;
}

/* A read that waited ends just when the device delivered: a good moment for a point. */
static void take_point(struct state *s)
{
	uint64_t bytes = s->rate->bytes + ahead(s);
	struct point *p = &s->point[s->rate->points];

	if (!s->rate->points) {
		s->first_ns = s->now;
		s->first_bytes = bytes;
	} else if (s->now - s->last_ns < spacing(s) || s->rate->points == POINTS) {
		return;
	}
	s->last_ns = s->now;
	p->ticks = (uint32_t)((s->now - s->first_ns) / TICK_NS);
	p->bytes = bytes > s->first_bytes ? bytes - s->first_bytes : 0;
	s->rate->points++;
}

static void add_to_curve(struct state *s, int64_t got)
{
	uint64_t second = (uint64_t)(s->now - s->began) / NS_PER_S;

	if (second >= RATE_CURVE)
		return;
	s->rate->curve_kib[second] += (uint32_t)((uint64_t)got / KIB);
	s->rate->seconds = (unsigned)second + 1;
}

/* Counts a read and looks whether it was the last. */
static bool step(struct state *s, int64_t got)
{
	int64_t elapsed = s->now - s->began;
	bool edge;

	s->rate->bytes += (uint64_t)got;
	s->rate->elapsed_ns = elapsed;
	add_to_curve(s, got);
	if (s->waited > s->longest)
		s->longest = s->waited;
	edge = s->waited * 4 >= s->longest;
	if (!s->chosen && elapsed >= FIND_OUT_MS * NS_PER_MS)
		choose(s);
	else if (s->chosen && edge && elapsed >= WARM_MS * NS_PER_MS)
		take_point(s);
	return elapsed >= s->q->window_ns && (edge || elapsed >= s->q->window_ns + s->q->window_ns / 6);
}

/* Least squares through the points, in sums of differences from the means: these stay small. */
static uint64_t slope(const struct state *s)
{
	const struct point *last = &s->point[s->rate->points - 1];
	int64_t n = s->rate->points, mean_t = 0, mean_b = 0, tt = 0, tb = 0;
	unsigned shift = 0;

	while (last->bytes >> shift >= 1u << 31)
		shift++;
	for (int64_t i = 0; i < n; i++) {
		mean_t += s->point[i].ticks;
		mean_b += (int64_t)(s->point[i].bytes >> shift);
	}
	mean_t /= n;
	mean_b /= n;
	for (int64_t i = 0; i < n; i++) {
		int64_t t = (int64_t)s->point[i].ticks - mean_t;

		tt += t * t;
		tb += t * ((int64_t)(s->point[i].bytes >> shift) - mean_b);
	}
	if (tt <= 0 || tb <= 0)
		return 0;
	return number_multiply_divide((uint64_t)tb, (uint64_t)(NS_PER_S / TICK_NS) << shift, (uint64_t)tt);
}

static void finish(struct state *s)
{
	struct rate *r = s->rate;

	/* Points that lie together, at one moment's hold-up, tell of that moment only. */
	if (r->points >= 3 && (s->last_ns - s->first_ns) * 2 >= r->elapsed_ns - WARM_MS * NS_PER_MS)
		r->per_second = slope(s);
	if (!r->per_second && r->elapsed_ns > 0)
		r->per_second = number_multiply_divide(r->bytes, NS_PER_S, (uint64_t)r->elapsed_ns);
}

int rate_measure(const struct rate_request *q, struct slot *slot, struct rate *rate)
{
	static struct state s;          /* the worker's own; too large for a small stack */
	int64_t got = 0;
	bool last = false;

	*rate = (struct rate){ 0 };
	s = (struct state){ .q = q, .slot = slot, .rate = rate, .io = { q->fd, q->direct }, .at = q->start };
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

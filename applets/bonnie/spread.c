/* SPDX-License-Identifier: MIT */
/* spread.c - how sure a figure is. */
#include "spread.h"

#include "number.h"
#include "statistics.h"

enum {
	LOOK_MS = 200,                  /* a shorter piece says nothing */
	LOOKS = 4,                      /* of a run, to be better than the run as a whole */
	SECONDS = 1000,
};

static uint64_t rate_of(uint64_t amount, int64_t elapsed_ns)
{
	return elapsed_ns > 0 ? number_multiply_divide(amount, SECONDS * NS_PER_S, (uint64_t)elapsed_ns) : 0;
}

uint64_t spread_rate(const struct record *r)
{
	return record_measured(r) ? rate_of(r->amount, r->elapsed_ns) : 0;
}

static void add(struct samples *s, uint64_t value)
{
	if (s->count < SPREAD_SAMPLES)
		s->value[s->count++] = value;
}

void spread_look(struct samples *s, uint64_t amount, int64_t elapsed_ns)
{
	int64_t piece = elapsed_ns - s->elapsed_ns;

	if (piece < LOOK_MS * NS_PER_MS)
		return;
	add(s, rate_of(amount - s->amount, piece));
	s->amount = amount;
	s->elapsed_ns = elapsed_ns;
}

void spread_run_over(struct samples *s, const struct record *run)
{
	if (s->count - s->kept < LOOKS) {
		s->count = s->kept;
		if (record_measured(run))
			add(s, spread_rate(run));
	}
	s->kept = s->count;
	s->amount = 0;
	s->elapsed_ns = 0;
}

/* A device that works in bursts does nothing in some pieces of time: longer pieces have some in each. */
static void make_longer(struct samples *s)
{
	for (unsigned i = 0; i < s->count; i++)
		if (!s->value[i] && s->count > 1) {
			s->count /= 2;
			for (unsigned k = 0; k < s->count; k++)
				s->value[k] = (s->value[2 * k] + s->value[2 * k + 1]) / 2;
			i = 0u - 1;             /* from the start */
		}
}

/* The samples' interval, moved to where the figure is: the pieces leave out what the whole holds, as the
 * time that a last fsync takes. */
void spread_of(struct spread *spread, struct samples *s, const struct record *r)
{
	uint64_t rate = spread_rate(r);
	struct statistics t;

	make_longer(s);
	statistics_of(s->value, s->count, &t);
	spread->count = 0;
	if (!t.interval || !t.median || !rate)
		return;
	spread->count = t.count;
	spread->low = number_multiply_divide(rate, t.low, t.median);
	spread->high = number_multiply_divide(rate, t.high, t.median);
}

/* The record in the middle of all runs', and its interval from those that have a value. */
static void middle_of(struct figures *middle, const struct figures *figures, unsigned runs, unsigned columns,
                      enum test test)
{
	uint64_t value[BONNIE_REPEATS];
	struct statistics t;
	unsigned flags = 0, failed = 0;
	uint64_t rate;

	for (unsigned i = 0; i < runs; i++) {
		const struct record *r = &figures[i * columns].records[test];

		flags |= r->flags;
		value[i] = spread_rate(r);
		failed += !value[i];
	}
	statistics_of(value, runs, &t);         /* sorts them: those without a value are the first */
	rate = value[(runs - 1) / 2];
	statistics_of(value + failed, runs - failed, &t);
	while (spread_rate(&figures->records[test]) != rate)
		figures += columns;
	middle->records[test] = figures->records[test];
	middle->records[test].flags |= flags & ~(unsigned)(RECORD_FAILED | RECORD_PARTIAL);
	middle->spread[test] = (struct spread){ t.interval ? t.count : 0, t.low, t.high };
}

void spread_middle(struct figures *middle, const struct figures *figures, unsigned runs, unsigned columns)
{
	for (unsigned c = 0; c < columns; c++) {
		middle[c] = figures[c];
		for (enum test t = 0; t < TESTS; t++)
			middle_of(&middle[c], &figures[c], runs, columns, t);
		for (unsigned i = 1; i < runs; i++) {
			middle[c].limited |= figures[i * columns + c].limited;
			middle[c].lost += figures[i * columns + c].lost;
		}
	}
}

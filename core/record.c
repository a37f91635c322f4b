/* SPDX-License-Identifier: MIT */
/* record.c - the one result record. */
#include "record.h"

#include "applet.h"
#include "histogram.h"
#include "number.h"

/* By their bits. */
static const char *const flags[] = {
	"direct", "buffered", "cached", "compressed", "partial", "short", "failed", "metadata-from-ram", "sparse",
};

bool record_measured(const struct record *r)
{
	return r->name && !(r->flags & RECORD_FAILED) && r->elapsed_ns > 0 && r->amount;
}

static uint64_t per_second(const struct record *r, uint64_t times)
{
	if (!record_measured(r))
		return 0;
	return number_multiply_divide(r->amount, times * NS_PER_S, (uint64_t)r->elapsed_ns);
}

uint64_t record_rate(const struct record *r)
{
	return per_second(r, 1);
}

uint64_t record_rate_tenths(const struct record *r)
{
	return per_second(r, 10);
}

uint64_t record_kib_rate(const struct record *r)
{
	return per_second(r, 1) / KIB;
}

unsigned record_cpu_percent(const struct record *r)
{
	if (!record_measured(r))
		return 0;
	return (unsigned)number_multiply_divide((uint64_t)(r->user_ns + r->system_ns), 100, (uint64_t)r->elapsed_ns);
}

void record_add(struct record *r, const struct record *more)
{
	r->amount += more->amount;
	r->bytes += more->bytes;
	r->elapsed_ns += more->elapsed_ns;
	r->user_ns += more->user_ns;
	r->system_ns += more->system_ns;
	r->device_bytes = r->device_bytes < 0 || more->device_bytes < 0 ? -1 : r->device_bytes + more->device_bytes;
	r->written_bytes += more->written_bytes;
	r->flags |= more->flags;
	r->runs++;
	if (!r->error) {
		r->error = more->error;
		r->failed = more->failed;
	}
}

void record_set_latency(struct record *r, const struct histogram *h)
{
	static const uint32_t parts[RECORD_PARTS] = { 500000, 900000, 950000, 990000, 999000, 999900 };
	struct record_latency *l = &r->latency;

	l->count = h->total;
	l->max_ns = h->max_ns;
	if (!ENABLED(CONFIG_LATENCY) || !h->total)
		return;
	l->min_ns = h->min_ns;
	l->mean_ns = h->sum_ns / h->total;
	for (unsigned i = 0; i < RECORD_PARTS; i++)
		l->part_ns[i] = histogram_percentile(h, parts[i]);
}

const char *record_flag_name(enum record_flag flag)
{
	unsigned bit = 0;

	while (flag >> bit > 1)
		bit++;
	return flags[bit];
}

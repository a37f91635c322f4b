/* SPDX-License-Identifier: MIT */
/* record.c - the one result record. */
#include "record.h"

#include "applet.h"
#include "histogram.h"
#include "json.h"
#include "number.h"
#include "platform.h"

static const struct {
	enum record_flag flag;
	const char *name;
} flags[] = {
	{ RECORD_DIRECT, "direct" },
	{ RECORD_BUFFERED, "buffered" },
	{ RECORD_CACHED, "cached" },
	{ RECORD_COMPRESSED, "compressed" },
	{ RECORD_PARTIAL, "partial" },
	{ RECORD_SHORT, "short" },
	{ RECORD_FAILED, "failed" },
	{ RECORD_METADATA, "metadata-from-ram" },
	{ RECORD_SPARSE, "sparse" },
};

static const char *const units[] = { "bytes", "operations", "files" };

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
	struct record_latency *l = &r->latency;

	l->count = h->total;
	l->max_ns = h->max_ns;
	if (!ENABLED(CONFIG_LATENCY) || !h->total)
		return;
	l->min_ns = h->min_ns;
	l->mean_ns = h->sum_ns / h->total;
	l->p50_ns = histogram_percentile(h, 500000);
	l->p90_ns = histogram_percentile(h, 900000);
	l->p95_ns = histogram_percentile(h, 950000);
	l->p99_ns = histogram_percentile(h, 990000);
	l->p999_ns = histogram_percentile(h, 999000);
	l->p9999_ns = histogram_percentile(h, 999900);
}

const char *record_flag_name(enum record_flag flag)
{
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		if (flags[i].flag == flag)
			return flags[i].name;
	return "";
}

/* The last one is there without CONFIG_LATENCY, too. */
static const struct json_field latencies[] = {
#define LATENCY(field, key) JSON_FIELD(JSON_VALUE, struct record_latency, field, key)
	LATENCY(min_ns, "min"),
	LATENCY(mean_ns, "mean"),
	LATENCY(p50_ns, "p50"),
	LATENCY(p90_ns, "p90"),
	LATENCY(p95_ns, "p95"),
	LATENCY(p99_ns, "p99"),
	LATENCY(p999_ns, "p99.9"),
	LATENCY(p9999_ns, "p99.99"),
	LATENCY(max_ns, "max"),
#undef LATENCY
};
enum { LATENCIES = sizeof latencies / sizeof *latencies, LATENCIES_TOLD = ENABLED(CONFIG_LATENCY) ? LATENCIES : 1 };

static void latency_json(struct json *j, const struct record_latency *l)
{
	json_object(j, "latency_ns");
	json_number(j, "count", l->count);
	json_fields(j, l, latencies + LATENCIES - LATENCIES_TOLD, LATENCIES_TOLD);
	json_end(j);
}

static void flags_json(struct json *j, unsigned set)
{
	json_array(j, "flags");
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		if (set & flags[i].flag)
			json_text(j, NULL, flags[i].name);
	json_end(j);
}

static void error_json(struct json *j, const struct record *r)
{
	if (!r->error)
		return;
	json_object(j, "error");
	json_text(j, "call", r->failed);
	json_number(j, "errno", (uint64_t)-r->error);
	json_text(j, "text", platform_error_text(-r->error));
	json_end(j);
}

static const struct json_field amounts[] = {
#define AMOUNT(field, key) JSON_FIELD(JSON_VALUE, struct record, field, key)
	AMOUNT(amount, "amount"),
	AMOUNT(bytes, "bytes"),
	AMOUNT(elapsed_ns, "elapsed_ns"),
	AMOUNT(user_ns, "user_ns"),
	AMOUNT(system_ns, "system_ns"),
	AMOUNT(device_bytes, "device_bytes"),
	AMOUNT(runs, "runs"),
	AMOUNT(workers, "workers"),
#undef AMOUNT
};

void record_json(struct json *j, const struct record *r)
{
	json_object(j, r->name);
	json_text(j, "unit", units[r->unit]);
	JSON_FIELDS(j, r, amounts);
	if (record_measured(r))
		json_number(j, "per_second", record_rate(r));
	else
		json_null(j, "per_second");
	flags_json(j, r->flags);
	error_json(j, r);
	if (r->latency.count)
		latency_json(j, &r->latency);
	json_end(j);
}

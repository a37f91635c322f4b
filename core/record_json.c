/* SPDX-License-Identifier: MIT */
/* record_json.c - a record as JSON: all that is in it. */
#include "applet.h"
#include "json.h"
#include "platform.h"
#include "record.h"

static const char *const units[] = { "bytes", "operations", "files" };

/* The last one is there without CONFIG_LATENCY, too. */
static const struct json_field latencies[] = {
#define LATENCY(field, key) JSON_FIELD(JSON_VALUE, struct record_latency, field, key)
	LATENCY(min_ns, "min"),
	LATENCY(mean_ns, "mean"),
	LATENCY(part_ns[RECORD_P50], "p50"),
	LATENCY(part_ns[RECORD_P90], "p90"),
	LATENCY(part_ns[RECORD_P95], "p95"),
	LATENCY(part_ns[RECORD_P99], "p99"),
	LATENCY(part_ns[RECORD_P999], "p99.9"),
	LATENCY(part_ns[RECORD_P9999], "p99.99"),
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
	for (unsigned flag = 1; flag <= set; flag <<= 1)
		if (set & flag)
			json_text(j, NULL, record_flag_name((enum record_flag)flag));
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

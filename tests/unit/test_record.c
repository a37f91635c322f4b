/* SPDX-License-Identifier: MIT */
/* test_record.c - rates and CPU percent worked out by hand, what is not
 * measured, adding repeats, the JSON of a record. */
#define _GNU_SOURCE
#include "test.h"

#include <string.h>

#include "applet.h"
#include "histogram.h"
#include "json.h"
#include "out.h"
#include "record.h"
#include "through.h"

static const struct record good = {
	.name = "write", .amount = 1000000000, .elapsed_ns = 3000000000, .user_ns = 100000000,
	.system_ns = 1400000000, .runs = 1, .workers = 1,
};

static void cuts_rates(void **state)
{
	static const struct { uint64_t amount; int64_t ns; uint64_t rate, tenths, kib; } rows[] = {
		{ 1000000000, 3000000000, 333333333, 3333333333, 325520 },
		{ 1, 1000000000, 1, 10, 0 },
		{ 1, 3000000000, 0, 3, 0 },
		{ 999, 1000000000, 999, 9990, 0 },
		{ 1024, 1000000000, 1024, 10240, 1 },
		{ 1023999, 1000000000, 1023999, 10239990, 999 },
		{ 16106127360, 250000000, 64424509440, 644245094400, 62914560 },        /* 15 GiB in 0.25 s */
		{ 1ull << 44, 1, UINT64_MAX, UINT64_MAX, UINT64_MAX / 1024 },           /* too large: the limit */
		{ 3, 7, 428571428, 4285714285, 418526 },
		{ 9223372036854775807, 9223372036854775807, 1000000000, 10000000000, 976562 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++) {
		struct record r = good;

		r.amount = rows[i].amount;
		r.elapsed_ns = rows[i].ns;
		assert_true(record_measured(&r));
		assert_int_equal(record_rate(&r), rows[i].rate);
		assert_int_equal(record_rate_tenths(&r), rows[i].tenths);
		assert_int_equal(record_kib_rate(&r), rows[i].kib);
	}
}

static void assert_not_measured(const struct record *r)
{
	assert_false(record_measured(r));
	assert_int_equal(record_rate(r), 0);
	assert_int_equal(record_rate_tenths(r), 0);
	assert_int_equal(record_kib_rate(r), 0);
	assert_int_equal(record_cpu_percent(r), 0);
}

static void gives_nothing_that_was_not_measured(void **state)
{
	struct record r = good;

	(void)state;
	r.name = NULL;
	assert_not_measured(&r);
	r = good;
	r.flags = RECORD_DIRECT | RECORD_FAILED;
	assert_not_measured(&r);
	r = good;
	r.elapsed_ns = 0;
	assert_not_measured(&r);
	r.elapsed_ns = -5;
	assert_not_measured(&r);
	r = good;
	r.amount = 0;
	assert_not_measured(&r);
	/* A flag that only explains takes no value away. */
	r = good;
	r.flags = RECORD_CACHED | RECORD_PARTIAL | RECORD_SHORT;
	assert_int_equal(record_rate(&r), 333333333);
}

static void tells_cpu_percent(void **state)
{
	static const struct { int64_t user, system, elapsed; unsigned percent; } rows[] = {
		{ 100000000, 1400000000, 3000000000, 50 }, { 0, 0, 1000000000, 0 },
		{ 999999999, 0, 100000000000, 0 }, { 1000000000, 0, 100000000000, 1 },
		{ 5000000000, 3000000000, 1000000000, 800 }, { 1, 1, 3, 66 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++) {
		struct record r = good;

		r.user_ns = rows[i].user;
		r.system_ns = rows[i].system;
		r.elapsed_ns = rows[i].elapsed;
		assert_int_equal(record_cpu_percent(&r), rows[i].percent);
	}
}

static void adds_repeats(void **state)
{
	struct record r = good, more = good;

	(void)state;
	r.flags = RECORD_BUFFERED;
	r.bytes = 10;
	r.device_bytes = 500;
	r.written_bytes = 3;
	r.workers = 4;
	more.bytes = 20;
	more.device_bytes = 250;
	more.written_bytes = 4;
	more.elapsed_ns = 2000000000;
	more.flags = RECORD_CACHED;
	record_add(&r, &more);
	assert_int_equal(r.amount, 2000000000);
	assert_int_equal(r.bytes, 30);
	assert_int_equal(r.elapsed_ns, 5000000000);
	assert_int_equal(r.user_ns, 200000000);
	assert_int_equal(r.system_ns, 2800000000);
	assert_int_equal(r.device_bytes, 750);
	assert_int_equal(r.written_bytes, 7);
	assert_int_equal(r.runs, 2);
	assert_int_equal(r.workers, 4);
	assert_int_equal(r.flags, RECORD_BUFFERED | RECORD_CACHED);
	assert_int_equal(record_rate(&r), 400000000);   /* of both together, not the mean of two rates */
}

static void keeps_unknown_and_the_first_error(void **state)
{
	struct record r = good, more = good;

	(void)state;
	r.device_bytes = 500;
	more.device_bytes = -1;
	record_add(&r, &more);
	assert_int_equal(r.device_bytes, -1);
	more.device_bytes = 40;
	record_add(&r, &more);
	assert_int_equal(r.device_bytes, -1);
	assert_int_equal(r.runs, 3);
	more.error = -EIO;
	more.failed = "read";
	record_add(&r, &more);
	more.error = -ENOSPC;
	more.failed = "write";
	record_add(&r, &more);
	assert_int_equal(r.error, -EIO);
	assert_string_equal(r.failed, "read");
}

static void takes_latencies(void **state)
{
	static struct histogram h;
	struct record r = good;

	(void)state;
	if (!ENABLED(CONFIG_LATENCY))
		skip();
	memset(&h, 0, sizeof h);
	record_set_latency(&r, &h);
	assert_int_equal(r.latency.count, 0);
	assert_int_equal(r.latency.max_ns, 0);
	for (int64_t i = 1; i <= 10000; i++)
		histogram_add(&h, i * 1000);
	record_set_latency(&r, &h);
	assert_int_equal(r.latency.count, 10000);
	assert_int_equal(r.latency.min_ns, 1000);
	assert_int_equal(r.latency.mean_ns, 5000500);
	assert_int_equal(r.latency.max_ns, 10000000);
	assert_in_range(r.latency.part_ns[RECORD_P50], 4920000, 5080000);
	assert_in_range(r.latency.part_ns[RECORD_P90], 8856000, 9144000);
	assert_in_range(r.latency.part_ns[RECORD_P95], 9348000, 9652000);
	assert_in_range(r.latency.part_ns[RECORD_P99], 9741600, 10000000);
	assert_in_range(r.latency.part_ns[RECORD_P999], 9830160, 10000000);
	assert_in_range(r.latency.part_ns[RECORD_P9999], 9839016, 10000000);
}

static void names_its_flags(void **state)
{
	(void)state;
	assert_string_equal(record_flag_name(RECORD_DIRECT), "direct");
	assert_string_equal(record_flag_name(RECORD_BUFFERED), "buffered");
	assert_string_equal(record_flag_name(RECORD_CACHED), "cached");
	assert_string_equal(record_flag_name(RECORD_COMPRESSED), "compressed");
	assert_string_equal(record_flag_name(RECORD_PARTIAL), "partial");
	assert_string_equal(record_flag_name(RECORD_SHORT), "short");
	assert_string_equal(record_flag_name(RECORD_FAILED), "failed");
	assert_string_equal(record_flag_name(RECORD_METADATA), "metadata-from-ram");
	assert_string_equal(record_flag_name(RECORD_SPARSE), "sparse");
}

/* As jq, another's parser, prints it. */
static const char *json_of(const struct record *r)
{
	static char text[4096], back[4096];
	struct out o = OUT_MEMORY(text);
	struct json j;

	json_start(&j, &o);
	record_json(&j, r);
	json_finish(&j);
	out_end(&o);
	assert_true(o.used < sizeof text - 1);
	assert_true(through("jq -c .", text, o.used, back, sizeof back) > 0);
	return back;
}

static void writes_json(void **state)
{
	struct record r = good;

	(void)state;
	if (!through_has("jq"))
		skip();
	r.bytes = 4096;
	r.device_bytes = 77;
	r.flags = RECORD_DIRECT | RECORD_SHORT;
	assert_string_equal(json_of(&r),
		"{\"write\":{\"unit\":\"bytes\",\"amount\":1000000000,\"bytes\":4096,\"elapsed_ns\":3000000000,"
		"\"user_ns\":100000000,\"system_ns\":1400000000,\"device_bytes\":77,\"runs\":1,\"workers\":1,"
		"\"per_second\":333333333,\"flags\":[\"direct\",\"short\"]}}\n");
}

/* A failure is never 0: the rate is null and the errno is beside it. */
static void writes_failures_as_json(void **state)
{
	struct record r = good;

	(void)state;
	if (!through_has("jq") || !ENABLED(CONFIG_LATENCY))
		skip();
	r.unit = RECORD_FILES;
	r.device_bytes = -1;
	r.flags = RECORD_FAILED;
	r.error = -EIO;
	r.failed = "read";
	r.latency = (struct record_latency){ 1, 2, 3, { 4, 5, 6, 7, 8, 9 }, 10 };
	assert_string_equal(json_of(&r),
		"{\"write\":{\"unit\":\"files\",\"amount\":1000000000,\"bytes\":0,\"elapsed_ns\":3000000000,"
		"\"user_ns\":100000000,\"system_ns\":1400000000,\"device_bytes\":null,\"runs\":1,\"workers\":1,"
		"\"per_second\":null,\"flags\":[\"failed\"],"
		"\"error\":{\"call\":\"read\",\"errno\":5,\"text\":\"Input/output error\"},"
		"\"latency_ns\":{\"count\":1,\"min\":2,\"mean\":3,\"p50\":4,\"p90\":5,\"p95\":6,\"p99\":7,"
		"\"p99.9\":8,\"p99.99\":9,\"max\":10}}}\n");
}

static const struct CMUnitTest tests[] = {
	FRESH(cuts_rates), FRESH(gives_nothing_that_was_not_measured), FRESH(tells_cpu_percent),
	FRESH(adds_repeats), FRESH(keeps_unknown_and_the_first_error), FRESH(takes_latencies),
	FRESH(names_its_flags), FRESH(writes_json), FRESH(writes_failures_as_json),
};

RUN_TESTS(tests)

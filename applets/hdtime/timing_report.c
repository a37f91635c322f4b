/* SPDX-License-Identifier: MIT */
/* timing_report.c - hdparm's lines, and what they don't tell: spread over runs,
 * the curve, flags. */
#include "hdtime.h"

#include "applet.h"
#include "json.h"
#include "number.h"
#include "out.h"
#include "statistics.h"

static void put_offset(struct out *o, uint64_t bytes)
{
	static const char units[][8] = { " bytes)", " kB)", " MB)", " GB)" };
	unsigned i = 0;

	for (; i < 3 && bytes % KIB == 0; i++)
		bytes /= KIB;
	out_filled(o, " (offset $", bytes);
	out_text(o, units[i]);
}

void timing_label(struct out *o, const struct run *r)
{
	out_text(o, " Timing ");
	if (ENABLED(CONFIG_HDTIME_MEMORY) && r->timing == MEMORY_READS) {
		out_filled(o, "memory reads ($ MB):", r->end / MIB);
		return;
	}
	out_text(o, r->target.direct ? "O_DIRECT " : r->timing == DISK_READS ? "buffered " : "");
	out_text(o, timing_name[r->timing].words);
	if (r->start)
		put_offset(o, r->start);
	out_char(o, ':');
}

/* a / b to the nearest. */
static uint64_t nearest(uint64_t value, uint64_t times, uint64_t divisor)
{
	return (number_multiply_divide(value, 2 * times, divisor) + 1) / 2;
}

/* MiB/s with two decimals, KiB/s below one MiB/s. */
static void put_rate(struct out *o, uint64_t per_second, bool kilo, int width)
{
	out_fixed(o, nearest(per_second, 100, kilo ? KIB : MIB), 2, width);
}

static const char *unit_of(bool kilo)
{
	return kilo ? " kB/sec\n" : " MB/sec\n";
}

/* MB is what was read of the device, once through; the rate is the steady one; the seconds are those
 * that so much takes at that rate, so that the three agree. They leave out the start, where a disk
 * spins up and readahead fills; the clock's own time is in JSON. */
void timing_line(const struct run *r)
{
	struct out *o = &out_stdout;
	uint64_t bytes = r->record.amount / r->passes;
	bool kilo = r->rate.per_second < MIB;

	timing_label(o, r);
	out_filled(o, r->timing == DISK_READS ? " $3 MB in " : "   $3 MB in ", nearest(bytes, 1, MIB));
	out_fixed(o, nearest(bytes, 100, r->rate.per_second), 2, 5);
	out_text(o, " seconds = ");
	put_rate(o, r->rate.per_second, kilo, 6);
	out_text(o, unit_of(kilo));
}

void timing_summary(struct run *r)
{
	struct out *o = &out_stdout;
	struct statistics s;
	bool kilo;

	statistics_of(r->rates[r->timing], r->runs[r->timing], &s);
	if (s.count < 2)
		return;
	kilo = s.median < MIB;
	out_filled(o, "  $ runs: median = ", s.count);
	put_rate(o, s.median, kilo, 0);
	out_text(o, ", min = ");
	put_rate(o, s.min, kilo, 0);
	out_text(o, ", max = ");
	put_rate(o, s.max, kilo, 0);
	out_texts(o, ", 95% interval of the ", s.of_median ? "median" : "mean", " = ", (char *)0);
	put_rate(o, s.low, kilo, 0);
	out_text(o, " to ");
	put_rate(o, s.high, kilo, 0);
	out_text(o, unit_of(kilo));
}

void timing_json(struct json *j, const struct run *r)
{
	static const char *const names[] = { "cached_rate", "memory_rate", "disk_rate" };

	record_json(j, &r->record);
	json_object(j, names[r->timing]);
	json_known(j, "steady_per_second", r->record.flags & RECORD_FAILED ? 0 : r->rate.per_second);
	json_number(j, "offset", r->start);
	json_number(j, "passes", r->passes);
	if (r->timing != DISK_READS) {
		json_number(j, "region_bytes", r->end);
	} else {
		json_number(j, "points", r->rate.points);
		json_bool(j, "ended", r->rate.ended);
		json_array(j, "curve_bytes");           /* of each second */
		for (unsigned i = 0; i < r->rate.seconds; i++)
			json_number(j, NULL, (uint64_t)r->rate.curve_kib[i] * KIB);
		json_end(j);
	}
	json_end(j);
}

static const struct json_field fields[] = {
#define FIELD(field) JSON_FIELD(JSON_VALUE, struct statistics, field, #field)
	FIELD(count), FIELD(median), FIELD(min), FIELD(max), FIELD(mean), FIELD(deviation),
#undef FIELD
};

void timing_summary_json(struct json *j, struct run *r)
{
	struct statistics s;

	statistics_of(r->rates[r->timing], r->runs[r->timing], &s);
	if (!s.count)
		return;
	json_object(j, timing_name[r->timing].key);
	json_text(j, "unit", "bytes per second");
	JSON_FIELDS(j, &s, fields);
	if (s.interval) {
		json_text(j, "interval_of", s.of_median ? "median" : "mean");
		json_number(j, "low", s.low);
		json_number(j, "high", s.high);
	}
	json_end(j);
}

/* SPDX-License-Identifier: MIT */
/* sequences.c - prints what must be the same on every processor: random numbers,
 * permutations, written data, arithmetic, percentiles, JSON. compare.sh holds the
 * output of a target's program against this machine's. */
#include "fill.h"
#include "histogram.h"
#include "json.h"
#include "number.h"
#include "out.h"
#include "random.h"
#include "record.h"
#include "size.h"
#include "statistics.h"

static struct out *o = &out_stdout;

static void line(const char *name, uint64_t n, uint64_t value)
{
	out_texts(o, name, " ", (char *)0);
	out_number(o, n, 0);
	out_text(o, ": ");
	out_number(o, value, 0);
	out_char(o, '\n');
}

static void show_random(void)
{
	for (uint64_t i = 0; i < 64; i++) {
		line("random", i, random_at(7, i << i % 40));
		line("below", i, random_below(7, i, 1000003 << i % 30));
		line("permutation", i, random_permute(i, i * 999983, UINT64_C(1) << 40));
		line("place", i, random_permute(42, i, 64));
	}
}

/* The bytes as they would stand on the disk. */
static void show_data(void)
{
	static uint64_t buffer[1024];
	const unsigned char *bytes = (const unsigned char *)buffer;
	struct fill fill;

	for (unsigned kind = FILL_RANDOM; kind <= FILL_BONNIE; kind++) {
		uint64_t sum = 0;

		fill_start(&fill, (enum fill_kind)kind, 3, buffer, sizeof buffer);
		for (unsigned block = 0; block < 4; block++) {
			for (unsigned i = 0; i < sizeof buffer; i++)
				sum = sum * 31 + bytes[i];
			fill_next(&fill, buffer, sizeof buffer);
		}
		fill_touch(buffer, sizeof buffer, 12345);
		for (unsigned i = 0; i < 16; i++)
			line("byte", i, bytes[i]);
		line("data", kind, sum);
	}
}

static void show_arithmetic(void)
{
	for (unsigned i = 0; i < 64; i++) {
		uint64_t a = random_at(1, i) >> i, b = random_at(2, i) >> i % 7 * 9, c = (random_at(3, i) >> i) + 1;

		line("quotient", i, a / c);
		line("rest", i, b % c);
		line("signed", i, (uint64_t)(-(int64_t)(a >> 1) / (int64_t)(c >> 1 | 1)));
		line("product", i, number_multiply_divide(a, b, c));
		line("root", i, number_square_root(b));
		out_fixed(o, a, i % 10, 30);
		size_print(o, a & ~UINT64_C(0) << i % 50);
		size_print_rough(o, b);
		out_char(o, '\n');
	}
}

static void show_statistics(void)
{
	static struct histogram h;
	struct record r = { "test", RECORD_FILES, RECORD_SHORT, 3, UINT64_C(1) << 40, 1234567890123, 5, 7, -1, 0, 1, 2, -5,
		"read", { 0 } };
	struct statistics s;
	uint64_t values[9];
	struct json j;

	for (unsigned i = 0; i < 5000; i++)
		histogram_add(&h, (int64_t)(random_at(9, i) >> (20 + i % 30)));
	for (uint32_t part = 100000; part < 1000000; part += 100000)
		line("percentile", part, histogram_percentile(&h, part));
	for (unsigned i = 0; i < 9; i++)
		values[i] = random_at(11, i) >> 20;
	statistics_of(values, 9, &s);
	line("median", s.median, s.deviation);
	line("interval", s.low, s.high);
	record_set_latency(&r, &h);
	json_start(&j, o);
	json_text(&j, "text", "a\"\\\n\x01\xc3\xa9\xff");
	json_number(&j, "large", UINT64_MAX);
	record_json(&j, &r);
	json_finish(&j);
}

int main(void)
{
	show_random();
	show_data();
	show_arithmetic();
	show_statistics();
	return out_flush(o) ? 1 : 0;
}

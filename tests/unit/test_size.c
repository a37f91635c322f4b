/* SPDX-License-Identifier: MIT */
/* test_size.c - sizes and times as users write them: bounds, units, overflow,
 * rubbish; and how they are printed. */
#include "test.h"

#include <string.h>

#include "out.h"
#include "size.h"

static void reads_numbers(void **state)
{
	static const struct { const char *text; uint64_t value; unsigned length; } good[] = {
		{ "0", 0, 1 }, { "007", 7, 3 }, { "42", 42, 2 }, { "4k", 4, 1 }, { "12:3", 12, 2 },
		{ "18446744073709551615", UINT64_MAX, 20 }, { "9,", 9, 1 },
	};
	static const char *const bad[] = {
		"", "-1", "+1", " 1", "k", "18446744073709551616", "18446744073709551620", "99999999999999999999",
		"184467440737095516150",
	};
	uint64_t value;

	(void)state;
	for (unsigned i = 0; i < COUNT(good); i++) {
		const char *at = good[i].text;

		assert_true(size_number(&at, &value));
		assert_int_equal(value, good[i].value);
		assert_int_equal(at - good[i].text, good[i].length);
	}
	for (unsigned i = 0; i < COUNT(bad); i++) {
		const char *at = bad[i];

		assert_false(size_number(&at, &value));
		assert_ptr_equal(at, bad[i]);
	}
}

static void reads_units(void **state)
{
	static const struct { const char *text, *units; uint32_t plain; uint64_t value; } good[] = {
		{ "4k", "km", 1, 4096 }, { "4K", "km", 1, 4096 }, { "3m", "km", 1, 3145728 }, { "3M", "kmg", 7, 3145728 },
		{ "2g", "kmgtp", 1, 2147483648 }, { "5t", "kmgtp", 1, 5497558138880 }, { "1P", "kmgtp", 1, 1125899906842624 },
		{ "300", "kmg", 1048576, 314572800 }, { "300", "", 1, 300 }, { "0", "k", 1024, 0 }, { "0k", "k", 1, 0 },
		{ "16383P", "kmgtp", 1, 18445618173802708992u }, { "8191p", "p", 1, 9222246136947933184 },
		{ "17592186044415", "", 1048576, 18446744073708503040u },
	};
	static const char *const bad[] = {
		"", "k", "4kk", "4kb", "4 k", "-4k", "4x", "4g", "4t", "1.5k", "4k ", "0x10", "4\xcb", "16384P",
		"18446744073709551616",
	};
	uint64_t value;

	(void)state;
	for (unsigned i = 0; i < COUNT(good); i++) {
		assert_true(size_parse(good[i].text, good[i].units, good[i].plain, &value));
		assert_int_equal(value, good[i].value);
	}
	for (unsigned i = 0; i < COUNT(bad); i++)
		assert_false(size_parse(bad[i], "km", 1, &value));
	assert_false(size_parse("16384p", "kmgtp", 1, &value));
	assert_false(size_parse("17592186044416", "", 1048576, &value));
	assert_false(size_parse("18446744073709551615", "k", 1024, &value));
}

/* The letter that isn't a unit is left for the caller: "-s 100:4k", "16k,". */
static void reads_lists(void **state)
{
	const char *text = "1g:64k:rest";
	uint64_t value;

	(void)state;
	assert_true(size_read(&text, "kmg", 1, &value));
	assert_int_equal(value, 1073741824);
	assert_string_equal(text, ":64k:rest");
	text++;
	assert_true(size_read(&text, "m", 1, &value));
	assert_int_equal(value, 64);
	assert_string_equal(text, "k:rest");
	assert_false(size_read(&text, "m", 1, &value));
}

static void reads_times(void **state)
{
	static const struct { const char *text; int64_t ns; } good[] = {
		{ "30", 30000000000 }, { "0", 0 }, { "2.5", 2500000000 }, { "0.5s", 500000000 }, { "500ms", 500000000 },
		{ "1.5ms", 1500000 }, { "20us", 20000 }, { "1m", 60000000000 }, { "1.5min", 90000000000 },
		{ "2h", 7200000000000 }, { "0.25h", 900000000000 }, { "0.000000001", 1 }, { "0.0000000019", 1 },
		{ "1.999999999", 1999999999 }, { "1000000000", 1000000000000000000 },
	};
	static const char *const bad[] = {
		"", ".5", "-1", "1x", "1ss", "1 s", "s", "ms", "1e3", "1.5.5", "1000000000h", "99999999999", "1,5",
		"18446744073709551616", "1S", "1300000h",
	};
	int64_t ns;

	(void)state;
	for (unsigned i = 0; i < COUNT(good); i++) {
		assert_true(size_parse_time(good[i].text, &ns));
		assert_int_equal(ns, good[i].ns);
	}
	for (unsigned i = 0; i < COUNT(bad); i++)
		assert_false(size_parse_time(bad[i], &ns));
}

static const char *printed(void (*print)(struct out *o, uint64_t bytes), uint64_t bytes)
{
	static char text[32];
	struct out o = OUT_MEMORY(text);

	print(&o, bytes);
	return out_end(&o);
}

static void prints_exactly(void **state)
{
	static const struct { uint64_t bytes; const char *text; } rows[] = {
		{ 0, "0" }, { 1, "1" }, { 300, "300" }, { 1023, "1023" }, { 1024, "1k" }, { 1025, "1025" },
		{ 16384, "16k" }, { 536870912, "512M" }, { 1572864, "1536k" }, { 1073741824, "1G" },
		{ 1099511627776, "1T" }, { 1125899906842624, "1P" }, { 1152921504606846976, "1024P" },
		{ UINT64_MAX, "18446744073709551615" },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_string_equal(printed(size_print, rows[i].bytes), rows[i].text);
}

static void prints_for_people(void **state)
{
	static const struct { uint64_t bytes; const char *text; } rows[] = {
		{ 0, "0 B" }, { 1, "1 B" }, { 1023, "1023 B" }, { 1024, "1.0 KiB" }, { 1536, "1.5 KiB" },
		{ 10239, "9.9 KiB" }, { 10240, "10 KiB" }, { 1048575, "1023 KiB" }, { 1610612736, "1.5 GiB" },
		{ 536870912, "512 MiB" }, { 3000000000000, "2.7 TiB" }, { 1125899906842624, "1.0 PiB" },
		{ 1152921504606846976, "1.0 EiB" }, { UINT64_MAX, "15 EiB" },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_string_equal(printed(size_print_rough, rows[i].bytes), rows[i].text);
}

static void three_digits(struct out *o, uint64_t bytes)
{
	size_print_digits(o, bytes, 3);
}

static void prints_rates(void **state)
{
	static const struct { uint64_t bytes; const char *text; } rows[] = {
		{ 999, "999 B" }, { 1024, "1.00 KiB" }, { 2000000, "1.90 MiB" }, { 20000000, "19.0 MiB" },
		{ 200000000, "190 MiB" }, { 10485759, "9.99 MiB" }, { UINT64_MAX, "15.9 EiB" },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_string_equal(printed(three_digits, rows[i].bytes), rows[i].text);
}

/* What is printed exactly reads back as the same. */
static void reads_what_it_printed(void **state)
{
	uint64_t back;

	(void)state;
	for (uint64_t bytes = 1; bytes < 1ull << 60; bytes = bytes * 3 + (bytes % 5) * 1024) {
		assert_true(size_parse(printed(size_print, bytes), "kmgtp", 1, &back));
		assert_int_equal(back, bytes);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(reads_numbers),
	cmocka_unit_test(reads_units),
	cmocka_unit_test(reads_lists),
	cmocka_unit_test(reads_times),
	cmocka_unit_test(prints_exactly),
	cmocka_unit_test(prints_for_people), cmocka_unit_test(prints_rates),
	cmocka_unit_test(reads_what_it_printed),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_out.c - integers, fixed point, columns; what happens at a buffer's end
 * and when a write is short or fails. */
#include "test.h"

#include <string.h>

#include "out.h"

static char room[96];

static const char *text_of(void (*print)(struct out *o))
{
	struct out o = OUT_MEMORY(room);

	memset(room, '#', sizeof room);
	print(&o);
	return out_end(&o);
}

static void numbers(struct out *o)
{
	out_number(o, 0, 0);
	out_char(o, '|');
	out_number(o, 1234, 6);
	out_char(o, '|');
	out_number(o, 1234, -6);
	out_char(o, '|');
	out_number(o, 1234, 2);
	out_char(o, '|');
	out_number(o, UINT64_MAX, 0);
}

static void prints_numbers(void **state)
{
	(void)state;
	assert_string_equal(text_of(numbers), "0|  1234|1234  |1234|18446744073709551615");
}

static void prints_fixed_point(void **state)
{
	static const struct { uint64_t value; unsigned decimals; int width; const char *text; } rows[] = {
		{ 1234, 2, 0, "12.34" }, { 5, 2, 0, "0.05" }, { 0, 3, 0, "0.000" }, { 0, 0, 0, "0" }, { 7, 0, 3, "  7" },
		{ 99, 1, 6, "   9.9" }, { 100, 2, -6, "1.00  " }, { 1000000000, 9, 0, "1.000000000" },
		{ 999999999, 9, 0, "0.999999999" }, { UINT64_MAX, 1, 0, "1844674407370955161.5" }, { 10, 1, 0, "1.0" },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++) {
		struct out o = OUT_MEMORY(room);

		out_fixed(&o, rows[i].value, rows[i].decimals, rows[i].width);
		assert_string_equal(out_end(&o), rows[i].text);
	}
}

static void filled(struct out *o)
{
	out_filled(o, "$ of $6 bytes, $", 1234);
	out_filled(o, "", 5);
	out_filled(o, "|no number|", 5);
	out_filled(o, "$2$1", UINT64_MAX);
}

static void fills_texts(void **state)
{
	(void)state;
	assert_string_equal(text_of(filled), "1234 of   1234 bytes, 1234|no number|1844674407370955161518446744073709551615");
}

static void texts(struct out *o)
{
	out_text(o, "a");
	out_texts(o, "b", "", "cd", (char *)0);
	out_pad(o, "x", 3);
	out_pad(o, "y", -3);
	out_pad(o, "long", 2);
	out_pad(o, "long", -2);
	out_pad(o, "", 2);
	out_char(o, '.');
}

static void prints_columns(void **state)
{
	(void)state;
	assert_string_equal(text_of(texts), "abcd  xy  longlong  .");
}

/* Too much for the memory: cut, ended, and nothing behind it touched. */
static void cuts_at_its_end(void **state)
{
	struct { char text[8]; char behind[8]; } both;
	struct out o = OUT_MEMORY(both.text);

	(void)state;
	memset(&both, '#', sizeof both);
	out_text(&o, "1234567");
	assert_string_equal(out_end(&o), "1234567");
	out_text(&o, "89abc");
	assert_string_equal(out_end(&o), "1234567");
	assert_memory_equal(both.behind, "########", 8);
	assert_int_equal(out_flush(&o), 0);
}

static void writes_what_it_buffered(void **state)
{
	char small[16];
	struct out o = OUT_FD(1, small);
	char wanted[301];

	(void)state;
	for (int i = 0; i < 300; i++) {
		wanted[i] = (char)('a' + i % 26);
		out_char(&o, wanted[i]);
	}
	wanted[300] = 0;
	assert_int_equal(out_flush(&o), 0);
	assert_string_equal(fake_out(), wanted);
	assert_in_range(fake->out_writes, 19, 20);      /* 300 / 16, not a call a character */
	assert_int_equal(out_flush(&o), 0);
	assert_string_equal(fake_out(), "");
}

static void keeps_what_is_not_flushed(void **state)
{
	char small[16];
	struct out o = OUT_FD(1, small);

	(void)state;
	out_text(&o, "wait");
	assert_string_equal(fake_out(), "");
	assert_int_equal(fake->out_writes, 0);
	out_flush(&o);
	assert_string_equal(fake_out(), "wait");
}

static void takes_up_short_writes(void **state)
{
	char small[16];
	struct out o = OUT_FD(1, small);

	(void)state;
	fake->out_most = 3;
	out_text(&o, "0123456789 0123456789 0123456789");
	assert_int_equal(out_flush(&o), 0);
	assert_string_equal(fake_out(), "0123456789 0123456789 0123456789");
}

/* The first error stays; what follows is dropped and does not hang. */
static void keeps_its_first_error(void **state)
{
	char small[16];
	struct out o = OUT_FD(1, small);

	(void)state;
	fake->out_error = -ENOSPC;
	out_text(&o, "a text that is longer than the buffer");
	assert_int_equal(out_flush(&o), -ENOSPC);
	fake->out_error = -EIO;
	out_text(&o, "another text that is longer than that");
	assert_int_equal(out_flush(&o), -ENOSPC);
	assert_int_equal(fake->out_writes, 1);
	assert_int_equal(o.error, -ENOSPC);
}

/* A write that takes nothing and gives no error is an error, as in io_write(). */
static void ends_when_nothing_is_accepted(void **state)
{
	char small[16];
	struct out o = OUT_FD(1, small);

	(void)state;
	fake->out_stalls = 1000;
	out_text(&o, "text");
	assert_int_equal(out_flush(&o), -EIO);
	assert_in_range(fake->out_writes, 1, 3);
}

static void knows_stdout_and_stderr(void **state)
{
	(void)state;
	out_text(&out_stdout, "result");
	out_text(&out_stderr, "message");
	out_flush(&out_stdout);
	out_flush(&out_stderr);
	assert_string_equal(fake_out(), "result");
	assert_string_equal(fake_err(), "message");
}

static const struct CMUnitTest tests[] = {
	FRESH(prints_numbers), FRESH(fills_texts), FRESH(prints_fixed_point), FRESH(prints_columns), FRESH(cuts_at_its_end),
	FRESH(writes_what_it_buffered), FRESH(keeps_what_is_not_flushed), FRESH(takes_up_short_writes),
	FRESH(keeps_its_first_error), FRESH(ends_when_nothing_is_accepted), FRESH(knows_stdout_and_stderr),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* report_classic.c - the table and the HTML row of Bonnie of 1996, to the byte. Its columns are in the
 * order write, block, rewrite, though rewriting ran second. */
#include "bonnie.h"

#include "number.h"
#include "out.h"

enum { NAME = 8, MEGABYTES = 4, RATE = 5, CPU = 4 };

/* Tenths, rounded as printf does. */
static uint64_t tenths(uint64_t amount, uint64_t per, int64_t elapsed_ns)
{
	uint64_t twice = number_multiply_divide(amount, per * 20, (uint64_t)elapsed_ns);

	return twice / 2 + twice % 2;
}

/* K/sec, or seeks a second. */
static void put_rate(struct out *o, const struct record *r)
{
	if (r->unit == RECORD_BYTES)
		out_number(o, record_kib_rate(r), 0);
	else
		out_fixed(o, tenths(r->amount, NS_PER_S, r->elapsed_ns), 1, 0);
}

static void put_cpu(struct out *o, const struct record *r)
{
	out_fixed(o, tenths((uint64_t)(r->user_ns + r->system_ns), 100, r->elapsed_ns), 1, 0);
}

/* Rate and CPU of one test, in the table or in HTML, where wide is 0 for the bytes. */
static void cells(const struct bonnie *b, enum test test, bool html, int wide)
{
	const struct record *r = &b->records[test];
	report_rate *const put[] = { put_rate, put_cpu };
	bool measured = record_measured(r), hidden = measured && report_too_short(b->o, r), marked = report_mark(r) == '*';

	for (unsigned i = 0; i < 2; i++) {
		char text[24];
		struct out o = OUT_MEMORY(text);

		if (hidden)
			out_text(&o, i ? "+++" : "+++++");
		else if (measured)
			put[i](&o, r);
		else if (r->name && !i)
			out_text(&o, "fail");
		if (html && !i && measured && marked)
			out_char(&o, '*');
		out_text(&out_stdout, html ? "<TD>" : i && marked ? "*" : " ");
		out_pad(&out_stdout, out_end(&o), i ? CPU : wide);
		out_text(&out_stdout, html ? "</TD>" : "");
	}
}

/* The original puts the label into its row as it is. */
static void escaped(const char *text)
{
	for (; *text; text++)
		if (*text == '<')
			out_text(&out_stdout, "&lt;");
		else if (*text == '>')
			out_text(&out_stdout, "&gt;");
		else if (*text == '&')
			out_text(&out_stdout, "&amp;");
		else
			out_char(&out_stdout, *text);
}

static void html_row(const struct bonnie *b)
{
	out_text(&out_stdout, "<TR><TD>");
	escaped(b->o->machine);
	out_text(&out_stdout, "</TD><TD>");
	out_number(&out_stdout, b->o->size / MIB, 0);
	out_text(&out_stdout, "</TD>");
	for (enum test t = PUTC; t < IO_TESTS; t++)
		cells(b, t, true, t == SEEKS ? RATE : 0);
	out_text(&out_stdout, "</TR>\n");
}

static void table(const struct bonnie *b)
{
	static const int columns[] = { NAME + 1 + MEGABYTES + 1, RATE, RATE + 1 + CPU + 1 };
	int length = 0;

	out_text(&out_stdout,
	         "              -------Sequential Output-------- ---Sequential Input-- --Random--\n"
	         "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n"
	         "Machine    MB");
	report_units(" K/sec %CPU", "  /sec %CPU");
	for (; length < NAME && b->o->machine[length]; length++)
		out_char(&out_stdout, b->o->machine[length]);
	out_pad(&out_stdout, "", NAME - length);
	out_char(&out_stdout, ' ');
	out_number(&out_stdout, b->o->size / MIB, MEGABYTES);
	for (enum test t = PUTC; t < IO_TESTS; t++)
		cells(b, t, false, RATE);
	out_char(&out_stdout, '\n');
	report_spread(b, PUTC, IO_TESTS, put_rate, columns);
}

void report_classic(const struct bonnie *b)
{
	if (b->o->html)
		html_row(b);
	else
		table(b);
}

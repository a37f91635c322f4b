/* SPDX-License-Identifier: MIT */
/* report103.c - the table and the 27-field CSV line of Bonnie++ 1.03. */
#include "bonnie.h"

#include <string.h>

#include "out.h"

enum { LABEL = 20, VALUE = 5 };

static const int columns[] = { LABEL - 1, 1 + VALUE, 1 + VALUE + 1 + 3 };

/* The rate as text: K/s for bytes, else a second; seeks with one decimal, in the table only below 1000. */
static void put_rate(struct out *o, const struct options *options, const struct record *r, bool table)
{
	uint64_t tenths = record_rate_tenths(r);

	if (report_too_short(options, r))
		out_text(o, "+++++");
	else if (r->unit == RECORD_BYTES)
		out_number(o, record_kib_rate(r), 0);
	else if (r->unit == RECORD_OPERATIONS && (!table || tenths < 10000))
		out_fixed(o, tenths, 1, 0);
	else
		out_number(o, record_rate(r), 0);
}

static void put_bound(struct out *o, const struct options *options, const struct record *r)
{
	put_rate(o, options, r, true);
}

static void put_cpu(struct out *o, const struct options *options, const struct record *r, int width)
{
	if (report_too_short(options, r))
		out_text(o, "+++");
	else
		out_number(o, record_cpu_percent(r), width);
}

static void cell(const struct bonnie *b, enum test test)
{
	const struct record *r = &b->records[test];
	char text[24];
	struct out o = OUT_MEMORY(text);

	if (!record_measured(r)) {
		out_pad(&out_stdout, r->name ? "failed" : "", 1 + VALUE + 1 + 3);
		return;
	}
	put_rate(&o, b->o, r, true);
	out_char(&out_stdout, ' ');
	out_pad(&out_stdout, out_end(&o), VALUE);
	out_char(&out_stdout, report_mark(r));
	put_cpu(&out_stdout, b->o, r, 3);
}

static void header(const struct bonnie *b, const char *line)
{
	out_text(&out_stdout, b->o->size ? "                    " : "Version  1.03       ");
	out_texts(&out_stdout, line, "\n", (char *)0);
}

/* The name cut to what the size leaves of 19 columns. */
static void put_label(const struct options *o, const char *size)
{
	int room = LABEL - 1 - (int)strlen(size) - (*size != 0), length = 0;

	for (; length < room && o->machine[length]; length++)
		out_char(&out_stdout, o->machine[length]);
	out_pad(&out_stdout, size, LABEL - 1 - length);
}

static void io_table(const struct bonnie *b)
{
	char text[32];
	struct out o = OUT_MEMORY(text);

	report_size_label(&o, b->o);
	out_end(&o);
	out_text(&out_stdout,
	         "Version  1.03       ------Sequential Output------ --Sequential Input- --Random-\n"
	         "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n");
	out_text(&out_stdout, b->o->chunk != BONNIE_CHUNK ? "Machine   Size:chnk" : "Machine        Size");
	out_text(&out_stdout, " K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n");
	put_label(b->o, text);
	for (enum test t = PUTC; t < IO_TESTS; t++)
		cell(b, t);
	out_char(&out_stdout, '\n');
	report_spread(b, PUTC, IO_TESTS, put_bound, columns);
}

static void files_table(const struct bonnie *b)
{
	char text[64];
	struct out o = OUT_MEMORY(text);
	const char *unit = report_files_unit(b->o);

	report_files_label(&o, b->o);
	header(b, "------Sequential Create------ --------Random Create--------");
	if (b->o->size)
		out_text(&out_stdout, "                    ");
	else {
		put_label(b->o, "");
		out_char(&out_stdout, ' ');
	}
	out_text(&out_stdout, "-Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n");
	out_pad(&out_stdout, unit, LABEL - 1);
	out_text(&out_stdout, "  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n");
	out_pad(&out_stdout, out_end(&o), LABEL - 1);
	for (enum test t = SEQ_CREATE; t < TESTS; t++)
		cell(b, t);
	out_char(&out_stdout, '\n');
	report_spread(b, SEQ_CREATE, TESTS, put_bound, columns);
}

void report103_text(const struct bonnie *b)
{
	if (b->o->size)
		io_table(b);
	if (b->o->files)
		files_table(b);
}

static void field(const struct bonnie *b, enum test test)
{
	const struct record *r = &b->records[test];

	out_char(&out_stdout, ',');
	if (!record_measured(r) || r->flags & RECORD_PARTIAL) {
		out_char(&out_stdout, ',');
		return;
	}
	put_rate(&out_stdout, b->o, r, false);
	out_char(&out_stdout, ',');
	put_cpu(&out_stdout, b->o, r, 0);
}

void report103_csv(const struct bonnie *b)
{
	out_texts(&out_stdout, b->o->machine, ",", (char *)0);
	if (b->o->size)
		report_size_label(&out_stdout, b->o);
	for (enum test t = PUTC; t < IO_TESTS; t++)
		field(b, t);
	out_char(&out_stdout, ',');
	if (b->o->files)
		report_files_label(&out_stdout, b->o);
	for (enum test t = SEQ_CREATE; t < TESTS; t++)
		field(b, t);
	out_char(&out_stdout, '\n');
}

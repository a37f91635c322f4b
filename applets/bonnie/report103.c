/* SPDX-License-Identifier: MIT */
/* report103.c - the table and the 27-field CSV line of Bonnie++ 1.03. */
#include "bonnie.h"

#include "out.h"

enum { LABEL = 20 };

/* K/s for bytes, else a second; seeks with one decimal. */
static void put_rate(struct out *o, const struct record *r)
{
	if (r->unit == RECORD_BYTES)
		out_number(o, record_kib_rate(r), 0);
	else if (r->unit == RECORD_OPERATIONS)
		out_fixed(o, record_rate_tenths(r), 1, 0);
	else
		out_number(o, record_rate(r), 0);
}

/* In the table the decimal is there only below 1000. */
static void put_table_rate(struct out *o, const struct record *r)
{
	if (r->unit == RECORD_OPERATIONS && record_rate(r) >= 1000)
		out_number(o, record_rate(r), 0);
	else
		put_rate(o, r);
}

static void header(const struct bonnie *b, const char *line)
{
	out_text(&out_stdout, b->o->size ? "                    " : "Version  1.03       ");
	out_texts(&out_stdout, line, "\n", (char *)0);
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
	report_label(b->o, text);
	report_row(b, PUTC, put_table_rate);
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
		report_label(b->o, "");
		out_char(&out_stdout, ' ');
	}
	out_text(&out_stdout, "-Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n");
	out_pad(&out_stdout, unit, LABEL - 1);
	out_text(&out_stdout, "  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n");
	out_pad(&out_stdout, out_end(&o), LABEL - 1);
	report_row(b, SEQ_CREATE, put_table_rate);
}

void report103_text(const struct bonnie *b)
{
	if (b->o->size)
		io_table(b);
	if (b->o->files)
		files_table(b);
}

void report103_csv(const struct bonnie *b)
{
	out_texts(&out_stdout, b->o->machine, ",", (char *)0);
	if (b->o->size)
		report_size_label(&out_stdout, b->o);
	report_fields(b, PUTC, put_rate);
	out_char(&out_stdout, ',');
	if (b->o->files)
		report_files_label(&out_stdout, b->o);
	report_fields(b, SEQ_CREATE, put_rate);
	out_char(&out_stdout, '\n');
}

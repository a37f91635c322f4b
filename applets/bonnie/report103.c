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

static const char version[] = "Version  1.03       ", blank[] = "                    ";

static void io_table(const struct bonnie *b)
{
	char text[32];
	struct out o = OUT_MEMORY(text);

	report_size_label(&o, b->o);
	out_texts(&out_stdout, version, "------Sequential Output------ --Sequential Input- --Random-\n",
	          blank, "-Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n",
	          b->o->chunk != BONNIE_CHUNK ? "Machine   Size:chnk" : "Machine        Size",
	          " K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n", (char *)0);
	report_label(b->o, out_end(&o));
	report_row(b, PUTC, put_table_rate);
}

void report103_text(const struct bonnie *b)
{
	bool alone = !b->o->size;

	if (!alone)
		io_table(b);
	if (b->o->files)
		report_files(b, alone ? version : blank, alone, LABEL - 1, put_table_rate);
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

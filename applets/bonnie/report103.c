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

void report_rate_cut(struct out *o, const struct record *r)
{
	if (r->unit == RECORD_OPERATIONS && record_rate(r) >= 1000)
		out_number(o, record_rate(r), 0);
	else
		put_rate(o, r);
}

void report103_text(const struct bonnie *b)
{
	static const char version[] = "Version  1.03       ";
	bool alone = !b->o->size;

	if (!alone)
		report_io(b, version, b->o->chunk != BONNIE_CHUNK ? "Machine   Size:chnk" : "Machine        Size",
		          " K/sec %CP", report_size_label, report_rate_cut);
	if (b->o->files)
		report_files(b, alone ? version : report_blank, alone, LABEL - 1, report_rate_cut);
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

/* SPDX-License-Identifier: MIT */
/* report_percentiles.c - what single operations took, a row for each test. */
#include "bonnie.h"

#include "out.h"

enum { LABEL = 12, VALUE = 9 };

/* Three digits at least: 950us, 12.3ms, 4.56s. */
static void put_time(struct out *o, uint64_t ns)
{
	static const struct {
		uint32_t below, unit;           /* ns */
		unsigned char decimals;
		char name[3];
	} rows[] = {
		{ 10000, 10, 2, "us" }, { 1000000, 1000, 0, "us" }, { 1000000000, 100000, 1, "ms" }, { 0, 10000000, 2, "s" },
	}, *row = rows;
	char text[24];
	struct out t = OUT_MEMORY(text);

	while (row->below && ns >= row->below)
		row++;
	out_fixed(&t, ns / row->unit, row->decimals, 0);
	out_text(&t, row->name);
	out_pad(o, out_end(&t), VALUE);
}

void report_percentiles(const struct bonnie *b, struct out *o)
{
	out_text(o, "Latency           50 %     90 %     99 %   99.9 %  99.99 %      max\n");
	for (enum test t = PUTC; t < TESTS; t++) {
		const struct record_latency *l = &b->records[t].latency;

		if (!l->count)
			continue;
		out_pad(o, report_names[t], -LABEL);
		for (unsigned part = RECORD_P50; part < RECORD_PARTS; part++)
			if (part != RECORD_P95)
				put_time(o, l->part_ns[part]);
		put_time(o, l->max_ns);
		out_char(o, '\n');
	}
}

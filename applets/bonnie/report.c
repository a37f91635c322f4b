/* SPDX-License-Identifier: MIT */
/* report.c - what the two reports share: labels, and the choice between them. */
#include "bonnie.h"

#include <string.h>

#include "applet.h"
#include "number.h"
#include "out.h"
#include "size.h"

enum { HIDE_BELOW_MS = 500, LABEL = 20, RATE = 5, CPU = 3 };

bool report_too_short(const struct options *o, const struct record *r)
{
	return o->strict && r->elapsed_ns < HIDE_BELOW_MS * NS_PER_MS;
}

char report_mark(const struct record *r)
{
	return r->flags & RECORD_PARTIAL ? '*' : ' ';
}

static void explain_mark(const struct bonnie *b)
{
	bool marked = false;

	for (enum test t = 0; t < TESTS; t++)
		marked |= record_measured(&b->records[t]) && report_mark(&b->records[t]) == '*';
	if (marked && !(options_classic(b->o) && b->o->html))
		out_text(&out_stdout, "* stopped before its end: the rate until then\n");
}

void report_size(struct out *o, uint64_t size)
{
	bool whole = size % GIB == 0;

	out_number(o, size / (whole ? GIB : MIB), 0);
	out_char(o, whole ? 'G' : 'M');
}

void report_size_label(struct out *o, const struct options *options)
{
	report_size(o, options->size);
	if (options->chunk != BONNIE_CHUNK) {
		out_char(o, ':');
		size_print(o, options->chunk);
	}
}

void report_number(struct out *o, char before, uint32_t value)
{
	out_char(o, before);
	out_count(o, value);
}

void report_files_label(struct out *o, const struct options *options)
{
	out_count(o, options->files / 1024);
	if (options_links(options))
		out_text(o, options->links == LINKS_HARD ? ":link" : ":symlink");
	else if (options_file_max(options)) {
		report_number(o, ':', options->file_max);
		report_number(o, ':', options->file_min);
	}
	if (options_tree(options))
		report_number(o, '/', options->directories);
}

static void spread_row(const struct bonnie *b, enum test first_test, enum test end, bool high,
                       report_rate *put, const int columns[3])
{
	out_pad(&out_stdout, high ? "95 % to" : "95 % from", -columns[0]);
	for (enum test t = first_test; t < end; t++) {
		const struct spread *s = &b->figures->spread[t];
		struct record r = b->records[t];
		char text[24];
		struct out o = OUT_MEMORY(text);

		if (record_measured(&r)) {
			/* A bound is printed as the figure itself. */
			r.amount = high ? s->high : s->low;
			r.elapsed_ns = 1000 * NS_PER_S;
			if (s->count)
				put(&o, &r);
			else
				out_char(&o, '?');
		}
		out_pad(&out_stdout, out_end(&o), columns[t == first_test ? 1 : 2]);
	}
	out_char(&out_stdout, '\n');
}

bool report_spread_known(const struct figures *f, enum test first, enum test end)
{
	unsigned known = 0;

	for (enum test t = first; ENABLED(CONFIG_BONNIE_QUICK) && t < end; t++)
		known += f->spread[t].count;
	return known;
}

void report_spread(const struct bonnie *b, enum test first_test, enum test end, report_rate *put, const int columns[3])
{
	if (!report_spread_known(b->figures, first_test, end))
		return;
	spread_row(b, first_test, end, false, put, columns);
	spread_row(b, first_test, end, true, put, columns);
}

/* ---- tables and lines of Bonnie++ ---- */

void report_label(const struct options *o, const char *size)
{
	int room = LABEL - 1 - (int)strlen(size) - (*size != 0), length = 0;

	for (; length < room && o->machine[length]; length++)
		out_char(&out_stdout, o->machine[length]);
	out_pad(&out_stdout, size, LABEL - 1 - length);
}

static void cell(const struct bonnie *b, enum test test, report_rate *put)
{
	const struct record *r = &b->records[test];
	bool hidden = report_too_short(b->o, r);
	char text[24];
	struct out o = OUT_MEMORY(text);

	if (!record_measured(r)) {
		out_pad(&out_stdout, r->name ? "failed" : "", 1 + RATE + 1 + CPU);
		return;
	}
	put(&o, r);
	out_char(&out_stdout, ' ');
	out_pad(&out_stdout, hidden ? "+++++" : out_end(&o), RATE);
	out_char(&out_stdout, report_mark(r));
	if (hidden)
		out_text(&out_stdout, "+++");
	else
		out_number(&out_stdout, record_cpu_percent(r), CPU);
}

void report_row(const struct bonnie *b, enum test first, report_rate *put)
{
	static const int columns[] = { LABEL - 1, 1 + RATE, 1 + RATE + 1 + CPU };

	for (enum test t = first; t < first + IO_TESTS; t++)
		cell(b, t, put);
	out_char(&out_stdout, '\n');
	report_spread(b, first, first + IO_TESTS, put, columns);
}

static const char *files_unit(const struct options *options)
{
	if (!options_file_max(options) && !options_links(options))
		return "files";
	return options->file_min ? "files:max:min" : "files:max";
}

const char report_blank[] = "                    ";

void report_units(const char *bytes, const char *others)
{
	for (enum test t = 0; t < IO_TESTS; t++)
		out_text(&out_stdout, t < SEEKS ? bytes : others);
	out_char(&out_stdout, '\n');
}

void report_io(const struct bonnie *b, const char *head, const char *label, const char *unit,
               void (*put_label)(struct out *o, const struct options *options), report_rate *put)
{
	char text[64];
	struct out o = OUT_MEMORY(text);

	put_label(&o, b->o);
	out_texts(&out_stdout, head, "------Sequential Output------ --Sequential Input- --Random-\n",
	          report_blank, "-Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n", label, (char *)0);
	report_units(unit, "  /sec %CP");
	report_label(b->o, out_end(&o));
	report_row(b, PUTC, put);
}

void report_files(const struct bonnie *b, const char *head, bool named, int unit, report_rate *put)
{
	char text[64];
	struct out o = OUT_MEMORY(text);

	report_files_label(&o, b->o);
	out_texts(&out_stdout, head, "------Sequential Create------ --------Random Create--------\n", (char *)0);
	if (named)
		report_label(b->o, "");
	else
		out_pad(&out_stdout, "", LABEL - 1);
	for (unsigned i = 0; i < 2; i++)
		out_text(&out_stdout, " -Create-- --Read--- -Delete--");
	out_char(&out_stdout, '\n');
	out_pad(&out_stdout, files_unit(b->o), unit);
	report_units("  /sec %CP", "  /sec %CP");
	out_pad(&out_stdout, out_end(&o), LABEL - 1);
	report_row(b, SEQ_CREATE, put);
}

void report_fields(const struct bonnie *b, enum test first, report_rate *put)
{
	for (const struct record *r = b->records + first; r < b->records + first + IO_TESTS; r++) {
		out_char(&out_stdout, ',');
		if (!record_measured(r) || r->flags & RECORD_PARTIAL) {
			out_char(&out_stdout, ',');
		} else if (report_too_short(b->o, r)) {
			out_text(&out_stdout, "+++++,+++");
		} else {
			put(&out_stdout, r);
			report_number(&out_stdout, ',', record_cpu_percent(r));
		}
	}
}

/* ---- which report ---- */

void report_text(const struct bonnie *b)
{
	if (options_classic(b->o))
		report_classic(b);
	else if (ENABLED(CONFIG_BONNIE_REPORT2) && b->o->report == REPORT_200)
		report200_text(b);
	else
		report103_text(b);
	explain_mark(b);
	if (ENABLED(CONFIG_LATENCY) && b->o->percentiles)
		report_percentiles(b, &out_stdout);
	out_flush(&out_stdout);
}

void report_csv(const struct bonnie *b)
{
	if (ENABLED(CONFIG_BONNIE_REPORT2) && b->o->report == REPORT_200)
		report200_csv(b);
	else
		report103_csv(b);
	out_flush(&out_stdout);
}

void report_csv_header(const struct options *o)
{
	bool old = !ENABLED(CONFIG_BONNIE_REPORT2) || o->report == REPORT_103;

	out_text(&out_stdout, old ? "name,file_size"
	         : "format_version,bonnie_version,name,concurrency,seed,file_size,io_chunk_size,num_seeks,num_seekers");
	for (enum test t = 0; t < TESTS; t++) {
		if (t == SEQ_CREATE)
			out_text(&out_stdout, old ? ",num_files" : ",num_files,max_size,min_size,num_dirs,file_chunk_size");
		out_texts(&out_stdout, ",", report_names[t], ",", report_names[t], "_cpu", (char *)0);
	}
	for (enum test t = 0; !old && t < TESTS; t++)
		out_texts(&out_stdout, ",", report_names[t], "_latency", (char *)0);
	out_char(&out_stdout, '\n');
}

/* SPDX-License-Identifier: MIT */
/* report.c - what the two reports share: labels, and the choice between them. */
#include "bonnie.h"

#include "applet.h"
#include "number.h"
#include "out.h"
#include "size.h"

enum { HIDE_BELOW_MS = 500 };

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
	if (marked && !b->o->html)
		out_text(&out_stdout, "* stopped before its end: the rate until then\n");
}

/* Whole MiB, or GiB when it is whole GiB; the original knows no other. */
static void size_label(struct out *o, uint64_t size)
{
	bool whole = size % GIB == 0;

	out_number(o, size / (whole ? GIB : MIB), 0);
	out_char(o, whole ? 'G' : 'M');
}

void report_size_label(struct out *o, const struct options *options)
{
	size_label(o, options->size);
	if (options->chunk != BONNIE_CHUNK) {
		out_char(o, ':');
		size_print(o, options->chunk);
	}
}

const char *report_files_unit(const struct options *options)
{
	if (!options_file_max(options) && !options_links(options))
		return "files";
	return options->file_min ? "files:max:min" : "files:max";
}

void report_files_label(struct out *o, const struct options *options)
{
	out_number(o, options->files / KIB, 0);
	if (options_links(options))
		out_text(o, options->links == LINKS_HARD ? ":link" : ":symlink");
	else if (options_file_max(options)) {
		out_char(o, ':');
		out_number(o, options->file_max, 0);
		out_char(o, ':');
		out_number(o, options->file_min, 0);
	}
	if (options_tree(options)) {
		out_char(o, '/');
		out_number(o, options->directories, 0);
	}
}

/* A record whose rate is `per_1000_s`: a bound of an interval is printed as the figure itself. */
static struct record bound(const struct record *r, uint64_t per_1000_s)
{
	return (struct record){ .name = r->name, .unit = r->unit, .amount = per_1000_s, .elapsed_ns = 1000 * NS_PER_S };
}

static void spread_row(const struct bonnie *b, enum test first_test, enum test end, bool high,
                       void (*put)(struct out *o, const struct options *options, const struct record *r),
                       const int columns[3])
{
	out_pad(&out_stdout, high ? "95 % to" : "95 % from", -columns[0]);
	for (enum test t = first_test; t < end; t++) {
		const struct spread *s = &b->figures->spread[t];
		struct record r = bound(&b->records[t], high ? s->high : s->low);
		char text[24];
		struct out o = OUT_MEMORY(text);

		if (s->count && record_measured(&b->records[t]))
			put(&o, b->o, &r);
		else if (record_measured(&b->records[t]))
			out_char(&o, '?');
		out_pad(&out_stdout, out_end(&o), columns[t == first_test ? 1 : 2]);
	}
	out_char(&out_stdout, '\n');
}

void report_spread(const struct bonnie *b, enum test first_test, enum test end,
                   void (*put)(struct out *o, const struct options *options, const struct record *r),
                   const int columns[3])
{
	unsigned known = 0;

	for (enum test t = first_test; t < end; t++)
		known += b->figures->spread[t].count;
	if (!ENABLED(CONFIG_BONNIE_QUICK) || !known)
		return;
	spread_row(b, first_test, end, false, put, columns);
	spread_row(b, first_test, end, true, put, columns);
}

void report_text(const struct bonnie *b)
{
	if (ENABLED(CONFIG_BONNIE_CLASSIC) && b->o->classic)
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
	static const char *const before[] = {
		"format_version,bonnie_version,name,concurrency,seed,file_size,io_chunk_size,num_seeks,num_seekers,",
		"name,file_size,",
	};
	static const char *const between[] = { "num_files,max_size,min_size,num_dirs,file_chunk_size", "num_files" };
	bool old = o->report == REPORT_103;

	out_text(&out_stdout, before[old]);
	for (enum test t = 0; t < TESTS; t++) {
		if (t == SEQ_CREATE)
			out_text(&out_stdout, between[old]);
		out_texts(&out_stdout, t < SEQ_CREATE ? "" : ",", report_names[t], ",", report_names[t], "_cpu",
		          t < SEQ_CREATE ? "," : "", (char *)0);
	}
	for (enum test t = 0; !old && t < TESTS; t++)
		out_texts(&out_stdout, ",", report_names[t], "_latency", (char *)0);
	out_char(&out_stdout, '\n');
}

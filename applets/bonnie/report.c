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

void report_files_label(struct out *o, const struct options *options)
{
	out_number(o, options->files / KIB, 0);
	if (options->links)
		out_text(o, options->links == LINKS_HARD ? ":link" : ":symlink");
	else if (options->file_max) {
		out_char(o, ':');
		out_number(o, options->file_max, 0);
		out_char(o, ':');
		out_number(o, options->file_min, 0);
	}
	if (options->directories > 1) {
		out_char(o, '/');
		out_number(o, options->directories, 0);
	}
}

void report_text(const struct bonnie *b)
{
	if (ENABLED(CONFIG_BONNIE_REPORT2) && b->o->report == REPORT_200)
		report200_text(b);
	else
		report103_text(b);
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
		"format_version,bonnie_version,name,concurrency,seed,file_size,io_chunk_size,seeks,seekers,",
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

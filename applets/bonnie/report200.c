/* SPDX-License-Identifier: MIT */
/* report200.c - the table of Bonnie++ 2.00, with the file rates that it prints
 * wrongly, and the 50-field CSV line of format 1.98, its fields where its
 * documentation has them (the original never prints the chunk sizes, and the
 * number of directories one field late). */
#include "bonnie.h"

#include "number.h"
#include "out.h"
#include "size.h"

enum { LABEL = 20, SEEKERS_USUAL = 5, SEEKS_USUAL = 8192 };

/* 540k, 50.6m, 728m, 1.1g: under 10,000 K whole, then in steps of 1024. */
static void put_rate(struct out *o, const struct record *r)
{
	uint64_t tenths = record_kib_rate(r) * 10;
	const char *unit = "kmg";

	if (r->unit != RECORD_BYTES) {
		report_rate_cut(o, r);
		return;
	}
	for (uint32_t most = 100000; tenths >= most && unit[1]; unit++) {
		tenths /= 1024;
		most = 10000;
	}
	if (*unit == 'k' || tenths >= 1000)
		out_number(o, tenths / 10, 0);
	else
		out_fixed(o, tenths, 1, 0);
	out_char(o, *unit);
}

static void put_latency(struct out *o, const struct record *r)
{
	static const char units[][3] = { "us", "ms", "s" };
	uint64_t time = r->latency.max_ns / 1000;
	unsigned unit = 0;

	if (!record_measured(r) || !time)
		return;
	for (; time > 99999 && unit < 2; unit++)
		time /= 1000;
	out_number(o, time, 0);
	out_text(o, units[unit]);
}

static void latencies(const struct bonnie *b, enum test first, enum test end)
{
	out_pad(&out_stdout, "Latency", -17);
	for (enum test t = first; t < end; t++) {
		char text[24];
		struct out o = OUT_MEMORY(text);

		put_latency(&o, &b->records[t]);
		out_pad(&out_stdout, out_end(&o), 10);
	}
	out_char(&out_stdout, '\n');
}

/* size:chunk:concurrency:seeks:seekers, empty where usual, colons at the end cut. */
static void put_settings(struct out *o, const struct options *options)
{
	bool seekers = options->seekers != SEEKERS_USUAL, seeks = options->seeks != SEEKS_USUAL;

	report_size_label(o, options);
	if (!seekers && !seeks)
		return;
	out_text(o, options->chunk == BONNIE_CHUNK ? ":::" : "::");
	if (seeks)
		out_count(o, options->seeks);
	if (seekers)
		report_number(o, ':', options->seekers);
}

static const char version[] = "Version  2.00       ";

void report200_text(const struct bonnie *b)
{
	/* The header's label is on the left here when it is not alone, on the right in 1.03. */
	bool sizes = options_file_max(b->o) || options_links(b->o);

	if (b->o->size) {
		report_io(b, version, "Name:Size etc      ", "  /sec %CP", put_settings, put_rate);
		latencies(b, PUTC, IO_TESTS);
	}
	if (b->o->files) {
		report_files(b, version, true, sizes ? -(LABEL - 1) : LABEL - 1, put_rate);
		latencies(b, SEQ_CREATE, TESTS);
	} else {                        /* in the second table's place, as the original: scripts count lines */
		out_char(&out_stdout, '\n');
	}
}

/* ---- CSV ---- */

/* A number, or nothing where it is the usual one. */
static void unless(uint32_t value, uint32_t usual)
{
	if (value != usual)
		report_number(&out_stdout, ',', value);
	else
		out_char(&out_stdout, ',');
}

static void chunk(uint32_t bytes)
{
	out_char(&out_stdout, ',');
	if (bytes != BONNIE_CHUNK)
		size_print(&out_stdout, bytes);
}

static void io_fields(const struct options *o)
{
	if (!o->size) {
		out_text(&out_stdout, ",,,,");
		return;
	}
	out_char(&out_stdout, ',');
	report_size(&out_stdout, o->size);
	chunk(o->chunk);
	report_number(&out_stdout, ',', o->seeks);
	report_number(&out_stdout, ',', o->seekers);
}

static void file_fields(const struct options *o)
{
	static const char links[][9] = { ",", ",link", ",symlink" };

	if (!o->files) {
		out_text(&out_stdout, ",,,,,");
		return;
	}
	report_number(&out_stdout, ',', o->files / 1024);
	if (o->links)
		out_text(&out_stdout, links[o->links]);
	else
		unless(o->file_max, 0);
	unless(o->file_min, 0);
	unless(o->directories, 1);
	chunk(o->file_chunk);
}

void report200_csv(const struct bonnie *b)
{
	out_texts(&out_stdout, "1.98,diskbench-" DISKBENCH_VERSION ",", b->o->machine, (char *)0);
	report_number(&out_stdout, ',', copies_count(b->o));
	out_char(&out_stdout, ',');
	if (b->o->random_file)
		out_text(&out_stdout, b->o->random_file);
	else
		out_number(&out_stdout, b->o->seed, 0);
	io_fields(b->o);
	report_fields(b, PUTC, report_rate_cut);
	file_fields(b->o);
	report_fields(b, SEQ_CREATE, report_rate_cut);
	for (enum test t = PUTC; t < TESTS; t++) {
		out_char(&out_stdout, ',');
		put_latency(&out_stdout, &b->records[t]);
	}
	out_char(&out_stdout, '\n');
}

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
	uint64_t kib = record_kib_rate(r), tenths;
	char unit = 'm';

	if (r->unit == RECORD_FILES || (r->unit == RECORD_OPERATIONS && record_rate(r) >= 1000)) {
		out_number(o, record_rate(r), 0);
		return;
	}
	if (r->unit == RECORD_OPERATIONS) {
		out_fixed(o, record_rate_tenths(r), 1, 0);
		return;
	}
	if (kib < 10000) {
		out_number(o, kib, 0);
		out_char(o, 'k');
		return;
	}
	tenths = kib * 10 / 1024;
	if (tenths >= 10000) {
		tenths /= 1024;
		unit = 'g';
	}
	if (tenths < 1000)
		out_fixed(o, tenths, 1, 0);
	else
		out_number(o, tenths / 10, 0);
	out_char(o, unit);
}

static void put_latency(struct out *o, const struct record *r)
{
	uint64_t us = r->latency.max_ns / 1000;

	if (!record_measured(r) || !us)
		return;
	if (us > 99999999) {
		out_number(o, us / 1000000, 0);
		out_char(o, 's');
	} else if (us > 99999) {
		out_number(o, us / 1000, 0);
		out_text(o, "ms");
	} else {
		out_number(o, us, 0);
		out_text(o, "us");
	}
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
		out_number(o, options->seeks, 0);
	if (seekers) {
		out_char(o, ':');
		out_number(o, options->seekers, 0);
	}
}

static const char version[] = "Version  2.00       ";

static void io_table(const struct bonnie *b)
{
	char text[64];
	struct out o = OUT_MEMORY(text);

	put_settings(&o, b->o);
	out_texts(&out_stdout, version, "------Sequential Output------ --Sequential Input- --Random-\n",
	          "                    ", "-Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n",
	          "Name:Size etc      ", "  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n", (char *)0);
	report_label(b->o, out_end(&o));
	report_row(b, PUTC, put_rate);
	latencies(b, PUTC, IO_TESTS);
}

void report200_text(const struct bonnie *b)
{
	/* The header's label is on the left here when it is not alone, on the right in 1.03. */
	bool sizes = options_file_max(b->o) || options_links(b->o);

	if (b->o->size)
		io_table(b);
	if (b->o->files) {
		report_files(b, version, true, sizes ? -(LABEL - 1) : LABEL - 1, put_rate);
		latencies(b, SEQ_CREATE, TESTS);
	} else {                        /* in the second table's place, as the original: scripts count lines */
		out_char(&out_stdout, '\n');
	}
}

/* ---- CSV ---- */

/* Bytes in K/s here. */
static void put_csv_rate(struct out *o, const struct record *r)
{
	if (r->unit == RECORD_BYTES)
		out_number(o, record_kib_rate(r), 0);
	else
		put_rate(o, r);
}

/* A number, or nothing where it is the usual one. */
static void unless(uint64_t value, uint64_t usual)
{
	out_char(&out_stdout, ',');
	if (value != usual)
		out_number(&out_stdout, value, 0);
}

static void chunk(uint32_t bytes)
{
	out_char(&out_stdout, ',');
	if (bytes != BONNIE_CHUNK)
		size_print(&out_stdout, bytes);
}

static void io_fields(const struct bonnie *b)
{
	struct options alone = *b->o;

	if (!b->o->size) {
		out_text(&out_stdout, ",,,,");
		return;
	}
	alone.chunk = BONNIE_CHUNK;             /* it has a field of its own */
	out_char(&out_stdout, ',');
	report_size_label(&out_stdout, &alone);
	chunk(b->o->chunk);
	unless(b->o->seeks, UINT64_MAX);
	unless(b->o->seekers, UINT64_MAX);
}

static void file_fields(const struct options *o)
{
	static const char *const links[] = { "", "link", "symlink" };

	if (!o->files) {
		out_text(&out_stdout, ",,,,,");
		return;
	}
	unless(o->files / KIB, UINT64_MAX);
	if (o->links)
		out_texts(&out_stdout, ",", links[o->links], (char *)0);
	else
		unless(o->file_max, 0);
	unless(o->file_min, 0);
	unless(o->directories, 1);
	chunk(o->file_chunk);
}

void report200_csv(const struct bonnie *b)
{
	out_texts(&out_stdout, "1.98,diskbench-" DISKBENCH_VERSION ",", b->o->machine, ",", (char *)0);
	out_number(&out_stdout, copies_count(b->o), 0);
	out_char(&out_stdout, ',');
	if (b->o->random_file)
		out_text(&out_stdout, b->o->random_file);
	else
		out_number(&out_stdout, b->o->seed, 0);
	io_fields(b);
	report_fields(b, PUTC, put_csv_rate);
	file_fields(b->o);
	report_fields(b, SEQ_CREATE, put_csv_rate);
	for (enum test t = PUTC; t < TESTS; t++) {
		out_char(&out_stdout, ',');
		put_latency(&out_stdout, &b->records[t]);
	}
	out_char(&out_stdout, '\n');
}

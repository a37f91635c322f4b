/* SPDX-License-Identifier: MIT */
/* notes.c - what dd's figures don't say: the mistakes that make them something
 * else than a disk's, a line each. status=none and noxfer want none of it. */
#include "ddread.h"

#include <string.h>

#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "record.h"
#include "size.h"

enum { STAYED_AT = 10 };                /* thousandths that may stay in memory after dropping: metadata */

static const char small_blocks[] = "bs: blocks under 64k measure system calls; bs=1M measures the disk";

bool notes_wanted(const struct operands *o)
{
	return !o->strict && o->status != STATUS_NONE && o->status != STATUS_NOXFER;
}

/* ---- before the copying ---- */

/* Nobody must take an empty pipe for the file. Said even under status=none. */
static void warn_standard_output(const struct operands *o)
{
	struct platform_stat st;

	if ((o->json && !*o->json) || platform_stat(1, &st))
		return;
	if (st.type == PLATFORM_TYPE_FILE || st.type == PLATFORM_TYPE_PIPE)
		error_note("standard output", "warning", "nothing is written to it; say of=/dev/stdout or --strict");
}

void notes_before(const struct run *r)
{
	const struct operands *o = &r->o;
	char text[96];
	struct out line = OUT_MEMORY(text);

	if (run_writes(r) && r->sink == SINK_FILE && o->status != STATUS_NONE && o->oflag & FLAG_APPEND &&
	    !(o->conv & CONV_NOTRUNC))
		error_note(r->output_name, "oflag=append", "the file is emptied first; conv=notrunc keeps what it holds");
	if (!o->reading)
		return;
	warn_standard_output(o);
	if (!notes_wanted(o))
		return;
	out_text(&line, "no of=: blocks of ");
	size_print(&line, o->in_block);
	out_text(&line, target_can_be_cold(&r->in) ? " to /dev/null, out of memory first" : " to /dev/null");
	error_note(r->in.path, "only read", out_end(&line));
}

/* ---- flags ---- */

static bool has_holes(const struct target *t)
{
	return t->kind == TARGET_FILE && t->st.size && t->st.allocated < t->st.size / 10 * 9 &&
	       !(t->fs.traits & (PLATFORM_MEMORY | PLATFORM_NETWORK | PLATFORM_FUSE));
}

void notes_judge(struct run *r, struct record *record)
{
	const struct tally *t = r->tally;
	bool new_data = run_writes(r) && r->sink == SINK_FILE && t->synced && !(r->o.conv & CONV_SPARSE) && !r->o.seek_bytes;

	r->in.resident = t->resident;
	/* A count that has moved is one, whatever the control read said of what was in memory. */
	r->in.counted = target_counts_bytes(&r->in) && (t->counted || record->device_bytes > 0);
	if (target_is_disk(&r->in) && t->read)
		target_judge_read(&r->in, record);
	else
		record->device_bytes = -1;
	if (new_data && t->written >= MIB)
		target_judge_written(&r->out, record);
	if (record->elapsed_ns < NS_PER_S)
		record->flags |= RECORD_SHORT;
}

/* ---- after it ---- */

static void note(const char *path, bool on, const char *text)
{
	if (on)
		error_warn(path, text, 0);
}

/* What no configuration leaves out: that a figure is not a disk's. */
static void notes_truth(const struct run *r, const struct record *record)
{
	const struct target *in = &r->in;

	if (record->flags & RECORD_CACHED && !(in->fs.traits & PLATFORM_MEMORY) && r->tally->read >= MIB)
		error_note(in->path, "cached", "much of it came from memory, not from the disk");
	if (r->tally->buffered_input)
		target_note_buffered(in->path);
	note(in->path, record->flags & RECORD_SHORT, "short: under a second; the figure is rough");
	target_notes(in);
}

static void notes_input(const struct run *r, const struct record *record)
{
	const struct target *in = &r->in;
	const struct tally *t = r->tally;
	uint64_t block = r->o.in_block;

	record_notes(in->path, (run_writes(r) ? 0 : record->flags & RECORD_COMPRESSED) |
	                       (has_holes(in) ? RECORD_SPARSE : record->flags & RECORD_SPARSE));
	note(in->path, r->o.reading && t->resident > STAYED_AT && !(record->flags & RECORD_CACHED),
	     "cache: some of it stayed in memory");
	note(in->path, block < DDREAD_BLOCK_SMALL && t->read >= MIB && target_is_disk(in), small_blocks);
	note(in->path, block > copy_piece(r, block), "bs: such a block goes in pieces; memory stays small");
}

/* "0.21 s to memory, 3.4 s to the disk" */
static void note_seconds(const struct run *r)
{
	const struct tally *t = r->tally;
	char text[96];
	struct out line = OUT_MEMORY(text);

	lines_seconds(&line, t->copied_ns - t->start_ns);
	out_text(&line, " to memory, ");
	lines_seconds(&line, t->end_ns - t->start_ns);
	out_text(&line, " to the disk");
	error_note(r->output_name, "written", out_end(&line));
}

static void notes_output(const struct run *r, const struct record *record)
{
	const char *path = r->output_name, *input = r->o.input ? r->o.input : "";
	bool stores = run_stores(r);

	note(path, record->flags & RECORD_COMPRESSED && stores, "compressed: stored in less space than was written");
	if (r->tally->buffered_output)
		target_note_buffered(path);
	note(path, (r->o.conv & (CONV_SYNC | CONV_NOERROR)) == CONV_SYNC,
	     "conv=sync: fills short blocks with zeros; conv=fsync waits for the disk");
	note(path, r->o.oflag & (FLAG_SYNC | FLAG_DSYNC) && r->o.out_block < MIB,
	     "oflag: each block waits for the disk: that is its latency, not its rate");
	if (!stores)
		return;
	note(path, r->source == SOURCE_ZERO || !strcmp(input, "/dev/zero"),
	     "zeros: file systems and drives may store none of them; if=random: is not compressible");
	note(path, !strcmp(input, "/dev/urandom") || !strcmp(input, "/dev/random"),
	     "random: the processor may be the limit; if=random: costs it less");
	note(path, r->o.out_block < DDREAD_BLOCK_SMALL && r->tally->written >= MIB, small_blocks);
	target_notes(&r->out);
}

static void put_both(struct out *o, uint64_t per_second)
{
	lines_rate(o, per_second, NS_PER_S);
	out_text(o, " = ");
	size_print_digits(o, per_second, 3);
	out_text(o, "/s");
}

/* "332 MB/s = 316 MiB/s; seconds from 98 MB/s = 93 MiB/s to ...": an average hides a cliff. */
static void note_rate(const struct record *record, const char *path)
{
	char text[160];
	struct out line = OUT_MEMORY(text);
	uint64_t slowest, fastest;

	put_both(&line, record_rate(record));
	if (watch_extremes(&slowest, &fastest)) {
		out_text(&line, "; slowest second ");
		put_both(&line, slowest);
		out_text(&line, ", fastest ");
		put_both(&line, fastest);
	}
	error_note(path, "rate", out_end(&line));
}

void notes_after(const struct run *r, const struct record *record)
{
	if (!notes_wanted(&r->o))
		return;
	if (r->tally->read)
		notes_truth(r, record);
	if (ENABLED(CONFIG_DDREAD_NOTES) && r->tally->read)
		notes_input(r, record);
	if (ENABLED(CONFIG_DDREAD_NOTES) && (run_writes(r) || r->o.conv & CONV_SYNC))
		notes_output(r, record);
	if (run_writes(r) && r->tally->synced)
		note_seconds(r);
	if (ENABLED(CONFIG_DDREAD_NOTES) && r->tally->read >= MIB)
		note_rate(record, r->in.path);
}

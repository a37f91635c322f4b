/* SPDX-License-Identifier: MIT */
/* plan.c - what a run will do. */
#include "plan.h"

#include "applet.h"
#include "error.h"
#include "number.h"
#include "out.h"
#include "size.h"
#include "target.h"

/* Room that others keep: a hundredth of the file system, 16 MiB at most. */
static uint64_t reserve(const struct target *t)
{
	uint64_t part = t->fs.total / 100;

	return part < 16 * MIB ? part : 16 * MIB;
}

static uint64_t room(const struct target *t)
{
	uint64_t kept = reserve(t);

	return t->fs.free > kept ? t->fs.free - kept : 0;
}

static void row(const char *label, uint64_t bytes)
{
	out_pad(&out_stdout, label, -24);
	size_print_rough(&out_stdout, bytes);
	out_char(&out_stdout, '\n');
}

static void time_at(uint64_t bytes, uint64_t mb_per_s)
{
	uint64_t seconds = bytes / (mb_per_s * 1000000);

	out_pad(&out_stdout, "", -24);
	out_number(&out_stdout, seconds / 60, 0);
	out_char(&out_stdout, ':');
	out_number(&out_stdout, seconds / 10 % 6, 0);
	out_number(&out_stdout, seconds % 10, 0);
	out_text(&out_stdout, " min at ");
	out_number(&out_stdout, mb_per_s, 0);
	out_text(&out_stdout, " MB/s\n");
}

void plan_print(const struct plan *p, const struct target *t)
{
	out_texts(&out_stdout, t->path, ": ", t->fs.type, "\n", (char *)0);
	row("to write", p->write_bytes);
	row("to read", p->read_bytes);
	time_at(p->write_bytes + p->read_bytes, 20);
	time_at(p->write_bytes + p->read_bytes, 200);
	row("space needed", p->space);
	row("space free", t->fs.free);
	out_pad(&out_stdout, "files at one time", -24);
	out_number(&out_stdout, p->files, 0);
	out_char(&out_stdout, '\n');
	row("memory", p->memory);
	if (t->ram)
		row("RAM that could cache", t->ram);
	else
		out_text(&out_stdout, "RAM that could cache    unknown\n");
	out_flush(&out_stdout);
}

/* "why: 48 GiB needed, 12 GiB free" */
static int too_much(const struct target *t, const char *why, uint64_t needed, uint64_t there)
{
	char text[160];
	struct out o = OUT_MEMORY(text);

	out_texts(&o, why, ": ", (char *)0);
	size_print_rough(&o, needed);
	out_text(&o, " needed, ");
	size_print_rough(&o, there);
	out_text(&o, " there");
	return error_refuse(t->path, out_end(&o));
}

static int too_many(const struct target *t, uint64_t needed)
{
	char text[96];
	struct out o = OUT_MEMORY(text);

	out_text(&o, "not enough free inodes: ");
	out_number(&o, needed, 0);
	out_text(&o, " needed, ");
	out_number(&o, t->fs.files_free, 0);
	out_text(&o, " there");
	return error_refuse(t->path, out_end(&o));
}

int plan_check(const struct plan *p, const struct target *t)
{
	if (p->largest_file > platform_file_limit())
		return too_much(t, "files may not grow so large (ulimit -f)", p->largest_file, platform_file_limit());
	if (p->space > room(t))
		return too_much(t, "not enough space", p->space, room(t));
	if (p->inodes > t->fs.files_free)
		return too_many(t, p->inodes);
	if (t->ram && p->memory > t->ram)
		return too_much(t, "not enough memory", p->memory, t->ram);
	return EXIT_DONE;
}

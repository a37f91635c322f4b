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

/* Its value follows. */
static void label(const char *text)
{
	out_pad(&out_stdout, text, -24);
}

static void row(const char *text, uint64_t bytes)
{
	label(text);
	size_print_rough(&out_stdout, bytes);
	out_char(&out_stdout, '\n');
}

static void time_at(uint64_t bytes, unsigned mb_per_s)
{
	label("");
	size_print_minutes(&out_stdout, bytes / (mb_per_s * 1000000));
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
	label("files at one time");
	out_number(&out_stdout, p->files, 0);
	out_char(&out_stdout, '\n');
	row("memory", p->memory);
	if (t->ram)
		row("RAM that could cache", t->ram);
	else
		out_text(&out_stdout, "RAM that could cache    unknown\n");
	out_flush(&out_stdout);
}

static void print_count(struct out *o, uint64_t count)
{
	out_number(o, count, 0);
}

/* EXIT_DONE, or refused: "WHY: 48 GiB needed, 12 GiB there", the amounts by `print`. */
static int fits(const struct target *t, const char *why, void (*print)(struct out *o, uint64_t amount),
                uint64_t needed, uint64_t there)
{
	char text[160];
	struct out o = OUT_MEMORY(text);

	if (needed <= there)
		return EXIT_DONE;
	out_texts(&o, why, ": ", (char *)0);
	print(&o, needed);
	out_text(&o, " needed, ");
	print(&o, there);
	out_text(&o, " there");
	return error_refuse(t->path, out_end(&o));
}

int plan_check(const struct plan *p, const struct target *t)
{
	int status = fits(t, "files may not grow so large (ulimit -f)", size_print_rough, p->largest_file,
	                  platform_file_limit());

	if (!status)
		status = fits(t, "not enough space", size_print_rough, p->space, room(t));
	if (!status)
		status = fits(t, "not enough free inodes", print_count, p->inodes, t->fs.files_free);
	if (!status && t->ram)
		status = fits(t, "not enough memory", size_print_rough, p->memory, t->ram);
	return status;
}

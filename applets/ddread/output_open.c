/* SPDX-License-Identifier: MIT */
/* output_open.c - of=: what may be written, and opening it. Everything that can
 * refuse comes before the first change. */
#include "ddread.h"

#include <string.h>

#include "error.h"
#include "out.h"
#include "platform.h"
#include "size.h"

/* How a regular file is opened besides CREATE, NEW and EMPTY. */
static unsigned how_by_flags(const struct operands *o)
{
	unsigned how = 0;

	if (o->oflag & FLAG_APPEND)
		how |= PLATFORM_OUTPUT_APPEND;
	if (o->oflag & FLAG_SYNC)
		how |= PLATFORM_OUTPUT_SYNC;
	if (o->oflag & FLAG_DSYNC)
		how |= PLATFORM_OUTPUT_DATA_SYNC;
	if (o->oflag & FLAG_NOFOLLOW)
		how |= PLATFORM_OUTPUT_NOFOLLOW;
	return how;
}

static int wrong_kind(const char *path, int error)
{
	error_warn(path, "open", error);
	return error == -EISDIR || error == -ENOENT ? EXIT_USAGE : EXIT_FAILED;
}

/* Opens it for what the flags say besides `how`. */
static int open_output(struct run *r, int directory, const char *name, unsigned how)
{
	r->out.fd = platform_open_output(directory, name, how | how_by_flags(&r->o));
	return r->out.fd < 0 ? wrong_kind(r->output_name, r->out.fd) : EXIT_DONE;
}

/* Would what is known to come not fit? What the file holds now becomes free. */
static int check_space(const struct run *r, const struct platform_filesystem *fs, uint64_t allocated)
{
	char text[96];
	struct out line = OUT_MEMORY(text);

	if (r->o.strict || r->o.conv & (CONV_SPARSE | CONV_NOTRUNC) || r->expected <= fs->free + allocated)
		return EXIT_DONE;
	out_text(&line, "not enough space: ");
	size_print_rough(&line, r->expected);
	out_text(&line, " to write, ");
	size_print_rough(&line, fs->free + allocated);
	out_text(&line, " free");
	return error_refuse(r->output_name, out_end(&line));
}

/* A new file, made through its directory: that one is looked at first, for a mistyped device must
 * not become a file in /dev. */
static int create(struct run *r)
{
	const char *path = r->o.output, *name;
	struct target directory;
	int status;

	if (r->o.conv & CONV_NOCREAT)
		return wrong_kind(path, -ENOENT);
	status = target_open_parent(&directory, path, &name);
	if (!status)
		status = check_space(r, &directory.fs, 0);
	/* New: a symbolic link that leads nowhere is not followed to make its end. */
	if (!status)
		status = open_output(r, directory.fd, name, PLATFORM_OUTPUT_NEW);
	target_close(&directory);
	return status;
}

/* Onto itself dd loses what lies behind seek=, mostly all of it, or writes till the disk is full. NULL: neither. */
static const char *onto_itself(const struct run *r, const struct platform_stat *st)
{
	const struct platform_stat *in = &r->in.st;
	const struct operands *o = &r->o;

	if (r->source != SOURCE_FILE || o->strict || in->type != PLATFORM_TYPE_FILE || !target_same_file(in, st))
		return NULL;
	if (!(o->conv & CONV_NOTRUNC) && o->seek_bytes < st->size)
		return "it is the input, and would be cut before it is read; conv=notrunc keeps it whole";
	if (!o->count.given && (o->oflag & FLAG_APPEND || o->seek_bytes > o->skip_bytes))
		return "it is the input, and would grow without an end; say count=";
	return NULL;
}

/* A regular file that is there: not when a loop device or swap lies on it. */
static int open_file(struct run *r, const struct platform_stat *st)
{
	struct platform_filesystem fs;
	const char *why;
	int status;

	why = onto_itself(r, st);
	if (why)
		return error_refuse(r->o.output, why);
	status = target_check_use(r->o.output, st);
	if (!status)
		status = open_output(r, platform_here, r->o.output, 0);
	if (!status && !platform_filesystem(r->out.fd, &fs))
		status = check_space(r, &fs, st->allocated);
	return status;
}

/* What the descriptor is that was opened, whatever the path was before; the rest of dd's opening. */
static int settle_file(struct run *r)
{
	struct target *out = &r->out;
	int error = platform_stat(out->fd, &out->st);

	if (!error && out->st.type != PLATFORM_TYPE_FILE)
		error = -ESTALE;
	if (error)
		return error_warn(out->path, "open", error);
	out->kind = TARGET_FILE;
	out->fs.type = "unknown";
	platform_filesystem(out->fd, &out->fs);
	if (r->o.oflag & FLAG_NOATIME && (error = platform_set_no_atime(out->fd)) != 0)
		return error_warn(out->path, "noatime", error);
	if (r->o.oflag & FLAG_DIRECT) {
		out->direct = !platform_set_direct(out->fd, true);
		r->tally->buffered_output = !out->direct;
	}
	return EXIT_DONE;
}

/* Terminals, /dev/full, pipes; but no disk that has come as a character device. */
static int open_other(struct run *r)
{
	struct platform_block block;
	struct platform_mtd mtd;
	int status = open_output(r, platform_here, r->o.output, 0), fd = r->out.fd;

	if (status)
		return status;
	if (platform_stat(fd, &r->out.st) || r->out.st.type == PLATFORM_TYPE_BLOCK ||
	    !platform_mtd(fd, &mtd) || !platform_block(fd, &block))
		return error_refuse(r->o.output, "raw disks and flash are not written");
	return EXIT_DONE;
}

static int open_path(struct run *r)
{
	const char *path = r->o.output;
	struct platform_stat st;
	int error = platform_stat_at(platform_here, path, !(r->o.oflag & FLAG_NOFOLLOW), &st), status;

	if (error && error != -ENOENT)
		return wrong_kind(path, error);
	if (!error && r->o.conv & CONV_EXCL)
		return wrong_kind(path, -EEXIST);
	if (error || st.type == PLATFORM_TYPE_FILE) {
		status = error ? create(r) : open_file(r, &st);
		r->sink = SINK_FILE;
		return status ? status : settle_file(r);
	}
	switch (st.type) {
	case PLATFORM_TYPE_BLOCK:
		r->sink = SINK_BLOCK;
		return target_open_writing(&r->out, path, r->o.oflag & FLAG_DIRECT, &r->o.consent);
	case PLATFORM_TYPE_DIRECTORY:
		return wrong_kind(path, -EISDIR);
	case PLATFORM_TYPE_LINK:
		return wrong_kind(path, -ELOOP);
	default:
		r->sink = SINK_OTHER;
		return open_other(r);
	}
}

/* --strict without of=: it was opened by somebody else and is not cut. */
static int open_standard_output(struct run *r)
{
	r->out.fd = 1;
	platform_stat(1, &r->out.st);
	if (r->out.st.type == PLATFORM_TYPE_BLOCK)
		return error_refuse(r->output_name, "a block device is written only as of=");
	r->sink = r->out.st.type == PLATFORM_TYPE_FILE ? SINK_FILE : SINK_OTHER;
	return EXIT_DONE;
}

int output_open(struct run *r)
{
	const char *path = r->o.output;

	r->sink = SINK_NOTHING;
	r->output_name = path ? path : "standard output";
	r->out.path = r->output_name;
	r->out.fd = -1;
	r->out.sector = 512;
	if (r->o.reading || (path && !strcmp(path, "/dev/null")))
		return EXIT_DONE;
	if (!ENABLED(CONFIG_DDREAD_WRITE))
		return error_refuse(r->output_name, "built without DDREAD_WRITE");
	return path ? open_path(r) : open_standard_output(r);
}

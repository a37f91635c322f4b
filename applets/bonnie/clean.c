/* SPDX-License-Identifier: MIT */
/* clean.c - scratch directories that runs left which could not clean up: SIGKILL of all their processes, a
 * crash, a power cut.
 *
 * A running one holds its directory (core/scratch), and the system lets go of it however the run ends. Removed is only
 * what nobody holds, is the user's own, and has no name in it that bonnie would not have made. Other machines of a
 * network file system and the original can't be seen that way: --clean=force says that there are none. */
#include "phase.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"
#include "platform.h"

enum { LOOKED_AT = 10000 };             /* names that a run looks at for its note; a directory may have millions */

/* A directory that may have some. */
struct place {
	int fd;
	unsigned traits;                /* enum platform_trait */
	const struct options *o;
};

static int open_place(struct place *p, const struct options *o, unsigned index)
{
	struct platform_filesystem fs;

	*p = (struct place){ .o = o };
	p->fd = platform_open_at(platform_here, o->places[index], PLATFORM_READ | PLATFORM_DIRECTORY);
	if (p->fd >= 0 && !platform_filesystem(p->fd, &fs))
		p->traits = fs.traits;
	return p->fd < 0 ? p->fd : 0;
}

/* ---- what may go ---- */

/* Is it a file or directory with a name that bonnie gives? */
static bool is_scratch(const struct place *p, const char *name, struct platform_stat *st)
{
	return scratch_process(name) && !platform_stat_at(p->fd, name, false, st) &&
	       (st->type == PLATFORM_TYPE_DIRECTORY || st->type == PLATFORM_TYPE_FILE);
}

/* Counts what is in it. The first name that is none of bonnie's goes into `other`. 0 or -errno. */
static int look_inside(int fd, bool top, uint32_t *files, char other[NAME_SIZE])
{
	struct platform_directory d;
	const char *name;
	int error = 0, sub;

	platform_directory_start(&d, fd);
	while (!error && !*other && (name = platform_directory_next(&d)) != NULL) {
		if (top && name_is_directory(name)) {
			sub = platform_open_at(fd, name, PLATFORM_READ | PLATFORM_DIRECTORY | PLATFORM_NOFOLLOW);
			error = sub < 0 ? sub : look_inside(sub, false, files, other);
			if (sub >= 0)
				platform_close(sub);
		} else if (name_is_file(name)) {
			++*files;
		} else {
			struct out o = out_memory(other, NAME_SIZE);

			out_text(&o, name);
			out_end(&o);
		}
	}
	return error ? error : d.error;
}

/* Not strstr: made for long texts, it is twenty times as large. */
static bool holds(const char *text, const char *part)
{
	size_t length = strlen(part);

	while (*text && strncmp(text, part, length))
		text++;
	return *text;
}

/* Is it the original's? Numbers are used again, soonest after a boot: then another program has it. */
static bool may_live(int process)
{
	char name[32];
	int error = platform_process_name(process, name, sizeof name);

	return error ? error != -ESRCH : holds(name, "onnie") || holds(name, "diskbench");
}

static const char in_use[] = "in use by a run";

/* Why the directory that was adopted, or could not be, may be somebody's; NULL: it's a dead run's. */
static const char *owner_of(const struct place *p, const struct scratch *s, int error)
{
	bool force = *p->o->clean;

	if (error == -EAGAIN)
		return in_use;
	if (s->fd < 0)
		return platform_error_text(-error);
	if (force)
		return NULL;
	if (error)
		return "whether a run uses it can't be seen here (--clean=force)";
	if (p->traits & (PLATFORM_NETWORK | PLATFORM_FUSE))
		return "another machine may use it (--clean=force)";
	return may_live(scratch_process(s->name)) ? "a bonnie has that number now (--clean=force)" : NULL;
}

/* ---- --clean ---- */

static int remove_it(struct bonnie *b, const char *path, uint32_t files)
{
	static struct figures figures;

	b->figures = &figures;
	b->rounds = 1;
	figures.left = false;
	if (!b->o->plan)
		prepare_remove(b);
	if (figures.left)
		return EXIT_FAILED;
	out_texts(&out_stdout, path, b->o->plan ? ": would be removed, " : ": removed, ", (char *)0);
	out_count(&out_stdout, files);
	out_text(&out_stdout, files == 1 ? " file\n" : " files\n");
	return EXIT_DONE;
}

/* Why a directory is left; `other`: the name in it that is why. NULL: it may go, with so many files. */
static const char *look_at(const struct place *p, struct scratch *s, const char *name, uint32_t *files, char *other)
{
	int error = scratch_adopt(s, p->fd, name);
	const char *why = owner_of(p, s, error);

	if (why)
		return why;
	error = look_inside(s->fd, true, files, other);
	if (error)
		return platform_error_text(-error);
	return *other ? "it holds what is not bonnie's: " : NULL;
}

static int clean_name(struct bonnie *b, const struct place *p, const char *name, const struct platform_stat *st)
{
	struct scratch *s = b->scratch = &b->scratches[0];
	const char *path = prepare_path(b->o->directory, name), *why;
	char other[NAME_SIZE] = "";
	uint32_t files = 0;
	int status = EXIT_REFUSED;

	s->fd = -1;
	if (st->owner != platform_user_id())
		why = "another user's";
	else if (st->type != PLATFORM_TYPE_DIRECTORY)
		why = "nothing in a file tells whose it is; rm it if no run uses it";
	else
		why = look_at(p, s, name, &files, other);
	if (why)
		out_texts(&out_stdout, path, ": left: ", why, other, "\n", (char *)0);
	else
		status = remove_it(b, path, files);
	if (s->fd >= 0)
		platform_close(s->fd);
	return why == in_use ? EXIT_DONE : status;
}

static int clean_place(struct bonnie *b, unsigned index)
{
	struct place p;
	struct platform_directory d;
	struct platform_stat st;
	const char *name;
	int error = open_place(&p, b->o, index), status = EXIT_DONE;
	bool found = false;

	b->o->directory = b->o->places[index];
	if (error)
		return error_warn(b->o->directory, "open", error);
	platform_directory_start(&d, p.fd);
	while (!workers_stop() && (name = platform_directory_next(&d)) != NULL)
		if (is_scratch(&p, name, &st)) {
			int one = clean_name(b, &p, name, &st);

			found = true;
			/* A failure is worse than something left. */
			status = status == EXIT_FAILED || !one ? status : one;
		}
	if (d.error)
		status = error_warn(b->o->directory, "readdir", d.error);
	else if (!found)
		out_texts(&out_stdout, b->o->directory, ": nothing is left of other runs\n", (char *)0);
	platform_close(p.fd);
	return status;
}

int clean_all(struct bonnie *b)
{
	int status = EXIT_DONE;

	for (unsigned i = 0; i < b->o->place_count && status != EXIT_FAILED; i++) {
		int one = clean_place(b, i);

		status = one ? one : status;
	}
	return status;
}

/* ---- a run's note ---- */

/* Does it look like a dead run's? Not looked into: that would take long, and --clean does it. */
static bool looks_dead(const struct place *p, const char *name)
{
	uint32_t user = platform_user_id();
	struct platform_stat st;
	struct scratch s;
	int error;

	if (!is_scratch(p, name, &st) || st.type != PLATFORM_TYPE_DIRECTORY || (user && st.owner != user) ||
	    may_live(scratch_process(name)))
		return false;
	error = scratch_adopt(&s, p->fd, name);
	if (s.fd >= 0)
		platform_close(s.fd);
	return !error;
}

void clean_note(const struct options *o)
{
	for (unsigned i = 0; i < o->place_count; i++) {
		struct place p;
		struct platform_directory d;
		const char *name;
		char text[128];
		struct out line = OUT_MEMORY(text);
		unsigned looked = 0, count = 0;

		if (open_place(&p, o, i))
			continue;
		platform_directory_start(&d, p.fd);
		while (looked++ < LOOKED_AT && count < 3 && (name = platform_directory_next(&d)) != NULL)
			if (looks_dead(&p, name))
				out_texts(&line, count++ ? ", " : "", name, (char *)0);
		out_text(&line, p.traits & (PLATFORM_NETWORK | PLATFORM_FUSE)
		         ? " perhaps of runs that died, or of another machine; see --clean"
		         : " of runs that died; --clean removes them");
		if (count)
			error_note(o->places[i], "left", out_end(&line));
		platform_close(p.fd);
	}
}

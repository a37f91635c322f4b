/* SPDX-License-Identifier: MIT */
/* save.c - files that the user names for results. */
#include "save.h"

#include "applet.h"
#include "error.h"
#include "platform.h"
#include "target.h"

/* A new one, through its directory: no mistyped device becomes a file in /dev. */
static int make(struct save *s, const char *path)
{
	struct target directory;
	const char *name;
	int status = target_open_parent(&directory, path, &name);

	if (status)
		return status;
	s->fd = platform_open_at(directory.fd, name, PLATFORM_WRITE | PLATFORM_RESULTS);
	target_close(&directory);
	s->made = s->file = s->fd >= 0;
	return s->fd < 0 ? error_warn(path, "open", s->fd) : EXIT_DONE;
}

int save_open(struct save *s, const char *path)
{
	struct platform_stat st;

	*s = (struct save){ -1, false, false };
	if (platform_stat_at(platform_here, path, true, &st))
		return make(s, path);
	if (st.type == PLATFORM_TYPE_BLOCK)
		return error_refuse(path, "results are not written to a disk");
	s->file = st.type == PLATFORM_TYPE_FILE;
	s->fd = platform_open_at(platform_here, path, PLATFORM_WRITE);
	return s->fd < 0 ? error_warn(path, "open", s->fd) : EXIT_DONE;
}

int save_apart(const char *path, const char *measured)
{
	struct platform_stat a, b;

	if (!path || platform_stat_at(platform_here, path, true, &a) ||
	    platform_stat_at(platform_here, measured, true, &b))
		return EXIT_DONE;
	if (a.type != PLATFORM_TYPE_FILE || !target_same_file(&a, &b))
		return EXIT_DONE;
	return error_refuse(path, "results would replace what is measured");
}

int save_begin(const struct save *s)
{
	return s->file && !s->made ? platform_truncate(s->fd, 0) : 0;
}

void save_forget(struct save *s, const char *path)
{
	if (s->fd < 0)
		return;
	platform_close(s->fd);
	if (s->made)
		platform_unlink_at(platform_here, path);
	s->fd = -1;
}

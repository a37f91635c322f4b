/* SPDX-License-Identifier: MIT */
/* drive.c - from a path of the command line to the device in hand. */
#include "hdtime.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"

int drive_worse(int a, int b)
{
	static const unsigned char rank[] = { [EXIT_DONE] = 0, [EXIT_USAGE] = 1, [EXIT_REFUSED] = 2, [EXIT_FAILED] = 3 };

	return rank[b] > rank[a] ? b : a;
}

/* Is the path the node of the device? */
static bool is_node_of(const char *path, const struct platform_device *device, struct platform_stat *st)
{
	return path[0] == '/' && !platform_stat_at(platform_here, path, true, st) && st->type == PLATFORM_TYPE_BLOCK &&
	       st->major == device->major && st->minor == device->minor;
}

/* A node of the device: what was mounted, else /dev/NAME. */
static bool find_node(struct drive *d, const struct target *t)
{
	struct out o = OUT_MEMORY(d->found);

	if (!t->device.name[0])
		return false;
	if (is_node_of(t->mount.source, &t->device, &d->st)) {
		out_text(&o, t->mount.source);
	} else {
		out_text(&o, "/dev/");
		for (const char *c = t->device.name; *c; c++)
			out_char(&o, *c == '!' ? '/' : *c);     /* /sys has ! where /dev has a directory */
	}
	return is_node_of(out_end(&o), &t->device, &d->st);
}

/* The device that a directory lies on. Reading it needs no writable file system, so this is not
 * target_open_directory(). */
static int find_below(struct drive *d, const char *path)
{
	static struct target t;
	const char *why = "its device has no node in /dev";
	bool found;

	t = (struct target){ .path = path, .kind = TARGET_DIRECTORY };
	t.fd = platform_open_at(platform_here, path, PLATFORM_READ | PLATFORM_DIRECTORY);
	if (t.fd < 0)
		return error_warn(path, "open", t.fd);
	if (!platform_stat(t.fd, &t.st) && !platform_filesystem(t.fd, &t.fs))
		target_find_device(&t);
	found = find_node(d, &t);
	platform_close(t.fd);
	if (t.no_device)
		why = t.no_device;
	if (!found)
		return error_refuse(path, why);
	d->path = d->found;
	error_note(path, "lies on", d->found);
	return EXIT_DONE;
}

int drive_find(struct drive *d, const char *path)
{
	int error = platform_stat_at(platform_here, path, true, &d->st);

	d->path = path;
	if (error) {
		error_warn(path, "open", error);
		return error == -ENOENT || error == -ENOTDIR ? EXIT_USAGE : EXIT_FAILED;
	}
	if (d->st.type != PLATFORM_TYPE_DIRECTORY)
		return EXIT_DONE;
	if (!ENABLED(CONFIG_HDTIME_DIRECTORY))
		return error_usage(path, "a device or file; for a directory a diskbench built with HDTIME_DIRECTORY");
	return find_below(d, path);
}

void drive_header(struct drive *d)
{
	if (d->headed || !d->text)
		return;
	d->headed = true;
	out_texts(&out_stdout, "\n", d->path, ":\n", (char *)0);
	out_flush(&out_stdout);                 /* messages come behind it, wherever both go */
}

int drive_open(const struct drive *d, int *status)
{
	int fd;

	if (d->st.type != PLATFORM_TYPE_BLOCK) {
		*status = error_usage(d->path, "a block device, or a directory on one");
		return -1;
	}
	fd = platform_open_at(platform_here, d->path, PLATFORM_READ | PLATFORM_NONBLOCK);
	if (fd < 0)
		*status = error_warn(d->path, "open", fd);
	return fd < 0 ? -1 : fd;
}

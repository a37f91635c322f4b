/* SPDX-License-Identifier: MIT */
/* target.c - opening what is tested, and what it is. */
#include "target.h"

#include <string.h>

#include "applet.h"
#include "error.h"

enum { SECTOR_USUAL = 512, CD_MAJOR = 11 };

uint64_t target_ram(void)
{
	uint64_t ram = platform_ram(), limit = ENABLED(CONFIG_MEMORY_LIMIT) ? platform_memory_limit() : UINT64_MAX;

	return ram && limit < ram ? limit : ram;
}

static void start(struct target *t, const char *path)
{
	*t = (struct target){ .path = path, .fd = -1, .sector = SECTOR_USUAL, .resident = TARGET_RESIDENT_UNKNOWN };
	t->ram = target_ram();
}

static int open_failed(struct target *t, int error)
{
	t->fd = -1;
	error_warn(t->path, "open", error);
	return error == -ENOENT || error == -ENOTDIR || error == -EISDIR ? EXIT_USAGE : EXIT_FAILED;
}

/* ---- kinds ---- */

static void learn_block(struct target *t)
{
	struct platform_block block;

	t->kind = t->st.major == CD_MAJOR ? TARGET_CD : TARGET_BLOCK;
	if (platform_block(t->fd, &block))
		return;
	t->size = block.size;
	t->sector = block.logical;
	if (block.read_only)
		t->fs.traits |= PLATFORM_READ_ONLY;
	if (block.flash)
		t->fs.traits |= PLATFORM_FLASH;
}

static void learn_character(struct target *t)
{
	struct platform_mtd mtd;

	t->kind = TARGET_CHARACTER;
	if (platform_mtd(t->fd, &mtd))
		return;
	t->kind = TARGET_MTD;
	t->size = mtd.size;
	t->sector = mtd.write_unit ? mtd.write_unit : 1;
	t->fs.traits |= PLATFORM_FLASH;
}

static void learn_kind(struct target *t)
{
	switch (t->st.type) {
	case PLATFORM_TYPE_FILE:
		t->kind = TARGET_FILE;
		t->size = t->st.size;
		break;
	case PLATFORM_TYPE_DIRECTORY:
		t->kind = TARGET_DIRECTORY;
		break;
	case PLATFORM_TYPE_BLOCK:
		learn_block(t);
		break;
	case PLATFORM_TYPE_CHARACTER:
		learn_character(t);
		break;
	default:
		t->kind = TARGET_PIPE;
	}
}

static bool on_file_system(const struct target *t)
{
	return t->kind == TARGET_FILE || t->kind == TARGET_DIRECTORY;
}

/* What every open ends with. */
static int learn(struct target *t)
{
	int error = platform_stat(t->fd, &t->st);

	if (error)
		return error_warn(t->path, "stat", error);
	t->fs.type = "unknown";
	learn_kind(t);
	if (on_file_system(t))
		platform_filesystem(t->fd, &t->fs);
	t->device.rotational = -1;
	t->no_device = "not looked for";
	return EXIT_DONE;
}

const char *target_kind_name(const struct target *t)
{
	static const char *const names[] = {
		[TARGET_FILE] = "regular file", [TARGET_DIRECTORY] = "directory", [TARGET_BLOCK] = "block device",
		[TARGET_MTD] = "MTD character device", [TARGET_CD] = "CD", [TARGET_PIPE] = "pipe",
		[TARGET_CHARACTER] = "character device",
	};
	static const struct { const char *prefix, *name; } devices[] = {
		{ "loop", "loop device" }, { "dm-", "device-mapper device" }, { "md", "md array" },
		{ "nvme", "NVMe disk" }, { "mmcblk", "SD or MMC card" }, { "mtdblock", "MTD block device" },
		{ "zram", "compressed RAM disk" }, { "ram", "RAM disk" }, { "nbd", "network block device" },
		{ "", "disk" },
	};

	if (t->kind != TARGET_BLOCK || !t->device.name[0])
		return names[t->kind];
	if (t->device.disk[0])
		return "partition";
	for (unsigned i = 0;; i++)
		if (!strncmp(t->device.name, devices[i].prefix, strlen(devices[i].prefix)))
			return devices[i].name;
}

/* ---- opening ---- */

void target_note_buffered(const char *path)
{
	error_note(path, "buffered", "direct I/O is not possible here; going on without it");
}

bool target_same_file(const struct platform_stat *a, const struct platform_stat *b)
{
	return a->inode == b->inode && a->holder_major == b->holder_major && a->holder_minor == b->holder_minor;
}

static bool same_file_system(const struct platform_stat *a, const struct platform_stat *b)
{
	return a->holder_major == b->holder_major && a->holder_minor == b->holder_minor;
}

/* Is the directory `place` or below it, on the same file system? A /dev/shm is a file system of
 * its own and fine. Goes up by "..": a path may lead through links. */
static bool lies_in(const struct target *t, const char *place)
{
	struct platform_stat there, here = t->st, before;
	int fd = platform_open_at(t->fd, ".", PLATFORM_READ | PLATFORM_DIRECTORY), up;
	bool found = false, end = fd < 0 || platform_stat_at(platform_here, place, true, &there) != 0;

	while (!end && !(found = target_same_file(&here, &there))) {
		before = here;
		up = platform_open_at(fd, "..", PLATFORM_READ | PLATFORM_DIRECTORY);
		platform_close(fd);
		fd = up;
		end = fd < 0 || platform_stat(fd, &here) || target_same_file(&here, &before) ||
		      !same_file_system(&here, &before);
	}
	if (fd >= 0)
		platform_close(fd);
	return found;
}

/* What makes a directory unfit, NULL: nothing. */
static const char *unfit(const struct target *t)
{
	if (lies_in(t, "/dev") || lies_in(t, "/proc") || lies_in(t, "/sys"))
		return "this is no place for files; name a directory on the disk to test";
	if (t->fs.traits & PLATFORM_READ_ONLY)
		return "the file system is read-only";
	return NULL;
}

int target_open_directory(struct target *t, const char *path)
{
	const char *why;
	int status;

	start(t, path);
	t->fd = platform_open_at(platform_here, path, PLATFORM_READ | PLATFORM_DIRECTORY);
	if (t->fd < 0)
		return open_failed(t, t->fd);
	status = learn(t);
	if (status)
		return status;
	why = unfit(t);
	if (!why)
		return EXIT_DONE;
	target_close(t);
	return error_refuse(path, why);
}

int target_open_parent(struct target *t, const char *path, const char **name)
{
	static char parent[512];
	const char *slash = strrchr(path, '/');
	size_t length = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;

	t->fd = -1;
	*name = slash ? slash + 1 : path;
	if (length >= sizeof parent)
		return error_warn(path, "open", -ENAMETOOLONG);
	memcpy(parent, path, length);
	parent[length] = 0;
	return target_open_directory(t, length ? parent : ".");
}

/* Opens with direct I/O if that is wanted and possible, else without. */
static int open_direct_or_not(struct target *t, unsigned how, bool direct)
{
	if (direct && ENABLED(CONFIG_DIRECT_IO)) {
		t->fd = platform_open_at(platform_here, t->path, how | PLATFORM_DIRECT);
		t->direct = t->fd >= 0;
		if (t->direct || (t->fd != -EINVAL && t->fd != -EOPNOTSUPP && t->fd != -ENOSYS))
			return t->fd;
	}
	t->fd = platform_open_at(platform_here, t->path, how);
	return t->fd;
}

int target_open_reading(struct target *t, const char *path, bool direct)
{
	int status;

	start(t, path);
	if (!strcmp(path, "-")) {
		t->fd = 0;
		t->path = "standard input";
	} else if (open_direct_or_not(t, PLATFORM_READ, direct) < 0) {
		return open_failed(t, t->fd);
	}
	status = learn(t);
	if (!status && t->kind == TARGET_DIRECTORY) {
		target_close(t);
		return open_failed(t, -EISDIR);
	}
	if (!status && direct && !t->direct && (t->kind == TARGET_FILE || t->kind == TARGET_BLOCK))
		target_note_buffered(t->path);
	return status;
}

int target_adopt(struct target *t, int fd, const char *path)
{
	start(t, path);
	t->fd = fd;
	return learn(t);
}

bool target_lost(const struct target *t, uint64_t at)
{
	return t->kind == TARGET_BLOCK && at < t->size;
}

void target_close(struct target *t)
{
	if (t->fd > 0)
		platform_close(t->fd);
	t->fd = -1;
}

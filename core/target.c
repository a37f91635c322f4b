/* SPDX-License-Identifier: MIT */
/* target.c - what is tested. */
#include "target.h"

#include "applet.h"
#include "error.h"
#include "json.h"

static uint64_t usable_ram(void)
{
	uint64_t ram = platform_ram(), limit = platform_memory_limit();

	return ram && limit < ram ? limit : ram;
}

/* Is the directory on the file system of `place`, and that one not the root's? A /dev/shm is a
 * file system of its own and fine. */
static bool lies_in(const struct target *t, const char *place)
{
	struct platform_stat there, root;

	if (platform_stat_at(platform_here, place, true, &there) || platform_stat_at(platform_here, "/", true, &root))
		return false;
	if (there.holder_major == root.holder_major && there.holder_minor == root.holder_minor)
		return there.inode == t->st.inode && there.holder_minor == t->st.holder_minor;
	return there.holder_major == t->st.holder_major && there.holder_minor == t->st.holder_minor;
}

int target_open_directory(struct target *t, const char *path)
{
	int error;

	*t = (struct target){ .path = path };
	t->fd = platform_open_at(platform_here, path, PLATFORM_READ | PLATFORM_DIRECTORY);
	if (t->fd < 0) {
		error_warn(path, "open", t->fd);
		return t->fd == -ENOENT || t->fd == -ENOTDIR ? EXIT_USAGE : EXIT_FAILED;
	}
	error = platform_stat(t->fd, &t->st);
	if (!error)
		error = platform_filesystem(t->fd, &t->fs);
	if (error)
		return error_warn(path, "stat", error);
	if (lies_in(t, "/dev") || lies_in(t, "/proc") || lies_in(t, "/sys"))
		return error_refuse(path, "this is no place for files; name a directory on the disk to test");
	if (t->fs.traits & PLATFORM_READ_ONLY)
		return error_refuse(path, "the file system is read-only");
	t->ram = usable_ram();
	return EXIT_DONE;
}

bool target_can_be_cold(const struct target *t)
{
	return !(t->fs.traits & (PLATFORM_NETWORK | PLATFORM_FUSE | PLATFORM_OWN_CACHE));
}

bool target_counts_bytes(const struct target *t)
{
	return target_can_be_cold(t) && !(t->fs.traits & (PLATFORM_MEMORY | PLATFORM_FLASH));
}

void target_json(struct json *j, const struct target *t)
{
	json_object(j, "target");
	json_text(j, "path", t->path);
	json_text(j, "file_system", t->fs.type);
	json_number(j, "total_bytes", t->fs.total);
	json_number(j, "free_bytes", t->fs.free);
	json_end(j);
}

/* SPDX-License-Identifier: MIT */
/* target_device.c - the block device that a file or directory lies on. */
#include <string.h>

#include "applet.h"
#include "target.h"

/* A file system on several devices or none has an anonymous number: major 0. */
static bool anonymous(const struct target *t)
{
	return t->st.holder_major == 0;
}

static bool by_number(struct target *t, uint32_t major, uint32_t minor)
{
	if (platform_device(major, minor, &t->device))
		return false;
	if (ENABLED(CONFIG_JSON) || ENABLED(CONFIG_ZCAV_SVG))
		platform_device_details(&t->device);
	return true;
}

/* The mount's source, when it is a device's path. */
static bool by_source(struct target *t, const char *source)
{
	struct platform_stat st;

	return source[0] == '/' && !platform_stat_at(platform_here, source, true, &st) &&
	       st.type == PLATFORM_TYPE_BLOCK && by_number(t, st.major, st.minor);
}

/* An overlay's writes go to its upper directory; files lie on that one's device. */
static bool by_upper(struct target *t)
{
	struct platform_mount below;
	int fd = t->mount.upper[0] ? platform_open_at(platform_here, t->mount.upper, PLATFORM_READ | PLATFORM_DIRECTORY) : -1;
	struct platform_stat st;
	bool found = false;

	if (fd < 0)
		return false;
	if (!platform_stat(fd, &st))
		found = st.holder_major ? by_number(t, st.holder_major, st.holder_minor)
		                        : !platform_mount(fd, &below) && by_source(t, below.source);
	platform_close(fd);
	return found;
}

/* Why a file system has no block device, or none that can be found. */
static const char *reason(const struct target *t)
{
	static const struct { unsigned trait; const char *why; } reasons[] = {
		{ PLATFORM_MEMORY, "the file system is in memory" },
		{ PLATFORM_NETWORK, "the file system is on a server" },
		{ PLATFORM_FUSE, "a program serves the file system" },
		{ PLATFORM_FLASH, "the file system is on raw flash" },
		{ PLATFORM_OWN_CACHE, "a ZFS pool has its own devices" },
		{ PLATFORM_STACKED, "what lies below the overlay is not visible" },
	};

	for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (t->fs.traits & reasons[i].trait)
			return reasons[i].why;
	return anonymous(t) ? "the file system does not tell its device" : "the system tells nothing about devices";
}

void target_find_device(struct target *t)
{
	bool found = false;

	if (t->kind == TARGET_BLOCK || t->kind == TARGET_CD) {
		found = by_number(t, t->st.major, t->st.minor);
	} else if (t->kind == TARGET_FILE || t->kind == TARGET_DIRECTORY) {
		platform_mount(t->fd, &t->mount);
		found = anonymous(t) ? by_source(t, t->mount.source) || by_upper(t)
		                     : by_number(t, t->st.holder_major, t->st.holder_minor);
	} else {
		t->no_device = "not a block device";
		return;
	}
	t->no_device = found ? NULL : reason(t);
	if (t->kind == TARGET_FILE && t->device.logical > t->sector)
		t->sector = t->device.logical;
}

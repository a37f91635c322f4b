/* SPDX-License-Identifier: MIT */
/* zones_disk.c - a disk whose regions have different speeds: a plugin of nbdkit.
 *
 *   nbdkit ./zones_disk.so zones=MIB:KB_PER_S,MIB:KB_PER_S,...
 *
 * One request at a time, each as long as its bytes take in their region; 0 KB_PER_S: they can't be
 * read. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NBDKIT_API_VERSION 2
#include <nbdkit-plugin.h>

#define THREAD_MODEL NBDKIT_THREAD_MODEL_SERIALIZE_ALL_REQUESTS

/* A request that comes so soon after the last one's end was under way before it: the kernel and two
 * programs pass it on, and that time is not the disk's. */
enum { ZONES = 16, ON_ITS_WAY_NS = 50000000 };

static struct { int64_t end, bytes_per_s; } zones[ZONES];
static unsigned count;
static int64_t free_ns;         /* when the last request's bytes are through */

static int zones_config(const char *key, const char *value)
{
	char *at = (char *)value;

	for (; !strcmp(key, "zones") && count < ZONES; at++) {
		zones[count].end = (count ? zones[count - 1].end : 0) + (strtoll(at, &at, 10) << 20);
		if (*at != ':')
			break;
		zones[count++].bytes_per_s = strtoll(at + 1, &at, 10) * 1000;
		if (!*at)
			return 0;
	}
	nbdkit_error("zones=MIB:KB_PER_S,... is wanted, not %s=%s", key, value);
	return -1;
}

static void *zones_open(int readonly)
{
	(void)readonly;
	return NBDKIT_HANDLE_NOT_NEEDED;
}

static int64_t zones_size(void *handle)
{
	(void)handle;
	return count ? zones[count - 1].end : 0;
}

/* Nanoseconds that [at, end) takes; negative: a part of it can't be read. */
static int64_t duration(int64_t at, int64_t end)
{
	int64_t ns = 0;

	for (unsigned i = 0; i < count && at < end; i++) {
		int64_t part = (end < zones[i].end ? end : zones[i].end) - at;

		if (part <= 0)
			continue;
		if (!zones[i].bytes_per_s)
			return -1;
		ns += part * 1000000000 / zones[i].bytes_per_s;
		at += part;
	}
	return ns;
}

static int zones_pread(void *handle, void *buffer, uint32_t size, uint64_t offset, uint32_t flags)
{
	int64_t now, ns = duration((int64_t)offset, (int64_t)(offset + size));
	struct timespec t;

	(void)handle;
	(void)flags;
	if (ns < 0) {
		nbdkit_set_error(EIO);
		return -1;
	}
	memset(buffer, (int)(offset >> 20) + 1, size);
	clock_gettime(CLOCK_MONOTONIC, &t);
	now = t.tv_sec * 1000000000 + t.tv_nsec;
	if (free_ns < now - ON_ITS_WAY_NS)
		free_ns = now;
	free_ns += ns;
	t.tv_sec = free_ns / 1000000000;
	t.tv_nsec = free_ns % 1000000000;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	return 0;
}

static struct nbdkit_plugin plugin = {
	.name = "zones",
	.config = zones_config,
	.open = zones_open,
	.get_size = zones_size,
	.pread = zones_pread,
};

NBDKIT_REGISTER_PLUGIN(plugin)

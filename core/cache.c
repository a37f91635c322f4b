/* SPDX-License-Identifier: MIT */
/* cache.c - making reads cold, and finding out whether they are. */
#include "cache.h"

#include "number.h"
#include "platform.h"

#define WINDOW (4 * MIB)                /* looked at in one go */
#define WINDOWS 512ull                  /* at most */
#define ALIGN (64 * KIB)                /* at least a page on every machine */

int cache_drop(int fd, bool device)
{
	int error = platform_sync(fd);

	/* What can't be synced (a read-only mount, a pipe) has nothing to sync. */
	if (error && error != -EINVAL && error != -EROFS)
		return error;
	if (device)
		platform_flush_device(fd);
	platform_advise(fd, PLATFORM_DONTNEED);
	return 0;
}

/* Resident bytes by mincore. A file too large to look through is looked at in windows spread evenly over
 * it; *size is then what they are together. */
static int64_t by_mincore(int fd, uint64_t start, uint64_t *size)
{
	uint64_t step = *size / WINDOWS / ALIGN * ALIGN;
	int64_t resident = 0, part = 0;

	start -= start % ALIGN;
	if (*size <= WINDOWS * WINDOW)
		return platform_resident_mincore(fd, start, *size);
	*size = WINDOWS * WINDOW;
	for (unsigned i = 0; i < WINDOWS && part >= 0; i++, start += step) {
		part = platform_resident_mincore(fd, start, WINDOW);
		resident += part;
	}
	return part < 0 ? part : resident;
}

int cache_resident(int fd, uint64_t start, uint64_t size, bool may_mincore, bool stacked)
{
	uint64_t looked_at = size, share;
	int64_t resident = -ENOSYS;

	if (!size)
		return 0;
	if (may_mincore)
		resident = by_mincore(fd, start, &looked_at);
	if (resident < 0 && !stacked) {
		resident = platform_resident_cachestat(fd, start, size);
		looked_at = size;
	}
	if (resident < 0)
		return CACHE_UNKNOWN;
	share = ((uint64_t)resident * 1000 + looked_at - 1) / looked_at;        /* memory is under 2^54 bytes */
	return share > 1000 ? 1000 : (int)share;
}

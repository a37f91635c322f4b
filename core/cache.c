/* SPDX-License-Identifier: MIT */
/* cache.c - making reads cold, and finding out whether they are. */
#include "cache.h"

#include "number.h"
#include "platform.h"

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

int cache_resident(int fd, uint64_t size, bool may_mincore, bool stacked)
{
	int64_t resident = -ENOSYS;

	if (!size)
		return 0;
	if (may_mincore)
		resident = platform_resident_mincore(fd, 0, size);
	if (resident < 0 && !stacked)
		resident = platform_resident_cachestat(fd, 0, size);
	if (resident < 0)
		return CACHE_UNKNOWN;
	uint64_t share = number_multiply_divide((uint64_t)resident, 1000, size);
	if (number_multiply_divide(share, size, 1000) < (uint64_t)resident)
		share++;
	return share > 1000 ? 1000 : (int)share;
}

/* SPDX-License-Identifier: MIT */
/* cache.h - making reads cold, and finding out whether they are.
 *
 * What was measured: POSIX_FADV_DONTNEED without fsync drops nothing that is
 * dirty; pages that some process has mapped stay; tmpfs keeps everything;
 * RWF_NOWAIT, the obvious probe, reads in what it probes, so it isn't used. */
#ifndef CORE_CACHE_H
#define CORE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

enum { CACHE_UNKNOWN = -1 };

/* Writes the file out and drops its pages; of a block device its buffers too (root). A failed
 * fsync is an error: data may be lost. 0 or -errno. */
int cache_drop(int fd, bool device);
/* How much of [start, start + size) is in memory, in thousandths, rounded up; CACHE_UNKNOWN where no probe can be
 * trusted. may_mincore: the caller is root, owns the file or may write it (to others mincore(2)
 * says that all is there). stacked: an overlay, on which cachestat(2) looks at the wrong file. */
int cache_resident(int fd, uint64_t start, uint64_t size, bool may_mincore, bool stacked);

#endif

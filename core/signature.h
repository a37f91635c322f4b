/* SPDX-License-Identifier: MIT */
/* signature.h - does a device hold a file system, a volume or a partition table? */
#ifndef CORE_SIGNATURE_H
#define CORE_SIGNATURE_H

#include <stdint.h>

/* Reads the places where known formats put their magic numbers. fd: open to read; size: of the
 * device, bytes. The name of the first format found ("ext2/3/4", "GPT"), NULL: none; *error is set to
 * -errno when a place could not be read, which a caller must not take for "none". */
const char *signature_find(int fd, uint64_t size, int *error);

#endif

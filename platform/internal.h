/* SPDX-License-Identifier: MIT */
/* internal.h - what posix.c and the system's own files need of each other. */
#ifndef PLATFORM_INTERNAL_H
#define PLATFORM_INTERNAL_H

#include <sys/types.h>

#include "platform.h"

/* Was a call interrupted, and should be made again? Else a -1 becomes -errno. */
bool platform_again(ssize_t *result);
/* open(2) with the flags that only one system has; how: enum platform_open. -errno or a descriptor. */
int platform_open_system(int directory, const char *path, int flags, mode_t mode, unsigned how);
/* Sets and clears flags of an open descriptor. 0 or -errno. */
int platform_change_flags(int fd, int set, int clear);
void platform_split_device(dev_t device, uint32_t *major, uint32_t *minor);
/* Asks for SIGTERM when the parent dies; nothing where the system has no such thing. */
void platform_die_with_parent(void);

#endif

/* SPDX-License-Identifier: MIT */
/* user.h - -u USER[:GROUP] and -g GROUP: becoming somebody else for good. */
#ifndef CORE_USER_H
#define CORE_USER_H

#include <stdbool.h>
#include <stdint.h>

/* Finds the numbers of the user and group, given by name or number; either may be NULL. Without a group: the
 * user's own, else nogroup, else the same number. Names need /etc/passwd and /etc/group, but root and numbers
 * work without. EXIT_DONE, or EXIT_USAGE with the message printed. */
int user_find(const char *user, const char *group, uint32_t *user_id, uint32_t *group_id);
/* Becomes them. Unless quiet it says "Using uid:0, gid:0." on stderr, as the originals do. EXIT_DONE, or
 * the exit code with the message printed. */
int user_become(const char *user, const char *group, bool quiet);

#endif

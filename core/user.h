/* SPDX-License-Identifier: MIT */
/* user.h - -u USER[:GROUP] and -g GROUP: becoming somebody else for good. */
#ifndef CORE_USER_H
#define CORE_USER_H

#include <stdbool.h>

/* Becomes the user and group, given by name or number; either may be NULL. Without a group: the
 * user's own, else nogroup, else the same number. Names need /etc/passwd and /etc/group, but root and numbers
 * work without. Unless quiet it says "Using uid:0, gid:0." on stderr, as the originals do. EXIT_DONE, or
 * the exit code with the message printed. */
int user_become(const char *user, const char *group, bool quiet);

#endif

/* SPDX-License-Identifier: MIT */
/* helper.h - what only root may do, after the program has become somebody else.
 *
 * A process forked before that stays root, waits at a pipe, and does one thing: drop the system's
 * caches when asked. It goes when the last process that could ask has gone. */
#ifndef CORE_HELPER_H
#define CORE_HELPER_H

/* Forks the helper. 0 or -errno. */
int helper_start(void);
/* Drops all clean pages, names and inodes of the system; in any process forked later too, one at a
 * time. By itself where no helper was started. 0 or -errno. */
int helper_drop_caches(void);

#endif

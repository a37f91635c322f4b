/* SPDX-License-Identifier: MIT */
/* lockstep.h - several processes that begin each step of their work at the same time.
 *
 * The members keep their places in a table: in a file that programs started apart meet by, or in
 * memory that a parent shares with the copies it forked. Who has come to a step writes so, and looks
 * every few ms whether the others have; then all start at one time, worked out from when the last of them
 * came. A member of the file holds a record lock on its row, which the system takes back however it ends: a
 * dead one is noticed at once and nobody waits for it. No System V IPC, which routers' kernels leave out. */
#ifndef CORE_LOCKSTEP_H
#define CORE_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOCKSTEP_MAX = 256 };

struct lockstep {
	int fd;                         /* of the file; -1: in memory */
	void *table;                    /* in memory: lockstep_size() bytes that all share */
	unsigned members, self;
	uint32_t session;
	int64_t patience_ns;            /* how long to wait for one that lives; 0: as long as it does */
	int64_t absence_ns;             /* how long to wait for one that has not come yet */
	uint32_t vote;                  /* our last one, and where */
	bool passed;                    /* we were through a step */
	bool gone[LOCKSTEP_MAX];        /* members that nobody waits for any more */
};

/* What a step found out. */
struct lockstep_report {
	unsigned lost;                  /* members that died since the last step */
	unsigned late;                  /* members that were not waited for any longer */
	unsigned votes;                 /* what the members at this step said, or-ed; of a vote only */
};

/* ---- a file, for programs started apart; it belongs to its owner alone ---- */

/* Makes the file for so many members, or changes the number in one that is there. -EBUSY: members
 * are at it. -EINVAL: another program's file. */
int lockstep_make(const char *path, unsigned members);
int lockstep_forget(const char *path);
/* Takes a row in it. -ENOENT: nobody made it; -EBUSY: all rows are taken. When all members of a
 * session have ended the next one begins by itself. */
int lockstep_join(struct lockstep *l, const char *path);

/* ---- memory, for forked copies ---- */

size_t lockstep_size(unsigned members);
/* Member `self` of the table, which is zero in the beginning. */
void lockstep_share(struct lockstep *l, void *table, unsigned members, unsigned self);
/* The parent tells that a copy has ended. */
void lockstep_died(void *table, unsigned member);

/* ---- steps ---- */

/* Waits until every member has come to step `step` or a later one; steps of a member only go up, and end before
 * 2^32 - 2. All that came to this step return at the same time. 0, or -EINTR: a stop was asked for. */
int lockstep_wait(struct lockstep *l, uint32_t step, struct lockstep_report *report);
/* The same at a step where each member says something, in 8 bits, not all at one time; takes this step and the
 * next. All members that are there see the same votes in the report. */
int lockstep_vote(struct lockstep *l, uint32_t step, unsigned votes, struct lockstep_report *report);
/* Done: the others need not wait for us. */
void lockstep_leave(struct lockstep *l);

#endif

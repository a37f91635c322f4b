/* SPDX-License-Identifier: MIT */
/* lockstep.c - several processes that begin each step of their work at the same time. */
#include "lockstep.h"

#include <string.h>

#include "io.h"
#include "number.h"
#include "platform.h"

enum {
	POLL_MS = 4,
	START_MS = 12,                  /* from the last one's coming to the start: three looks */
	ABSENCE_S = 600,
	VOTE_BITS = 8,                  /* of what is said; above them stands where, see below */
};

#define MAGIC 0x6b736964u               /* "disk" */
#define DONE UINT32_MAX                 /* as a step: no more to come */

/* Fields lie as in programs of any word size, so that these agree. */
struct header {
	uint32_t magic, members, session, unused;
};

struct row {
	uint64_t came_ns;               /* where it is */
	uint32_t session;               /* that the rest belongs to */
	uint32_t step;                  /* where the member is, plus 1; 0: not come yet */
	uint32_t vote;                  /* what it said, and where: it stays while others read it */
	uint32_t unused;
	uint32_t passed;                /* it was through a step */
	uint32_t died;                  /* in memory: the parent says so */
};

/* ---- the table, wherever it is ---- */

static uint32_t row_offset(unsigned member)
{
	return (uint32_t)(sizeof(struct header) + member * sizeof(struct row));
}

static int read_at(int fd, void *to, size_t size, uint64_t offset)
{
	struct io io = { fd, false };
	int64_t got = io_read_at(&io, to, size, offset);

	return got == (int64_t)size ? 0 : got < 0 ? (int)got : -EINVAL;
}

static int write_at(int fd, const void *from, size_t size, uint64_t offset)
{
	struct io io = { fd, false };

	return io_write_at(&io, from, size, offset);
}

/* Of one that can't be read the session is 0, and nothing else. */
static void load(const struct lockstep *l, unsigned member, struct row *row)
{
	if (l->fd < 0)
		memcpy(row, (const char *)l->table + row_offset(member), sizeof *row);
	else if (read_at(l->fd, row, sizeof *row, row_offset(member)))
		*row = (struct row){ .session = 0 };
}

/* In memory `died` is the parent's to write, and last. */
static void store(const struct lockstep *l, const struct row *row)
{
	if (l->fd < 0)
		memcpy((char *)l->table + row_offset(l->self), row, offsetof(struct row, died));
	else
		write_at(l->fd, row, sizeof *row, row_offset(l->self));
}

static bool alive(const struct lockstep *l, unsigned member, const struct row *row)
{
	return l->fd < 0 ? !row->died : platform_locked(l->fd, row_offset(member), sizeof(struct row));
}

/* ---- the file ---- */

static int open_file(const char *path)
{
	struct platform_stat st;
	int fd = platform_open_at(platform_here, path,
	                          PLATFORM_READ | PLATFORM_WRITE | PLATFORM_NOFOLLOW | PLATFORM_NONBLOCK), error;

	if (fd < 0)
		return fd;
	error = platform_stat(fd, &st);
	if (!error && (st.type != PLATFORM_TYPE_FILE || st.owner != platform_user_id()))
		error = -EINVAL;
	if (!error)
		error = platform_lock(fd, 0, sizeof(struct header), true);
	if (!error)
		return fd;
	platform_close(fd);
	return error;
}

/* Is any row but ours taken? The header is locked. */
static bool in_use(int fd, unsigned members)
{
	return platform_locked(fd, row_offset(0), members * sizeof(struct row));
}

static int read_header(int fd, struct header *h)
{
	int error = read_at(fd, h, sizeof *h, 0);

	if (!error && (h->magic != MAGIC || !h->members || h->members > LOCKSTEP_MAX))
		error = -EINVAL;
	return error;
}

/* A file nobody has yet; when two make it at once one of them does. */
static int create(const char *path)
{
	static const struct header empty = { MAGIC, 1, 0, 0 };
	int fd = platform_open_at(platform_here, path, PLATFORM_READ | PLATFORM_WRITE | PLATFORM_CREATE), error;

	if (fd < 0)
		return fd == -EEXIST ? 0 : fd;
	error = write_at(fd, &empty, sizeof empty, 0);
	platform_close(fd);
	return error;
}

int lockstep_make(const char *path, unsigned members)
{
	struct header h;
	int error = create(path), fd = error ? error : open_file(path);

	if (fd < 0)
		return fd;
	error = read_header(fd, &h);
	if (!error && in_use(fd, LOCKSTEP_MAX))
		error = -EBUSY;
	h.members = members;
	h.session++;
	if (!error)
		error = write_at(fd, &h, sizeof h, 0);
	platform_close(fd);
	return error;
}

int lockstep_forget(const char *path)
{
	struct header h;
	int fd = open_file(path), error;

	if (fd < 0)
		return fd;
	error = read_header(fd, &h);
	platform_close(fd);
	return error ? error : platform_unlink_at(platform_here, path);
}

/* A row that nobody has come to in this session, or whose member died before its first step. */
static bool take_row(struct lockstep *l)
{
	for (l->self = 0; l->self < l->members; l->self++) {
		struct row row;

		load(l, l->self, &row);
		if (row.session == l->session && (row.passed || row.step == DONE))
			continue;
		if (!platform_lock(l->fd, row_offset(l->self), sizeof row, false)) {
			row = (struct row){ .session = l->session };
			store(l, &row);
			return true;
		}
	}
	return false;
}

int lockstep_join(struct lockstep *l, const char *path)
{
	struct header h = { 0, 0, 0, 0 };
	int error;

	*l = (struct lockstep){ .fd = open_file(path), .absence_ns = ABSENCE_S * NS_PER_S };
	if (l->fd < 0)
		return l->fd;
	error = read_header(l->fd, &h);
	if (!error && !in_use(l->fd, h.members)) {
		h.session++;
		error = write_at(l->fd, &h, sizeof h, 0);
	}
	l->members = h.members;
	l->session = h.session;
	if (!error && !take_row(l))
		error = -EBUSY;
	platform_unlock(l->fd, 0, sizeof h);
	if (error)
		platform_close(l->fd);
	return error;
}

/* ---- memory ---- */

size_t lockstep_size(unsigned members)
{
	return row_offset(members);
}

void lockstep_share(struct lockstep *l, void *table, unsigned members, unsigned self)
{
	*l = (struct lockstep){ .fd = -1, .table = table, .members = members, .self = self };
}

void lockstep_died(void *table, unsigned member)
{
	struct row *row = (struct row *)(void *)((char *)table + row_offset(member));

	*(volatile uint32_t *)&row->died = 1;
}

/* ---- steps ---- */

/* What is said at a step, in one word: nobody sees half of it. */
static uint32_t vote_of(uint32_t step, unsigned votes)
{
	return (step + 1) << VOTE_BITS | votes;
}

static bool said_at(uint32_t vote, uint32_t step)
{
	return (vote ^ vote_of(step, 0)) >> VOTE_BITS == 0;
}

enum state { THERE, COMING, ABSENT, DEAD };

static enum state state_of(const struct lockstep *l, unsigned member, const struct row *row, uint32_t step)
{
	if (row->session != l->session)
		return ABSENT;
	/* Where it is, plus 1; who is seen there before its vote is seen has not come yet. */
	if (row->step > step && (row->step > step + 1 || !said_at(l->vote, step) || said_at(row->vote, step)))
		return THERE;
	if (alive(l, member, row))
		return COMING;
	return row->passed || l->fd < 0 ? DEAD : ABSENT;
}

/* One look at the others. False: somebody is to be waited for. */
static bool look(struct lockstep *l, uint32_t step, int64_t waited, struct lockstep_report *report, uint64_t *start)
{
	bool all = true;

	report->votes = 0;
	for (unsigned i = 0; i < l->members; i++) {
		struct row row;
		enum state state;
		int64_t patience;

		load(l, i, &row);
		state = state_of(l, i, &row, step);
		patience = state == ABSENT && !l->patience_ns ? l->absence_ns : l->patience_ns;
		if (state == DEAD) {            /* or it came, and ended, since its row was read */
			load(l, i, &row);
			state = state_of(l, i, &row, step);
		}
		if (row.session == l->session && row.step == step + 1 && row.came_ns > *start)
			*start = row.came_ns;
		if (row.session == l->session && said_at(row.vote, step))
			report->votes |= row.vote & ((1u << VOTE_BITS) - 1);
		if (state == THERE || l->gone[i])
			continue;
		l->gone[i] = state == DEAD || (patience && waited > patience);
		report->lost += state == DEAD;
		report->late += state != DEAD && l->gone[i];
		all &= l->gone[i];
	}
	return all;
}

/* Sleeps until the time, which is near; members are apart by a ms at most. */
static void start_at(int64_t start)
{
	int64_t left = start - platform_clock_ns();

	if (left > 0 && left <= START_MS * NS_PER_MS)   /* else their clock is not ours */
		platform_sleep_ms((unsigned)((left + NS_PER_MS - 1) / NS_PER_MS));
}

/* Comes to the step and waits for the others. *start: when the last of those at this step came. */
static int come(struct lockstep *l, uint32_t step, struct lockstep_report *report, uint64_t *start)
{
	int64_t began = platform_clock_ns();
	struct row row = { .session = l->session, .step = step + 1, .came_ns = (uint64_t)began,
		           .vote = l->vote, .passed = l->passed };

	*start = 0;
	store(l, &row);
	while (!look(l, step, platform_clock_ns() - began, report, start)) {
		if (platform_stop_signal())
			return -EINTR;
		platform_sleep_ms(POLL_MS);
	}
	l->passed = true;
	row.passed = 1;
	store(l, &row);
	return 0;
}

int lockstep_wait(struct lockstep *l, uint32_t step, struct lockstep_report *report)
{
	uint64_t start;
	int error;

	*report = (struct lockstep_report){ 0, 0, 0 };
	error = come(l, step, report, &start);
	if (!error)
		start_at((int64_t)start + START_MS * NS_PER_MS);
	return error;
}

int lockstep_vote(struct lockstep *l, uint32_t step, unsigned votes, struct lockstep_report *report)
{
	uint64_t start;
	unsigned all;
	int error;

	*report = (struct lockstep_report){ 0, 0, 0 };
	l->vote = vote_of(step, votes);
	error = come(l, step, report, &start);
	all = report->votes;
	/* Nobody votes again before everybody has read. */
	if (!error)
		error = come(l, step + 1, report, &start);
	report->votes = all;
	return error;
}

void lockstep_leave(struct lockstep *l)
{
	struct row row = { .session = l->session, .step = DONE, .vote = l->vote, .passed = 1 };

	store(l, &row);
	if (l->fd >= 0)
		platform_close(l->fd);
	l->fd = -1;
}

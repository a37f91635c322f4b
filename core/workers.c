/* SPDX-License-Identifier: MIT */
/* workers.c - the processes that do the tested I/O. */
#include "workers.h"

#include <string.h>

#include "error.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "record.h"

enum { TICK_MS = 250, GRACE_MS = 2000, KILL_MS = 1000 };

/* One mapping for all workers of a run. Process numbers are not in it: a child
 * runs the parent's next statement too and would store its own 0. */
struct board {
	volatile int stop;
	struct slot slot[];
};

static struct board *board;             /* of the run in progress, NULL outside */

/* The parent's side of a run. */
struct crew {
	const struct work *work;
	int gate[2];                    /* the barrier: ends when the parent closes it */
	int done[2];                    /* held open by every worker until it ends */
	unsigned started;
	int64_t began_ns;
	bool expired;                   /* the limit is over */
	struct child {
		int pid;
		int status;             /* what platform_wait() said; -EAGAIN while it runs */
	} child[WORKERS_MAX];
};

bool workers_stop(void)
{
	return platform_stop_signal() || (board && board->stop);
}

void slot_count(struct slot *slot, int64_t bytes, int64_t took_ns)
{
	slot->amount += (uint64_t)bytes;
	slot->bytes += (uint64_t)bytes;
	histogram_add(&slot->latency, took_ns);
}

int slot_fail(struct slot *slot, const char *call, const char *name, int error)
{
	struct out o = OUT_MEMORY(slot->name);

	if (!error || slot->error)
		return error;
	slot->error = error;
	slot->failed = call;
	if (name && strcmp(name, ".") != 0)
		out_text(&o, name);
	out_end(&o);
	return error;
}

static void measure(struct slot *slot, unsigned index, const struct work *work)
{
	struct platform_usage before, after;
	int64_t end;

	platform_usage(&before);
	slot->start_ns = platform_clock_ns();
	if (work->run(slot, index, work->context))
		board->stop = 1;        /* the others need not go on */
	end = platform_clock_ns();
	platform_usage(&after);
	slot->user_ns = after.user_ns - before.user_ns;
	slot->system_ns = after.system_ns - before.system_ns;
	slot->read_bytes = after.read_bytes - before.read_bytes;
	slot->written_bytes = after.written_bytes - before.written_bytes;
	slot->end_ns = end;
}

static void worker(const struct crew *c, unsigned index, int parent)
{
	const struct work *work = c->work;
	char byte;

	platform_close(c->gate[1]);
	platform_close(c->done[0]);
	if (platform_signals_worker(parent)) {
		platform_read(c->gate[0], &byte, 1);
		if (!platform_stop_signal())
			measure(&board->slot[index], index, work);
	}
	if (platform_parent_id() != parent && work->orphaned)
		work->orphaned(work->context);
	platform_exit(0);
}

static int start(struct crew *c)
{
	int parent = platform_process_id(), pid;

	for (; c->started < c->work->workers; c->started++) {
		pid = platform_fork();
		if (pid < 0)
			return pid;
		if (!pid)
			worker(c, c->started, parent);
		c->child[c->started] = (struct child){ pid, -EAGAIN };
	}
	return 0;
}

static uint64_t amount_so_far(const struct crew *c)
{
	uint64_t amount = 0;

	for (const struct slot *slot = board->slot; slot < board->slot + c->started; slot++)
		amount += slot->amount;
	return amount;
}

static void look_at(struct child *child, bool wait)
{
	if (child->status == -EAGAIN)
		child->status = platform_wait(child->pid, wait);
}

static void tick(struct crew *c, int64_t elapsed_ns)
{
	for (unsigned i = 0; i < c->started; i++) {
		look_at(&c->child[i], false);
		if (c->child[i].status >= 128)
			board->stop = 1;        /* one was killed: their test has failed */
	}
	if (c->work->watch)
		c->work->watch(c->work->context, amount_so_far(c), elapsed_ns);
}

/* Asks, or forces. The stop flag reaches loops, the signal blocked calls. Not one that has been waited for: its
 * number may be another process's by now. */
static void press(const struct crew *c, bool force)
{
	board->stop = 1;
	for (const struct child *child = c->child; child < c->child + c->started; child++)
		if (child->status == -EAGAIN && force)
			platform_kill(child->pid);
		else if (child->status == -EAGAIN)
			platform_terminate(child->pid);
}

/* Waits until every worker has let go of the pipe. False: some are stuck in the kernel. */
static bool wait_done(struct crew *c)
{
	int64_t stopped = 0;

	while (!platform_wait_readable(c->done[0], TICK_MS)) {
		int64_t elapsed = platform_clock_ns() - c->began_ns;

		tick(c, elapsed);
		if (c->work->limit_ns && elapsed > c->work->limit_ns)
			c->expired = true;
		if (!platform_stop_signal() && !c->expired)
			continue;
		if (!stopped)
			stopped = elapsed;
		press(c, elapsed - stopped > GRACE_MS * NS_PER_MS);
		if (elapsed - stopped > (GRACE_MS + KILL_MS) * NS_PER_MS)
			return false;
	}
	return true;
}

static void say_stuck(const struct crew *c, int pid)
{
	char text[80];
	struct out o = OUT_MEMORY(text);

	out_text(&o, "worker ");
	out_number(&o, (uint64_t)pid, 0);
	out_text(&o, " is blocked in the kernel and was left there");
	error_warn(c->work->path, out_end(&o), 0);
}

/* Takes the workers' ends; a killed one's slot gets its error here. */
static void reap(struct crew *c, bool all_done)
{
	for (unsigned i = 0; i < c->started; i++) {
		struct slot *slot = &board->slot[i];
		struct child *child = &c->child[i];

		look_at(child, all_done);
		if (child->status == -EAGAIN) {
			slot_fail(slot, "worker", NULL, -ETIMEDOUT);
			say_stuck(c, child->pid);
		} else if (child->status && !platform_stop_signal() && !c->expired) {
			slot_fail(slot, "worker was killed", NULL, -EINTR);
		}
		if (!slot->end_ns && slot->start_ns)
			slot->end_ns = platform_clock_ns();
	}
}

static void say_failure(const struct crew *c, const struct slot *slot)
{
	char text[512];
	struct out o = OUT_MEMORY(text);

	out_texts(&o, c->work->path, slot->name[0] ? "/" : "", slot->name, (char *)0);
	/* "worker was killed: Interrupted" would add nothing. */
	error_warn(out_end(&o), slot->failed, slot->error == -EINTR ? 0 : slot->error);
}

static void add_up(const struct crew *c, struct record *r, struct histogram *latency)
{
	int64_t first = INT64_MAX, last = 0;

	for (const struct slot *slot = board->slot; slot < board->slot + c->started; slot++) {
		r->amount += slot->amount;
		r->bytes += slot->bytes;
		r->user_ns += slot->user_ns;
		r->system_ns += slot->system_ns;
		r->device_bytes += (int64_t)slot->read_bytes;
		r->written_bytes += slot->written_bytes;
		r->flags |= slot->flags;
		if (slot->start_ns && slot->start_ns < first)
			first = slot->start_ns;
		if (slot->end_ns > last)
			last = slot->end_ns;
		if (latency)
			histogram_merge(latency, &slot->latency);
		if (slot->error && !r->error) {
			r->error = slot->error;
			r->failed = slot->failed;
			if (slot->error != -EINTR || (!platform_stop_signal() && !c->expired))
				say_failure(c, slot);
		}
	}
	r->elapsed_ns = last > first ? last - first : 0;
}

/* Fork, barrier, wait. Returns -errno when not even that worked. */
static int conduct(struct crew *c)
{
	int error = platform_pipe(c->gate);

	if (error)
		return error;
	error = platform_pipe(c->done);
	if (error) {
		platform_close(c->gate[0]);
		platform_close(c->gate[1]);
		return error;
	}
	error = start(c);
	if (error)
		press(c, false);
	platform_close(c->gate[0]);
	platform_close(c->done[1]);
	c->began_ns = platform_clock_ns();
	platform_close(c->gate[1]);             /* the barrier opens */
	reap(c, wait_done(c));
	platform_close(c->done[0]);
	return error;
}

int workers_run(const struct work *work, struct record *r, struct histogram *latency)
{
	struct crew c = { .work = work };
	size_t size = sizeof *board + work->workers * sizeof(struct slot);
	int error = -ENOMEM;

	if (work->workers <= WORKERS_MAX)
		board = platform_shared(size);
	if (board)
		error = conduct(&c);
	if (board)
		add_up(&c, r, latency);
	if (error && !r->error) {
		r->error = error;
		r->failed = "start workers";
		error_warn(work->path, r->failed, error);
	}
	r->workers = work->workers;
	if (platform_stop_signal() || c.expired)
		r->flags |= RECORD_PARTIAL;
	else if (r->error)
		r->flags |= RECORD_FAILED;
	platform_free(board, size);
	board = NULL;
	return r->error;
}

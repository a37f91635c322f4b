/* SPDX-License-Identifier: MIT */
/* input.c - if=: a file, a device, standard input, or data made here. */
#include "ddread.h"

#include <string.h>

#include "error.h"
#include "number.h"
#include "platform.h"

enum { FORGET = 8 << 20 };              /* bytes between two calls that drop what was read */

/* ---- opening ---- */

static bool is_link(const char *path)
{
	struct platform_stat st;

	return !platform_stat_at(platform_here, path, false, &st) && st.type == PLATFORM_TYPE_LINK;
}

/* How many bytes there will be, as far as it can be known. */
static uint64_t expected(const struct run *r)
{
	const struct operands *o = &r->o;
	uint64_t count = number_add(number_multiply(o->records, o->in_block), o->last_bytes);
	uint64_t from = o->skip_bytes, left = UINT64_MAX;
	int64_t at;

	if (!run_makes(r) && r->in.size) {
		at = platform_seek_by(r->in.fd, 0);
		from += at > 0 ? (uint64_t)at : 0;
		left = r->in.size > from ? r->in.size - from : 0;
	}
	count = count < left ? count : left;
	return count == UINT64_MAX ? 0 : count;
}

/* Flags that open(2) has no part in here; standard input was opened by somebody else anyway. */
static int set_flags(struct run *r)
{
	int error = 0;

	if (r->o.iflag & FLAG_NOATIME)
		error = platform_set_no_atime(r->in.fd);
	if (error)
		return error_warn(r->in.path, "noatime", error);
	if (!r->o.input && r->o.iflag & FLAG_DIRECT && ENABLED(CONFIG_DIRECT_IO)) {
		r->in.direct = !platform_set_direct(r->in.fd, true);
		r->tally->buffered_input = !r->in.direct;
	}
	return EXIT_DONE;
}

int input_open(struct run *r)
{
	const char *path = r->o.input;
	int status = EXIT_DONE;

	if (ENABLED(CONFIG_DDREAD_WRITE) && path)
		r->source = !strcmp(path, "random:") ? SOURCE_RANDOM : !strcmp(path, "zero:") ? SOURCE_ZERO : SOURCE_FILE;
	if (run_makes(r)) {
		r->in.path = r->source == SOURCE_RANDOM ? "random data" : "zeros";
		r->in.fd = -1;
		r->in.kind = TARGET_CHARACTER;
		r->in.fs.type = "unknown";
		r->in.no_device = "made here";
		r->in.resident = TARGET_RESIDENT_UNKNOWN;
	} else {
		if (path && r->o.iflag & FLAG_NOFOLLOW && is_link(path))
			return error_warn(path, "open", -ELOOP);
		/* To target_open_reading() "-" is standard input, to dd a file of that name. */
		path = !path ? "-" : strcmp(path, "-") ? path : "./-";
		status = target_open_reading(&r->in, path, r->o.iflag & FLAG_DIRECT);
		if (!status && ENABLED(CONFIG_JSON) && r->o.json)
			target_find_device(&r->in);
		if (!status)
			status = set_flags(r);
	}
	r->expected = expected(r);
	return status;
}

/* ---- reading, in the worker ---- */

static int read_some(struct copy *c, char *to, size_t size)
{
	struct target *in = &c->r->in;
	int n;

	if (run_makes(c->r)) {
		if (c->r->source == SOURCE_RANDOM)
			fill_next(&c->fill, to, (size + 7) & ~(size_t)7);
		return (int)size;
	}
	do {
		n = (int)platform_read(in->fd, to, size);
		/* Behind an odd end direct reads are refused instead of finding it. */
		if (n == -EINVAL && in->direct && c->previous)
			return 0;
	} while (n < 0 && copy_fell_back(c, in, &c->t->buffered_input, n));
	return n;
}

int input_read(struct copy *c, size_t size)
{
	size_t done = 0;
	int n;

	do {
		n = read_some(c, c->buffer + done, size - done);
		done += n > 0 ? (size_t)n : 0;
	} while (c->o->iflag & FLAG_FULLBLOCK && n > 0 && done < size);
	return done ? (int)done : n;
}

bool input_pass(struct copy *c, uint64_t bytes)
{
	return !run_makes(c->r) && platform_seek_by(c->r->in.fd, (int64_t)bytes) >= 0;
}

int input_ended(struct copy *c)
{
	int64_t at = run_makes(c->r) ? -1 : platform_seek_by(c->r->in.fd, 0);

	if (c->o->strict || at < 0 || !target_lost(&c->r->in, (uint64_t)at))
		return 0;
	return copy_fail(c, "read", false, -ENXIO);
}

void input_forget(struct copy *c, bool end)
{
	uint64_t behind = c->t->read - c->in_forgotten;

	if (!(c->o->iflag & FLAG_NOCACHE) || run_makes(c->r) || (behind < FORGET && !end))
		return;
	/* Nothing read at all is how the whole file is asked for. */
	if (!c->t->read)
		platform_expect_range(c->r->in.fd, 0, 0, false);
	else if (behind)
		platform_expect_range(c->r->in.fd, c->in_start + c->in_forgotten, behind, false);
	c->in_forgotten = c->t->read;
}

/* ---- the last bytes ---- */

enum {
	LAST = 32 << 20,                /* bytes before the end where the system's readahead is over */
	AHEAD = 4 << 20,                /* and how far ours goes */
	ASK = 128 << 10,                /* at once: the least that a kernel takes whole */
};

void input_ahead(struct copy *c)
{
	const struct run *r = c->r;
	uint64_t until = c->t->read + AHEAD;

	if (r->expected - c->t->read > LAST)
		return;
	if (!c->asked) {
		platform_advise(r->in.fd, PLATFORM_RANDOM);
		c->asked = c->t->read;
	}
	while (c->asked < until && c->asked < r->expected) {
		uint64_t left = r->expected - c->asked, part = left < ASK ? left : ASK;

		platform_expect_range(r->in.fd, c->in_start + c->asked, part, true);
		c->asked += part;
	}
}

bool input_ends_early(const struct copy *c)
{
	const struct target *in = &c->r->in;

	return !run_writes(c->r) && c->o->input && c->o->count.given && !c->o->strict && !in->direct &&
	       !run_makes(c->r) && in->size && c->in_start + c->r->expected < in->size;
}

/* ---- skip= ---- */

/* Not an error: what is there is copied. */
static bool cannot_skip(const struct copy *c, bool go_on)
{
	if (c->o->status != STATUS_NONE)
		error_warn(c->r->in.path, "cannot skip to specified offset", 0);
	return go_on;
}

/* One read is one block, short or not, as dd counts. */
static bool skip_by_reading(struct copy *c)
{
	uint64_t left = c->o->skip_bytes, skipped = 0;

	do {
		uint64_t record = left < c->o->in_block ? left : c->o->in_block;

		copy_record(c, record, true);
		skipped += c->got;
		left -= record;
	} while (left && c->got && !workers_stop());
	if (c->read_error)
		copy_fail(c, "read", false, c->read_error);
	else if (skipped < c->o->skip_bytes)
		cannot_skip(c, true);
	return c->got;
}

bool input_skip(struct copy *c)
{
	const struct target *in = &c->r->in;
	bool end_known = in->size || in->kind == TARGET_FILE;
	int64_t at;

	if (run_makes(c->r))
		return true;
	at = platform_seek_by(in->fd, (int64_t)c->o->skip_bytes);
	c->in_start = at > 0 ? (uint64_t)at : 0;
	if (!c->o->skip_bytes)
		return true;
	if (at == -ESPIPE)
		return skip_by_reading(c);
	if (at >= 0 && !(end_known && (uint64_t)at > in->size))
		return true;
	platform_seek(in->fd, in->size);
	return cannot_skip(c, false);
}

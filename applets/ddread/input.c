/* SPDX-License-Identifier: MIT */
/* input.c - if=: a file, a device, standard input, or data made here. */
#include "ddread.h"

#include <string.h>

#include "applet.h"
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
	uint64_t count = number_add(number_multiply(o->records, o->in_block), o->last_bytes), left = UINT64_MAX;
	int64_t at;

	if (r->source == SOURCE_FILE && r->in.size) {
		at = platform_seek_by(r->in.fd, 0);
		left = r->in.size - (at > 0 && (uint64_t)at < r->in.size ? (uint64_t)at : 0);
		left -= o->skip_bytes < left ? o->skip_bytes : left;
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

	if (path && !strcmp(path, "random:"))
		r->source = SOURCE_RANDOM;
	else if (path && !strcmp(path, "zero:"))
		r->source = SOURCE_ZERO;
	if (r->source != SOURCE_FILE) {
		r->in = (struct target){ .path = r->source == SOURCE_RANDOM ? "random data" : "zeros",
		                         .fd = -1, .kind = TARGET_CHARACTER, .fs.type = "unknown",
		                         .no_device = "made here", .resident = TARGET_RESIDENT_UNKNOWN };
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

/* Some file systems take O_DIRECT at open and refuse the first transfer; so does a block that is no
 * multiple of the sector. dd would stop here. */
static bool fell_back(struct copy *c, int64_t result)
{
	struct target *in = &c->r->in;

	if (!in->direct || c->o->strict || (result != -EINVAL && result != -EOPNOTSUPP && result != -ENOSYS))
		return false;
	if (platform_set_direct(in->fd, false))
		return false;
	in->direct = false;
	c->t->buffered_input = true;
	return true;
}

int64_t input_read(struct copy *c, size_t at, size_t size)
{
	const struct run *r = c->r;
	int64_t n;

	if (r->source == SOURCE_RANDOM)
		fill_next(&c->fill, c->buffer, (size + 7) & ~(size_t)7);
	if (r->source != SOURCE_FILE)
		return (int64_t)size;
	do {
		n = platform_read(r->in.fd, c->buffer + at, size);
		/* Behind an odd end direct reads are refused instead of finding it. */
		if (n == -EINVAL && r->in.direct && c->previous)
			return 0;
	} while (n < 0 && fell_back(c, n));
	return n;
}

bool input_pass(struct copy *c, uint64_t bytes)
{
	return c->r->source == SOURCE_FILE && platform_seek_by(c->r->in.fd, (int64_t)bytes) >= 0;
}

int input_ended(struct copy *c)
{
	int64_t at = c->r->source == SOURCE_FILE ? platform_seek_by(c->r->in.fd, 0) : -1;

	if (c->o->strict || at < 0 || !target_lost(&c->r->in, (uint64_t)at))
		return 0;
	return copy_fail(c, "read", false, -ENXIO);
}

void input_forget(struct copy *c, bool end)
{
	uint64_t behind = c->t->read - c->in_forgotten;

	if (!(c->o->iflag & FLAG_NOCACHE) || c->r->source != SOURCE_FILE || (behind < FORGET && !end))
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

	return c->r->sink == SINK_NOTHING && c->o->input && c->o->count.given && !c->o->strict && !in->direct &&
	       c->r->source == SOURCE_FILE && in->size && c->in_start + c->r->expected < in->size;
}

/* ---- skip= ---- */

/* Not an error: what is there is copied. */
static bool cannot_skip(const struct copy *c, bool go_on)
{
	if (c->o->status != STATUS_NONE)
		error_warn(c->r->in.path, "cannot skip to specified offset", 0);
	return go_on;
}

/* Reads one block and throws it away: bytes, 0 at the end, or -errno. */
static int64_t skip_record(struct copy *c, uint64_t record)
{
	uint64_t got = 0;

	while (got < record) {
		size_t part = record - got < c->piece ? (size_t)(record - got) : c->piece;
		int64_t n = input_read(c, 0, part);

		if (n < 0 && !got)
			return n;
		got += n > 0 ? (uint64_t)n : 0;
		if (n <= 0 || ((size_t)n < part && !(c->o->iflag & FLAG_FULLBLOCK)))
			break;
	}
	return (int64_t)got;
}

/* One read is one block, short or not, as dd counts. */
static bool skip_by_reading(struct copy *c)
{
	uint64_t left = c->o->skip_bytes, skipped = 0;
	int64_t n = 1;

	while (left && n > 0 && !workers_stop()) {
		uint64_t record = left < c->o->in_block ? left : c->o->in_block;

		n = skip_record(c, record);
		if (n < 0)
			copy_fail(c, "read", false, (int)n);
		skipped += n > 0 ? (uint64_t)n : 0;
		c->previous = n > 0 && (uint64_t)n < record ? (uint64_t)n : 0;
		left -= record;
	}
	if (n >= 0 && skipped < c->o->skip_bytes)
		cannot_skip(c, true);
	return n > 0;
}

bool input_skip(struct copy *c)
{
	const struct target *in = &c->r->in;
	uint64_t skip = c->o->skip_bytes;
	int64_t at = c->r->source == SOURCE_FILE ? platform_seek_by(in->fd, 0) : 0;

	c->in_start = at < 0 ? 0 : (uint64_t)at + skip;
	if (!skip || c->r->source != SOURCE_FILE)
		return true;
	if (at < 0)
		return skip_by_reading(c);
	if ((in->size || in->kind == TARGET_FILE) && ((uint64_t)at > in->size || skip > in->size - (uint64_t)at)) {
		platform_seek(in->fd, in->size);
		return cannot_skip(c, false);
	}
	return platform_seek_by(in->fd, (int64_t)skip) >= 0 || cannot_skip(c, false);
}

/* SPDX-License-Identifier: MIT */
/* watch.c - what the parent shows while the worker copies: once a second, and
 * when USR1 asks. It looks at the tally, so it goes on when a call blocks. */
#include "ddread.h"

#include "number.h"
#include "out.h"
#include "platform.h"
#include "size.h"

enum { SECONDS_ENOUGH = 3 };

static struct {
	struct run *r;
	bool terminal;
	size_t shown;                   /* length of the status line that is there */
	int64_t last_ns;                /* from the start to the last look, and what was done then */
	uint64_t last_bytes;
	uint64_t slowest, fastest;      /* bytes a second */
	unsigned seconds;
} now;

/* A 64-bit value may change between its halves while a 32-bit processor reads it. */
static uint64_t steady(const volatile uint64_t *value)
{
	uint64_t one = *value, two = *value;

	while (one != two) {
		one = two;
		two = *value;
	}
	return one;
}

/* ", now 830 MB/s, 45 %, 0:12 left" */
static void put_more(struct out *o, uint64_t bytes, int64_t elapsed, uint64_t last_second)
{
	uint64_t all = now.r->expected, rate = number_per_second(bytes, elapsed);

	out_text(o, ", now ");
	lines_rate(o, last_second, NS_PER_S);
	if (!all)
		return;
	out_text(o, ", ");
	out_number(o, number_multiply_divide(bytes, 100, all), 0);
	out_text(o, " %");
	if (bytes < all && rate) {
		out_text(o, ", ");
		size_print_minutes(o, (all - bytes) / rate);
		out_text(o, " left");
	}
}

/* The line of status=progress, over the one before. */
static void show(uint64_t bytes, int64_t elapsed, uint64_t last_second)
{
	char text[200];
	struct out o = OUT_FD(2, text);
	size_t length;

	out_char(&o, '\r');
	lines_transfer(&o, bytes, elapsed, true);
	if (ENABLED(CONFIG_PROGRESS) && now.terminal)
		put_more(&o, bytes, elapsed, last_second);
	length = o.used;
	while (o.used < now.shown)
		out_char(&o, ' ');
	now.shown = length;
	now.r->tally->status_open = true;
	out_flush(&o);
}

static void end_line(void)
{
	if (now.r->tally->status_open)
		platform_write(2, "\n", 1);
	now.r->tally->status_open = false;
	now.shown = 0;
}

/* A second or a little more is over. */
static void second(int64_t elapsed)
{
	uint64_t bytes = steady(&now.r->tally->written);
	uint64_t rate = number_per_second(bytes - now.last_bytes, elapsed - now.last_ns);

	if ((ENABLED(CONFIG_DDREAD_NOTES) || ENABLED(CONFIG_JSON)) && (!now.seconds || rate < now.slowest))
		now.slowest = rate;
	if ((ENABLED(CONFIG_DDREAD_NOTES) || ENABLED(CONFIG_JSON)) && rate > now.fastest)
		now.fastest = rate;
	now.seconds++;
	if (now.r->o.status == STATUS_PROGRESS)
		show(bytes, elapsed, rate);
	now.last_ns = elapsed;
	now.last_bytes = bytes;
}

void watch_tick(void *context, uint64_t amount, int64_t elapsed_ns)
{
	int64_t elapsed = lines_elapsed(now.r->tally);

	(void)context;
	(void)amount;
	(void)elapsed_ns;                       /* making cold included */
	if (platform_report_asked()) {
		if (now.r->o.status != STATUS_NONE)
			end_line();
		lines_print(now.r);
	}
	if (elapsed >= (now.seconds + 1) * NS_PER_S)
		second(elapsed);
}

void watch_start(struct run *r)
{
	now.r = r;
	now.terminal = platform_is_terminal(2);
}

void watch_end(void)
{
	end_line();
}

bool watch_extremes(uint64_t *slowest, uint64_t *fastest)
{
	*slowest = now.slowest;
	*fastest = now.fastest;
	return now.seconds >= SECONDS_ENOUGH;
}

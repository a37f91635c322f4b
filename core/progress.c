/* SPDX-License-Identifier: MIT */
/* progress.c - what runs now, on stderr. */
#include "progress.h"

#include <stddef.h>

#include "applet.h"
#include "number.h"
#include "out.h"
#include "platform.h"
#include "size.h"

static struct {
	bool quiet, terminal, again;
	const char *label;              /* of the step that runs, NULL: none */
	enum record_unit unit;
	uint64_t expected;
	bool open;                      /* the cursor stands behind a line begun */
	bool drawn;                     /* and behind the dots there is a status to wipe */
} now;

void progress_setup(bool quiet)
{
	now.quiet = quiet;
	now.terminal = ENABLED(CONFIG_PROGRESS) && !quiet && platform_is_terminal(2);
}

static void begin_line(void)
{
	out_texts(&out_stderr, now.label, "...", (char *)0);
	now.open = true;
}

static void wipe(void)
{
	if (now.drawn) {
		out_text(&out_stderr, "\r\033[K");
		now.open = now.drawn = false;
	}
}

void progress_begin(const char *label, enum record_unit unit, uint64_t expected, bool again)
{
	now.label = label;
	now.unit = unit;
	now.expected = expected;
	now.again = again;
	if (now.quiet || again)
		return;
	begin_line();
	out_flush(&out_stderr);
}

/* " 45 %, 32 MiB/s, 0:12 left" */
static void status(uint64_t amount, int64_t elapsed_ns)
{
	uint64_t rate = number_per_second(amount, elapsed_ns);

	if (now.expected) {
		out_char(&out_stderr, ' ');
		out_number(&out_stderr, number_multiply_divide(amount, 100, now.expected), 0);
		out_text(&out_stderr, " %,");
	}
	out_char(&out_stderr, ' ');
	if (now.unit == RECORD_BYTES)
		size_print_rough(&out_stderr, rate);
	else
		out_number(&out_stderr, rate, 0);
	out_text(&out_stderr, "/s, ");
	size_print_minutes(&out_stderr, (uint64_t)(elapsed_ns / NS_PER_S));
	if (now.expected > amount && rate) {
		out_text(&out_stderr, ", ");
		size_print_minutes(&out_stderr, (now.expected - amount) / rate);
		out_text(&out_stderr, " left");
	}
}

void progress_update(uint64_t amount, int64_t elapsed_ns)
{
	if (!now.terminal || !now.label)
		return;
	out_text(&out_stderr, "\r\033[K");
	begin_line();
	status(amount, elapsed_ns);
	now.drawn = true;
	out_flush(&out_stderr);
}

void progress_report(uint64_t amount, int64_t elapsed_ns)
{
	if (!now.label)
		return;
	progress_clear();
	out_texts(&out_stderr, now.label, "...", (char *)0);
	status(amount, elapsed_ns);
	out_char(&out_stderr, '\n');
	out_flush(&out_stderr);
}

void progress_watch(void *context, uint64_t amount, int64_t elapsed_ns)
{
	(void)context;
	if (platform_report_asked())
		progress_report(amount, elapsed_ns);
	else
		progress_update(amount, elapsed_ns);
}

void progress_end(const char *text)
{
	wipe();
	if (!now.quiet && !now.again && now.label) {
		if (!now.open)
			begin_line();
		out_texts(&out_stderr, text, "\n", (char *)0);
	}
	out_flush(&out_stderr);
	now.open = false;
	now.label = NULL;
}

void progress_clear(void)
{
	wipe();
	if (now.open)
		out_char(&out_stderr, '\n');
	now.open = false;
}

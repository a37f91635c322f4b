/* SPDX-License-Identifier: MIT */
/* test_progress.c - the original's lines where there is no terminal, a status
 * that moves where there is one, nothing when quiet, room for messages. */
#include "test.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"
#include "progress.h"

#define WIPE "\r\033[K"

static const int64_t second = 1000000000;

static void setup(bool terminal, bool quiet)
{
	fake->terminal = terminal;
	progress_setup(quiet);
	if (terminal && !quiet && !ENABLED(CONFIG_PROGRESS))
		skip();
}

/* What "bonnie | tee log" has shown since the beginning. */
static void prints_lines_in_a_pipe(void **state)
{
	(void)state;
	setup(false, false);
	progress_begin("Writing intelligently", RECORD_BYTES, 1000, false);
	assert_string_equal(fake_err(), "Writing intelligently...");
	progress_update(500, second);
	assert_string_equal(fake_err(), "");
	progress_end("done");
	assert_string_equal(fake_err(), "done\n");
	assert_string_equal(fake_out(), "");
}

static void keeps_quiet(void **state)
{
	(void)state;
	for (int terminal = 0; terminal < 2; terminal++) {
		setup(terminal, true);
		progress_begin("Writing", RECORD_BYTES, 1000, false);
		progress_update(500, second);
		progress_clear();
		progress_end("done");
		progress_begin("Reading", RECORD_BYTES, 1000, true);
		progress_update(500, second);
		progress_end("done");
		out_flush(&out_stderr);
		assert_string_equal(fake_err(), "");
	}
}

static void says_nothing_of_repeats(void **state)
{
	(void)state;
	setup(false, false);
	progress_begin("Writing", RECORD_BYTES, 1000, true);
	progress_update(500, second);
	progress_end("done");
	assert_string_equal(fake_err(), "");
}

/* 100 MiB of 400 in 10 s: 25 %, 10 MiB/s, 30 s left. */
static void shows_status_on_a_terminal(void **state)
{
	(void)state;
	setup(true, false);
	progress_begin("Writing", RECORD_BYTES, 400ull << 20, false);
	assert_string_equal(fake_err(), "Writing...");
	progress_update(100ull << 20, 10 * second);
	assert_string_equal(fake_err(), WIPE "Writing... 25 %, 10 MiB/s, 0:10, 0:30 left");
}

static void shows_status_without_an_end(void **state)
{
	(void)state;
	setup(true, false);
	progress_begin("Seeking", RECORD_OPERATIONS, 0, false);
	fake_err();
	progress_update(4321, 2 * second);
	assert_string_equal(fake_err(), WIPE "Seeking... 2160/s, 0:02");
	progress_update(0, 0);                          /* before anything was done */
	assert_string_equal(fake_err(), WIPE "Seeking... 0/s, 0:00");
	progress_end("done");
	assert_string_equal(fake_err(), WIPE "Seeking...done\n");
}

static void counts_the_time_left(void **state)
{
	static const struct { uint64_t amount, expected; int64_t elapsed; const char *left; } rows[] = {
		{ 1, 2, 1, ", 0:01 left" }, { 1, 61, 1, ", 1:00 left" }, { 1, 3600, 1, ", 59:59 left" },
		{ 10, 36010, 10, ", 600:00 left" }, { 999, 1000, 999, ", 0:01 left" },
		/* A disk that hangs: (10^12 - 8192) units at 81 a second are 12345678911 s. */
		{ 8192, 1000000000000, 100, ", 205761315:11 left" },
	};

	(void)state;
	setup(true, false);
	for (unsigned i = 0; i < COUNT(rows); i++) {
		const char *text;

		progress_begin("x", RECORD_FILES, rows[i].expected, true);
		progress_update(rows[i].amount, rows[i].elapsed * second);
		text = fake_err();
		assert_true(strlen(text) > strlen(rows[i].left));
		assert_string_equal(text + strlen(text) - strlen(rows[i].left), rows[i].left);
		progress_end("done");
		fake_err();
	}
}

static void tells_no_time_that_it_does_not_know(void **state)
{
	(void)state;
	setup(true, false);
	progress_begin("x", RECORD_FILES, 100, false);
	progress_update(0, 5 * second);
	assert_null(strstr(fake_err(), "left"));        /* no rate yet */
	progress_update(100, 5 * second);
	assert_null(strstr(fake_err(), "left"));        /* all is done */
	progress_update(120, 5 * second);
	assert_null(strstr(fake_err(), "left"));
	progress_end("done");
}

/* On a terminal a repeat has a status, and leaves nothing behind. */
static void wipes_a_repeat(void **state)
{
	(void)state;
	setup(true, false);
	progress_begin("Writing", RECORD_FILES, 10, true);
	assert_string_equal(fake_err(), "");
	progress_update(5, second);
	assert_non_null(strstr(fake_err(), "Writing... 50 %"));
	progress_end("done");
	assert_string_equal(fake_err(), WIPE);
}

/* In a pipe the line begun is ended, on a terminal it is wiped; the step's end then comes whole. */
static void makes_room_for_messages(void **state)
{
	(void)state;
	error_applet = "x";
	setup(false, false);
	progress_begin("Writing", RECORD_BYTES, 1000, false);
	error_note("/d", "cached", "most of it");
	progress_end("done");
	assert_string_equal(fake_err(), "Writing...\nx: /d: cached: most of it\nWriting...done\n");
	error_note("/d", "short", "a line of its own");
	assert_string_equal(fake_err(), "x: /d: short: a line of its own\n");
	setup(true, false);
	progress_begin("Writing", RECORD_FILES, 1000, false);
	progress_update(10, second);
	fake_err();
	error_note("/d", "cached", "most of it");
	assert_string_equal(fake_err(), WIPE "x: /d: cached: most of it\n");
	progress_update(20, second);
	assert_non_null(strstr(fake_err(), "Writing... 2 %"));
	progress_end("done");
	assert_string_equal(fake_err(), WIPE "Writing...done\n");
}

/* USR1, as dd answers it: a whole line, even when quiet. */
static void reports_when_asked(void **state)
{
	(void)state;
	setup(false, false);
	progress_begin("Reading", RECORD_OPERATIONS, 200, false);
	progress_report(50, 10 * second);
	assert_string_equal(fake_err(), "Reading...\nReading... 25 %, 5/s, 0:10, 0:30 left\n");
	progress_end("done");
	assert_string_equal(fake_err(), "Reading...done\n");
	progress_report(50, second);                    /* between steps there is nothing to say */
	assert_string_equal(fake_err(), "");
	setup(false, true);
	progress_begin("Reading", RECORD_OPERATIONS, 0, false);
	progress_report(50, 10 * second);
	assert_string_equal(fake_err(), "Reading... 5/s, 0:10\n");
	progress_end("done");
	assert_string_equal(fake_err(), "");
}

static const struct CMUnitTest tests[] = {
	FRESH(prints_lines_in_a_pipe), FRESH(keeps_quiet), FRESH(says_nothing_of_repeats),
	FRESH(shows_status_on_a_terminal), FRESH(shows_status_without_an_end), FRESH(counts_the_time_left),
	FRESH(tells_no_time_that_it_does_not_know), FRESH(wipes_a_repeat), FRESH(makes_room_for_messages),
	FRESH(reports_when_asked),
};

RUN_TESTS(tests)

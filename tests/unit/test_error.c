/* SPDX-License-Identifier: MIT */
/* test_error.c - messages: one line, on stderr only, the exit code that belongs
 * to each. */
#include "test.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"
#include "progress.h"

static int begin(void **state)
{
	fake_setup(state);
	error_applet = "bonnie";
	progress_setup(true);
	return 0;
}

static void warns(void **state)
{
	(void)state;
	assert_int_equal(error_warn("/mnt/x", "read", -EIO), EXIT_FAILED);
	assert_string_equal(fake_err(), "bonnie: /mnt/x: read: Input/output error\n");
	assert_int_equal(error_warn(NULL, "fork", -EAGAIN), EXIT_FAILED);
	assert_string_equal(fake_err(), "bonnie: fork: Resource temporarily unavailable\n");
	assert_int_equal(error_warn("/mnt/x", "it is odd", 0), EXIT_FAILED);
	assert_string_equal(fake_err(), "bonnie: /mnt/x: it is odd\n");
	assert_string_equal(fake_out(), "");
}

static void names_wrong_words(void **state)
{
	(void)state;
	assert_int_equal(error_usage("-s4x", "a size"), EXIT_USAGE);
	assert_string_equal(fake_err(), "bonnie: '-s4x': expected a size\n");
	assert_int_equal(error_usage("", "a directory"), EXIT_USAGE);
	assert_string_equal(fake_err(), "bonnie: '': expected a directory\n");
}

static void refuses(void **state)
{
	(void)state;
	assert_int_equal(error_refuse("/dev", "no place for files"), EXIT_REFUSED);
	assert_string_equal(fake_err(), "bonnie: /dev: refused: no place for files\n");
}

static void notes(void **state)
{
	(void)state;
	error_note("/mnt", "cached", "most of it came from memory");
	assert_string_equal(fake_err(), "bonnie: /mnt: cached: most of it came from memory\n");
	error_note(NULL, "clock", "coarse");
	assert_string_equal(fake_err(), "bonnie: clock: coarse\n");
}

/* The line that the progress has begun is ended first, so the message stands alone. */
static void stands_on_its_own_line(void **state)
{
	(void)state;
	progress_setup(false);
	progress_begin("Writing", RECORD_BYTES, 100, false);
	error_warn("/d", "write", -ENOSPC);
	assert_string_equal(fake_err(), "Writing...\nbonnie: /d: write: No space left on device\n");
	progress_end("failed");
	fake_err();
	progress_begin("Reading", RECORD_BYTES, 100, false);
	error_usage("-x", "y");
	assert_string_equal(fake_err(), "Reading...\nbonnie: '-x': expected y\n");
	progress_end("failed");
}

/* A path longer than the output's buffer is printed whole. */
static void prints_long_paths(void **state)
{
	char path[2001], wanted[2100];

	(void)state;
	memset(path, 'p', 2000);
	path[2000] = 0;
	strcpy(wanted, "bonnie: ");
	strcat(strcat(wanted, path), ": stat: Permission denied\n");
	error_warn(path, "stat", -EACCES);
	assert_string_equal(fake_err(), wanted);
}

/* Numbers and words are two lists: here and there, and the ends of both. */
static void knows_the_words(void **state)
{
	(void)state;
	assert_string_equal(platform_error_text(EPERM), "Operation not permitted");
	assert_string_equal(platform_error_text(EEXIST), "File exists");
	assert_string_equal(platform_error_text(EINVAL), "Invalid argument");
	assert_string_equal(platform_error_text(ENOSPC), "No space left on device");
	assert_string_equal(platform_error_text(EROFS), "Read-only file system");
	assert_string_equal(platform_error_text(ENOTEMPTY), "Directory not empty");
	assert_string_equal(platform_error_text(EDQUOT), "Disk quota exceeded");
	assert_string_equal(platform_error_text(ENODATA), "No data available");
	assert_string_equal(platform_error_text(ENOTCONN), "Transport endpoint is not connected");
	assert_string_equal(platform_error_text(ENOTBLK), "error 15");
}

#define ERROR(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	ERROR(warns), ERROR(names_wrong_words), ERROR(refuses), ERROR(notes),
	ERROR(stands_on_its_own_line), ERROR(prints_long_paths),
	ERROR(knows_the_words),
};

RUN_TESTS(tests)

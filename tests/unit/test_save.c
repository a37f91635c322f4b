/* SPDX-License-Identifier: MIT */
/* test_save.c - results the user names: what they must not replace, and that
 * nothing is lost or left when they are not written. */
#include "test.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "progress.h"
#include "save.h"

static struct save s;
static struct fake_node *old;

static int begin(void **state)
{
	fake_setup(state);
	error_applet = "x";
	progress_setup(true);
	old = fake_make(FAKE_ROOT, "old", PLATFORM_TYPE_FILE, 100);
	old->size = 7;
	return 0;
}

static void a_new_file_is_made_and_forgotten(void **state)
{
	(void)state;
	assert_int_equal(save_open(&s, "new"), EXIT_DONE);
	assert_true(s.fd >= 0 && s.made && s.file);
	assert_non_null(fake_find(FAKE_ROOT, "new"));
	assert_int_equal(save_begin(&s), 0);
	save_forget(&s, "new");
	assert_null(fake_find(FAKE_ROOT, "new"));
	assert_int_equal(s.fd, -1);
	save_forget(&s, "old");                 /* it is not open: nothing happens */
	assert_non_null(fake_find(FAKE_ROOT, "old"));
}

static void an_old_one_is_kept_until_it_is_written(void **state)
{
	(void)state;
	assert_int_equal(save_open(&s, "/old"), EXIT_DONE);
	assert_false(s.made);
	assert_int_equal(old->size, 7);
	save_forget(&s, "/old");
	assert_non_null(fake_find(FAKE_ROOT, "old"));
	assert_int_equal(old->size, 7);
	assert_int_equal(save_open(&s, "/old"), EXIT_DONE);
	assert_int_equal(save_begin(&s), 0);
	assert_int_equal(old->size, 0);
	platform_close(s.fd);
}

static void disks_are_refused(void **state)
{
	(void)state;
	fake_make(FAKE_ROOT, "disk", PLATFORM_TYPE_BLOCK, 100);
	assert_int_equal(save_open(&s, "/disk"), EXIT_REFUSED);
	assert_string_equal(fake_err(), "x: /disk: refused: results are not written to a disk\n");
	assert_int_equal(s.fd, -1);
}

static void other_devices_are_not_cut(void **state)
{
	(void)state;
	fake_make(FAKE_ROOT, "null", PLATFORM_TYPE_CHARACTER, 100)->size = 5;
	assert_int_equal(save_open(&s, "/null"), EXIT_DONE);
	assert_int_equal(save_begin(&s), 0);
	assert_int_equal(fake_find(FAKE_ROOT, "null")->size, 5);
	save_forget(&s, "/null");
	assert_non_null(fake_find(FAKE_ROOT, "null"));
}

static void places_that_are_none(void **state)
{
	struct fake_node *dev = fake_make(FAKE_ROOT, "dev", PLATFORM_TYPE_DIRECTORY, 0);

	(void)state;
	dev->st.holder_minor = 20;
	assert_int_equal(save_open(&s, "/dev/sdx"), EXIT_REFUSED);
	assert_int_equal(fake_count(fake_number(dev)), 0);
	assert_int_equal(save_open(&s, "/nowhere/x"), EXIT_USAGE);
	assert_int_equal(s.fd, -1);
}

static void what_is_measured_is_not_replaced(void **state)
{
	(void)state;
	fake_make(FAKE_ROOT, "other", PLATFORM_TYPE_FILE, 100);
	strcpy(fake_make(FAKE_ROOT, "link", PLATFORM_TYPE_LINK, 0)->link, "/old");
	assert_int_equal(save_apart("/other", "/old"), EXIT_DONE);
	assert_int_equal(save_apart("/new", "/old"), EXIT_DONE);
	assert_int_equal(save_apart(NULL, "/old"), EXIT_DONE);
	assert_int_equal(save_apart("/old", "-"), EXIT_DONE);
	assert_int_equal(save_apart("/link", "/old"), EXIT_REFUSED);
	assert_string_equal(fake_err(), "x: /link: refused: results would replace what is measured\n");
}

#define POINT(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	POINT(a_new_file_is_made_and_forgotten), POINT(an_old_one_is_kept_until_it_is_written),
	POINT(disks_are_refused), POINT(other_devices_are_not_cut), POINT(places_that_are_none),
	POINT(what_is_measured_is_not_replaced),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_scratch_left.c - directories that other runs left, and names that stay where
 * they were removed. */
#include "scratch_place.h"

#include <stdio.h>
#include <string.h>

#include "out.h"

static char text[256];

/* Files in the scratch directory, which is made. Returns its node. */
static struct fake_node *made(unsigned files)
{
	struct fake_node *top;
	char name[32];

	assert_int_equal(scratch_directory(&s, parent), 0);
	top = fake_find(where, s.name);
	for (unsigned i = 0; i < files; i++) {
		snprintf(name, sizeof name, "%07u", i);
		fake_make(fake_number(top), name, PLATFORM_TYPE_FILE, 0);
	}
	return top;
}

static int64_t took(int wanted)
{
	int64_t began = platform_clock_ns();

	assert_int_equal(scratch_remove(&s), wanted);
	return (platform_clock_ns() - began) / 1000000;
}

/* ---- names that linger ---- */

static void waits_for_what_lingers(void **state)
{
	static const int errors[] = { -ENOTEMPTY, -EEXIST, -EBUSY };

	(void)state;
	for (unsigned i = 0; i < COUNT(errors); i++) {
		struct fake_node *top = made(3);

		top->unlink_error = errors[i];
		top->unlink_fails = 2;
		assert_int_equal(took(0), 50 + 100);
		assert_int_equal(fake_count(where), 0);
	}
}

/* A file that another process still has open: NFS says so until it has closed it. */
static void removes_it_as_soon_as_it_can(void **state)
{
	struct fake_node *file;

	(void)state;
	file = fake_find(fake_number(made(3)), "0000001");
	file->unlink_error = -EBUSY;
	file->unlink_fails = 3;
	assert_in_range(took(0), 50, 400);
	assert_int_equal(fake_count(where), 0);
}

static void does_not_wait_for_ever(void **state)
{
	(void)state;
	made(0)->unlink_error = -ENOTEMPTY;
	assert_int_equal(took(-ENOTEMPTY), 50 + 100 + 200 + 400 + 800);
	assert_string_equal(s.name, "Bonnie.4711");
	assert_int_equal(fake_open_count(), 1);
}

/* Nothing gets better by waiting when it is not allowed. */
static void does_not_wait_in_vain(void **state)
{
	(void)state;
	fake_find(fake_number(made(3)), "0000001")->unlink_error = -EACCES;
	assert_int_equal(took(-EACCES), 0);
}

/* Could the directory go, then nothing is left, whatever was said while it was emptied. */
static void is_content_when_the_directory_is_gone(void **state)
{
	struct fake_node *top = made(0);

	(void)state;
	top->read_directory_error = -EIO;
	assert_int_equal(took(0), 0);
	assert_int_equal(fake_count(where), 0);
}

static void lists_what_is_left(void **state)
{
	static const struct { unsigned files; const char *list; } cases[] = {
		{ 0, NULL },
		{ 1, "0000000" },
		{ 5, "0000000, 0000001, 0000002, 0000003, 0000004" },
		{ 9, "0000000, 0000001, 0000002, 0000003, 0000004 and 4 more" },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		struct out o = OUT_MEMORY(text);
		const char *list;

		made(cases[i].files);
		list = scratch_left(&s, &o);
		if (cases[i].list)
			assert_string_equal(list, cases[i].list);
		else
			assert_null(list);
		assert_int_equal(fake_open_count(), 2);
		assert_int_equal(scratch_remove(&s), 0);
	}
}

/* ---- those of other runs ---- */

static void knows_the_names(void **state)
{
	static const struct { const char *name; int process; } cases[] = {
		{ "Bonnie.1", 1 }, { "Bonnie.4711", 4711 }, { "Bonnie.4194304", 4194304 }, { "Bonnie.7.1", 7 },
		{ "Bonnie.7.99", 7 }, { "Bonnie.", 0 }, { "Bonnie", 0 }, { "Bonnie.0", 0 }, { "Bonnie.01", 0 },
		{ "Bonnie.x", 0 }, { "Bonnie.1x", 0 }, { "Bonnie.1.", 0 }, { "Bonnie.1.0", 0 }, { "Bonnie.1.01", 0 },
		{ "Bonnie.1.100", 0 }, { "Bonnie.1.x", 0 }, { "Bonnie.1.1.1", 0 }, { "Bonnie.-1", 0 },
		{ "Bonnie.99999999999999999999", 0 }, { "bonnie.1", 0 }, { "Bonnie.1 ", 0 }, { " Bonnie.1", 0 },
		{ "Bonnie.4711.txt", 0 }, { "", 0 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++)
		assert_int_equal(scratch_process(cases[i].name), cases[i].process);
	assert_int_equal(scratch_directory(&s, parent), 0);
	assert_int_equal(scratch_process(s.name), 4711);
	assert_int_equal(scratch_remove(&s), 0);
}

static void adopts_and_removes(void **state)
{
	int top;

	(void)state;
	top = fake_number(fake_make(where, "Bonnie.12.3", PLATFORM_TYPE_DIRECTORY, 0));
	fake_make(top, "0000000", PLATFORM_TYPE_FILE, 0);
	assert_int_equal(scratch_adopt(&s, parent, "Bonnie.12.3"), 0);
	assert_string_equal(s.name, "Bonnie.12.3");
	assert_true(s.directory);
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(fake_count(where), 0);
	assert_int_equal(fake_open_count(), 1);
}

static void does_not_adopt_what_a_run_has(void **state)
{
	struct fake_node *top = fake_make(where, "Bonnie.12", PLATFORM_TYPE_DIRECTORY, 0);

	(void)state;
	top->hold_error = -EAGAIN;
	assert_int_equal(scratch_adopt(&s, parent, "Bonnie.12"), -EAGAIN);
	assert_int_equal(s.fd, -1);
	assert_int_equal(fake_open_count(), 1);
}

/* One who looks whether ours is in use has it for a moment: another name is taken, and nothing stays. */
static void gives_way_to_who_looks(void **state)
{
	(void)state;
	fake->next_hold_error = -EAGAIN;
	assert_int_equal(scratch_directory(&s, parent), 0);
	assert_string_equal(s.name, "Bonnie.4711.1");
	assert_int_equal(fake_count(where), 1);
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(fake_count(where), 0);
	assert_int_equal(fake_open_count(), 1);
}

/* Some file systems can't hold: who may use it is then not known. */
static void tells_when_it_does_not_know(void **state)
{
	(void)state;
	fake_make(where, "Bonnie.12", PLATFORM_TYPE_DIRECTORY, 0)->hold_error = -ENOSYS;
	assert_int_equal(scratch_adopt(&s, parent, "Bonnie.12"), -ENOSYS);
	assert_true(s.fd >= 0);
	assert_int_equal(scratch_remove(&s), 0);
}

static void adopts_no_links_and_no_files(void **state)
{
	(void)state;
	strcpy(fake_make(where, "Bonnie.1", PLATFORM_TYPE_LINK, 0)->link, "/mnt");
	fake_make(where, "Bonnie.2", PLATFORM_TYPE_FILE, 0);
	assert_true(scratch_adopt(&s, parent, "Bonnie.1") < 0);
	assert_true(scratch_adopt(&s, parent, "Bonnie.2") < 0);
	assert_int_equal(scratch_adopt(&s, parent, "Bonnie.3"), -ENOENT);
	assert_int_equal(fake_open_count(), 1);
}

#define SCRATCH(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	SCRATCH(waits_for_what_lingers), SCRATCH(removes_it_as_soon_as_it_can), SCRATCH(does_not_wait_for_ever),
	SCRATCH(does_not_wait_in_vain), SCRATCH(is_content_when_the_directory_is_gone), SCRATCH(lists_what_is_left),
	SCRATCH(knows_the_names), SCRATCH(adopts_and_removes), SCRATCH(does_not_adopt_what_a_run_has),
	SCRATCH(gives_way_to_who_looks), SCRATCH(tells_when_it_does_not_know), SCRATCH(adopts_no_links_and_no_files),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_scratch.c - scratch files and directories: their names, when they lose
 * them, that trees go whole, that nothing of the user's does. */
#include "scratch_place.h"

#include <stdio.h>
#include <string.h>

static void assert_all_gone(void)
{
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(fake_count(where), 0);
	assert_int_equal(fake_open_count(), 1);         /* the parent stays open */
	assert_int_equal(s.fd, -1);
	assert_string_equal(s.name, "");
	assert_int_equal(scratch_remove(&s), 0);        /* nothing twice */
	assert_int_equal(fake_open_count(), 1);
}

static void makes_a_file_without_a_name(void **state)
{
	char byte = 'x';

	(void)state;
	assert_int_equal(scratch_file(&s, parent, false), 0);
	assert_false(s.directory);
	assert_int_equal(s.parent, parent);
	assert_string_equal(s.name, "");
	assert_int_equal(fake_count(where), 0);
	assert_int_equal(platform_write(s.fd, &byte, 1), 1);
	platform_seek(s.fd, 0);
	assert_int_equal(platform_read(s.fd, &byte, 1), 1);
	assert_all_gone();
}

/* Older kernels and FAT have no O_TMPFILE, each with an error of its own. */
static void unlinks_at_once_without_tmpfile(void **state)
{
	static const int errors[] = { -EOPNOTSUPP, -EISDIR, -ENOENT, -EINVAL };

	(void)state;
	for (unsigned i = 0; i < COUNT(errors); i++) {
		directory->temporary_error = errors[i];
		assert_int_equal(scratch_file(&s, parent, false), 0);
		assert_string_equal(s.name, "");
		assert_int_equal(fake_count(where), 0);
		assert_int_equal(platform_write(s.fd, "x", 1), 1);
		assert_all_gone();
	}
}

/* On NFS a removed open file leaves a name of the server's: ours is kept to the end. */
static void keeps_its_name_where_asked(void **state)
{
	(void)state;
	assert_int_equal(scratch_file(&s, parent, true), 0);
	assert_string_equal(s.name, "Bonnie.4711");
	assert_non_null(fake_find(where, "Bonnie.4711"));
	assert_int_equal(fake_count(where), 1);
	assert_all_gone();
}

static void tries_the_next_name(void **state)
{
	(void)state;
	fake_make(where, "Bonnie.4711", PLATFORM_TYPE_FILE, 100)->size = 5;
	fake_make(where, "Bonnie.4711.1", PLATFORM_TYPE_DIRECTORY, 0);
	strcpy(fake_make(where, "Bonnie.4711.2", PLATFORM_TYPE_LINK, 0)->link, "/etc");
	assert_int_equal(scratch_file(&s, parent, true), 0);
	assert_string_equal(s.name, "Bonnie.4711.3");
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(scratch_directory(&s, parent), 0);
	assert_string_equal(s.name, "Bonnie.4711.3");
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(fake_count(where), 3);         /* the user's are as they were */
	assert_int_equal(fake_find(where, "Bonnie.4711")->size, 5);
}

static void gives_up_after_many_names(void **state)
{
	char name[32];

	(void)state;
	fake_make(where, "Bonnie.4711", PLATFORM_TYPE_FILE, 0);
	for (int i = 1; i < 200; i++) {
		snprintf(name, sizeof name, "Bonnie.4711.%d", i);
		fake_make(where, name, PLATFORM_TYPE_FILE, 0);
	}
	assert_int_equal(scratch_file(&s, parent, true), -EEXIST);
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(scratch_directory(&s, parent), -EEXIST);
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(fake_count(where), 200);
}

static void tells_why_it_cannot(void **state)
{
	(void)state;
	directory->temporary_error = -EOPNOTSUPP;
	directory->full = true;
	assert_int_equal(scratch_file(&s, parent, false), -ENOSPC);
	assert_string_equal(s.name, "");
	directory->full = false;
	fake->fs.traits = PLATFORM_READ_ONLY;
	assert_int_equal(scratch_file(&s, parent, false), -EROFS);
	assert_int_equal(scratch_remove(&s), 0);
	assert_int_equal(fake_open_count(), 1);
}

/* The name of what could not be removed is there to be told. */
static void names_what_is_left(void **state)
{
	(void)state;
	assert_int_equal(scratch_file(&s, parent, true), 0);
	fake_find(where, s.name)->unlink_error = -EACCES;
	assert_int_equal(scratch_remove(&s), -EACCES);
	assert_string_equal(s.name, "Bonnie.4711");
	assert_int_equal(fake_open_count(), 1);
	fake_find(where, s.name)->unlink_error = 0;
	assert_all_gone();
}

/* Somebody has removed it before us: that is what was wanted. */
static void is_content_when_it_is_gone(void **state)
{
	(void)state;
	assert_int_equal(scratch_file(&s, parent, true), 0);
	platform_unlink_at(parent, s.name);
	assert_all_gone();
	assert_int_equal(scratch_directory(&s, parent), 0);
	platform_remove_directory_at(parent, s.name);
	assert_all_gone();
}

static void fill_directory(int in, unsigned count)
{
	char name[32];

	for (unsigned i = 0; i < count; i++) {
		snprintf(name, sizeof name, "%07u", i);
		fake_make(in, name, PLATFORM_TYPE_FILE, 0);
	}
}

/* The fake skips a name after each one that was removed: one pass is not enough. */
static void removes_trees(void **state)
{
	int top;

	(void)state;
	assert_int_equal(scratch_directory(&s, parent), 0);
	assert_true(s.directory);
	assert_string_equal(s.name, "Bonnie.4711");
	top = fake_number(fake_find(where, s.name));
	fill_directory(top, 700);
	for (char d[] = "a"; d[0] <= 'e'; d[0]++)
		fill_directory(fake_number(fake_make(top, d, PLATFORM_TYPE_DIRECTORY, 0)), 100);
	assert_all_gone();
}

/* POSIX says EPERM to the unlink of a directory, Linux EISDIR. */
static void removes_trees_on_other_systems(void **state)
{
	fake->unlink_directory_error = -EPERM;
	removes_trees(state);
}

static void empties_and_keeps_the_directory(void **state)
{
	int top;

	(void)state;
	assert_int_equal(scratch_directory(&s, parent), 0);
	top = fake_number(fake_find(where, s.name));
	fill_directory(top, 50);
	fill_directory(fake_number(fake_make(top, "d", PLATFORM_TYPE_DIRECTORY, 0)), 9);
	assert_int_equal(scratch_empty(s.fd), 0);
	assert_int_equal(fake_count(top), 0);
	assert_int_equal(fake_count(where), 1);
	assert_true(platform_open_at(s.fd, "again", PLATFORM_WRITE | PLATFORM_CREATE) >= 0);
}

/* A link in the scratch directory goes; what it points to stays. */
static void never_follows_links(void **state)
{
	struct fake_node *home = fake_make(FAKE_ROOT, "home", PLATFORM_TYPE_DIRECTORY, 0);
	int top;

	(void)state;
	fill_directory(fake_number(home), 5);
	assert_int_equal(scratch_directory(&s, parent), 0);
	top = fake_number(fake_find(where, s.name));
	strcpy(fake_make(top, "directory", PLATFORM_TYPE_LINK, 0)->link, "/home");
	strcpy(fake_make(top, "file", PLATFORM_TYPE_LINK, 0)->link, "/home/0000001");
	/* Unlinking a directory's link may say EPERM or EISDIR on odd file systems: still not followed. */
	strcpy(fake_make(top, "odd", PLATFORM_TYPE_LINK, 0)->link, "/home");
	fake_find(top, "odd")->unlink_error = -EISDIR;
	assert_int_equal(scratch_remove(&s), -EISDIR);
	assert_int_equal(fake_count(fake_number(home)), 5);
	assert_int_equal(fake_count(top), 1);
}

/* Our directory was taken away and another's, or a link, stands under its name: not touched. */
static void leaves_what_took_its_place(void **state)
{
	struct fake_node *other;

	(void)state;
	assert_int_equal(scratch_directory(&s, parent), 0);
	platform_remove_directory_at(parent, s.name);
	other = fake_make(where, "Bonnie.4711", PLATFORM_TYPE_DIRECTORY, 0);
	fill_directory(fake_number(other), 3);
	assert_true(scratch_remove(&s) < 0);
	assert_int_equal(fake_count(fake_number(other)), 3);
}

static void tells_what_it_cannot_remove(void **state)
{
	int top;

	(void)state;
	assert_int_equal(scratch_directory(&s, parent), 0);
	top = fake_number(fake_find(where, s.name));
	fill_directory(top, 10);
	fake_find(top, "0000003")->unlink_error = -EACCES;
	assert_int_equal(scratch_remove(&s), -EACCES);
	assert_int_equal(fake_count(top), 1);           /* the others are gone */
	assert_string_equal(s.name, "Bonnie.4711");
}

static void ends_on_a_tree_too_deep(void **state)
{
	int top, below;

	(void)state;
	assert_int_equal(scratch_directory(&s, parent), 0);
	top = fake_number(fake_find(where, s.name));
	below = fake_number(fake_make(top, "one", PLATFORM_TYPE_DIRECTORY, 0));
	fill_directory(fake_number(fake_make(below, "two", PLATFORM_TYPE_DIRECTORY, 0)), 2);
	assert_true(scratch_empty(s.fd) < 0);
	assert_int_equal(fake_count(top), 1);
}

static void tells_that_it_cannot_read(void **state)
{
	(void)state;
	assert_int_equal(scratch_directory(&s, parent), 0);
	fake_find(where, s.name)->read_directory_error = -EIO;
	assert_int_equal(scratch_empty(s.fd), -EIO);
}

#define SCRATCH(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	SCRATCH(makes_a_file_without_a_name), SCRATCH(unlinks_at_once_without_tmpfile),
	SCRATCH(keeps_its_name_where_asked), SCRATCH(tries_the_next_name),
	SCRATCH(gives_up_after_many_names), SCRATCH(tells_why_it_cannot), SCRATCH(names_what_is_left),
	SCRATCH(is_content_when_it_is_gone), SCRATCH(removes_trees), SCRATCH(removes_trees_on_other_systems),
	
	SCRATCH(empties_and_keeps_the_directory), SCRATCH(never_follows_links),
	SCRATCH(leaves_what_took_its_place), SCRATCH(tells_what_it_cannot_remove),
	SCRATCH(ends_on_a_tree_too_deep), SCRATCH(tells_that_it_cannot_read),
};

RUN_TESTS(tests)

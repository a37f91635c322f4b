/* SPDX-License-Identifier: MIT */
/* test_target.c - which places are refused for files, what is learnt of a target,
 * how much memory could stand in for it, and when its cache counts. */
#define _GNU_SOURCE
#include "test.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "json.h"
#include "out.h"
#include "progress.h"
#include "target.h"
#include "through.h"

static struct target t;
static struct fake_node *mnt, *dev;

static const char no_place[] = "x: %s: refused: this is no place for files; name a directory on the disk to test\n";

/* "/" and /mnt on 8:1; /dev, /proc and /sys on file systems of their own. */
static int begin(void **state)
{
	static const char *const names[] = { "dev", "proc", "sys" };

	fake_setup(state);
	error_applet = "x";
	progress_setup(true);
	mnt = fake_make(FAKE_ROOT, "mnt", PLATFORM_TYPE_DIRECTORY, 0);
	for (unsigned i = 0; i < COUNT(names); i++) {
		struct fake_node *n = fake_make(FAKE_ROOT, names[i], PLATFORM_TYPE_DIRECTORY, 0);

		n->st.holder_major = 0;
		n->st.holder_minor = 20 + i;
	}
	dev = fake_find(FAKE_ROOT, "dev");
	return 0;
}

static void assert_no_place(const char *path)
{
	char wanted[160];

	snprintf(wanted, sizeof wanted, no_place, path);
	assert_int_equal(target_open_directory(&t, path), EXIT_REFUSED);
	assert_string_equal(fake_err(), wanted);
}

static void opens_a_directory(void **state)
{
	(void)state;
	assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_DONE);
	assert_string_equal(t.path, "/mnt");
	assert_true(t.fd >= 0);
	assert_int_equal(t.st.inode, mnt->st.inode);
	assert_string_equal(t.fs.type, "testfs");
	assert_int_equal(t.fs.free, 1 << 30);
	assert_string_equal(fake_err(), "");
}

static void names_what_is_not_there(void **state)
{
	(void)state;
	assert_int_equal(target_open_directory(&t, "/nowhere"), EXIT_USAGE);
	assert_string_equal(fake_err(), "x: /nowhere: open: No such file or directory\n");
	fake_make(FAKE_ROOT, "file", PLATFORM_TYPE_FILE, 0);
	assert_int_equal(target_open_directory(&t, "/file"), EXIT_USAGE);
	assert_string_equal(fake_err(), "x: /file: open: Not a directory\n");
	mnt->open_error = -EACCES;
	assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_FAILED);
	assert_string_equal(fake_err(), "x: /mnt: open: Permission denied\n");
}

static void refuses_the_systems_own(void **state)
{
	fake_make(fake_number(dev), "pts", PLATFORM_TYPE_DIRECTORY, 0);
	strcpy(fake_make(FAKE_ROOT, "sly", PLATFORM_TYPE_LINK, 0)->link, "/dev/pts");
	(void)state;
	assert_no_place("/dev");
	assert_no_place("/proc");
	assert_no_place("/sys");
	assert_no_place("/dev/pts");
	assert_no_place("/sly");                        /* by whatever name */
}

/* /dev/shm is a file system of its own and a fair target. */
static void allows_a_file_system_mounted_there(void **state)
{
	struct fake_node *shm = fake_make(fake_number(dev), "shm", PLATFORM_TYPE_DIRECTORY, 0);

	(void)state;
	shm->st.holder_minor = 30;
	assert_int_equal(target_open_directory(&t, "/dev/shm"), EXIT_DONE);
	assert_string_equal(fake_err(), "");
}

/* An initramfs may have /dev on the root's own file system; the rest of that one is fine. */
static void refuses_a_plain_dev_directory(void **state)
{
	struct fake_node *other = fake_make(FAKE_ROOT, "other", PLATFORM_TYPE_DIRECTORY, 0);

	(void)state;
	dev->st.holder_major = 8;
	dev->st.holder_minor = 1;
	assert_no_place("/dev");
	assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_DONE);
	/* The same inode number on another disk (9:1, not 8:1) is another directory. */
	other->st.holder_major = 9;
	other->st.inode = dev->st.inode;
	assert_int_equal(target_open_directory(&t, "/other"), EXIT_DONE);
	assert_string_equal(fake_err(), "");
}

/* In a rescue shell /proc and /sys may be missing. */
static void needs_no_proc(void **state)
{
	(void)state;
	platform_remove_directory_at(platform_here, "/proc");
	platform_remove_directory_at(platform_here, "/sys");
	platform_remove_directory_at(platform_here, "/dev");
	assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_DONE);
}

static void refuses_what_is_read_only(void **state)
{
	(void)state;
	fake->fs.traits = PLATFORM_READ_ONLY;
	assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_REFUSED);
	assert_string_equal(fake_err(), "x: /mnt: refused: the file system is read-only\n");
}

static void counts_the_smaller_memory(void **state)
{
	static const struct { uint64_t ram, limit, wanted; } rows[] = {
		{ 1 << 30, UINT64_MAX, 1 << 30 }, { 1 << 30, 64 << 20, 64 << 20 }, { 64 << 20, 1 << 30, 64 << 20 },
		{ 0, UINT64_MAX, 0 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++) {
		fake->ram = rows[i].ram;
		fake->memory_limit = rows[i].limit;
		assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_DONE);
		assert_int_equal(t.ram, rows[i].wanted);
	}
}

static void knows_whose_cache_counts(void **state)
{
	static const struct { unsigned traits; bool cold, counts; } rows[] = {
		{ 0, true, true }, { PLATFORM_STACKED, true, true }, { PLATFORM_FLASH, true, false },
		{ PLATFORM_NETWORK, false, false }, { PLATFORM_FUSE, false, false },
		{ PLATFORM_OWN_CACHE, false, false }, { PLATFORM_FUSE | PLATFORM_FLASH, false, false },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++) {
		fake->fs.traits = rows[i].traits;
		assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_DONE);
		assert_int_equal(target_can_be_cold(&t), rows[i].cold);
		assert_int_equal(target_counts_bytes(&t), rows[i].counts);
	}
	fake->fs.traits = PLATFORM_MEMORY;              /* tmpfs: there is no device to count */
	assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_DONE);
	assert_false(target_counts_bytes(&t));
}

static void writes_json(void **state)
{
	static char text[4096], back[4096];
	struct out o = OUT_MEMORY(text);
	struct json j;

	(void)state;
	if (!through_has("jq"))
		skip();
	assert_int_equal(target_open_directory(&t, "/mnt"), EXIT_DONE);
	t.path = "/m\"\xff\n";
	json_start(&j, &o);
	target_json(&j, &t);
	json_finish(&j);
	out_end(&o);
	assert_true(through("jq -c '.target | [.path, .file_system, .total_bytes, .free_bytes]'", text, o.used, back,
	                    sizeof back) > 0);
	assert_string_equal(back, "[\"/m\\\"\xef\xbf\xbd\\n\",\"testfs\",4294967296,1073741824]\n");
}

#define TARGET(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	TARGET(opens_a_directory), TARGET(names_what_is_not_there), TARGET(refuses_the_systems_own),
	TARGET(allows_a_file_system_mounted_there), TARGET(refuses_a_plain_dev_directory),
	TARGET(needs_no_proc), TARGET(refuses_what_is_read_only), TARGET(counts_the_smaller_memory),
	TARGET(knows_whose_cache_counts), TARGET(writes_json),
};

RUN_TESTS(tests)

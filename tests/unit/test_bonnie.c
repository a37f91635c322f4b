/* SPDX-License-Identifier: MIT */
/* test_bonnie.c - whole runs of bonnie on a disk of known speed, on file systems
 * that skip names, and on those where something fails. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "applet.h"
#include "error.h"
#include "out.h"

/* A source of random numbers, and locks that everybody gets. */
#define state random_state
#include "random_portable.c"
#undef state

int platform_lock(int fd, uint64_t offset, uint64_t size, bool wait)
{
	(void)fd, (void)offset, (void)size, (void)wait;
	return 0;
}

int platform_unlock(int fd, uint64_t offset, uint64_t size)
{
	return platform_lock(fd, offset, size, false);
}

/* Where the first member is in the file that copies meet by, as often as it looks whether the other lives. */
static uint32_t step, steps_back;

bool platform_locked(int fd, uint64_t offset, uint64_t size)
{
	uint32_t row[8];

	(void)offset;
	if (size == sizeof row && platform_pread(fd, row, sizeof row, 16) == sizeof row) {
		steps_back += row[3] < step;
		step = row[3];
	}
	return false;
}

uint64_t platform_largest_offset(void)
{
	return INT64_MAX;
}

extern const struct applet applet_bonnie;

static int where;

static int begin(void **state)
{
	fake_setup(state);
	error_applet = "bonnie";
	fake->user = 1000;
	where = fake_number(fake_make(FAKE_ROOT, "mnt", PLATFORM_TYPE_DIRECTORY, 0));
	return 0;
}

#define STRICT "--strict -r 0 -q "

/* Runs in /mnt with the words. */
static int bonnie(const char *words)
{
	static char text[160];
	char *argv[24] = { (char *)"bonnie" }, *word;
	int argc = 1, status;

	strcpy(text, "-d /mnt -m x ");
	strncat(text, words, sizeof text - strlen(text) - 1);
	for (word = strtok(text, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	status = applet_bonnie.run(argc, argv);
	out_flush(&out_stdout);
	return status;
}

static void assert_nothing_left(void)
{
	assert_int_equal(fake_count(where), 0);
}

/* A MiB at a MiB/s takes a second, and 100 seeks of 10 ms one; other tests read and write nothing that costs. */
static void tells_the_speed_of_the_disk(void **state)
{
	(void)state;
	fake->born.bytes_per_s = 1 << 20;
	assert_int_equal(bonnie(STRICT "-s 1:8k:100:1 -n 0 -f"), EXIT_DONE);
	/* Rewriting moves each byte twice. A seek is 8 KiB, each tenth two of them: 110 of 128 a second. */
	assert_string_equal(fake_out(), "x,1M,,,1024,0,512,0,,,1024,0,116.3,0,,,,,,,,,,,,,\n");
	assert_string_equal(fake_err(), "");
	assert_nothing_left();
}

/* 1024 files that take 1 ms each to be synced, and less than a ms in all to read the clock: a thousand a second, cut. */
static void tells_the_speed_of_creating(void **state)
{
	(void)state;
	fake->tick_ns = 100;
	fake->born.sync_ns = 1000000;
	assert_int_equal(bonnie(STRICT "-s 0 -n 1 -b"), EXIT_DONE);
	assert_string_equal(fake_out(), "x,,,,,,,,,,,,,,1,999,0,+++++,+++,+++++,+++,999,0,+++++,+++,+++++,+++\n");
	assert_nothing_left();
}

/* The fake's directories hide a name behind each one that is removed: all files are found and deleted even so. */
static void deletes_where_names_are_skipped(void **state)
{
	static const char *const words[] = { STRICT "-s 0 -n 1", STRICT "-s 0 -n 1:0:0:3", STRICT "-s 0 -n 1:0:0:100" };

	(void)state;
	fake->tick_ns = 100;
	for (unsigned i = 0; i < COUNT(words); i++) {
		assert_int_equal(bonnie(words[i]), EXIT_DONE);
		assert_string_equal(fake_err(), "");
		assert_non_null(strstr(fake_out(), ",+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++\n"));
		assert_nothing_left();
	}
}

/* The end of the first line that the run says, from the call that failed. */
static void assert_said(const char *path, const char *call, int error)
{
	char *text = (char *)(uintptr_t)fake_err(), wanted[128], *at;

	text[strcspn(text, "\n")] = 0;
	snprintf(wanted, sizeof wanted, ": %s: %s", call, platform_error_text(error));
	assert_int_equal(strncmp(text, path, strlen(path)), 0);
	at = strlen(text) > strlen(wanted) ? text + strlen(text) - strlen(wanted) : text;
	assert_string_equal(at, wanted);
}

static void tells_what_fails_in_the_file(void **state)
{
	static const struct { struct fake_node born; const char *words, *says; int error; } cases[] = {
		{ { .full = true, .room = 100000 }, STRICT "-s 1 -n 0 -f", "write", ENOSPC },
		{ { .full = true, .room = 100000 }, STRICT "-s 1 -n 0", "putc", ENOSPC },
		{ { .error = -EDQUOT, .error_at = 500000 }, STRICT "-s 1 -n 0 -f", "write", EDQUOT },
		{ { .error = -EIO, .error_at = 0 }, STRICT "-s 1 -n 0 -f", "write", EIO },
		{ { .error = -ESTALE, .error_at = 9000 }, STRICT "-s 1 -n 0 -f", "write", ESTALE },
		{ { .error = -EROFS, .error_at = 9000 }, STRICT "-s 1 -n 0 -f", "write", EROFS },
		{ { .sync_error = -EIO }, STRICT "-s 1 -n 0 -f -b", "fsync", EIO },
		{ { .sync_error = -ENOSPC }, STRICT "-s 1 -n 0 -f -b", "fsync", ENOSPC },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		fake->born = cases[i].born;
		assert_int_equal(bonnie(cases[i].words), EXIT_FAILED);
		assert_said("bonnie: /mnt: ", cases[i].says, cases[i].error);
		assert_nothing_left();
	}
}

/* After the path of the scratch directory. */
static void tells_what_fails_in_small_files(void **state)
{
	static const struct { struct fake_node born; const char *words, *says; int error; } cases[] = {
		{ { .sync_error = -EIO }, STRICT "-s 0 -n 1 -b", "fsync", EIO },
		{ { .full = true, .room = 100 }, STRICT "-s 0 -n 1:200:200", "create", ENOSPC },
		{ { .open_error = -EMFILE }, STRICT "-s 0 -n 1", "mkdir", EMFILE },
		{ { .unlink_error = -EBUSY, .unlink_fails = 1 }, STRICT "-s 0 -n 1", "unlink", EBUSY },
		{ { .read_directory_error = -EIO }, STRICT "-s 0 -n 1", "readdir", EIO },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		fake->born = cases[i].born;
		assert_int_equal(bonnie(cases[i].words), EXIT_FAILED);
		assert_said("bonnie: /mnt", cases[i].says, cases[i].error);
		if (!cases[i].born.read_directory_error)
			assert_nothing_left();
		fake_out();
	}
}

/* A file that is for ever in use: what is left is told, and the run has failed. */
static void tells_what_is_left(void **state)
{
	char *text;

	(void)state;
	fake->born.unlink_error = -EBUSY;
	assert_int_equal(bonnie(STRICT "-s 0 -n 1"), EXIT_FAILED);
	text = (char *)(uintptr_t)fake_err();
	assert_non_null(strstr(text, "bonnie: /mnt/Bonnie.4711: remove: "));
	assert_non_null(strstr(text, "bonnie: /mnt/Bonnie.4711: left: 0000000000"));
	assert_non_null(strstr(text, " and 1019 more\n"));
}

/* ---- --clean ---- */

/* A directory that process 99 made, with one file. */
static struct fake_node *leftover(void)
{
	struct fake_node *n = fake_make(where, "Bonnie.99", PLATFORM_TYPE_DIRECTORY, 0);

	fake_make(fake_number(n), "0000000000HYfhr", PLATFORM_TYPE_FILE, 0);
	return n;
}

static void leaves_what_may_be_in_use(void **state)
{
	static const struct { unsigned traits; int hold_error, process; const char *name, *why; } cases[] = {
		{ PLATFORM_NETWORK, 0, 0, "", "another machine may use it (--clean=force)" },
		{ PLATFORM_FUSE, 0, 0, "", "another machine may use it (--clean=force)" },
		{ 0, -ENOSYS, 0, "", "whether a run uses it can't be seen here (--clean=force)" },
		{ 0, 0, 99, "bonnie++", "a bonnie has that number now (--clean=force)" },
		{ 0, 0, 99, "Bonnie", "a bonnie has that number now (--clean=force)" },
		{ 0, 0, 99, "diskbench", "a bonnie has that number now (--clean=force)" },
		{ 0, 0, 99, "", "a bonnie has that number now (--clean=force)" },
	};
	char wanted[128];

	(void)state;
	if (!ENABLED(CONFIG_BONNIE_CLEAN))
		skip();
	for (unsigned i = 0; i < COUNT(cases); i++) {
		leftover()->hold_error = cases[i].hold_error;
		fake->fs.traits = cases[i].traits;
		fake->other_process = cases[i].process;
		strcpy(fake->other_name, cases[i].name);
		snprintf(wanted, sizeof wanted, "/mnt/Bonnie.99: left: %s\n", cases[i].why);
		assert_int_equal(bonnie("--clean"), EXIT_REFUSED);
		assert_string_equal(fake_out(), wanted);
		assert_int_equal(fake_count(where), 1);
		assert_int_equal(bonnie("--clean=force"), EXIT_DONE);
		assert_string_equal(fake_out(), "/mnt/Bonnie.99: removed, 1 file\n");
		assert_nothing_left();
	}
	assert_string_equal(fake_err(), "");
}

/* Another program has the number: a machine that was started anew gives the small ones out again. */
static void removes_what_another_has_the_number_of(void **state)
{
	(void)state;
	if (!ENABLED(CONFIG_BONNIE_CLEAN))
		skip();
	leftover();
	fake->other_process = 99;
	strcpy(fake->other_name, "kworker/0:1");
	assert_int_equal(bonnie("--clean"), EXIT_DONE);
	assert_string_equal(fake_out(), "/mnt/Bonnie.99: removed, 1 file\n");
	assert_nothing_left();
}

/* Whatever its user says. */
static void leaves_what_is_in_use(void **state)
{
	static const char *const words[] = { "--clean", "--clean=force", "--clean --plan" };

	(void)state;
	if (!ENABLED(CONFIG_BONNIE_CLEAN))
		skip();
	leftover()->hold_error = -EAGAIN;
	for (unsigned i = 0; i < COUNT(words); i++) {
		assert_int_equal(bonnie(words[i]), EXIT_DONE);
		assert_string_equal(fake_out(), "/mnt/Bonnie.99: left: in use by a run\n");
		assert_int_equal(fake_count(where), 1);
	}
}

static void says_what_it_saw(void **state)
{
	static const struct { unsigned traits; int hold_error, process; const char *says; } cases[] = {
		{ 0, 0, 0, "bonnie: /mnt: left: Bonnie.99 of runs that died; --clean removes them\n" },
		{ PLATFORM_NETWORK, 0, 0, "bonnie: /mnt: left: Bonnie.99 perhaps of runs that died, or of another machine; see --clean\n" },
		{ 0, -EAGAIN, 0, "" },
		{ 0, -ENOSYS, 0, "" },
		{ 0, 0, 99, "" },
	};
	struct fake_node *n = leftover();

	(void)state;
	if (!ENABLED(CONFIG_BONNIE_CLEAN))
		skip();
	for (unsigned i = 0; i < COUNT(cases); i++) {
		n->hold_error = cases[i].hold_error;
		fake->fs.traits = cases[i].traits;
		fake->other_process = cases[i].process;
		assert_int_equal(bonnie("-s 0 -n 0"), EXIT_DONE);
		assert_string_equal(fake_err(), cases[i].says);
		assert_int_equal(fake_count(where), 1);
		fake_out();
	}
	n->st.owner = 1001;
	fake->other_process = 0;
	assert_int_equal(bonnie("-s 0 -n 0"), EXIT_DONE);
	assert_string_equal(fake_err(), "");
}

/* Three rounds of creating are half a second, and deleting is repeated 29 times more, which needs as many of
 * creating: even so all steps come before those of the next test, and no member is taken to be at one already. */
static void goes_on_step_by_step(void **state)
{
	static const uint32_t header[] = { 0x6b736964, 2, 1, 0 }, dead[] = { 0, 0, 2, 1, 0, 0, 1, 0 };
	struct fake_node *meet = fake_make(FAKE_ROOT, "meet", PLATFORM_TYPE_FILE, 128);

	(void)state;
	if (!ENABLED(CONFIG_BONNIE_COPIES))
		skip();
	meet->st.owner = 1000;
	meet->size = 80;
	memcpy(meet->data, header, sizeof header);
	memcpy(meet->data + 48, dead, sizeof dead);
	step = steps_back = 0;
	fake->tick_ns = 100;
	fake->born.sync_ns = 164000;
	assert_int_equal(bonnie("-y --sync-file=/meet -r 0 -q -s 0 -n 1 -b"), EXIT_FAILED);
	assert_string_equal(fake_err(), "bonnie: /mnt: 1 copy of those in step died before 'Create files in sequential order'\n");
	assert_true(step > 0);
	assert_int_equal(steps_back, 0);
	assert_nothing_left();
}

#define BONNIE(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	BONNIE(tells_the_speed_of_the_disk), BONNIE(tells_the_speed_of_creating), BONNIE(deletes_where_names_are_skipped),
	BONNIE(tells_what_fails_in_the_file), BONNIE(tells_what_fails_in_small_files), BONNIE(tells_what_is_left),
	BONNIE(leaves_what_may_be_in_use), BONNIE(removes_what_another_has_the_number_of),
	BONNIE(leaves_what_is_in_use), BONNIE(says_what_it_saw), BONNIE(goes_on_step_by_step),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_target_write.c - files and devices opened to read or to write: when
 * writing is refused, and that nothing was written or left open then. */
#include "test.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "progress.h"
#include "target.h"

static struct target t;
static struct fake_node *disk, *other, *file;

/* A root on 8:1, a file in it; two disks in /dev, each 1 MiB, with nothing on them. */
static int begin(void **state)
{
	fake_setup(state);
	error_applet = "x";
	progress_setup(true);
	disk = fake_make(FAKE_ROOT, "sdb", PLATFORM_TYPE_BLOCK, 1 << 20);
	other = fake_make(FAKE_ROOT, "sdc", PLATFORM_TYPE_BLOCK, 1 << 20);
	disk->st.major = other->st.major = 8;
	disk->st.minor = 16;
	other->st.minor = 32;
	disk->size = other->size = 1 << 20;
	disk->block = other->block = (struct platform_block){ 1 << 20, 512, 4096, false, false };
	file = fake_make(FAKE_ROOT, "file", PLATFORM_TYPE_FILE, 1 << 20);
	file->size = 5000;
	file->st.inode = 77;
	return 0;
}

/* Whatever happened to it, no test here may have written. */
static int end(void **state)
{
	unsigned writes = disk->writes + other->writes + file->writes;

	fake_teardown(state);
	return writes != 0;
}

static void assert_refused(const char *path, struct consent consent, const char *message)
{
	assert_int_equal(target_open_writing(&t, path, false, &consent), EXIT_REFUSED);
	assert_string_equal(fake_err(), message);
	assert_int_equal(fake_open_count(), 0);
	assert_int_equal(t.fd, -1);
}

static void reads_files_and_devices(void **state)
{
	(void)state;
	assert_int_equal(target_open_reading(&t, "/file", false), EXIT_DONE);
	assert_int_equal(t.kind, TARGET_FILE);
	assert_int_equal(t.size, 5000);
	assert_false(t.direct);
	target_close(&t);
	target_close(&t);                               /* twice does no harm */
	assert_int_equal(target_open_reading(&t, "/sdb", true), EXIT_DONE);
	assert_int_equal(t.kind, TARGET_BLOCK);
	assert_int_equal(t.size, 1 << 20);
	assert_int_equal(t.sector, 512);
	assert_true(t.direct);
	target_close(&t);
	assert_int_equal(fake_open_count(), 0);
	assert_string_equal(fake_err(), "");
}

static void reads_no_directory(void **state)
{
	(void)state;
	assert_int_equal(target_open_reading(&t, "/", false), EXIT_USAGE);
	assert_string_equal(fake_err(), "x: /: open: Is a directory\n");
	assert_int_equal(fake_open_count(), 0);
	assert_int_equal(target_open_reading(&t, "/none", true), EXIT_USAGE);
	assert_string_equal(fake_err(), "x: /none: open: No such file or directory\n");
}

/* Refused at open: once more without, one note. Any other error is one. */
static void falls_back_from_direct(void **state)
{
	static const int errors[] = { -EINVAL, -EOPNOTSUPP, -ENOSYS };

	(void)state;
	file->direct = FAKE_DIRECT_REFUSED_AT_OPEN;
	for (unsigned i = 0; i < COUNT(errors); i++) {
		file->direct_error = errors[i];
		assert_int_equal(target_open_reading(&t, "/file", true), EXIT_DONE);
		assert_false(t.direct);
		assert_string_equal(fake_err(), "x: /file: buffered: direct I/O is not possible here; going on without it\n");
		target_close(&t);
	}
	file->direct_error = -EACCES;
	assert_int_equal(target_open_reading(&t, "/file", true), EXIT_FAILED);
	assert_string_equal(fake_err(), "x: /file: open: Permission denied\n");
}

static void knows_flash(void **state)
{
	struct fake_node *mtd = fake_make(FAKE_ROOT, "mtd0", PLATFORM_TYPE_CHARACTER, 0);

	(void)state;
	mtd->mtd = (struct platform_mtd){ 8 << 20, 65536, 2048, true };
	assert_int_equal(target_open_reading(&t, "/mtd0", false), EXIT_DONE);
	assert_int_equal(t.kind, TARGET_MTD);
	assert_int_equal(t.size, 8 << 20);
	assert_false(target_can_be_cold(&t));
	assert_false(target_counts_bytes(&t));
	target_close(&t);
	assert_refused("/mtd0", (struct consent){ "/mtd0", true }, "x: /mtd0: refused: raw flash is never written\n");
	/* mtdblock: the boot loader's partition may be one. */
	disk->block.flash = true;
	assert_refused("/sdb", (struct consent){ "/sdb", true }, "x: /sdb: refused: raw flash is never written\n");
}

static void wants_consent(void **state)
{
	(void)state;
	assert_refused("/sdb", (struct consent){ NULL, false },
	               "x: /sdb: refused: writing to a block device destroys what is on it; "
	               "to allow it say --destroy-data=/sdb\n");
	assert_refused("/sdb", (struct consent){ "/sdc", true },
	               "x: /sdb: refused: --destroy-data names another device\n");
	assert_refused("/sdb", (struct consent){ "/nowhere", true },
	               "x: /sdb: refused: --destroy-data names another device\n");
	assert_refused("/sdb", (struct consent){ "/file", true },
	               "x: /sdb: refused: --destroy-data names another device\n");
}

/* Names don't matter, the device does: a link to it is as good. */
static void takes_consent_by_any_name(void **state)
{
	struct consent consent = { "/by-id", false };

	(void)state;
	strcpy(fake_make(FAKE_ROOT, "by-id", PLATFORM_TYPE_LINK, 0)->link, "/sdb");
	assert_int_equal(target_open_writing(&t, "/sdb", false, &consent), EXIT_DONE);
	assert_true(t.fd >= 0);
	assert_int_equal(fake_open_count(), 1);
	assert_string_equal(fake_err(), "");
	target_close(&t);
	consent.destroy = "/sdb";
	assert_int_equal(target_open_writing(&t, "/by-id", true, &consent), EXIT_DONE);
	assert_true(t.direct);
	assert_int_equal(t.st.minor, 16);
	target_close(&t);
	strcpy(fake_find(FAKE_ROOT, "by-id")->link, "/sdc");
	assert_refused("/by-id", consent, "x: /by-id: refused: --destroy-data names another device\n");
}

static void refuses_what_others_use(void **state)
{
	struct consent all = { "/sdb", true };

	(void)state;
	strcpy(disk->in_use, "mounted on /home");
	assert_refused("/sdb", all, "x: /sdb: refused: in use: mounted on /home\n");
	disk->in_use[0] = 0;
	disk->exclusive_busy = true;
	assert_refused("/sdb", all, "x: /sdb: refused: in use: the kernel holds it for somebody else\n");
	disk->exclusive_busy = false;
	disk->block.read_only = true;
	assert_refused("/sdb", all, "x: /sdb: refused: it is read-only\n");
	strcpy(file->in_use, "backing /dev/loop0");
	assert_refused("/file", all, "x: /file: refused: in use: backing /dev/loop0\n");
}

static void refuses_what_has_something_on_it(void **state)
{
	struct consent consent = { "/sdb", false };

	(void)state;
	memcpy(disk->data, "XFSB", 4);
	assert_refused("/sdb", consent,
	               "x: /sdb: refused: xfs found on it; to destroy that too say --ignore-signature\n");
	consent.ignore_signature = true;
	assert_int_equal(target_open_writing(&t, "/sdb", false, &consent), EXIT_DONE);
	target_close(&t);
	/* Not to be read is not "nothing there". */
	memset(disk->data, 0, 4);
	disk->error = -EIO;
	consent.ignore_signature = false;
	assert_int_not_equal(target_open_writing(&t, "/sdb", false, &consent), EXIT_DONE);
	assert_int_equal(fake_open_count(), 0);
}

static void writes_files_without_asking(void **state)
{
	struct consent none = { NULL, false };

	(void)state;
	assert_int_equal(target_open_writing(&t, "/file", true, &none), EXIT_DONE);
	assert_true(t.direct);
	assert_int_equal(fake_open_count(), 1);
	assert_int_equal(file->size, 5000);             /* not emptied */
	target_close(&t);
	assert_int_equal(target_open_writing(&t, "/none", false, &none), EXIT_USAGE);
	assert_null(fake_find(FAKE_ROOT, "none"));      /* and none is made */
	fake_err();
	fake_make(FAKE_ROOT, "tty", PLATFORM_TYPE_CHARACTER, 0);
	assert_refused("/tty", none, "x: /tty: refused: only regular files and block devices are written\n");
	fake->fs.traits = PLATFORM_READ_ONLY;
	assert_refused("/file", none, "x: /file: refused: it is read-only\n");
}

/* What stays in memory after the drop is told; the probe is asked for the whole. */
static void makes_reads_cold(void **state)
{
	(void)state;
	file->mincore = 50;
	assert_int_equal(target_open_reading(&t, "/file", false), EXIT_DONE);
	assert_int_equal(t.resident, TARGET_RESIDENT_UNKNOWN);
	assert_int_equal(target_make_cold(&t), 0);
	assert_int_equal(t.resident, 10);               /* 50 of 5000 */
	assert_int_equal(file->syncs, 1);
	assert_int_equal(file->advice, PLATFORM_DONTNEED);
	file->sync_error = -EIO;
	assert_int_equal(target_make_cold(&t), -EIO);
	target_close(&t);
	assert_int_equal(target_open_reading(&t, "/sdb", false), EXIT_DONE);
	assert_int_equal(target_make_cold(&t), 0);
	assert_int_equal(t.resident, TARGET_RESIDENT_UNKNOWN);
	assert_true(disk->device_flushes > 0);
}

/* To others than root and the owner mincore says that all is there: it is not believed. */
static void does_not_believe_mincore_of_strangers(void **state)
{
	(void)state;
	fake->user = 1000;
	file->mincore = 5000;
	file->st.owner = 500;
	assert_int_equal(target_open_reading(&t, "/file", false), EXIT_DONE);
	assert_int_equal(target_probe(&t), TARGET_RESIDENT_UNKNOWN);
	file->cachestat = 5;
	assert_int_equal(target_probe(&t), 1);
}

#define WRITE(function) cmocka_unit_test_setup_teardown(function, begin, end)

static const struct CMUnitTest tests[] = {
	WRITE(reads_files_and_devices), WRITE(reads_no_directory), WRITE(falls_back_from_direct),
	WRITE(knows_flash), WRITE(wants_consent), WRITE(takes_consent_by_any_name),
	WRITE(refuses_what_others_use), WRITE(refuses_what_has_something_on_it),
	WRITE(writes_files_without_asking), WRITE(makes_reads_cold), WRITE(does_not_believe_mincore_of_strangers),
};

RUN_TESTS(tests)

/* SPDX-License-Identifier: MIT */
/* test_signature.c - what is on disks, put there as the formats' own documents
 * have it; what only looks like it; what can't be read. */
#include "test.h"

#include <string.h>

#include "signature.h"

enum { SIZE = 4 << 20 };

static struct fake_node *disk;
static int fd;

static int begin(void **state)
{
	fake_setup(state);
	disk = fake_make(FAKE_ROOT, "disk", PLATFORM_TYPE_BLOCK, SIZE);
	disk->size = SIZE;
	fd = platform_open_at(platform_here, "disk", PLATFORM_READ);
	return fd < 0;
}

static const char *find(void)
{
	int error = 12345;
	const char *name = signature_find(fd, disk->size, &error);

	assert_int_equal(error, 0);
	return name;
}

static void put(uint64_t offset, const char *bytes, size_t length)
{
	memset(disk->data, 0, SIZE);
	memcpy(disk->data + offset, bytes, length);
}

static void finds_what_is_known(void **state)
{
	static const struct { uint64_t offset; unsigned length; const char *bytes, *name; } rows[] = {
		{ 1080, 2, "\x53\xef", "ext2/3/4" }, { 0, 4, "XFSB", "xfs" }, { 65600, 8, "_BHRfS_M", "btrfs" },
		{ 1024, 4, "\x10\x20\xf5\xf2", "f2fs" }, { 3, 8, "EXFAT   ", "exfat" }, { 3, 8, "NTFS    ", "ntfs" },
		{ 54, 8, "FAT16   ", "vfat" }, { 54, 8, "FAT12   ", "vfat" }, { 82, 8, "FAT32   ", "vfat" },
		{ 0, 4, "hsqs", "squashfs" }, { 32769, 5, "CD001", "iso9660" }, { 4086, 10, "SWAPSPACE2", "swap" },
		{ 65526, 10, "SWAPSPACE2", "swap" }, { 536, 8, "LVM2 001", "LVM" }, { 0, 6, "LUKS\xba\xbe", "LUKS" },
		{ 16384, 6, "SKUL\xba\xbe", "LUKS" }, { 0, 4, "\xfc\x4e\x2b\xa9", "md" },
		{ 4096, 4, "\xfc\x4e\x2b\xa9", "md" }, { 512, 8, "EFI PART", "GPT" }, { 4096, 8, "EFI PART", "GPT" },
		{ 0, 4, "UBI#", "UBI" },
		/* From the end: md 1.0 and 0.90 (64 KiB aligned, both byte orders), the second GPT, ZFS's last label. */
		{ SIZE - 8192, 4, "\xfc\x4e\x2b\xa9", "md" }, { SIZE - 65536, 4, "\xfc\x4e\x2b\xa9", "md" },
		{ SIZE - 65536, 4, "\xa9\x2b\x4e\xfc", "md" }, { SIZE - 512, 8, "EFI PART", "GPT" },
		{ 131072 + 7 * 1024, 8, "\x0c\xb1\xba\0\0\0\0\0", "ZFS" }, { 393216, 8, "\0\0\0\0\0\xba\xb1\x0c", "ZFS" },
		{ SIZE - 131072 + 4096, 8, "\x0c\xb1\xba\0\0\0\0\0", "ZFS" },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++) {
		const char *name;

		put(rows[i].offset, rows[i].bytes, rows[i].length);
		name = find();
		assert_non_null(name);
		assert_string_equal(name, rows[i].name);
		disk->data[rows[i].offset] ^= 1;        /* one bit off: it is not it */
		assert_null(find());
	}
}

/* One entry: active, type 83h, 2048 sectors from 2048 on. */
static void finds_a_partition_table(void **state)
{
	static const char entry[16] = { (char)0x80, 0, 0, 0, (char)0x83, 0, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0 };

	(void)state;
	put(446 + 16, entry, 16);
	assert_null(find());                            /* without the mark */
	memcpy(disk->data + 510, "\x55\xaa", 2);
	assert_string_equal(find(), "MBR");
	disk->data[446] = 0x17;                         /* no boot flag has that: code, not a table */
	assert_null(find());
	put(510, "\x55\xaa", 2);
	assert_null(find());                            /* an empty table holds nothing */
}

static void finds_nothing_on_empty_disks(void **state)
{
	static const uint64_t sizes[] = { 0, 1, 511, 512, 4095, 4096, 8192, 16384, 65536, 131072, 1 << 20, SIZE };

	(void)state;
	for (unsigned i = 0; i < COUNT(sizes); i++) {
		disk->size = sizes[i];
		assert_null(find());
	}
	memset(disk->data, 0xff, SIZE);
	disk->size = SIZE;
	assert_null(find());
}

/* md 1.0 on a disk whose size is not a multiple of anything: 8 KiB before the end, 4 KiB aligned. */
static void counts_from_an_odd_end(void **state)
{
	(void)state;
	disk->size = SIZE - 512 * 3;
	put(SIZE - 4096 - 8192, "\xfc\x4e\x2b\xa9", 4);
	assert_string_equal(find(), "md");
	put(SIZE - 131072, "\xfc\x4e\x2b\xa9", 4);
	assert_string_equal(find(), "md");
	put(SIZE - 512 * 4, "EFI PART", 8);
	assert_string_equal(find(), "GPT");
}

/* "Could not look" must not pass as "nothing there". */
static void tells_that_it_cannot_read(void **state)
{
	int error = 0;

	(void)state;
	disk->error = -EIO;
	assert_null(signature_find(fd, disk->size, &error));
	assert_int_equal(error, -EIO);
	/* A bad place at the end only. */
	disk->error_at = SIZE - 512;
	assert_null(signature_find(fd, disk->size, &error));
	assert_int_equal(error, -EIO);
	put(0, "XFSB", 4);
	assert_string_equal(signature_find(fd, disk->size, &error), "xfs");
}

#define SIGNATURE(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	SIGNATURE(finds_what_is_known), SIGNATURE(finds_a_partition_table), SIGNATURE(finds_nothing_on_empty_disks),
	SIGNATURE(counts_from_an_odd_end), SIGNATURE(tells_that_it_cannot_read),
};

RUN_TESTS(tests)

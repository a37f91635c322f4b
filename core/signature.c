/* SPDX-License-Identifier: MIT */
/* signature.c - does a device hold something? Offsets and magic numbers are those
 * of the formats' own documentation (kernel Documentation/filesystems, UEFI, the
 * LVM2, LUKS, md and ZFS on-disk formats). */
#include "signature.h"

#include <stdbool.h>
#include <string.h>

#include "number.h"
#include "platform.h"

enum { BLOCK = 4096 };

/* A magic number at a fixed place from the start. */
static const struct magic {
	uint32_t offset;
	uint8_t length;
	char bytes[12];
	const char *name;
} magics[] = {
	{ 0x438, 2, "\x53\xef", "ext2/3/4" },
	{ 0, 4, "XFSB", "xfs" },
	{ 0x10040, 8, "_BHRfS_M", "btrfs" },
	{ 0x400, 4, "\x10\x20\xf5\xf2", "f2fs" },
	{ 3, 8, "EXFAT   ", "exfat" },
	{ 3, 8, "NTFS    ", "ntfs" },
	{ 54, 5, "FAT12", "vfat" },
	{ 54, 5, "FAT16", "vfat" },
	{ 82, 5, "FAT32", "vfat" },
	{ 0, 4, "hsqs", "squashfs" },
	{ 0, 4, "sqsh", "squashfs" },
	{ 0x8001, 5, "CD001", "iso9660" },
	{ 0xff6, 10, "SWAPSPACE2", "swap" },            /* pages of 4, 8, 16, 64 KiB */
	{ 0x1ff6, 10, "SWAPSPACE2", "swap" },
	{ 0x3ff6, 10, "SWAPSPACE2", "swap" },
	{ 0xfff6, 10, "SWAPSPACE2", "swap" },
	{ 0xff6, 10, "SWAP-SPACE", "swap" },
	{ 0x018, 8, "LVM2 001", "LVM" },                /* the label is in one of the first four sectors */
	{ 0x218, 8, "LVM2 001", "LVM" },
	{ 0x418, 8, "LVM2 001", "LVM" },
	{ 0x618, 8, "LVM2 001", "LVM" },
	{ 0, 6, "LUKS\xba\xbe", "LUKS" },
	{ 0x4000, 6, "SKUL\xba\xbe", "LUKS" },          /* second header of LUKS2 */
	{ 0, 4, "\xfc\x4e\x2b\xa9", "md" },             /* version 1.1 */
	{ 0x1000, 4, "\xfc\x4e\x2b\xa9", "md" },        /* version 1.2 */
	{ 0x200, 8, "EFI PART", "GPT" },
	{ 0x1000, 8, "EFI PART", "GPT" },               /* 4 KiB sectors */
	{ 0, 4, "UBI#", "UBI" },
	{ 0, 2, "\x85\x19", "jffs2" },
	{ 0, 2, "\x19\x85", "jffs2" },
};

/* One block held in memory, so that neighbours are read once. */
struct reader {
	int fd;
	uint64_t size, at;
	int64_t got;
	int *error;
	uint8_t block[BLOCK];
};

/* The bytes at an offset, all in one block; NULL: past the end, or not to be read. */
static const uint8_t *bytes_at(struct reader *r, uint64_t offset, unsigned length)
{
	uint64_t start = offset - offset % BLOCK;

	if (offset > r->size || r->size - offset < length)
		return NULL;
	if (r->at != start) {
		r->at = start;
		r->got = platform_pread(r->fd, r->block, BLOCK, start);
		if (r->got < 0)
			*r->error = (int)r->got;
		else if (r->got < BLOCK && start + (uint64_t)r->got < r->size)
			*r->error = -EIO;       /* cut short by what can't be read */
	}
	return r->got >= (int64_t)(offset - start + length) ? r->block + (offset - start) : NULL;
}

static bool matches(struct reader *r, uint64_t offset, const char *magic, unsigned length)
{
	const uint8_t *there = bytes_at(r, offset, length);

	return there && !memcmp(there, magic, length);
}

static const char *at_start(struct reader *r)
{
	for (unsigned i = 0; i < sizeof magics / sizeof *magics; i++)
		if (matches(r, magics[i].offset, magics[i].bytes, magics[i].length))
			return magics[i].name;
	return NULL;
}

/* md 0.90: 64 KiB aligned, 64 KiB before the end, in the byte order of the machine that made it. md 1.0:
 * 8 KiB or more before the end, 4 KiB aligned. The second GPT: the last sector. */
static const char *at_end(struct reader *r)
{
	uint64_t old = (r->size & ~(64 * KIB - 1)) - 64 * KIB, new = (r->size - 8 * KIB) & ~(4 * KIB - 1);

	if (r->size >= 128 * KIB && (matches(r, old, "\xfc\x4e\x2b\xa9", 4) || matches(r, old, "\xa9\x2b\x4e\xfc", 4)))
		return "md";
	if (r->size >= 16 * KIB && matches(r, new, "\xfc\x4e\x2b\xa9", 4))
		return "md";
	if (r->size >= 8 * KIB && (matches(r, r->size - 512, "EFI PART", 8) || matches(r, r->size - 4096, "EFI PART", 8)))
		return "GPT";
	return NULL;
}

/* A ZFS label holds a ring of uberblocks from 128 to 256 KiB, each a KiB or a larger power of two, of
 * which only those written have the magic number, in either byte order. There are two labels of
 * 256 KiB at the start and two at the end. */
static const char *zfs(struct reader *r)
{
	uint64_t end = r->size & ~(256 * KIB - 1);
	uint64_t labels[] = { 0, 256 * KIB, end - 512 * KIB, end - 256 * KIB };

	for (unsigned l = 0; r->size >= MIB && l < 4; l++)
		for (uint64_t at = labels[l] + 128 * KIB; at < labels[l] + 256 * KIB; at += KIB)
			if (matches(r, at, "\x0c\xb1\xba\0\0\0\0\0", 8) || matches(r, at, "\0\0\0\0\0\xba\xb1\x0c", 8))
				return "ZFS";
	return NULL;
}

/* A boot sector's mark alone is on every vfat and many boot loaders; a partition table has at
 * least one entry with a type, a length, and a boot mark of 0 or 0x80 in all. */
static const char *mbr(struct reader *r)
{
	const uint8_t *entry = bytes_at(r, 446, 66);
	bool used = false;

	if (!entry || entry[64] != 0x55 || entry[65] != 0xaa)
		return NULL;
	for (unsigned i = 0; i < 4; i++, entry += 16) {
		if (entry[0] & 0x7f)
			return NULL;
		if (entry[4] && (entry[12] | entry[13] | entry[14] | entry[15]))
			used = true;
	}
	return used ? "MBR" : NULL;
}

const char *signature_find(int fd, uint64_t size, int *error)
{
	static struct reader reader;
	struct reader *r = &reader;
	const char *name;

	*error = 0;
	r->fd = fd;
	r->size = size;
	r->at = UINT64_MAX;
	r->error = error;
	if ((name = at_start(r)) != NULL || (name = at_end(r)) != NULL || (name = zfs(r)) != NULL)
		return name;
	return mbr(r);
}

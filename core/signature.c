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

/* What a magic number is of, and its name. */
enum holder {
	EXT, XFS, BTRFS, F2FS, EXFAT, NTFS, VFAT, SQUASHFS, ISO9660, SWAP, LVM, LUKS, MD, GPT, UBI, JFFS2,
};
static const char names[][9] = {
	"ext2/3/4", "xfs", "btrfs", "f2fs", "exfat", "ntfs", "vfat", "squashfs", "iso9660", "swap", "LVM",
	"LUKS", "md", "GPT", "UBI", "jffs2",
};

/* Magic numbers, in which no byte is 0, at fixed places from the start. */
static const struct magic {
	uint32_t offset;
	uint8_t holder;
	char bytes[11];
} magics[] = {
	{ 0x438, EXT, "\x53\xef" },
	{ 0, XFS, "XFSB" },
	{ 0x10040, BTRFS, "_BHRfS_M" },
	{ 0x400, F2FS, "\x10\x20\xf5\xf2" },
	{ 3, EXFAT, "EXFAT   " },
	{ 3, NTFS, "NTFS    " },
	{ 54, VFAT, "FAT12" },
	{ 54, VFAT, "FAT16" },
	{ 82, VFAT, "FAT32" },
	{ 0, SQUASHFS, "hsqs" },
	{ 0, SQUASHFS, "sqsh" },
	{ 0x8001, ISO9660, "CD001" },
	{ 0xff6, SWAP, "SWAPSPACE2" },    /* pages of 4, 8, 16, 64 KiB */
	{ 0x1ff6, SWAP, "SWAPSPACE2" },
	{ 0x3ff6, SWAP, "SWAPSPACE2" },
	{ 0xfff6, SWAP, "SWAPSPACE2" },
	{ 0xff6, SWAP, "SWAP-SPACE" },
	{ 0x018, LVM, "LVM2 001" },        /* the label is in one of the first four sectors */
	{ 0x218, LVM, "LVM2 001" },
	{ 0x418, LVM, "LVM2 001" },
	{ 0x618, LVM, "LVM2 001" },
	{ 0, LUKS, "LUKS\xba\xbe" },
	{ 0x4000, LUKS, "SKUL\xba\xbe" }, /* second header of LUKS2 */
	{ 0, MD, "\xfc\x4e\x2b\xa9" },     /* version 1.1 */
	{ 0x1000, MD, "\xfc\x4e\x2b\xa9" },        /* version 1.2 */
	{ 0x200, GPT, "EFI PART" },
	{ 0x1000, GPT, "EFI PART" },            /* 4 KiB sectors */
	{ 0, UBI, "UBI#" },
	{ 0, JFFS2, "\x85\x19" },
	{ 0, JFFS2, "\x19\x85" },
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

static bool matches(struct reader *r, uint64_t offset, const char *magic)
{
	size_t length = strlen(magic);
	const uint8_t *there = bytes_at(r, offset, (unsigned)length);

	return there && !memcmp(there, magic, length);
}

static const char *at_start(struct reader *r)
{
	for (unsigned i = 0; i < sizeof magics / sizeof *magics; i++)
		if (matches(r, magics[i].offset, magics[i].bytes))
			return names[magics[i].holder];
	return NULL;
}

/* md 0.90: 64 KiB aligned, 64 KiB before the end, in the byte order of the machine that made it. md 1.0:
 * 8 KiB or more before the end, 4 KiB aligned. The second GPT: the last sector. */
static const char *at_end(struct reader *r)
{
	static const struct { uint32_t before, unit; const char *bytes; uint8_t holder; } ends[] = {
		{ 64 * KIB, 64 * KIB, "\xfc\x4e\x2b\xa9", MD },
		{ 64 * KIB, 64 * KIB, "\xa9\x2b\x4e\xfc", MD },
		{ 8 * KIB, 4 * KIB, "\xfc\x4e\x2b\xa9", MD },
		{ 512, 1, "EFI PART", GPT },
		{ 4096, 1, "EFI PART", GPT },
	};

	for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
		uint64_t at = (r->size - ends[i].before) & ~(uint64_t)(ends[i].unit - 1);

		if (r->size >= 2 * ends[i].before && matches(r, at, ends[i].bytes))
			return names[ends[i].holder];
	}
	return NULL;
}

/* A ZFS label holds a ring of uberblocks from 128 to 256 KiB, each a KiB or a larger power of two, of
 * which only those written have the magic number, in either byte order. There are two labels of
 * 256 KiB at the start and two at the end. */
static const char *zfs(struct reader *r)
{
	uint64_t from = 0;

	for (unsigned label = 0; r->size >= MIB && label < 4; label++) {
		if (label == 2)
			from = (r->size & ~(256 * KIB - 1)) - MIB;
		for (unsigned i = 128; i < 256; i++) {
			const uint8_t *there = bytes_at(r, from + (label * 256 + i) * KIB, 8);

			if (there && (!memcmp(there, "\x0c\xb1\xba\0\0\0\0", 8) || !memcmp(there, "\0\0\0\0\0\xba\xb1\x0c", 8)))
				return "ZFS";
		}
	}
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

/* SPDX-License-Identifier: MIT */
/* block.c - what drivers and file systems tell by ioctl(2): sizes, flash,
 * encoded extents. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "linux.h"

/* <linux/fs.h>, <mtd/mtd-abi.h> and <linux/fiemap.h> are the kernel's, not the C library's, and
 * musl comes without them. Layouts and numbers are the kernel's ABI. */
#ifndef BLKPBSZGET
#define BLKPBSZGET _IO(0x12, 123)
#endif

struct mtd_info {
	uint8_t type;
	uint32_t flags, size, erase_size, write_size, oob_size;
	uint64_t padding;
};
#define MTD_GET_INFO _IOR('M', 1, struct mtd_info)
enum { MTD_NAND = 4, MTD_MLC_NAND = 8 };

struct extent_map {
	uint64_t start, length;
	uint32_t flags, mapped, count, reserved;
};
struct extent {
	uint64_t logical, physical, length, reserved64[2];
	uint32_t flags, reserved[3];
};
#define GET_EXTENTS _IOWR('f', 11, struct extent_map)
enum { MTD_BLOCK_MAJOR = 31, EXTENT_ENCODED = 8, EXTENTS = 16 };

int linux_ioctl(int fd, unsigned long request, void *argument)
{
	return syscall(SYS_ioctl, fd, request, argument) < 0 ? -errno : 0;
}

int platform_block(int fd, struct platform_block *b)
{
	struct platform_stat st;
	int read_only = 0, error;

	*b = (struct platform_block){ .logical = 512 };
	error = linux_ioctl(fd, BLKGETSIZE64, &b->size);
	if (error)
		return error;
	linux_ioctl(fd, BLKSSZGET, &b->logical);
	linux_ioctl(fd, BLKPBSZGET, &b->physical);
	linux_ioctl(fd, BLKROGET, &read_only);
	if (!b->physical)
		b->physical = b->logical;
	b->read_only = read_only != 0;
	b->flash = !platform_stat(fd, &st) && st.major == MTD_BLOCK_MAJOR;
	return 0;
}

int platform_mtd(int fd, struct platform_mtd *m)
{
	struct mtd_info info;
	int error = linux_ioctl(fd, MTD_GET_INFO, &info);

	if (error)
		return error;
	*m = (struct platform_mtd){ info.size, info.erase_size, info.write_size,
	                            info.type == MTD_NAND || info.type == MTD_MLC_NAND };
	return 0;
}

int platform_encoded_extents(int fd)
{
	struct { struct extent_map map; struct extent extent[EXTENTS]; } request;
	uint64_t at = 0;
	int error;

	do {
		memset(&request, 0, sizeof request);
		request.map.start = at;
		request.map.length = UINT64_MAX - at;
		request.map.count = EXTENTS;
		error = linux_ioctl(fd, GET_EXTENTS, &request);
		if (error)
			return error;
		for (uint32_t i = 0; i < request.map.mapped; i++) {
			if (request.extent[i].flags & EXTENT_ENCODED)
				return 1;
			at = request.extent[i].logical + request.extent[i].length;
		}
	} while (request.map.mapped == EXTENTS);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* identity.c - asks a drive who it is, and a driver for its settings. What the
 * answers mean is the caller's business. */
#define _GNU_SOURCE
#include <scsi/sg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "linux.h"

/* <linux/hdreg.h> is the kernel's, not the C library's; its numbers are the kernel's ABI. */
enum {
	HD_GET_GEOMETRY = 0x301,
	HD_GET_UNMASK = 0x302, HD_GET_MULTCOUNT = 0x304, HD_GET_KEEP = 0x308, HD_GET_32BIT = 0x309, HD_GET_DMA = 0x30b,
	HD_GET_IDENTITY = 0x30d, HD_COMMAND = 0x31f,
	HD_SET_MULTCOUNT = 0x321, HD_SET_UNMASK = 0x322, HD_SET_KEEP = 0x323, HD_SET_32BIT = 0x324, HD_SET_DMA = 0x326,
};

enum {
	ATA_IDENTIFY = 0xec, ATA_IDENTIFY_PACKET = 0xa1, ATA_SET_FEATURES = 0xef,
	/* SCSI's ATA PASS-THROUGH of 16 bytes. The one of 12 bytes has the number of BLANK, which erases
	 * discs, and is never sent. */
	SCSI_ATA_16 = 0x85, PROTOCOL_NONE = 3 << 1, PROTOCOL_IN = 4 << 1,
	IN_ONE_SECTOR = 0x0e,           /* from the device, in blocks, as many as the sector count says */
	TIMEOUT_MS = 15000,
	DRIVER_SENSE = 8,               /* a driver status that only tells of sense data */
};

/* ---- ATA commands ---- */

/* One ATA command through the SCSI driver; into: a sector that it reads, NULL: no data. */
static int pass_through(int fd, uint8_t command, uint8_t feature, uint8_t count, unsigned char *into)
{
	unsigned char cdb[16] = { SCSI_ATA_16, into ? PROTOCOL_IN : PROTOCOL_NONE, into ? IN_ONE_SECTOR : 0 };
	unsigned char sense[32];
	struct sg_io_hdr io;
	int error;

	cdb[4] = feature;
	cdb[6] = count;
	cdb[14] = command;
	memset(&io, 0, sizeof io);
	io.interface_id = 'S';
	io.cmdp = cdb;
	io.cmd_len = sizeof cdb;
	io.dxfer_direction = into ? SG_DXFER_FROM_DEV : SG_DXFER_NONE;
	io.dxferp = into;
	io.dxfer_len = into ? PLATFORM_IDENTIFY : 0;
	io.sbp = sense;
	io.mx_sb_len = sizeof sense;
	io.timeout = TIMEOUT_MS;
	error = linux_ioctl(fd, SG_IO, &io);
	if (error)
		return error;
	/* Without data an answer with sense data may still be "done"; with data it is not the data. */
	if (io.status || io.host_status || io.driver_status & ~DRIVER_SENSE || io.resid)
		return -EIO;
	return 0;
}

/* The same through the driver's own call, which knows fewer commands. */
static int driver_command(int fd, uint8_t command, uint8_t feature, uint8_t count, unsigned char *into)
{
	unsigned char request[4 + PLATFORM_IDENTIFY] = { command, count, feature, into ? 1 : 0 };
	int error = linux_ioctl(fd, HD_COMMAND, request);

	if (!error && into)
		memcpy(into, request + 4, PLATFORM_IDENTIFY);
	return error;
}

static int ask(int fd, unsigned char *sector)
{
	static const uint8_t commands[] = { ATA_IDENTIFY, ATA_IDENTIFY_PACKET };
	int error = 0, first = 0;

	for (unsigned i = 0; i < 2; i++) {
		memset(sector, 0, PLATFORM_IDENTIFY);
		error = pass_through(fd, commands[i], 0, 1, sector);
		if (!error)
			return 0;
		first = first ? first : error;
	}
	for (unsigned i = 0; i < 2; i++)
		if (!driver_command(fd, commands[i], 0, 1, sector))
			return 0;
	return first;
}

/* The kernel's copy has words in the processor's order and the three texts in reading order. */
static int kernel_copy(int fd, unsigned char *sector)
{
	uint16_t words[PLATFORM_IDENTIFY / 2];
	const unsigned char *bytes;
	int error = linux_ioctl(fd, HD_GET_IDENTITY, words);

	bytes = (const unsigned char *)words;
	for (unsigned i = 0; !error && i < PLATFORM_IDENTIFY / 2; i++) {
		bool text = (i >= 10 && i < 20) || (i >= 23 && i < 47);

		sector[2 * i] = text ? bytes[2 * i + 1] : (unsigned char)words[i];
		sector[2 * i + 1] = text ? bytes[2 * i] : (unsigned char)(words[i] >> 8);
	}
	return error;
}

int platform_ata_identify(int fd, bool fresh, unsigned char sector[PLATFORM_IDENTIFY])
{
	return fresh ? ask(fd, sector) : kernel_copy(fd, sector);
}

int platform_ata_set_feature(int fd, uint8_t feature, uint8_t value)
{
	int error = pass_through(fd, ATA_SET_FEATURES, feature, value, NULL);

	if (error == -ENOTTY || error == -EINVAL)
		error = driver_command(fd, ATA_SET_FEATURES, feature, value, NULL);
	return error;
}

/* ---- settings ---- */

static const struct { unsigned long get, set; } requests[] = {
	[PLATFORM_READAHEAD] = { BLKRAGET, BLKRASET },
	[PLATFORM_READONLY] = { BLKROGET, BLKROSET },
	[PLATFORM_IO_32BIT] = { HD_GET_32BIT, HD_SET_32BIT },
	[PLATFORM_MULTCOUNT] = { HD_GET_MULTCOUNT, HD_SET_MULTCOUNT },
	[PLATFORM_USING_DMA] = { HD_GET_DMA, HD_SET_DMA },
	[PLATFORM_UNMASK_IRQ] = { HD_GET_UNMASK, HD_SET_UNMASK },
	[PLATFORM_KEEP_SETTINGS] = { HD_GET_KEEP, HD_SET_KEEP },
};

int platform_setting(int fd, enum platform_setting setting, uint32_t *value)
{
	union { int whole; unsigned long wide; } v = { .wide = 0 };
	int error = linux_ioctl(fd, requests[setting].get, &v);

	if (!error)
		*value = setting == PLATFORM_READONLY ? (uint32_t)v.whole : (uint32_t)v.wide;
	return error;
}

int platform_change_setting(int fd, enum platform_setting setting, uint32_t value)
{
	int whole = (int)value;

	return linux_ioctl(fd, requests[setting].set, setting == PLATFORM_READONLY ? &whole : (void *)(uintptr_t)value);
}

/* ---- /sys ---- */

/* Leaves *value as it is where the system keeps no such number. */
static void number_of(int fd, const char *name, uint64_t *value)
{
	struct platform_stat st;
	char path[64], text[24];

	if (!platform_stat(fd, &st) &&
	    linux_slurp(linux_device_path(path, sizeof path, st.major, st.minor, name), text, sizeof text))
		*value = linux_number(text);
}

int platform_geometry(int fd, struct platform_geometry *g)
{
	struct { unsigned char heads, sectors; unsigned short cylinders; unsigned long start; } old;
	struct platform_block block;
	int error = linux_ioctl(fd, HD_GET_GEOMETRY, &old);
	uint64_t track;

	if (error)
		return error;
	*g = (struct platform_geometry){ old.cylinders, old.heads, old.sectors, old.start };
	/* 16 bits of cylinders end at 500 GB, and 32 bits of start at 2 TB. */
	track = (uint64_t)g->heads * g->sectors;
	if (track && !platform_block(fd, &block) && block.size / 512 / track > UINT16_MAX)
		g->cylinders = (uint32_t)(block.size / 512 / track);
	number_of(fd, "/start", &g->start);
	return 0;
}

static const char *disk_path(char *path, size_t size, uint32_t major, uint32_t minor, const char *name)
{
	char below[80];

	linux_disk_of(major, minor, &major, &minor);
	return linux_device_path(path, size, major, minor, linux_join(below, sizeof below, "/", name, (char *)0));
}

int platform_disk_text(uint32_t major, uint32_t minor, const char *name, char *text, size_t size)
{
	char path[128];
	size_t length = linux_slurp(disk_path(path, sizeof path, major, minor, name), text, size);

	return length ? (int)length : -ENOENT;
}

int platform_change_disk_text(uint32_t major, uint32_t minor, const char *name, const char *text)
{
	char path[128];
	int fd = platform_open_at(platform_here, disk_path(path, sizeof path, major, minor, name), PLATFORM_WRITE);
	int64_t wrote;

	if (fd < 0)
		return fd;
	wrote = platform_write(fd, text, strlen(text));
	platform_close(fd);
	return wrote < 0 ? (int)wrote : 0;
}

uint64_t platform_processor_cache(void)
{
	static char path[] = "/sys/devices/system/cpu/cpu0/cache/index0/size";
	char text[24], *digit = path + sizeof "/sys/devices/system/cpu/cpu0/cache/index" - 1;
	uint64_t largest = 0;           /* KiB, as the texts are */

	for (*digit = '0'; *digit < '5'; ++*digit) {
		linux_slurp(path, text, sizeof text);
		uint64_t kib = linux_number(text);

		if (kib < UINT32_MAX && kib > largest)
			largest = kib;
	}
	return largest * 1024;
}

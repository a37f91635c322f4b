/* SPDX-License-Identifier: MIT */
/* device.c - what /sys tells about a block device. */
#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>

#include "linux.h"

enum { PATH = 128, LINK = 256, NAME = sizeof ((struct platform_device *)0)->name, LEVELS = 4 };

/* Texts: the file under the device's directory, and where it goes. The first one that exists wins. */
static const struct {
	const char *file;
	unsigned short offset, size;
} texts[] = {
#define TEXT(file, field) { file, offsetof(struct platform_device, field), sizeof((struct platform_device *)0)->field }
	TEXT("/device/model", model),           /* SCSI, ATA, NVMe */
	TEXT("/device/name", model),            /* SD and MMC */
	TEXT("/device/firmware_rev", firmware), /* NVMe */
	TEXT("/device/rev", firmware),          /* SCSI, ATA */
	TEXT("/device/fwrev", firmware),        /* MMC */
	TEXT("/device/serial", serial),         /* NVMe, MMC */
	TEXT("/serial", serial),                /* virtio */
	TEXT("/queue/write_cache", write_cache),
	TEXT("/queue/scheduler", scheduler),
	TEXT("/dm/name", target),
	TEXT("/md/level", target),
#undef TEXT
};

static uint64_t number_of(const char *directory, const char *file)
{
	char text[24];

	linux_slurp_at(text, sizeof text, directory, file, (char *)0);
	return linux_number(text);
}

/* "mq-deadline [none]": the word in brackets. */
static void only_chosen(char *text)
{
	char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return;
	*close = 0;
	while ((*text++ = *++open) != 0)
		;
}

/* The kind of a dm device is the first part of its uuid: "LVM-...", "CRYPT-LUKS2-...". */
static void add_dm_kind(const char *directory, struct platform_device *d)
{
	char uuid[64], *dash, name[sizeof d->target];

	if (!linux_slurp_at(uuid, sizeof uuid, directory, "/dm/uuid", (char *)0))
		return;
	dash = strchr(uuid, '-');
	if (dash && !strncmp(uuid, "CRYPT-", 6) && strchr(dash + 1, '-'))
		dash = strchr(dash + 1, '-');
	if (dash)
		*dash = 0;
	linux_join(name, sizeof name, d->target, (char *)0);
	linux_join(d->target, sizeof d->target, name, " (", uuid, ")", (char *)0);
}

struct stack {
	struct platform_device *d;
	unsigned level;
};

static int add_below(const char *name, void *context)
{
	struct stack *s = context, below = { s->d, s->level + 1 };
	char path[PATH], before[sizeof s->d->stack];

	linux_join(before, sizeof before, s->d->stack, (char *)0);
	linux_join(s->d->stack, sizeof s->d->stack, before, before[0] ? " " : "", name, (char *)0);
	if (below.level < LEVELS)
		linux_each(linux_join(path, sizeof path, "/sys/class/block/", name, "/slaves", (char *)0),
		           add_below, &below);
	return 0;
}

static void find_transport(const char *link, struct platform_device *d)
{
	static const char known[][8] = { "/nvme", "/mmc", "/usb", "/ata", "/virtio" };
	const char *name = linux_find(link, "/host") ? "scsi" : "";

	for (size_t i = sizeof known / sizeof *known; i--;)
		if (linux_find(link, known[i]))
			name = known[i] + 1;
	linux_join(d->transport, sizeof d->transport, name, (char *)0);
}

/* SCSI and, through libata, ATA disks: page 80 behind its four bytes of header, padded with spaces. */
static void read_scsi_serial(const char *directory, struct platform_device *d)
{
	char page[4 + sizeof d->serial] = "";
	const char *serial = page + 4;

	linux_slurp_at(page, sizeof page, directory, "/device/vpd_pg80", (char *)0);
	while (*serial == ' ')
		serial++;
	if (!d->serial[0] && (unsigned char)page[1] == 0x80)
		linux_join(d->serial, sizeof d->serial, serial, (char *)0);
}

static void read_texts(const char *directory, struct platform_device *d)
{
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *text = (char *)d + texts[i].offset;

		if (!*text)
			linux_slurp_at(text, texts[i].size, directory, texts[i].file, (char *)0);
	}
	only_chosen(d->scheduler);
	add_dm_kind(directory, d);
}

static uint32_t number32(const char *directory, const char *file)
{
	uint64_t value = number_of(directory, file);

	return value > UINT32_MAX ? 0 : (uint32_t)value;
}

static void read_numbers(const char *directory, struct platform_device *d)
{
	uint64_t rotational = number_of(directory, "/queue/rotational");

	d->rotational = rotational > 1 ? -1 : (signed char)rotational;
	d->logical = number32(directory, "/queue/logical_block_size");
	d->physical = number32(directory, "/queue/physical_block_size");
	d->readahead_kib = number32(directory, "/queue/read_ahead_kb");
	d->queue_depth = number32(directory, "/device/queue_depth");
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The device's directory by its number, what that is a link to, and the name. */
static int find(char directory[PATH], char link[LINK], char name[NAME], uint32_t major, uint32_t minor)
{
	linux_device_path(directory, PATH, major, minor, "");
	if (platform_read_link(directory, link, LINK) < 0)
		return -ENODEV;
	linux_join(name, NAME, last_part(link), (char *)0);
	return 0;
}

int platform_device(uint32_t major, uint32_t minor, struct platform_device *d)
{
	char directory[PATH], link[LINK];

	*d = (struct platform_device){ .rotational = -1, .major = major, .minor = minor };
	return find(directory, link, d->name, major, minor);
}

void platform_device_details(struct platform_device *d)
{
	char directory[PATH], link[LINK], below[PATH];
	struct stack stack = { d, 0 };
	uint32_t disk_major, disk_minor;
	uint64_t sectors;

	if (find(directory, link, d->name, d->major, d->minor))
		return;
	sectors = number_of(directory, "/size");
	d->size = sectors == UINT64_MAX ? 0 : sectors * 512;
	linux_each(linux_join(below, sizeof below, directory, "/slaves", (char *)0), add_below, &stack);
	find_transport(link, d);
	if (linux_disk_of(d->major, d->minor, &disk_major, &disk_minor))
		find(directory, link, d->disk, disk_major, disk_minor);
	read_texts(directory, d);
	read_scsi_serial(directory, d);
	read_numbers(directory, d);
}

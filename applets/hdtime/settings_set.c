/* SPDX-License-Identifier: MIT */
/* settings_set.c - changes a setting, then looks whether it changed: a driver
 * that takes a value and forgets it has not taken it. */
#include "hdtime.h"

#include "applet.h"
#include "error.h"
#include "out.h"

enum {
	FEATURE_TRANSFER_MODE = 0x03, FEATURE_CACHE_ON = 0x02, FEATURE_CACHE_OFF = 0x82,
	PAGE_SECTORS = 128,             /* of the largest page, 64 KiB: readahead is kept in whole pages */
};

/* hdparm's words for it. */
static const char *const words[SETTINGS] = {
	[MULTCOUNT] = "multcount", [IO_SUPPORT] = "32-bit IO_support flag", [UNMASKIRQ] = "unmaskirq",
	[USING_DMA] = "using_dma", [KEEPSETTINGS] = "keep_settings", [READONLY] = "readonly",
	[READAHEAD] = "fs readahead", [QUEUE_DEPTH] = "queue_depth", [WRITE_CACHE] = "drive write-caching",
	[XFERMODE] = "xfermode",
};

static void announce(const struct drive *d, enum setting s, uint32_t value)
{
	struct out *o = &out_stdout;

	if (!d->text)
		return;
	out_texts(o, " setting ", words[s], " to ", (char *)0);
	out_number(o, value, 0);
	if (s == XFERMODE) {
		out_text(o, " (");
		mode_print(o, value);
		out_char(o, ')');
	} else if (s == UNMASKIRQ || s == USING_DMA || s == KEEPSETTINGS || s == READONLY || s == WRITE_CACHE) {
		out_text(o, value ? " (on)" : " (off)");
	}
	out_char(o, '\n');
	out_flush(o);
}

static int change(const struct drive *d, int fd, enum setting s, uint32_t value)
{
	static const unsigned char driver[SETTINGS] = {
		[MULTCOUNT] = PLATFORM_MULTCOUNT, [IO_SUPPORT] = PLATFORM_IO_32BIT, [UNMASKIRQ] = PLATFORM_UNMASK_IRQ,
		[USING_DMA] = PLATFORM_USING_DMA, [KEEPSETTINGS] = PLATFORM_KEEP_SETTINGS, [READONLY] = PLATFORM_READONLY,
		[READAHEAD] = PLATFORM_READAHEAD,
	};
	char text[16];
	struct out o = OUT_MEMORY(text);

	switch (s) {
	case QUEUE_DEPTH:
		out_number(&o, value, 0);
		return platform_change_disk_text(d->st.major, d->st.minor, "device/queue_depth", out_end(&o));
	case WRITE_CACHE:
		return platform_ata_set_feature(fd, value ? FEATURE_CACHE_ON : FEATURE_CACHE_OFF, 0);
	case XFERMODE:
		return platform_ata_set_feature(fd, FEATURE_TRANSFER_MODE, (uint8_t)value);
	default:
		return platform_change_setting(fd, (enum platform_setting)driver[s], value);
	}
}

/* One line that says what was not done, and why. */
static int refuse(const struct drive *d, enum setting s, const char *why)
{
	char text[160];
	struct out o = OUT_MEMORY(text);

	out_texts(&o, settings_name(s), ": ", why, (char *)0);
	return error_refuse(d->path, out_end(&o));
}

static const char *reason(enum setting s, int error)
{
	if (error == -EPERM || error == -EACCES)
		return "only root may change it";
	if (s == USING_DMA || s == UNMASKIRQ || s == KEEPSETTINGS || s == MULTCOUNT)
		return "only the IDE drivers that left Linux with 5.14 took it; today's choose it themselves";
	if (s == XFERMODE)
		return "the driver chooses the transfer mode itself and lets nobody else";
	return "the device or its driver has no such setting, or not this value";
}

int settings_change(const struct drive *d, int fd, enum setting s)
{
	uint32_t value = d->o->value[s], now = 0;
	int error = change(d, fd, s, value);

	if (error)
		return refuse(d, s, reason(s, error));
	if (settings_get(d, fd, s, &now))
		return refuse(d, s, "taken without an error, but what it is now can't be read");
	if (now != value && !(s == READAHEAD && now < value && value - now < PAGE_SECTORS))
		return refuse(d, s, "taken without an error, but it is not what it is now");
	announce(d, s, value);
	return EXIT_DONE;
}

/* SPDX-License-Identifier: MIT */
/* settings_get.c - where each setting can be read: the driver, the IDENTIFY
 * sector, /sys. */
#include "hdtime.h"

#include <string.h>

#include "applet.h"
#include "identify.h"
#include "identity.h"
#include "size.h"

static int queue_depth(const struct drive *d, uint32_t *value)
{
	char text[24] = "";
	const char *end = text;
	uint64_t number;

	platform_disk_text(d->st.major, d->st.minor, "device/queue_depth", text, sizeof text);
	if (!size_number(&end, &number) || number > UINT32_MAX)
		return -ENOTTY;
	*value = (uint32_t)number;
	return 0;
}

/* The drive's own word where -W asks for it; else what the kernel believes, without sending a
 * command to a drive that may not like it. */
static int write_cache(const struct drive *d, int fd, uint32_t *value)
{
	uint16_t w[IDENTIFY_WORDS];
	char text[24] = "";
	int state = -1;

	if ((d->o->get | d->o->set) >> WRITE_CACHE & 1 && identity_words(fd, true, w))
		state = identify_write_cache(w);
	if (state < 0 && platform_disk_text(d->st.major, d->st.minor, "queue/write_cache", text, sizeof text) > 0)
		state = !strcmp(text, "write back");
	if (state < 0)
		return -ENOTTY;
	*value = (uint32_t)state;
	return 0;
}

static int transfer_mode(int fd, uint32_t *value)
{
	uint16_t w[IDENTIFY_WORDS];

	if (!identity_words(fd, true, w) && !identity_words(fd, false, w))
		return -ENOTTY;
	*value = mode_active(w);
	return *value ? 0 : -ENOTTY;
}

/* Today's drivers don't answer, but the kernel's copy of IDENTIFY does. A word that isn't marked valid
 * is no answer: hdparm makes "0 (off)" of it for USB disks. */
static int multcount(int fd, uint32_t *value)
{
	uint16_t w[IDENTIFY_WORDS];
	int error = platform_setting(fd, PLATFORM_MULTCOUNT, value);

	if (!error || !identity_words(fd, false, w))
		return error;
	if (!(w[59] >> 8 & 1) || !(w[47] & 0xff))
		return -ENOTTY;
	*value = identify_multcount(w);
	return 0;
}

int settings_get(const struct drive *d, int fd, enum setting s, uint32_t *value)
{
	static const unsigned char driver[SETTINGS] = {
		[IO_SUPPORT] = PLATFORM_IO_32BIT, [UNMASKIRQ] = PLATFORM_UNMASK_IRQ, [USING_DMA] = PLATFORM_USING_DMA,
		[KEEPSETTINGS] = PLATFORM_KEEP_SETTINGS, [READONLY] = PLATFORM_READONLY, [READAHEAD] = PLATFORM_READAHEAD,
	};

	switch (s) {
	case MULTCOUNT:
		return multcount(fd, value);
	case QUEUE_DEPTH:
		return queue_depth(d, value);
	case WRITE_CACHE:
		return write_cache(d, fd, value);
	case XFERMODE:
		return transfer_mode(fd, value);
	default:
		return platform_setting(fd, (enum platform_setting)driver[s], value);
	}
}

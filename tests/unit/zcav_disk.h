/* SPDX-License-Identifier: MIT */
/* zcav_disk.h - a disk of 20 TB and what zcav has in hand of it, for its two tests. */
#ifndef UNIT_ZCAV_DISK_H
#define UNIT_ZCAV_DISK_H

#include "test.h"

#include <string.h>

#include "applet.h"
#include "error.h"
#include "progress.h"
#include "zcav.h"

#define DISK 20000000000000ull
#define MB 1000000ull

static struct device device;
static struct options options;
static struct curve curve;
static struct slot slot;
static struct fake_node *disk;

static uint64_t flat(uint64_t offset)
{
	(void)offset;
	return 500 * MB;
}

static int begin(void **state)
{
	fake_setup(state);
	error_applet = "zcav";
	progress_setup(true);
	disk = fake_make(FAKE_ROOT, "disk", PLATFORM_TYPE_BLOCK, 0);
	disk->size = disk->block.size = DISK;
	disk->block.logical = 512;
	memset(&curve, 0, sizeof curve);
	memset(&slot, 0, sizeof slot);
	options = (struct options){ .chunk = 1 << 20, .loops = 1, .every = 1, .precision = 200, .sampled = true };
	device = (struct device){ .o = &options, .curve = &curve, .slot = &slot, .end = DISK };
	device.rows.fd = -1;
	assert_int_equal(target_open_reading(&device.target, "/disk", true), EXIT_DONE);
	device.io = (struct io){ device.target.fd, device.target.direct };
	device.buffer = platform_pages((size_t)options.chunk);
	return 0;
}

static int end(void **state)
{
	platform_free(device.buffer, (size_t)options.chunk);
	target_close(&device.target);
	return fake_teardown(state);
}

#define ON_DISK(function) cmocka_unit_test_setup_teardown(function, begin, end)

#endif

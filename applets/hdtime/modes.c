/* SPDX-License-Identifier: MIT */
/* modes.c - transfer modes of ATA: their names, numbers and rates. */
#include "hdtime.h"

#include <string.h>

#include "out.h"
#include "size.h"

/* Modes of a kind are numbered from `base`; rates in tenths of MB/s (10^6), as the standards have them. */
static const struct kind {
	char name[5];
	uint8_t base, count;
	const char *title;
	uint16_t rate[8];
} kinds[] = {
	{ "pio", 8, 7, "PIO flow control mode", { 33, 52, 83, 111, 167, 200, 250 } },
	{ "sdma", 16, 3, "singleword DMA mode", { 21, 42, 83 } },
	{ "mdma", 32, 5, "multiword DMA mode", { 42, 133, 167, 200, 250 } },
	{ "udma", 64, 8, "UltraDMA mode", { 167, 250, 333, 444, 667, 1000, 1333, 1667 } },
};
enum { KINDS = sizeof kinds / sizeof *kinds, SDMA = 1, MDMA = 2, UDMA = 3 };

static const struct kind *kind_of(uint32_t mode)
{
	for (unsigned i = 0; i < KINDS; i++)
		if (mode >= kinds[i].base && mode - kinds[i].base < kinds[i].count)
			return &kinds[i];
	return NULL;
}

bool mode_meant(const char *text)
{
	for (unsigned i = 0; i < KINDS; i++)
		if (!strncmp(text, kinds[i].name, strlen(kinds[i].name)))
			return true;
	return false;
}

bool mode_parse(const char *text, uint32_t *mode)
{
	for (unsigned i = 0; i < KINDS; i++) {
		size_t length = strlen(kinds[i].name);

		if (strncmp(text, kinds[i].name, length))
			continue;
		if (!size_count(text + length, 0, kinds[i].count - 1u, mode))
			return false;
		*mode += kinds[i].base;
		return true;
	}
	return size_count(text, 0, UINT8_MAX, mode) && (*mode < 2 || kind_of(*mode));
}

void mode_print(struct out *o, uint32_t mode)
{
	const struct kind *k = kind_of(mode);

	if (!k) {
		out_text(o, mode ? "default PIO mode, disable IORDY" : "default PIO mode");
		return;
	}
	out_text(o, k->title);
	out_number(o, mode - k->base, 0);
	out_text(o, ", ");
	out_fixed(o, k->rate[mode - k->base], 1, 0);
	out_text(o, " MB/s");
}

uint32_t mode_active(const uint16_t *w)
{
	static const struct { uint8_t kind, word, valid; } from[] = {
		{ UDMA, 88, 4 }, { MDMA, 63, 0 }, { SDMA, 62, 0 },
	};

	for (unsigned i = 0; i < sizeof from / sizeof *from; i++) {
		unsigned word = w[from[i].word] >> 8u;

		if (from[i].valid && !(w[53] & from[i].valid))
			continue;
		for (unsigned bit = kinds[from[i].kind].count; bit--;)
			if (word >> bit & 1)
				return kinds[from[i].kind].base + bit;
	}
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* identify_full.c - the IDENTIFY sector in the layout of hdparm -I: identity,
 * standards, configuration, capabilities. */
#include "identify.h"

#include "out.h"

/* ---- who it is ---- */

static void put_kind(struct out *o, const uint16_t *w)
{
	static const char packets[] =
		"Direct-access device\0Sequential-access device\0Printer\0Processor\0Write-once device\0CD-ROM\0"
		"Scanner\0Optical memory\0Medium changer\0Communications device\0\0\0Array controller";
	unsigned type = w[0] >> 8 & 31;
	const char *packet = type <= 12 ? identify_nth(packets, type) : NULL;

	if (identify_packet(w)) {
		out_texts(o, "ATAPI ", packet ? packet : "unknown device", (char *)0);
	} else if (w[0] >> 15) {
		out_text(o, "CompactFlash ATA device\n");
		return;
	} else {
		out_text(o, "ATA device");
	}
	identify_print(o, w, ", with $(0.7?$:non-$)removable media\n");
}

static void put_text(struct out *o, const char *label, const uint16_t *w, unsigned which)
{
	char text[IDENTIFY_TEXT];

	identify_text(w, which, text);
	if (!*text)
		return;
	out_text(o, label);
	out_pad(o, text, -2 * (int)(which >> 8));
	out_char(o, '\n');
}

static void put_transport(struct out *o, const uint16_t *w)
{
	unsigned word = w[222];

	if (!word || word == 0xffff || word >> 12 > 1)
		return;
	out_texts(o, "\tTransport:          ", word >> 12 ? "Serial" : "Parallel", (char *)0);
	if (word >> 12)
		identify_bits(o, ", ", "ATA8-AST\0SATA 1.0a\0SATA II Extensions\0SATA Rev 2.5\0SATA Rev 2.6\0SATA Rev 3.0\0"
		              "SATA Rev 3.1", word & 0x7f);
	else if (word & 1)
		out_text(o, ", ATA8-APT");
	out_char(o, '\n');
}

static void put_standards(struct out *o, const uint16_t *w)
{
	unsigned major = w[80], minor = w[81];
	unsigned best = major != 0xffff ? 14 : 0, last;
	bool told = false;

	out_text(o, "Standards:");
	if (minor && minor != 0xffff) {
		out_text(o, "\n\tUsed: ");
		told = identify_minor(o, minor);
		if (!told) {
			out_text(o, "unknown (minor revision code 0x");
			identify_hex(o, minor, 4, false);
			out_char(o, ')');
		}
		out_char(o, ' ');
	}
	while (best && !(major >> best & 1))
		best--;
	/* hdparm names a drive's newest standards only: four, or from 5 on. */
	last = best > 8 ? 5 : best > 4 ? best - 3 : 2;
	if (best)
		out_text(o, "\n\tSupported: ");
	for (unsigned i = best; i >= last; i--)
		if (major >> i & 1)
			out_filled(o, "$ ", i);
	if (best && !told)
		out_filled(o, "\n\tLikely used: $", best);
	out_char(o, '\n');
}

/* ---- configuration ---- */

static void put_geometry(struct out *o, const uint16_t *w)
{
	uint64_t sectors = identify_sectors(w);
	uint32_t lba = identify_long(w, 60);

	identify_print(o, w, "\tLogical\t\tmax\tcurrent\n\tcylinders\t$1\t$(53.0?$54$:0$)\n\theads\t\t$3\t$(53.0?$55$:0$)\n"
	               "\tsectors/track\t$6\t$(53.0?$56$:0$)\n\t--\n");
	if (w[53] & 1)
		out_filled(o, "\tCHS current addressable sectors: $11\n", identify_long(w, 57));
	if ((w[49] >> 9 & 1) && lba)
		out_filled(o, "\tLBA    user addressable sectors: $11\n", lba);
	if (sectors && sectors != lba)
		out_filled(o, "\tLBA48  user addressable sectors:$12\n", sectors);
}

static void put_sectors(struct out *o, const uint16_t *w)
{
	unsigned mark = w[106], alignment = w[209];
	uint32_t logical = identify_logical(w);

	if (mark >> 14 != 1) {
		out_filled(o, "\tLogical/Physical Sector size: $13 bytes\n", logical);
		return;
	}
	out_filled(o, "\tLogical  Sector size: $21 bytes\n", logical);
	out_filled(o, "\tPhysical Sector size: $21 bytes\n", identify_physical(w));
	if (alignment >> 14 == 1)
		out_filled(o, "\tLogical Sector-0 offset: $18 bytes\n", (uint64_t)(alignment & 0x3fff) * logical);
}

static void put_size(struct out *o, const uint16_t *w)
{
	uint64_t sectors = identify_sectors(w);
	uint64_t bytes = (sectors ? sectors : identify_long(w, 57)) * identify_logical(w);

	out_filled(o, "\tdevice size with M = 1024*1024: $11 MBytes\n", bytes >> 20);
	out_filled(o, "\tdevice size with M = 1000*1000: $11 MBytes ", bytes / 1000000);
	if (bytes >= 1000000000)
		out_filled(o, "($ GB)", bytes / 1000000000);
	out_char(o, '\n');
}

static void put_buffer(struct out *o, const uint16_t *w)
{
	static const char types[] = "\n\0 (type=1Sect)\n\0 (type=DualPort)\n\0 (type=DualPortCache)\n";
	unsigned type = w[20], size = w[21];
	bool told = type < 4 && size && size != 0xffff;

	out_filled(o, told ? "\tcache/buffer size  = $ KBytes" : "\tcache/buffer size  = unknown\n", size / 2);
	if (told)
		out_text(o, identify_nth(types, type));
}

static void put_form(struct out *o, const uint16_t *w)
{
	static const char forms[] = "5.25\0" "3.5\0" "2.5\0" "1.8\0" "less than 1.8";
	unsigned form = w[168], turns = w[217];

	if (form && form <= 5)
		out_texts(o, "\tForm Factor: ", identify_nth(forms, form - 1), " inch\n", (char *)0);
	if (turns == 1)
		out_text(o, "\tNominal Media Rotation Rate: Solid State Device\n");
	else if (turns > 0x401 && turns < 0xffff)
		identify_print(o, w, "\tNominal Media Rotation Rate: $217\n");
}

static void put_packet(struct out *o, const uint16_t *w)
{
	unsigned word = w[0];

	out_texts(o, "\tDRQ response: ", identify_nth("3ms\0<=10ms with INTRQ\0" "50us\0unknown", word >> 5 & 3),
	          ".\n\tPacket size: ", identify_nth("12 bytes\0" "16 bytes\0Unknown\0Unknown", word & 3), "\n", (char *)0);
}

/* ---- capabilities ---- */

static void put_levels(struct out *o, const uint16_t *w)
{
	if (!identify_features_valid(w))
		return;
	identify_print(o, w, "$(83.3?\tAdvanced power management level: $(86.3?$>91$:disabled$)\n$)");
	if (w[94])
		identify_print(o, w, "\tRecommended acoustic management value: $<94, current value: $>94\n");
}

static unsigned ones(unsigned word)
{
	unsigned count = 0;

	for (; word; word &= word - 1)
		count++;
	return count;
}

/* How many modes are marked as in use: one, if all is well. */
static unsigned active_modes(const uint16_t *w)
{
	unsigned ultra = (w[53] >> 2 & 1) ? w[88] >> 8 : 0;

	return ones(w[62] >> 8 & 7) + ones(w[63] >> 8) + ones(ultra);
}

static void put_dma(struct out *o, const uint16_t *w)
{
	if (!(w[49] >> 8 & 1)) {
		out_text(o, "\tDMA: not supported\n");
		return;
	}
	out_text(o, "\tDMA: ");
	identify_modes(o, "sdma", w[62], 3);
	identify_modes(o, "mdma", w[63], 8);
	if ((w[53] >> 2 & 1))
		identify_modes(o, "udma", w[88], 8);
	out_text(o, active_modes(w) == 1 ? "\n" : "(?)\n");
	if ((w[53] >> 1 & 1) && w[65] && w[66])
		identify_print(o, w, "\t     Cycle time: min=$65ns recommended=$66ns\n");
}

static void put_pio(struct out *o, const uint16_t *w)
{
	if (!(w[53] >> 1 & 1) || !(w[64] & 15)) {
		out_text(o, "\tPIO: unknown\n");
		return;
	}
	out_text(o, "\tPIO: ");
	identify_pio_modes(o, w);
	out_char(o, '\n');
	if (w[67] && w[68])
		identify_print(o, w, "\t     Cycle time: no flow control=$67ns  IORDY flow control=$68ns\n");
}

static void put_capabilities(struct out *o, const uint16_t *w)
{
	unsigned depth = identify_queue_depth(w);

	identify_print(o, w, "Capabilities:\n\t$(49.9?LBA, $)IORDY$(49.11?$:(may be)$)$(49.10?(can$:(cannot$) be disabled)\n");
	if (depth)
		out_filled(o, "\tQueue depth: $\n", depth);
	if (!identify_packet(w))
		identify_print(o, w, "\tStandby timer values: spec'd by $(49.13?Standard$:Vendor$)"
		               "$(50.14?$(50.15?$:, $(50.0?with$:no$) device specific minimum$)$)\n"
		               "\tR/W multiple sector transfer: Max = $>47\tCurrent = $(59.8?$>59$:?$)\n");
	put_levels(o, w);
	put_dma(o, w);
	put_pio(o, w);
}

/* ---- the end ---- */

/* The 16 digits of words 108 to 111: all, then in their parts. */
static void put_name(struct out *o, const uint16_t *w)
{
	const char *text = "Logical Unit WWN Device Identifier: ################\n"
	                   "\tNAA\t\t: #\n\tIEEE OUI\t: ######\n\tUnique ID\t: #########\n";
	unsigned digit = 0;

	if (w[84] >> 14 != 1 || w[87] >> 14 != 1 || !(w[84] & w[87] & 1u << 8))
		return;
	for (; *text; text++)
		if (*text != '#') {
			out_char(o, *text);
		} else {
			identify_hex(o, (uint32_t)w[108 + digit / 4 % 4] >> (12 - digit % 4 * 4), 1, false);
			digit++;
		}
}

static void put_checksum(struct out *o, const uint16_t *w)
{
	if ((w[255] & 0xff) != 0xa5)
		return;
	out_texts(o, "Checksum: ", identify_sum(w) ? "incorrect\n" : "correct\n", (char *)0);
}

void identify_full(struct out *o, const uint16_t *w)
{
	out_char(o, '\n');
	put_kind(o, w);
	put_text(o, "\tModel Number:       ", w, IDENTIFY_MODEL);
	put_text(o, "\tSerial Number:      ", w, IDENTIFY_SERIAL);
	put_text(o, "\tFirmware Revision:  ", w, IDENTIFY_FIRMWARE);
	put_transport(o, w);
	put_standards(o, w);
	out_text(o, "Configuration:\n");
	if (identify_packet(w)) {
		put_packet(o, w);
	} else {
		put_geometry(o, w);
		put_sectors(o, w);
		put_size(o, w);
	}
	put_buffer(o, w);
	put_form(o, w);
	put_capabilities(o, w);
	identify_features(o, w);
	identify_security(o, w);
	put_name(o, w);
	put_checksum(o, w);
}

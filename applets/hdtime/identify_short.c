/* SPDX-License-Identifier: MIT */
/* identify_short.c - the IDENTIFY sector in the layout of hdparm -i. */
#include "identify.h"

#include "out.h"

static void put_text(struct out *o, const char *label, const uint16_t *w, unsigned word, unsigned words)
{
	char text[IDENTIFY_TEXT];

	out_texts(o, label, identify_text(w, word, words, text), (char *)0);
}

static void put_number(struct out *o, const char *label, uint64_t value)
{
	out_text(o, label);
	out_number(o, value, 0);
}

/* "16383/16/63" */
static void put_chs(struct out *o, const char *label, unsigned cylinders, unsigned heads, unsigned sectors)
{
	put_number(o, label, cylinders);
	put_number(o, "/", heads);
	put_number(o, "/", sectors);
}

static void put_config(struct out *o, unsigned word)
{
	static const char *const bits[16] = {
		NULL, "HardSect", "SoftSect", "NotMFM", "HdSw>15uSec", "SpinMotCtl", "Fixed", "Removable",
		"DTR<=5Mbs", "DTR>5Mbs", "DTR>10Mbs", "RotSpdTol>.5%", "dStbOff", "TrkOff", "FmtGapReq", "nonMagnetic",
	};

	out_text(o, " Config={");
	for (unsigned i = 0; i < 16; i++)
		if (word >> i & 1 && bits[i])
			out_texts(o, " ", bits[i], (char *)0);
	out_text(o, " }\n");
}

static void put_buffer(struct out *o, const uint16_t *w)
{
	static const char *const types[] = { "unknown", "1Sect", "DualPort", "DualPortCache" };
	unsigned type = w[20], size = w[21], most = w[47] & 0xff;
	unsigned now = w[59];

	out_text(o, " BuffType=");
	if (type < 4)
		out_text(o, types[type]);
	else
		out_number(o, type, 0);
	if (size) {
		put_number(o, ", BuffSize=", size / 2);
		out_text(o, "kB");
	} else {
		out_text(o, ", BuffSize=unknown");
	}
	put_number(o, ", MaxMultSect=", most);
	/* The number counts only where bit 8 says so; hdparm 9.65 puts ?? around it always. */
	if (most && !(now >> 8 & 1)) {
		put_number(o, ", MultSect=?", now & 0xff);
		out_char(o, '?');
	} else if (most && now & 0xff) {
		put_number(o, ", MultSect=", now & 0xff);
	} else if (most) {
		out_text(o, ", MultSect=off");
	}
	out_char(o, '\n');
}

static void put_address(struct out *o, const uint16_t *w)
{
	uint64_t sectors = identify_sectors(w);

	out_text(o, (w[53] >> 0 & 1) ? "" : " (maybe):");
	put_chs(o, " CurCHS=", w[54], w[55], w[56]);
	put_number(o, ", CurSects=", identify_long(w, 57));
	if ((w[49] >> 9 & 1))
		put_number(o, ", LBA=yes, LBAsects=", sectors);
	else
		out_text(o, ", LBA=no");
	out_char(o, '\n');
}

static void put_cycles(struct out *o, const uint16_t *w)
{
	bool iordy = (w[49] >> 11 & 1), off = (w[49] >> 10 & 1);

	out_texts(o, " IORDY=", !iordy ? "no" : off ? "on/off" : "yes", (char *)0);
	if ((w[53] >> 1 & 1)) {
		put_number(o, ", tPIO={min:", w[67]);
		put_number(o, ",w/IORDY:", w[68]);
		out_char(o, '}');
		if ((w[49] >> 8 & 1)) {
			put_number(o, ", tDMA={min:", w[65]);
			put_number(o, ",rec:", w[66]);
			out_char(o, '}');
		}
	}
	out_text(o, "\n PIO modes:  ");
	identify_pio_modes(o, w);
}

static void put_dma(struct out *o, const uint16_t *w)
{
	unsigned single = w[62], multi = w[63], ultra = w[88];

	if ((w[49] >> 8 & 1) && (single | multi)) {
		out_text(o, "\n DMA modes:  ");
		identify_modes(o, "sdma", single, 3);
		identify_modes(o, "mdma", multi, 3);
	}
	if ((w[53] >> 2 & 1) && ultra) {
		out_text(o, "\n UDMA modes: ");
		identify_modes(o, "udma", ultra, 8);
	}
	out_char(o, '\n');
}

static void put_states(struct out *o, const uint16_t *w)
{
	int cache = identify_write_cache(w);
	unsigned level = w[91];

	out_text(o, " AdvancedPM=");
	if (!identify_features_valid(w) || !(w[83] >> 3 & 1)) {
		out_text(o, "no");
	} else if (!(w[86] >> 3 & 1)) {
		out_text(o, "yes: disabled (255)");
	} else if (!(level >> 14 & 1)) {
		out_text(o, "yes: unknown setting");
	} else {
		out_text(o, "yes: mode=0x");
		identify_hex(o, level & 0xff, 2, true);
		put_number(o, " (", level & 0xff);
		out_char(o, ')');
	}
	if (cache >= 0)
		out_text(o, cache ? " WriteCache=enabled" : " WriteCache=disabled");
	out_char(o, '\n');
}

static void put_standards(struct out *o, const uint16_t *w)
{
	unsigned major = w[80], minor = w[81];
	const char *name = identify_minor(minor), *separator = " ATA/ATAPI-";

	if (!major && !minor)
		return;
	out_texts(o, " Drive conforms to: ", name ? name : minor && minor != 0xffff ? "unknown" : "Unspecified", ": ",
	          (char *)0);
	for (unsigned i = 1; i < 15 && major != 0xffff; i++)
		if (major >> i & 1) {
			put_number(o, separator, i);
			separator = ",";
		}
	out_char(o, '\n');
}

void identify_short(struct out *o, const uint16_t *w)
{
	put_text(o, "\n Model=", w, IDENTIFY_MODEL, IDENTIFY_MODEL_WORDS);
	put_text(o, ", FwRev=", w, IDENTIFY_FIRMWARE, IDENTIFY_FIRMWARE_WORDS);
	put_text(o, ", SerialNo=", w, IDENTIFY_SERIAL, IDENTIFY_SERIAL_WORDS);
	out_char(o, '\n');
	put_config(o, w[0]);
	put_chs(o, " RawCHS=", w[1], w[3], w[6]);
	put_number(o, ", TrkSize=", w[4]);
	put_number(o, ", SectSize=", w[5]);
	put_number(o, ", ECCbytes=", w[22]);
	out_char(o, '\n');
	put_buffer(o, w);
	put_address(o, w);
	put_cycles(o, w);
	put_dma(o, w);
	put_states(o, w);
	put_standards(o, w);
	out_text(o, "\n * signifies the current active mode\n\n");
}

/* SPDX-License-Identifier: MIT */
/* identify_short.c - the IDENTIFY sector in the layout of hdparm -i. */
#include "identify.h"

#include "out.h"

static void put_text(struct out *o, const char *label, const uint16_t *w, unsigned which)
{
	char text[IDENTIFY_TEXT];

	out_texts(o, label, identify_text(w, which, text), (char *)0);
}

static void put_config(struct out *o, unsigned word)
{
	out_text(o, " Config={");
	identify_bits(o, " ", "\0HardSect\0SoftSect\0NotMFM\0HdSw>15uSec\0SpinMotCtl\0Fixed\0Removable\0DTR<=5Mbs\0DTR>5Mbs\0"
	              "DTR>10Mbs\0RotSpdTol>.5%\0dStbOff\0TrkOff\0FmtGapReq\0nonMagnetic", word);
	out_text(o, " }\n");
}

static void put_buffer(struct out *o, const uint16_t *w)
{
	unsigned type = w[20], size = w[21], now = w[59];

	out_text(o, " BuffType=");
	identify_print(o, w, type < 4 ? identify_nth("unknown\0" "1Sect\0DualPort\0DualPortCache", type) : "$20");
	out_filled(o, size ? ", BuffSize=$kB" : ", BuffSize=unknown", size / 2);
	identify_print(o, w, ", MaxMultSect=$>47");
	/* The number counts only where bit 8 says so; hdparm 9.65 puts ?? around it always. */
	if (w[47] & 0xff)
		identify_print(o, w, !(now >> 8 & 1) ? ", MultSect=?$>59?" : now & 0xff ? ", MultSect=$>59" : ", MultSect=off");
	out_char(o, '\n');
}

static void put_address(struct out *o, const uint16_t *w)
{
	identify_print(o, w, "$(53.0?$: (maybe):$) CurCHS=$54/$55/$56, CurSects=$=57");
	if (w[49] >> 9 & 1)
		out_filled(o, ", LBA=yes, LBAsects=$\n", identify_sectors(w));
	else
		out_text(o, ", LBA=no\n");
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
	identify_print(o, w, !identify_features_valid(w) ? " AdvancedPM=no\n" :
	               " AdvancedPM=$(83.3?yes: $(86.3?$(91.14?mode=0x$#91 ($>91)$:unknown setting$)$:disabled (255)$)$:no$)"
	               "$(82.5? WriteCache=$(85.5?enabled$:disabled$)$)\n");
}

static void put_standards(struct out *o, const uint16_t *w)
{
	unsigned major = w[80], minor = w[81];
	const char *version = " ATA/ATAPI-$";

	if (!major && !minor)
		return;
	out_text(o, " Drive conforms to: ");
	if (!identify_minor(o, minor))
		out_text(o, minor && minor != 0xffff ? "unknown" : "Unspecified");
	out_text(o, ": ");
	for (unsigned i = 1; i < 15 && major != 0xffff; i++)
		if (major >> i & 1) {
			out_filled(o, version, i);
			version = ",$";
		}
	out_char(o, '\n');
}

void identify_short(struct out *o, const uint16_t *w)
{
	put_text(o, "\n Model=", w, IDENTIFY_MODEL);
	put_text(o, ", FwRev=", w, IDENTIFY_FIRMWARE);
	put_text(o, ", SerialNo=", w, IDENTIFY_SERIAL);
	out_char(o, '\n');
	put_config(o, w[0]);
	identify_print(o, w, " RawCHS=$1/$3/$6, TrkSize=$4, SectSize=$5, ECCbytes=$22\n");
	put_buffer(o, w);
	put_address(o, w);
	identify_print(o, w, " IORDY=$(49.11?$(49.10?on/off$:yes$)$:no$)"
	               "$(53.1?, tPIO={min:$67,w/IORDY:$68}$(49.8?, tDMA={min:$65,rec:$66}$)$)\n PIO modes:  ");
	identify_pio_modes(o, w);
	put_dma(o, w);
	put_states(o, w);
	put_standards(o, w);
	out_text(o, "\n * signifies the current active mode\n\n");
}

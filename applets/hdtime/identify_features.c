/* SPDX-License-Identifier: MIT */
/* identify_features.c - which commands and features a drive has, and its
 * security state, in the layout of hdparm -I. */
#include "identify.h"

#include <string.h>

#include "out.h"

/* Names of the bits of a word from bit 0 on, one after the other; empty: none is known. */
struct features {
	uint8_t supported, enabled;     /* words; enabled 0: what is there is on */
	uint8_t bits;                   /* how many are named */
	uint8_t marks;                  /* 1: the first word says at its top whether it is valid, 2: the other too */
	uint16_t needs, mask;           /* a word, and its bits of which one must be set for all this */
	const char *names;              /* with $a to $e as identify_print() has them */
};

static const struct features groups[] = {
	{ 82, 85, 15, 0, 83, 0xffff,
	  "SMART$a\0Security Mode$a\0Removable Media$a\0Power Management$a\0PACKET$b$a\0Write cache\0Look-ahead\0"
	  "Release interrupt\0SERVICE interrupt\0DEVICE_RESET$b\0Host Protected Area$a\0WRITE_VERIFY$b\0"
	  "WRITE_BUFFER$b\0READ_BUFFER$b\0NOP cmd\0" },
	{ 83, 86, 14, 1, 83, 0xffff,
	  "DOWNLOAD_MICROCODE\0READ/WRITE_DMA_QUEUED\0CFA$a\0Advanced Power Management$a\0"
	  "Removable Media Status Notification$a\0Power-Up In Standby$a\0"
	  "SET_FEATURES required to spinup after power up\0Address Offset Reserved Area Boot\0"
	  "SET_MAX security extension\0Automatic Acoustic Management$a\0" "48-bit Address$a\0"
	  "Device Configuration Overlay$a\0Mandatory FLUSH_CACHE\0FLUSH_CACHE_EXT\0" },
	{ 84, 87, 14, 2, 83, 0xffff,
	  "SMART error logging\0SMART self-test\0Media serial number\0Media Card Pass Through Command$a\0"
	  "Media Card Pass-Through\0General Purpose Logging$a\0WRITE_{DMA|MULTIPLE}_FUA_EXT\0"
	  "WRITE_DMA_QUEUED_FUA_EXT\0" "64-bit World wide name\0URG for READ_STREAM[_DMA]_EXT\0"
	  "URG for WRITE_STREAM[_DMA]_EXT\0Time Limited Commands (TLC)$a\0Command Completion Time Limit (CCTL)\0"
	  "IDLE_IMMEDIATE with UNLOAD\0" },
	{ 119, 120, 6, 2, 86, 0x8000,
	  "Disable Data Transfer After Error Detection\0Write-Read-Verify$a\0WRITE_UNCORRECTABLE_EXT$b\0"
	  "{READ,WRITE}_DMA_EXT_GPL$bs\0Segmented DOWNLOAD_MICROCODE\0Free-fall Control$a\0" },
	/* SATA */
	{ 76, 0, 16, 0, 76, 0xffff,
	  "\0Gen1$e (1.5Gb/s)\0Gen2$e (3.0Gb/s)\0Gen3$e (6.0Gb/s)\0\0\0\0\0"
	  "Native Command Queueing (NCQ)\0Host$d\0Phy event counters\0"
	  "Idle-Unload when NCQ is active\0NCQ priority information\0"
	  "Host$c\0Device$c\0"
	  "READ_LOG_DMA_EXT equivalent to READ_LOG_EXT\0" },
	{ 78, 79, 9, 0, 76, 0xffff,
	  "\0Non-Zero buffer offsets in DMA Setup FIS\0DMA Setup Auto-Activate optimization\0"
	  "Device$d\0In-order data delivery\0"
	  "Asynchronous notification (eg. media change)\0Software settings preservation\0\0Device Sleep (DEVSLP)\0" },
	/* SMART Command Transport: bit 0 stands for the others. */
	{ 206, 0, 6, 0, 206, 1,
	  "SMART Command Transport (SCT)$a\0SCT Read/Write Long (AC1), obsolete\0SCT Write Same (AC2)\0"
	  "SCT Error Recovery Control (AC3)\0SCT Features Control (AC4)\0SCT Data Tables (AC5)\0" },
	{ 59, 0, 16, 0, 59, 1 << 12,
	  "\0\0\0\0\0\0\0\0\0\0\0\0SANITIZE$a\0CRYPTO_SCRAMBLE_EXT$b\0OVERWRITE_EXT$b\0BLOCK_ERASE_EXT$b\0" },
	{ 69, 0, 16, 0, 69, 0xffff,
	  "\0\0All write cache is non-volatile\0Extended number of user addressable sectors \0"
	  "Device encrypts all user data\0\0Optional ATA device 28-bit commands\0"
	  "IEEE 1667 authentication of transient storage devices\0DOWNLOAD MICROCODE DMA$b\0"
	  "SET MAX SETPASSWORD/UNLOCK DMA$bs\0WRITE BUFFER DMA$b\0READ BUFFER DMA$b\0"
	  "DEVICE CONFIGURATION SET/IDENTIFY DMA$bs\0Long physical sector diagnostics\0\0"
	  "CFast specification support\0" },
};

static void group(struct out *o, const uint16_t *w, const struct features *f)
{
	const char *name = f->names;
	unsigned word = w[f->supported], on = f->enabled ? w[f->enabled] : word, need = w[f->needs];

	if (word == 0xffff || need == 0xffff || !(need & f->mask) || (f->marks && word >> 14 != 1) ||
	    (f->marks == 2 && on >> 14 != 1))
		return;
	for (unsigned i = 0; i < f->bits; i++, name += strlen(name) + 1)
		if (*name && word >> i & 1) {
			out_text(o, on >> i & 1 ? "\t   *\t" : "\t    \t");
			identify_print(o, w, name);
			out_char(o, '\n');
		}
}

static void trim(struct out *o, const uint16_t *w)
{
	unsigned blocks = w[105];

	if (!(w[169] & 1) || w[169] == 0xffff)
		return;
	out_text(o, "\t   *\tData Set Management TRIM supported (limit ");
	identify_print(o, w, !blocks ? "unknown)\n" : blocks == 1 ? "1 block)\n" : "$105 blocks)\n");
	identify_print(o, w, "$(69.14?\t   *\tDeterministic read $(69.5?ZEROs$:data$) after TRIM\n$)");
}

void identify_features(struct out *o, const uint16_t *w)
{
	if (!identify_features_valid(w))
		return;
	out_text(o, "Commands/features:\n\tEnabled\tSupported:\n");
	for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++)
		group(o, w, &groups[i]);
	trim(o, w);
}

/* ---- security ---- */

static unsigned minutes(unsigned word)
{
	return word >> 15 ? (word & 0x7fff) * 2 : (word & 0xff) * 2;
}

/* All ones: it takes longer than they can tell. */
static void put_minutes(struct out *o, unsigned word, const char *text)
{
	unsigned time = minutes(word);

	if (time == (word >> 15 ? 65534 : 510)) {
		out_text(o, "more than ");
		time -= 2;
	}
	if (time)
		out_filled(o, text, time);
}

void identify_security(struct out *o, const uint16_t *w)
{
	/* Of bits 0 to 5. */
	const char *state = "supported\0enabled\0locked\0frozen\0expired: security count\0supported: enhanced erase\0";
	unsigned word = w[128], enhanced = minutes(w[90]);

	if (!word || !(w[82] >> 1 & 1))
		return;
	out_text(o, "Security: \n");
	if (w[92] && w[92] != 0xffff)
		identify_print(o, w, "\tMaster password revision code = $92\n");
	for (unsigned bits = word; *state; bits >>= 1, state += strlen(state) + 1)
		out_texts(o, bits & 1 ? "\t\t" : "\tnot\t", state, "\n", (char *)0);
	identify_print(o, w, "$(128.1?\tSecurity level $(128.8?maximum$:high$)\n$)");
	if (minutes(w[89]) || enhanced)
		out_char(o, '\t');
	put_minutes(o, w[89], enhanced ? "$min for SECURITY ERASE UNIT. " : "$min for SECURITY ERASE UNIT.");
	put_minutes(o, w[90], "$min for ENHANCED SECURITY ERASE UNIT.");
	out_char(o, '\n');
}

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
	const char *names;
};

static const struct features groups[] = {
	{ 82, 85, 15, 0,
	  "SMART feature set\0Security Mode feature set\0Removable Media feature set\0Power Management feature set\0"
	  "PACKET command feature set\0Write cache\0Look-ahead\0Release interrupt\0SERVICE interrupt\0"
	  "DEVICE_RESET command\0Host Protected Area feature set\0WRITE_VERIFY command\0WRITE_BUFFER command\0"
	  "READ_BUFFER command\0NOP cmd\0" },
	{ 83, 86, 14, 1,
	  "DOWNLOAD_MICROCODE\0READ/WRITE_DMA_QUEUED\0CFA feature set\0Advanced Power Management feature set\0"
	  "Removable Media Status Notification feature set\0Power-Up In Standby feature set\0"
	  "SET_FEATURES required to spinup after power up\0Address Offset Reserved Area Boot\0"
	  "SET_MAX security extension\0Automatic Acoustic Management feature set\0"
	  "48-bit Address feature set\0Device Configuration Overlay feature set\0Mandatory FLUSH_CACHE\0"
	  "FLUSH_CACHE_EXT\0" },
	{ 84, 87, 14, 2,
	  "SMART error logging\0SMART self-test\0Media serial number\0Media Card Pass Through Command feature set\0"
	  "Media Card Pass-Through\0General Purpose Logging feature set\0WRITE_{DMA|MULTIPLE}_FUA_EXT\0"
	  "WRITE_DMA_QUEUED_FUA_EXT\0"
	  "64-bit World wide name\0URG for READ_STREAM[_DMA]_EXT\0URG for WRITE_STREAM[_DMA]_EXT\0"
	  "Time Limited Commands (TLC) feature set\0Command Completion Time Limit (CCTL)\0"
	  "IDLE_IMMEDIATE with UNLOAD\0" },
	{ 119, 120, 6, 2,
	  "Disable Data Transfer After Error Detection\0Write-Read-Verify feature set\0WRITE_UNCORRECTABLE_EXT command\0"
	  "{READ,WRITE}_DMA_EXT_GPL commands\0Segmented DOWNLOAD_MICROCODE\0Free-fall Control feature set\0" },
};

static const struct features serial[] = {
	{ 76, 0, 16, 0,
	  "\0Gen1 signaling speed (1.5Gb/s)\0Gen2 signaling speed (3.0Gb/s)\0Gen3 signaling speed (6.0Gb/s)\0\0\0\0\0"
	  "Native Command Queueing (NCQ)\0Host-initiated interface power management\0Phy event counters\0"
	  "Idle-Unload when NCQ is active\0NCQ priority information\0"
	  "Host automatic Partial to Slumber transitions\0Device automatic Partial to Slumber transitions\0"
	  "READ_LOG_DMA_EXT equivalent to READ_LOG_EXT\0" },
	{ 78, 79, 9, 0,
	  "\0Non-Zero buffer offsets in DMA Setup FIS\0DMA Setup Auto-Activate optimization\0"
	  "Device-initiated interface power management\0In-order data delivery\0"
	  "Asynchronous notification (eg. media change)\0Software settings preservation\0\0Device Sleep (DEVSLP)\0" },
};

/* SMART Command Transport: bit 0 stands for the others. */
static const struct features transport = {
	206, 0, 6, 0,
	"SMART Command Transport (SCT) feature set\0SCT Read/Write Long (AC1), obsolete\0SCT Write Same (AC2)\0"
	"SCT Error Recovery Control (AC3)\0SCT Features Control (AC4)\0SCT Data Tables (AC5)\0"
};

static const struct features further = {
	69, 0, 16, 0,
	"\0\0All write cache is non-volatile\0Extended number of user addressable sectors \0"
	"Device encrypts all user data\0\0Optional ATA device 28-bit commands\0"
	"IEEE 1667 authentication of transient storage devices\0DOWNLOAD MICROCODE DMA command\0"
	"SET MAX SETPASSWORD/UNLOCK DMA commands\0WRITE BUFFER DMA command\0READ BUFFER DMA command\0"
	"DEVICE CONFIGURATION SET/IDENTIFY DMA commands\0Long physical sector diagnostics\0\0"
	"CFast specification support\0"
};

static void feature(struct out *o, bool on, const char *name)
{
	out_texts(o, on ? "\t   *\t" : "\t    \t", name, "\n", (char *)0);
}

static void group(struct out *o, const uint16_t *w, const struct features *f)
{
	const char *name = f->names;
	unsigned word = w[f->supported], on = f->enabled ? w[f->enabled] : word;

	if (word == 0xffff || (f->marks && word >> 14 != 1) || (f->marks == 2 && on >> 14 != 1))
		return;
	for (unsigned i = 0; i < f->bits; i++, name += strlen(name) + 1)
		if (*name && word >> i & 1)
			feature(o, on >> i & 1, name);
}

static void sanitize(struct out *o, unsigned word)
{
	if (!(word >> 12 & 1))
		return;
	feature(o, true, "SANITIZE feature set");
	if (word >> 13 & 1)
		feature(o, true, "CRYPTO_SCRAMBLE_EXT command");
	if (word >> 14 & 1)
		feature(o, true, "OVERWRITE_EXT command");
	if (word >> 15 & 1)
		feature(o, true, "BLOCK_ERASE_EXT command");
}

static void trim(struct out *o, const uint16_t *w)
{
	unsigned blocks = w[105];

	if (!(w[169] >> 0 & 1) || w[169] == 0xffff)
		return;
	out_text(o, "\t   *\tData Set Management TRIM supported (limit ");
	if (blocks) {
		out_number(o, blocks, 0);
		out_text(o, blocks == 1 ? " block)\n" : " blocks)\n");
	} else {
		out_text(o, "unknown)\n");
	}
	if ((w[69] >> 14 & 1))
		feature(o, true, (w[69] >> 5 & 1) ? "Deterministic read ZEROs after TRIM" :
		        "Deterministic read data after TRIM");
}

void identify_features(struct out *o, const uint16_t *w)
{
	if (!identify_features_valid(w))
		return;
	out_text(o, "Commands/features:\n\tEnabled\tSupported:\n");
	for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++)
		if (groups[i].supported != 119 || (w[86] >> 15 & 1))
			group(o, w, &groups[i]);
	for (unsigned i = 0; i < sizeof serial / sizeof *serial; i++)
		if (w[76] && w[76] != 0xffff)
			group(o, w, &serial[i]);
	if ((w[206] >> 0 & 1))
		group(o, w, &transport);
	sanitize(o, w[59]);
	group(o, w, &further);
	trim(o, w);
}

/* ---- security ---- */

static void state(struct out *o, bool on, const char *what)
{
	out_texts(o, on ? "\t\t" : "\tnot\t", what, "\n", (char *)0);
}

static unsigned minutes(unsigned word)
{
	return word >> 15 ? (word & 0x7fff) * 2 : (word & 0xff) * 2;
}

void identify_security(struct out *o, const uint16_t *w)
{
	unsigned word = w[128], revision = w[92];
	unsigned erase = minutes(w[89]), enhanced = minutes(w[90]);

	if (!word || !(w[82] >> 1 & 1))
		return;
	out_text(o, "Security: \n");
	if (revision && revision != 0xffff) {
		out_text(o, "\tMaster password revision code = ");
		out_number(o, revision, 0);
		out_char(o, '\n');
	}
	state(o, word & 1, "supported");
	state(o, word >> 1 & 1, "enabled");
	state(o, word >> 2 & 1, "locked");
	state(o, word >> 3 & 1, "frozen");
	state(o, word >> 4 & 1, "expired: security count");
	state(o, word >> 5 & 1, "supported: enhanced erase");
	if (word >> 1 & 1)
		out_texts(o, "\tSecurity level ", word >> 8 & 1 ? "maximum" : "high", "\n", (char *)0);
	if (erase || enhanced)
		out_char(o, '\t');
	if (erase) {
		out_number(o, erase, 0);
		out_texts(o, "min for SECURITY ERASE UNIT.", enhanced ? " " : "", (char *)0);
	}
	if (enhanced) {
		out_number(o, enhanced, 0);
		out_text(o, "min for ENHANCED SECURITY ERASE UNIT.");
	}
	out_char(o, '\n');
}

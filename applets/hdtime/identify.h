/* SPDX-License-Identifier: MIT */
/* identify.h - reading the sector of ATA's IDENTIFY DEVICE. Pure: bytes in, text out.
 *
 * Which bit means what is from the ATA standards (ATA-1 to ACS-3); the lines are
 * hdparm's. What a drive doesn't say, or says in a word that it marks as not
 * valid, is left out. */
#ifndef HDTIME_IDENTIFY_H
#define HDTIME_IDENTIFY_H

#include <stdbool.h>
#include <stdint.h>

struct out;

/* Words in the sector, and the texts in it: the first word, and from bit 8 on how many. */
enum { IDENTIFY_WORDS = 256, IDENTIFY_SERIAL = 10 | 10 << 8, IDENTIFY_FIRMWARE = 23 | 4 << 8, IDENTIFY_MODEL = 27 | 20 << 8,
       IDENTIFY_TEXT = 41 };            /* bytes for the longest one and its 0 */

/* The words, which the drive sends low byte first, in the processor's order. */
void identify_decode(const unsigned char *sector, uint16_t *w);
/* Two words, the lower one first. */
uint32_t identify_long(const uint16_t *w, unsigned word);
/* Is this an answer at all? Not where all is alike, no model is named, or the checksum is wrong. */
bool identify_valid(const uint16_t *w);
/* The sum that makes the checksum right is 0. */
unsigned identify_sum(const uint16_t *w);
/* One of the texts, blanks around it off, into `text` (IDENTIFY_TEXT bytes); what can't be printed becomes '?'.
 * Returns text. */
const char *identify_text(const uint16_t *w, unsigned which, char *text);
/* Prints a text in which
 *     $N              is word N in decimal, $<N its high byte, $>N its low one, $=N the two words from N on as one,
 *                     $#N its low byte in hexadecimal;
 *     $(N.B?x$:y$)    is x where bit B of word N is set, else y; $:y may be missing, and x and y hold further ones;
 *     $a to $e        are words that are used often, " feature set" first; no digit may stand behind them. */
void identify_print(struct out *o, const uint16_t *w, const char *text);
/* Prints that many hexadecimal digits. */
void identify_hex(struct out *o, uint32_t value, unsigned digits, bool capitals);
/* An ATAPI drive: CD, tape. */
bool identify_packet(const uint16_t *w);
/* Words 82 to 84 and 85 to 87 are valid. */
bool identify_features_valid(const uint16_t *w);
/* Addressable sectors by the widest way that the drive has; 0: it has only cylinders. */
uint64_t identify_sectors(const uint16_t *w);
/* Bytes of a logical and a physical sector. */
uint32_t identify_logical(const uint16_t *w);
uint32_t identify_physical(const uint16_t *w);
/* NCQ's queue depth, or that of the older queueing; 0: no queue. */
unsigned identify_queue_depth(const uint16_t *w);
/* Sectors an interrupt as set now; 0: off or not said. */
unsigned identify_multcount(const uint16_t *w);
/* The write cache: 1 on, 0 off, -1: there is none or it isn't told. */
int identify_write_cache(const uint16_t *w);

/* "udma0 *udma1 ": each mode that the word's low byte offers, an asterisk before those of its high byte. */
void identify_modes(struct out *o, const char *name, unsigned word, unsigned most);
/* "pio0 pio1 ". */
void identify_pio_modes(struct out *o, const uint16_t *w);
/* The nth (from 0) of texts that stand one after the other; NULL: it is empty. */
const char *identify_nth(const char *names, unsigned n);
/* Prints which of them the bits of a word name, from bit 0 on, `before` in front of each; empty ones name nothing. */
void identify_bits(struct out *o, const char *before, const char *names, unsigned word);
/* Prints the draft or standard of word 81: "ATA/ATAPI-7 T13 1532D revision 1". False: none is known by that number. */
bool identify_minor(struct out *o, unsigned minor);

/* identify_short.c: hdparm's -i. */
void identify_short(struct out *o, const uint16_t *w);
/* identify_full.c: hdparm's -I. */
void identify_full(struct out *o, const uint16_t *w);
/* identify_features.c: its parts "Commands/features" and "Security". */
void identify_features(struct out *o, const uint16_t *w);
void identify_security(struct out *o, const uint16_t *w);

#endif

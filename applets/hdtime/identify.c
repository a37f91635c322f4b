/* SPDX-License-Identifier: MIT */
/* identify.c - words, texts and sizes in the IDENTIFY sector. */
#include "identify.h"

#include <string.h>

#include "out.h"
#include "size.h"

enum { SECTOR_USUAL = 512, MINORS = 39 };

void identify_decode(const unsigned char *sector, uint16_t *w)
{
	for (unsigned i = 0; i < IDENTIFY_WORDS; i++)
		w[i] = (uint16_t)(sector[2 * i] | sector[2 * i + 1] << 8);
}

uint32_t identify_long(const uint16_t *w, unsigned word)
{
	return w[word] | (uint32_t)w[word + 1] << 16;
}

/* Two-bit marks at the top of a word say that it is valid: 01. */
static bool marked(unsigned word)
{
	return word >> 14 == 1;
}

unsigned identify_sum(const uint16_t *w)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < IDENTIFY_WORDS; i++)
		sum += (w[i] & 0xffu) + (w[i] >> 8);
	return sum & 0xff;
}

const char *identify_text(const uint16_t *w, unsigned which, char *text)
{
	unsigned used = 0, end = 0;

	w += which & 0xff;
	for (unsigned i = 0; i < 2 * (which >> 8); i++) {
		unsigned c = i & 1 ? w[i / 2] & 0xff : w[i / 2] >> 8;   /* a pair's first is the high byte */
		bool blank = !c || c == ' ';

		if (blank && !used)
			continue;
		text[used++] = (char)(blank ? ' ' : c < ' ' || c > '~' ? '?' : (char)c);
		end = blank ? end : used;
	}
	text[end] = 0;
	return text;
}

bool identify_valid(const uint16_t *w)
{
	char text[IDENTIFY_TEXT] = "";
	unsigned same = 1;

	while (same < IDENTIFY_WORDS && w[same] == w[0])
		same++;
	identify_text(w, IDENTIFY_MODEL, text);
	if (same == IDENTIFY_WORDS || !text[strspn(text, "? ")])
		return false;
	return (w[255] & 0xff) != 0xa5 || !identify_sum(w);
}

void identify_hex(struct out *o, uint32_t value, unsigned digits, bool capitals)
{
	while (digits--)
		out_char(o, (capitals ? "0123456789ABCDEF" : "0123456789abcdef")[value >> (4 * digits) & 15]);
}

bool identify_packet(const uint16_t *w)
{
	unsigned word = w[0];

	/* CompactFlash cards announce themselves by a word that looks like a packet device's. */
	return word >> 14 == 2 && word != 0x848a && word != 0x844a;
}

bool identify_features_valid(const uint16_t *w)
{
	return marked(w[83]);
}

uint64_t identify_sectors(const uint16_t *w)
{
	if (!(w[49] >> 9 & 1))
		return 0;
	if (identify_features_valid(w) && (w[83] >> 10 & 1) && (w[86] >> 10 & 1))
		return identify_long(w, 100) | (uint64_t)identify_long(w, 102) << 32;
	return identify_long(w, 60);
}

uint32_t identify_logical(const uint16_t *w)
{
	unsigned word = w[106];

	if (!marked(word) || !(word >> 12 & 1))
		return SECTOR_USUAL;
	return identify_long(w, 117) * 2;          /* it counts words */
}

uint32_t identify_physical(const uint16_t *w)
{
	unsigned word = w[106];
	uint32_t logical = identify_logical(w);

	return marked(word) && word >> 13 & 1 ? logical << (word & 15) : logical;
}

unsigned identify_queue_depth(const uint16_t *w)
{
	unsigned sata = w[76];
	bool queue = sata && sata != 0xffff && sata >> 8 & 1;

	if (!queue && identify_features_valid(w))
		queue = (w[83] >> 1 & 1);
	return queue ? (w[75] & 31) + 1 : 0;
}

unsigned identify_multcount(const uint16_t *w)
{
	unsigned word = w[59];

	return word >> 8 & 1 ? word & 0xff : 0;
}

int identify_write_cache(const uint16_t *w)
{
	if (!identify_features_valid(w) || !(w[82] >> 5 & 1))
		return -1;
	return (w[85] >> 5 & 1);
}

/* ---- modes ---- */

static void put_mode(struct out *o, const char *name, unsigned number, bool active)
{
	out_texts(o, active ? "*" : "", name, (char *)0);
	out_number(o, number, 0);
	out_char(o, ' ');
}

void identify_modes(struct out *o, const char *name, unsigned word, unsigned most)
{
	for (unsigned i = 0; i < most; i++)
		if ((word | word >> 8) >> i & 1)
			put_mode(o, name, i, word >> (8 + i) & 1);
}

void identify_pio_modes(struct out *o, const uint16_t *w)
{
	/* Word 51 knows the modes up to 2, word 64 those above it. */
	unsigned old = w[51] >> 8, best = old < 2 ? old : 2;
	bool more = (w[53] >> 1 & 1);
	unsigned word = more ? w[64] & 15 : 0;

	for (unsigned i = 0; i <= best || (word && i <= 2); i++)
		put_mode(o, "pio", i, false);
	for (unsigned i = 0; i < 4; i++)
		if (word >> i & 1)
			put_mode(o, "pio", i + 3, false);
}

/* ---- texts ---- */

static unsigned take_number(const char **text)
{
	uint64_t number = 0;

	size_number(text, &number);
	return (unsigned)number;
}

static const char often[] =
	" feature set\0 command\0 automatic Partial to Slumber transitions\0-initiated interface power management\0"
	" signaling speed";

/* What stands behind a '$', but for conditions. */
static void put_item(struct out *o, const uint16_t *w, char how, unsigned word)
{
	if (how >= 'a')
		out_text(o, identify_nth(often, (unsigned)(how - 'a')));
	else if (how == '#')
		identify_hex(o, w[word], 2, true);
	else
		out_number(o, how == '=' ? identify_long(w, word) : how == '<' ? w[word] >> 8 : how == '>' ? w[word] & 0xffu :
		           w[word], 0);
}

/* Prints if `on`, else only looks for the end: of the text or of a condition's part. Returns what is behind it. */
static const char *print(struct out *o, const uint16_t *w, const char *text, bool on)
{
	while (*text) {
		char how = *text++;
		unsigned word;

		if (how != '$') {
			if (on)
				out_char(o, how);
			continue;
		}
		how = *text++;
		if (how == ':' || how == ')')
			break;
		text -= how >= '0' && how <= '9';
		word = take_number(&text);
		if (how == '(') {
			bool set;

			text++;                 /* the point */
			set = w[word] >> take_number(&text) & 1;
			text = print(o, w, text + 1, on && set);
			if (text[-1] == ':')
				text = print(o, w, text, on && !set);
		} else if (on) {
			put_item(o, w, how, word);
		}
	}
	return text;
}

void identify_print(struct out *o, const uint16_t *w, const char *text)
{
	print(o, w, text, true);
}

const char *identify_nth(const char *names, unsigned n)
{
	while (n--)
		names += strlen(names) + 1;
	return *names ? names : NULL;
}

void identify_bits(struct out *o, const char *before, const char *names, unsigned word)
{
	for (; word; word >>= 1, names += strlen(names) + 1)
		if (*names && word & 1)
			out_texts(o, before, names, (char *)0);
}

/* ---- standards ---- */

/* What revisions are of, a to j. */
static const char drafts[] =
	"ATA-1 X3T9.2 781D\0" "ATA-2 X3T10 948D\0" "ATA-3 X3T10 2008D\0" "ATA-3 X3T13 2008D\0"
	"ATA/ATAPI-4 X3T13 1153D\0" "ATA/ATAPI-4 T13 1153D\0" "ATA/ATAPI-5 T13 1321D\0"
	"ATA/ATAPI-6 T13 1410D\0" "ATA/ATAPI-7 T13 1532D\0" "ATA-8-ACS";

/* By the number in word 81, one after the other: a draft's letter and its revision, or all of the name; empty:
 * reserved. */
static const char minors[] =
	"ATA-1 X3T9.2 781D prior to revision 4\0"
	"ATA-1 published, ANSI X3.221-1994\0"
	"a4\0"
	"ATA-2 published, ANSI X3.279-1996\0"
	"ATA-2 X3T10 948D prior to revision 2k\0"
	"c1\0" "b2k\0" "c0\0" "b3\0"
	"ATA-3 published, ANSI X3.298-199x\0"
	"c6\0" "d7 and 7a\0" "e6\0" "f13\0" "e7\0" "f18\0" "f15\0"
	"ATA/ATAPI-4 published, ANSI INCITS 317-1998\0"
	"g3\0" "f14\0" "g1\0"
	"ATA/ATAPI-5 published, ANSI INCITS 340-2000\0"
	"f17\0" "h0\0" "h3a\0" "i1\0" "h2\0" "h1\0"
	"ATA/ATAPI-7 published, ANSI INCITS 397-2005\0"
	"i0\0" "\0" "\0" "i4a\0"
	"ATA/ATAPI-6 published, ANSI INCITS 361-2002\0"
	"\0\0\0\0"
	"j3c";

bool identify_minor(struct out *o, unsigned minor)
{
	const char *name = minor && minor <= MINORS ? identify_nth(minors, minor - 1) : NULL;

	if (!name)
		return false;
	if (*name >= 'a')
		out_texts(o, identify_nth(drafts, (unsigned)(*name++ - 'a')), " revision ", (char *)0);
	out_text(o, name);
	return true;
}

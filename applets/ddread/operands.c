/* SPDX-License-Identifier: MIT */
/* operands.c - the command line: options as everywhere, operands as GNU dd's. */
#include "ddread.h"

#include <string.h>

#include "error.h"
#include "number.h"
#include "options.h"
#include "out.h"

/* ---- words ---- */

/* Lists of them are what a message says was expected, too. Those that are flags stand in the order of
 * their bits in enum conv and enum flag, levels in that of enum status. */
static const char conversions[] = "notrunc, noerror, sync, fsync, fdatasync, excl, nocreat, sparse, swab, lcase, ucase";
static const char flags[] = "direct, dsync, sync, nocache, noatime, fullblock, nofollow, append, "
                            "count_bytes, skip_bytes, seek_bytes";
static const char levels[] = "none, noxfer, progress";

/* Where in the list is the word? -1: nowhere. */
static int find_word(const char *list, const char *word, size_t length)
{
	for (int at = 0;; at++) {
		size_t size = strcspn(list, ",");

		if (size == length && !memcmp(list, word, size))
			return at;
		list += size;
		if (!*list)
			return -1;
		list += 2;
	}
}

/* What an operand's words may be, and bits that can't be set together. */
static const struct words { const char *list; unsigned short apart[2]; } words[] = {
	{ conversions, { CONV_LCASE | CONV_UCASE, CONV_EXCL | CONV_NOCREAT } },
	{ flags, { FLAG_DIRECT | FLAG_NOCACHE, FLAG_DIRECT | FLAG_NOCACHE } },
	{ flags, { FLAG_DIRECT | FLAG_NOCACHE, FLAG_FULLBLOCK } },
	{ levels, { 0xffff, 0xffff } },
};

/* Words with commas. Flags are or-ed into *value, of levels the last one counts. */
static int read_words(const struct words *w, const char *operand, const char *word, unsigned *value)
{
	do {
		size_t length = strcspn(word, ",");
		int at = find_word(w->list, word, length);

		if (at < 0)
			return error_usage(operand, w->list);
		*value = w->list == levels ? (unsigned)at + 1 : *value | 1u << at;
		word += length;
	} while (*word++);
	for (int i = 0; i < 2; i++)
		if ((*value & w->apart[i]) == w->apart[i])
			return error_usage(operand, "words that are possible here, and together");
	return EXIT_DONE;
}

/* ---- operands ---- */

enum kind { OPERAND_CONV, OPERAND_IFLAG, OPERAND_OFLAG, OPERAND_STATUS, OPERAND_TEXT, OPERAND_SIZE, OPERAND_NUMBER };

#define AT(field) offsetof(struct operands, field)

static const char names[] = "if=, of=, bs=, ibs=, obs=, cbs=, count=, skip=, iseek=, seek=, oseek=, "
                            "conv=, iflag=, oflag=, status=";
/* In the order of their names. */
static const struct { unsigned char kind, offset; } operands[] = {
	{ OPERAND_TEXT, AT(input) }, { OPERAND_TEXT, AT(output) },
	{ OPERAND_SIZE, AT(bs) }, { OPERAND_SIZE, AT(ibs) }, { OPERAND_SIZE, AT(obs) }, { OPERAND_SIZE, AT(cbs) },
	{ OPERAND_NUMBER, AT(count) }, { OPERAND_NUMBER, AT(skip) }, { OPERAND_NUMBER, AT(skip) },
	{ OPERAND_NUMBER, AT(seek) }, { OPERAND_NUMBER, AT(seek) }, { OPERAND_CONV, AT(conv) },
	{ OPERAND_IFLAG, AT(iflag) }, { OPERAND_OFLAG, AT(oflag) }, { OPERAND_STATUS, AT(status) },
};

static int read_number(struct amount *a, enum kind kind, const char *operand, const char *value)
{
	const char *expected = amount_parse(a, value);

	if (!expected && kind == OPERAND_SIZE && !a->value)
		expected = "a block of 1 byte at least";
	if (expected)
		return error_usage(operand, expected);
	if (value[0] == '0' && value[1] == 'x')
		error_note(NULL, operand, "0x multiplies by zero");
	return EXIT_DONE;
}

static int read_operand(struct operands *o, const char *operand)
{
	size_t length = strcspn(operand, "=") + 1;
	int at = find_word(names, operand, length);
	const char *value = operand + length;
	enum kind kind;
	void *field;

	if (at < 0)
		return error_usage(operand, names);
	kind = (enum kind)operands[at].kind;
	field = (char *)o + operands[at].offset;
	if (kind < OPERAND_TEXT)
		return read_words(&words[kind], operand, value, field);
	if (kind > OPERAND_TEXT)
		return read_number(field, kind, operand, value);
	*(const char **)field = value;
	return EXIT_DONE;
}

/* ---- what follows ---- */

/* What can't be said together, and what this build doesn't have. */
static int contradictions(const struct operands *o)
{
	if (!ENABLED(CONFIG_DIRECT_IO) && (o->iflag | o->oflag) & FLAG_DIRECT)
		return error_usage("direct", "a diskbench built with DIRECT_IO");
	if (!ENABLED(CONFIG_DDREAD_CONV) && o->conv & (CONV_CHARS | CONV_SPARSE))
		return error_usage("conv=", "a diskbench built with DDREAD_CONV");
	if (!ENABLED(CONFIG_DDREAD_SWEEP) && o->sweep)
		return error_usage("--sweep", "a diskbench built with DDREAD_SWEEP");
	if (o->sweep && (o->output || o->strict || o->bs.given || o->ibs.given || o->obs.given))
		return error_usage("--sweep", "no of=, bs=, ibs=, obs= and --strict: it only reads, with its own blocks");
	if (!ENABLED(CONFIG_JSON) || !o->json)
		return EXIT_DONE;
	if (o->output && !strcmp(o->json, o->output))
		return error_usage("--json", "another file than of=");
	if (o->strict && !o->output && !*o->json)
		return error_usage("--json", "=FILE: standard output is where --strict writes to without of=");
	return EXIT_DONE;
}

/* An offset in bytes; false: over 2^63. */
static bool offset(const struct amount *a, unsigned in_bytes, uint64_t block, uint64_t *bytes)
{
	*bytes = a->bytes || in_bytes ? a->value : number_multiply(a->value, block);
	return *bytes <= INT64_MAX;
}

static int settle(struct operands *o)
{
	o->reading = !o->output && !o->strict;
	if (o->reading && !o->bs.given && !o->ibs.given && !o->obs.given) {
		o->bs.value = DDREAD_BLOCK_READING;
		o->bs.given = true;
	}
	o->in_block = o->bs.given ? o->bs.value : o->ibs.value;
	o->out_block = o->bs.given ? o->bs.value : o->obs.value;
	o->one_buffer = o->bs.given && !(o->conv & CONV_CHARS);
	o->records = o->count.value;
	if (o->count.bytes || o->iflag & FLAG_COUNT_BYTES) {
		o->records = o->count.value / o->in_block;
		o->last_bytes = o->count.value % o->in_block;
	}
	if (offset(&o->skip, o->iflag & FLAG_SKIP_BYTES, o->in_block, &o->skip_bytes) &&
	    offset(&o->seek, o->oflag & FLAG_SEEK_BYTES, o->out_block, &o->seek_bytes))
		return EXIT_DONE;
	return error_usage("skip=, seek=", "positions below 2^63 bytes");
}

/* ---- options ---- */

/* What --help says of an option that a build may lack: it is refused where it is used, not by the parser. */
#define HELP_OF(symbol, text) OPTION_HELP(ENABLED(CONFIG_##symbol) ? (text) : "a diskbench built with " #symbol)

static const struct option table[] = {
	{ 0, OPTION_FLAG, AT(sweep), OPTION_NAME("sweep"), NULL,
	  HELP_OF(DDREAD_SWEEP, "read with blocks of 512 B to 4 MiB, a second each"), NULL },
	{ 0, OPTION_MAYBE, AT(json), OPTION_NAME("json"), "FILE",
	  HELP_OF(JSON, "JSON on standard output, or into FILE"), NULL },
	{ 0, OPTION_FLAG, AT(strict), OPTION_NAME("strict"), NULL,
	  OPTION_HELP("just as dd: standard output, 512 bytes, warm, no sync"), NULL },
	{ 0, OPTION_TEXT, AT(consent.destroy), OPTION_NAME("destroy-data"), "DEVICE",
	  HELP_OF(DDREAD_WRITE, "allow of= to write this block device"), NULL },
	{ 0, OPTION_FLAG, AT(consent.ignore_signature), OPTION_NAME("ignore-signature"), NULL,
	  HELP_OF(DDREAD_WRITE, "even if a file system is found on it"), NULL },
};

static void help(void)
{
	options_help(table, sizeof table / sizeof *table, "ddread [if=FILE] [of=FILE] [OPERAND...] [OPTION...]");
	if (ENABLED(CONFIG_HELP_TEXT))
		out_texts(&out_stdout, ENABLED(CONFIG_DDREAD_WRITE)
			? "  if=FILE of=FILE          files or devices; if=random: and if=zero: make data\n"
			: "  if=FILE                  a file or device to read\n",
			"  bs= ibs= obs= cbs=SIZE   bytes of a block (512; 1M when nothing is written)\n"
			"  count= skip= seek=N      blocks to copy, to skip in input and output; B: bytes\n"
			"  conv= iflag= oflag=WORDS as GNU dd's\n"
			"  status=LEVEL             none, noxfer, progress\n", (char *)0);
}

int operands_read(struct operands *o, int argc, char **argv)
{
	int status = EXIT_DONE, at = options_parse(table, sizeof table / sizeof *table, o, argc, argv);

	if (at == OPTIONS_WRONG)
		return EXIT_USAGE;
	if (at < 0) {
		help();
		return at;
	}
	o->ibs.value = o->obs.value = DDREAD_BLOCK;
	o->count.value = UINT64_MAX;
	for (; at < argc && !status; at++)
		status = read_operand(o, argv[at]);
	if (!status)
		status = contradictions(o);
	return status ? status : settle(o);
}

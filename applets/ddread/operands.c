/* SPDX-License-Identifier: MIT */
/* operands.c - the command line: options as everywhere, operands as GNU dd's. */
#include "ddread.h"

#include <string.h>

#include "error.h"
#include "number.h"
#include "options.h"
#include "out.h"

/* ---- words of conv=, iflag=, oflag= and status= ---- */

struct word {
	char name[12];
	uint16_t bit;
};

static const struct word conversions[] = {
	{ "notrunc", CONV_NOTRUNC }, { "noerror", CONV_NOERROR }, { "sync", CONV_SYNC }, { "fsync", CONV_FSYNC },
	{ "fdatasync", CONV_FDATASYNC }, { "excl", CONV_EXCL }, { "nocreat", CONV_NOCREAT },
	{ "sparse", CONV_SPARSE }, { "swab", CONV_SWAB }, { "lcase", CONV_LCASE }, { "ucase", CONV_UCASE }, { "", 0 },
};

static const struct word flags[] = {
	{ "direct", FLAG_DIRECT }, { "dsync", FLAG_DSYNC }, { "sync", FLAG_SYNC }, { "nocache", FLAG_NOCACHE },
	{ "noatime", FLAG_NOATIME }, { "nofollow", FLAG_NOFOLLOW }, { "append", FLAG_APPEND },
	{ "count_bytes", FLAG_COUNT_BYTES }, { "skip_bytes", FLAG_SKIP_BYTES }, { "seek_bytes", FLAG_SEEK_BYTES },
	{ "fullblock", FLAG_FULLBLOCK }, { "", 0 },
};

static const struct word levels[] = {
	{ "none", STATUS_NONE }, { "noxfer", STATUS_NOXFER }, { "progress", STATUS_PROGRESS }, { "", 0 },
};

static const struct word *find_word(const struct word *table, const char *text, size_t length)
{
	for (; table->bit; table++)
		if (strlen(table->name) == length && !memcmp(table->name, text, length))
			return table;
	return NULL;
}

static int wrong_word(const struct word *table, const char *operand)
{
	char text[160];
	struct out o = OUT_MEMORY(text);

	for (const struct word *w = table; w->bit; w++)
		out_texts(&o, w == table ? "" : ", ", w->name, (char *)0);
	return error_usage(operand, out_end(&o));
}

/* A list with commas; each bit is or-ed into *bits. */
static int read_words(const struct word *table, const char *operand, const char *value, unsigned *bits)
{
	for (;;) {
		size_t length = strcspn(value, ",");
		const struct word *w = find_word(table, value, length);

		if (!w)
			return wrong_word(table, operand);
		*bits |= w->bit;
		if (!value[length])
			return EXIT_DONE;
		value += length + 1;
	}
}

/* Of several levels the last one counts. */
static int read_status(const char *operand, const char *value, struct operands *o)
{
	unsigned level;
	int status = EXIT_DONE;

	do {
		size_t length = strcspn(value, ",");
		const struct word *w = find_word(levels, value, length);

		if (!w)
			return wrong_word(levels, operand);
		level = w->bit;
		value += length;
	} while (*value++);
	o->status = (enum status)level;
	return status;
}

/* ---- operands ---- */

enum kind { OPERAND_TEXT, OPERAND_SIZE, OPERAND_NUMBER, OPERAND_CONV, OPERAND_FLAGS, OPERAND_STATUS };

#define AT(field) offsetof(struct operands, field)

static const struct operand {
	char name[7];
	unsigned char kind;
	unsigned short offset;
} operands[] = {
	{ "if", OPERAND_TEXT, AT(input) }, { "of", OPERAND_TEXT, AT(output) },
	{ "bs", OPERAND_SIZE, AT(bs) }, { "ibs", OPERAND_SIZE, AT(ibs) }, { "obs", OPERAND_SIZE, AT(obs) },
	{ "cbs", OPERAND_SIZE, AT(cbs) }, { "count", OPERAND_NUMBER, AT(count) },
	{ "skip", OPERAND_NUMBER, AT(skip) }, { "iseek", OPERAND_NUMBER, AT(skip) },
	{ "seek", OPERAND_NUMBER, AT(seek) }, { "oseek", OPERAND_NUMBER, AT(seek) },
	{ "conv", OPERAND_CONV, AT(conv) }, { "iflag", OPERAND_FLAGS, AT(iflag) }, { "oflag", OPERAND_FLAGS, AT(oflag) },
	{ "status", OPERAND_STATUS, AT(status) },
};

static int read_number(const struct operand *row, const char *operand, const char *value, struct amount *a)
{
	const char *expected = amount_parse(a, value);

	if (!expected && row->kind == OPERAND_SIZE && !a->value)
		expected = "a block of 1 byte at least";
	if (expected)
		return error_usage(operand, expected);
	if (value[0] == '0' && value[1] == 'x')
		error_note(NULL, operand, "0x multiplies by zero and begins no hexadecimal number");
	return EXIT_DONE;
}

static int read_operand(struct operands *o, const char *operand)
{
	size_t length = strcspn(operand, "=");
	const char *value = operand + length + 1;

	for (const struct operand *row = operands; operand[length] && row < operands + sizeof operands / sizeof *row; row++) {
		void *field = (char *)o + row->offset;

		if (strlen(row->name) != length || memcmp(row->name, operand, length))
			continue;
		switch ((enum kind)row->kind) {
		case OPERAND_TEXT:
			*(const char **)field = value;
			return EXIT_DONE;
		case OPERAND_SIZE:
		case OPERAND_NUMBER:
			return read_number(row, operand, value, field);
		case OPERAND_CONV:
			return read_words(conversions, operand, value, field);
		case OPERAND_FLAGS:
			return read_words(flags, operand, value, field);
		case OPERAND_STATUS:
			return read_status(operand, value, o);
		}
	}
	return error_usage(operand, "an operand: if= of= bs= ibs= obs= cbs= count= skip= seek= conv= iflag= oflag= status=");
}

/* ---- what follows ---- */

/* What can't be said together, and what this build doesn't have. */
static int contradictions(const struct operands *o)
{
	const struct { bool wrong; const char *word, *expected; } rules[] = {
		{ (o->conv & CONV_LCASE) && (o->conv & CONV_UCASE), "conv=", "lcase or ucase, not both" },
		{ (o->conv & CONV_EXCL) && (o->conv & CONV_NOCREAT), "conv=", "excl or nocreat, not both" },
		{ (o->iflag & FLAG_DIRECT) && (o->iflag & FLAG_NOCACHE), "iflag=", "direct or nocache, not both" },
		{ (o->oflag & FLAG_DIRECT) && (o->oflag & FLAG_NOCACHE), "oflag=", "direct or nocache, not both" },
		{ o->oflag & FLAG_FULLBLOCK, "oflag=", "no fullblock: it belongs to iflag=" },
		{ (o->iflag | o->oflag) & FLAG_DIRECT && !ENABLED(CONFIG_DIRECT_IO), "direct",
		  "a diskbench built with DIRECT_IO" },
		{ o->conv & (CONV_CHARS | CONV_SPARSE) && !ENABLED(CONFIG_DDREAD_CONV), "conv=",
		  "a diskbench built with DDREAD_CONV" },
		{ o->sweep && !ENABLED(CONFIG_DDREAD_SWEEP), "--sweep", "a diskbench built with DDREAD_SWEEP" },
		{ o->sweep && (o->output || o->strict || o->bs.given || o->ibs.given || o->obs.given), "--sweep",
		  "no of=, bs=, ibs=, obs= and --strict: it only reads, with its own blocks" },
		{ o->json && o->output && !strcmp(o->json, o->output), "--json", "another file than of=" },
		{ o->strict && !o->output && o->json && !*o->json, "--json",
		  "=FILE: standard output is where --strict writes to without of=" },
	};

	for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
		if (rules[i].wrong)
			return error_usage(rules[i].word, rules[i].expected);
	return EXIT_DONE;
}

/* An offset in bytes; false: over 2^63. */
static bool offset(const struct amount *a, unsigned in_bytes, uint64_t block, uint64_t *bytes)
{
	*bytes = a->bytes || in_bytes ? a->value : number_multiply(a->value, block);
	return *bytes <= INT64_MAX;
}

static void settle_count(struct operands *o)
{
	bool bytes = o->count.bytes || o->iflag & FLAG_COUNT_BYTES;

	o->records = o->count.given ? o->count.value : UINT64_MAX;
	if (o->count.given && bytes) {
		o->records = o->count.value / o->in_block;
		o->last_bytes = o->count.value % o->in_block;
	}
}

static int settle(struct operands *o)
{
	o->reading = !o->output && !o->strict;
	if (o->reading && !o->bs.given && !o->ibs.given && !o->obs.given)
		o->bs = (struct amount){ DDREAD_BLOCK_READING, true, false };
	o->in_block = o->bs.given ? o->bs.value : o->ibs.given ? o->ibs.value : DDREAD_BLOCK;
	o->out_block = o->bs.given ? o->bs.value : o->obs.given ? o->obs.value : DDREAD_BLOCK;
	o->one_buffer = o->bs.given && !(o->conv & CONV_CHARS);
	settle_count(o);
	if (!offset(&o->skip, o->iflag & FLAG_SKIP_BYTES, o->in_block, &o->skip_bytes))
		return error_usage("skip=", "a position below 2^63 bytes");
	if (!offset(&o->seek, o->oflag & FLAG_SEEK_BYTES, o->out_block, &o->seek_bytes))
		return error_usage("seek=", "a position below 2^63 bytes");
	return EXIT_DONE;
}

/* ---- options ---- */

static const struct option table[] = {
	{ 0, OPTION_FLAG, AT(sweep), OPTION_NAME("sweep"), NULL,
	  OPTION_HELP("read with blocks of 512 B to 4 MiB, a second each"), NULL },
	{ 0, OPTION_MAYBE, AT(json), OPTION_NAME("json"), "FILE",
	  OPTION_HELP("JSON on standard output, or into FILE"), NULL },
	{ 0, OPTION_FLAG, AT(strict), OPTION_NAME("strict"), NULL,
	  OPTION_HELP("just as dd: standard output, 512 bytes, warm, no sync"), NULL },
	{ 0, OPTION_TEXT, AT(consent.destroy), OPTION_NAME("destroy-data"), "DEVICE",
	  OPTION_HELP("allow of= to write this block device"), NULL },
	{ 0, OPTION_FLAG, AT(consent.ignore_signature), OPTION_NAME("ignore-signature"), NULL,
	  OPTION_HELP("even if a file system is found on it"), NULL },
};

static void help(void)
{
	options_help(table, sizeof table / sizeof *table, "ddread [if=FILE] [of=FILE] [OPERAND...] [OPTION...]");
	out_text(&out_stdout, OPTION_HELP(
		"  if=FILE of=FILE          files or devices; if=random: and if=zero: make data\n"
		"  bs= ibs= obs= cbs=SIZE   bytes of a block (512; 1M when nothing is written)\n"
		"  count= skip= seek=N      blocks to copy, to skip of the input, of the output; B: bytes\n"
		"  conv= iflag= oflag=WORDS as GNU dd's\n"
		"  status=LEVEL             none, noxfer, progress\n"));
	out_flush(&out_stdout);
}

int operands_read(struct operands *o, int argc, char **argv, bool *stop)
{
	int status = EXIT_DONE, at = options_parse(table, sizeof table / sizeof *table, o, argc, argv);

	*stop = true;
	if (at == OPTIONS_HELP_WANTED) {
		help();
		return EXIT_DONE;
	}
	if (at == OPTIONS_WRONG)
		return EXIT_USAGE;
	for (; at < argc && !status; at++)
		status = read_operand(o, argv[at]);
	if (!status)
		status = contradictions(o);
	if (!status)
		status = settle(o);
	*stop = status != EXIT_DONE;
	return status;
}

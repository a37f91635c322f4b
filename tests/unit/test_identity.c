/* SPDX-License-Identifier: MIT */
/* test_identity.c - the IDENTIFY sector of made-up drives: what is an answer, the
 * layout of -i, transfer modes. */
#include "test.h"

#include <string.h>

#include "../../applets/hdtime/identify.c"
#include "../../applets/hdtime/identify_short.c"
#include "../../applets/hdtime/modes.c"

static unsigned char sector[512];
static uint16_t words[IDENTIFY_WORDS];

static void set_word(unsigned word, unsigned value)
{
	sector[2 * word] = (unsigned char)value;
	sector[2 * word + 1] = (unsigned char)(value >> 8);
}

/* Two characters a word, the first in its high byte, blanks behind. */
static void set_text(unsigned which, const char *text)
{
	unsigned word = which & 0xff, count = which >> 8;
	size_t length = strlen(text);

	for (unsigned i = 0; i < 2 * count; i++)
		sector[2 * word + (i ^ 1)] = i < length ? (unsigned char)text[i] : ' ';
}

/* A disk of 1953525168 sectors, udma6, 16 sectors an interrupt. */
static int disk(void **state)
{
	static const uint16_t values[][2] = {
		{ 0, 0x0040 }, { 1, 16383 }, { 3, 16 }, { 6, 63 }, { 20, 3 }, { 21, 512 }, { 22, 4 }, { 47, 0x8010 },
		{ 49, 0x0f00 }, { 51, 0x0200 }, { 53, 7 }, { 54, 16383 }, { 55, 16 }, { 56, 63 }, { 57, 0xfc10 },
		{ 58, 0x00fb }, { 59, 0x0110 }, { 60, 0xffff }, { 61, 0x0fff }, { 63, 7 }, { 64, 3 }, { 65, 120 },
		{ 66, 121 }, { 67, 122 }, { 68, 123 }, { 75, 31 }, { 76, 0x0106 }, { 80, 0x01f0 }, { 81, 0x0016 },
		{ 82, 0x0068 }, { 83, 0x7400 }, { 84, 0x4000 }, { 85, 0x0048 }, { 86, 0x3400 }, { 87, 0x4000 },
		{ 88, 0x407f }, { 100, 0x6db0 }, { 101, 0x7470 }, { 106, 0x6003 },
	};

	(void)state;
	memset(sector, 0, sizeof sector);
	for (unsigned i = 0; i < COUNT(values); i++)
		set_word(values[i][0], values[i][1]);
	set_text(IDENTIFY_MODEL, "EXAMPLE DISK 1000");
	set_text(IDENTIFY_SERIAL, "   S-42");
	set_text(IDENTIFY_FIRMWARE, "1.0");
	identify_decode(sector, words);
	return 0;
}

static const char *as_short(char *text, size_t size)
{
	struct out o = { -1, 0, 0, size, text };

	identify_short(&o, words);
	return out_end(&o);
}

static void prints_the_short_layout(void **state)
{
	char text[1500];

	(void)state;
	assert_string_equal(as_short(text, sizeof text),
		"\n Model=EXAMPLE DISK 1000, FwRev=1.0, SerialNo=S-42\n"
		" Config={ Fixed }\n"
		" RawCHS=16383/16/63, TrkSize=0, SectSize=0, ECCbytes=4\n"
		" BuffType=DualPortCache, BuffSize=256kB, MaxMultSect=16, MultSect=16\n"
		" CurCHS=16383/16/63, CurSects=16514064, LBA=yes, LBAsects=1953525168\n"
		" IORDY=on/off, tPIO={min:122,w/IORDY:123}, tDMA={min:120,rec:121}\n"
		" PIO modes:  pio0 pio1 pio2 pio3 pio4 \n"
		" DMA modes:  mdma0 mdma1 mdma2 \n"
		" UDMA modes: udma0 udma1 udma2 udma3 udma4 udma5 *udma6 \n"
		" AdvancedPM=no WriteCache=disabled\n"
		" Drive conforms to: ATA/ATAPI-5 published, ANSI INCITS 340-2000:  ATA/ATAPI-4,5,6,7,8\n"
		"\n * signifies the current active mode\n\n");
}

static void leaves_out_what_is_not_valid(void **state)
{
	char text[1500];

	(void)state;
	words[53] = 0;
	words[59] = 0x0010;
	words[83] = 0;
	as_short(text, sizeof text);
	assert_non_null(strstr(text, "MultSect=?16?"));
	assert_non_null(strstr(text, "(maybe): CurCHS="));
	assert_non_null(strstr(text, "LBAsects=268435455\n"));
	assert_non_null(strstr(text, " PIO modes:  pio0 pio1 pio2 \n"));
	assert_null(strstr(text, "UDMA"));
	assert_null(strstr(text, "tPIO"));
	assert_null(strstr(text, "WriteCache"));
}

static void tells_sizes(void **state)
{
	(void)state;
	assert_int_equal(identify_sectors(words), 1953525168);
	assert_int_equal(identify_logical(words), 512);
	assert_int_equal(identify_physical(words), 4096);
	assert_int_equal(identify_queue_depth(words), 32);
	assert_int_equal(identify_multcount(words), 16);
	assert_int_equal(identify_write_cache(words), 0);
	words[106] = 0x5000;
	words[117] = 2048;
	assert_int_equal(identify_logical(words), 4096);
	assert_int_equal(identify_physical(words), 4096);
	words[102] = 1;
	assert_int_equal(identify_sectors(words), 1953525168 + (1ull << 32));
	words[76] = 0;
	assert_int_equal(identify_queue_depth(words), 0);
	words[82] = 0;
	assert_int_equal(identify_write_cache(words), -1);
}

static unsigned sum_of_sector(void)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < sizeof sector; i++)
		sum += sector[i];
	return sum;
}

static void knows_an_answer(void **state)
{
	(void)state;
	assert_true(identify_valid(words));             /* without a checksum */
	sector[510] = 0xa5;
	sector[511] = (unsigned char)(0u - sum_of_sector());
	identify_decode(sector, words);
	assert_true(identify_valid(words));
	words[10] ^= 1;
	assert_false(identify_valid(words));            /* its checksum is wrong */
}

static void knows_no_answer(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		memset(sector, (int[]){ 0, 0xff, ' ', 'A' }[i], sizeof sector);
		identify_decode(sector, words);
		assert_false(identify_valid(words));
	}
	disk(state);
	set_text(IDENTIFY_MODEL, "");
	identify_decode(sector, words);
	assert_false(identify_valid(words));
}

static void cleans_texts(void **state)
{
	char text[IDENTIFY_TEXT];

	(void)state;
	set_text(IDENTIFY_MODEL, "  a\tb\033[31m\377 c");
	identify_decode(sector, words);
	assert_string_equal(identify_text(words, IDENTIFY_MODEL, text), "a?b?[31m? c");
	memset(sector, 'x', sizeof sector);
	identify_decode(sector, words);
	identify_text(words, IDENTIFY_MODEL, text);
	assert_int_equal(strlen(text), 40);
}

static void knows_modes_by_name_and_number(void **state)
{
	static const struct { const char *text; int mode; } cases[] = {
		{ "pio0", 8 }, { "pio4", 12 }, { "sdma2", 18 }, { "mdma0", 32 }, { "mdma2", 34 }, { "udma0", 64 },
		{ "udma5", 69 }, { "udma7", 71 }, { "64", 64 }, { "69", 69 }, { "0", 0 }, { "1", 1 }, { "34", 34 },
		{ "udma8", -1 }, { "udma", -1 }, { "udma5x", -1 }, { "dma1", -1 }, { "72", -1 }, { "2", -1 }, { "19", -1 },
		{ "", -1 }, { "-1", -1 }, { "256", -1 }, { "4294967360", -1 },
	};
	uint32_t mode;

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		assert_int_equal(mode_parse(cases[i].text, &mode), cases[i].mode >= 0);
		if (cases[i].mode >= 0)
			assert_int_equal(mode, cases[i].mode);
	}
}

static void knows_rates_of_modes(void **state)
{
	static const struct { uint32_t mode; const char *text; } cases[] = {
		{ 69, "UltraDMA mode5, 100.0 MB/s" }, { 66, "UltraDMA mode2, 33.3 MB/s" },
		{ 68, "UltraDMA mode4, 66.7 MB/s" }, { 34, "multiword DMA mode2, 16.7 MB/s" },
		{ 12, "PIO flow control mode4, 16.7 MB/s" }, { 16, "singleword DMA mode0, 2.1 MB/s" },
		{ 0, "default PIO mode" },
	};
	char text[48];

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		struct out o = OUT_MEMORY(text);

		mode_print(&o, cases[i].mode);
		assert_string_equal(out_end(&o), cases[i].text);
	}
}

static void finds_the_mode_in_use(void **state)
{
	(void)state;
	assert_int_equal(mode_active(words), 70);
	words[88] = 0x003f;
	assert_int_equal(mode_active(words), 0);
	words[63] = 0x0407;
	assert_int_equal(mode_active(words), 34);
	words[88] = 0x203f;
	words[53] = 3;                                  /* word 88 is not valid */
	assert_int_equal(mode_active(words), 34);
}

#define ON_DISK(function) cmocka_unit_test_setup(function, disk)

static const struct CMUnitTest tests[] = {
	ON_DISK(prints_the_short_layout), ON_DISK(leaves_out_what_is_not_valid), ON_DISK(tells_sizes),
	ON_DISK(knows_an_answer), ON_DISK(knows_no_answer), ON_DISK(cleans_texts),
	ON_DISK(knows_modes_by_name_and_number), ON_DISK(knows_rates_of_modes), ON_DISK(finds_the_mode_in_use),
};

RUN_TESTS(tests)

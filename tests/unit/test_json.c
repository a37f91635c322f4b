/* SPDX-License-Identifier: MIT */
/* test_json.c - JSON to the byte, and as jq (another's parser) reads it:
 * nesting, hostile strings, bytes that are no UTF-8. */
#define _GNU_SOURCE
#include "test.h"

#include <string.h>

#include "json.h"
#include "out.h"
#include "through.h"

static char text[8192];
static struct out o;
static struct json j;

static int begin(void **state)
{
	fake_setup(state);
	o = OUT_MEMORY(text);
	json_start(&j, &o);
	return 0;
}

static const char *finished(void)
{
	json_finish(&j);
	return out_end(&o);
}

/* Through jq; the test is skipped where there is none. */
static const char *as_jq_reads_it(const char *filter)
{
	static char back[8192];

	if (!through_has("jq"))
		skip();
	finished();
	assert_true(through(filter, text, o.used, back, sizeof back) > 0);
	return back;
}

static void writes_an_empty_object(void **state)
{
	(void)state;
	assert_string_equal(finished(), "{}\n");
}

static void writes_members(void **state)
{
	(void)state;
	json_number(&j, "n", UINT64_MAX);
	json_text(&j, "t", "x");
	json_bool(&j, "yes", true);
	json_bool(&j, "no", false);
	json_null(&j, "nothing");
	json_text(&j, "none", NULL);
	json_array(&j, "list");
	json_number(&j, NULL, 1);
	json_text(&j, NULL, "two");
	json_end(&j);
	json_object(&j, "inner");
	json_number(&j, "deep", 0);
	json_end(&j);
	json_array(&j, "empty");
	json_end(&j);
	assert_string_equal(finished(),
		"{\n"
		"  \"n\": 18446744073709551615,\n"
		"  \"t\": \"x\",\n"
		"  \"yes\": true,\n"
		"  \"no\": false,\n"
		"  \"nothing\": null,\n"
		"  \"none\": null,\n"
		"  \"list\": [1, \"two\"],\n"
		"  \"inner\": {\n"
		"    \"deep\": 0\n"
		"  },\n"
		"  \"empty\": []\n"
		"}\n");
}

static void nests(void **state)
{
	(void)state;
	json_array(&j, "a");
	for (uint64_t i = 0; i < 3; i++) {
		json_object(&j, NULL);
		json_number(&j, "i", i);
		json_array(&j, "b");
		json_array(&j, NULL);
		json_end(&j);
		json_array(&j, NULL);
		json_null(&j, NULL);
		json_end(&j);
		json_object(&j, NULL);
		json_end(&j);
		json_end(&j);
		json_end(&j);
	}
	json_end(&j);
	json_number(&j, "after", 1);
	assert_string_equal(as_jq_reads_it("jq -c ."),
		"{\"a\":[{\"i\":0,\"b\":[[],[null],{}]},{\"i\":1,\"b\":[[],[null],{}]},"
		"{\"i\":2,\"b\":[[],[null],{}]}],\"after\":1}\n");
}

/* As deep as the bits of json.arrays go, objects and arrays in turn. */
static void nests_deeply(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 30; i++)
		if (i % 2)
			json_object(&j, NULL);
		else
			json_array(&j, "x");
	for (unsigned i = 0; i < 30; i++)
		json_end(&j);
	json_number(&j, "after", 1);
	assert_string_equal(as_jq_reads_it("jq -c '[.after, ([paths] | length)]'"), "[1,31]\n");
}

static void escapes_every_byte(void **state)
{
	char key[] = "k?", all[128], *p = all;

	(void)state;
	for (int c = 1; c < 128; c++)
		*p++ = (char)c;
	*p = 0;
	key[1] = '"';
	json_text(&j, key, all);
	/* jq's own code points of the string, and of the key. */
	assert_string_equal(as_jq_reads_it("jq -c '[(.[] | explode | . == [range(1; 128)]), (keys[0] | explode)]'"),
	                    "[true,[107,34]]\n");
}

static void writes_no_control_byte(void **state)
{
	(void)state;
	json_text(&j, "t", "a\x01\n\t\x1f\x7f\"\\/");
	assert_string_equal(finished(), "{\n  \"t\": \"a\\u0001\\u000a\\u0009\\u001f\\u007f\\\"\\\\/\"\n}\n");
}

/* What Python's bytes.decode("utf-8") takes stays; every byte that it doesn't becomes U+FFFD. */
static void makes_it_utf8(void **state)
{
	static const struct { const char *text; const char *points; } rows[] = {
		{ "\xc3\xa9", "[233]" }, { "\xe2\x82\xac", "[8364]" }, { "\xf0\x9f\x92\xbe", "[128190]" },
		{ "\xf4\x8f\xbf\xbf", "[1114111]" }, { "\xef\xbf\xbd", "[65533]" }, { "\xc2\x80", "[128]" },
		{ "\xed\x9f\xbf", "[55295]" }, { "\xee\x80\x80", "[57344]" },
		{ "a\xff" "b", "[97,65533,98]" },
		{ "\x80", "[65533]" },
		{ "\xc0\xaf", "[65533,65533]" },                        /* overlong / */
		{ "\xc1\xbf", "[65533,65533]" },
		{ "\xe0\x9f\xbf", "[65533,65533,65533]" },              /* overlong */
		{ "\xed\xa0\x80", "[65533,65533,65533]" },              /* surrogate */
		{ "\xf0\x8f\xbf\xbf", "[65533,65533,65533,65533]" },
		{ "\xf4\x90\x80\x80", "[65533,65533,65533,65533]" },    /* over U+10FFFF */
		{ "\xf5\x80\x80\x80", "[65533,65533,65533,65533]" },
		{ "\xe2\x82", "[65533,65533]" },                        /* cut at the end */
		{ "\xf0\x9f\x92", "[65533,65533,65533]" },
		{ "\xe2\x82(", "[65533,65533,40]" },
		{ "\xc3", "[65533]" },
		{ "\xc3\xc3\xa9", "[65533,233]" },
	};
	char wanted[2048] = "";

	(void)state;
	json_array(&j, "rows");
	for (unsigned i = 0; i < COUNT(rows); i++) {
		json_text(&j, NULL, rows[i].text);
		strcat(strcat(wanted, rows[i].points), "\n");
	}
	json_end(&j);
	assert_string_equal(as_jq_reads_it("jq -c '.rows[] | explode'"), wanted);
}

#define JSON(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	JSON(writes_an_empty_object), JSON(writes_members), JSON(nests), JSON(nests_deeply),
	JSON(escapes_every_byte), JSON(writes_no_control_byte), JSON(makes_it_utf8),
};

RUN_TESTS(tests)

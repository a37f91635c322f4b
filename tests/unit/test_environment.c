/* SPDX-License-Identifier: MIT */
/* test_environment.c - the machine that a result was measured on, as jq reads
 * it; what is not known is null, not 0. */
#define _GNU_SOURCE
#include "test.h"

#include <string.h>

#include "environment.h"
#include "json.h"
#include "out.h"
#include "target.h"
#include "through.h"

static struct target t;

static const char *environment(const char *filter)
{
	static char text[8192], back[4096];
	struct out o = OUT_MEMORY(text);
	struct json j;

	if (!through_has("jq"))
		skip();
	json_start(&j, &o);
	environment_json(&j, "bonnie", &t);
	json_finish(&j);
	out_end(&o);
	assert_true(through(filter, text, o.used, back, sizeof back) > 0);
	return back;
}

static int begin(void **state)
{
	fake_setup(state);
	fake_make(FAKE_ROOT, "mnt", PLATFORM_TYPE_DIRECTORY, 0);
	fake->tick_ns = 40;
	return target_open_directory(&t, "/mnt");
}

static void tells_the_machine(void **state)
{
	(void)state;
	assert_string_equal(environment("jq -c '.environment | [.machine, .system, .release, .processor, .ram_bytes, "
	                                ".clock_step_ns]'"),
	                    "[\"fake\",\"TestOS\",\"1.0\",\"abacus\",1073741824,40]\n");
	assert_string_equal(environment("jq -c '[.format, .applet, .target.path]'"),
	                    "[\"diskbench/1\",\"bonnie\",\"/mnt\"]\n");
	assert_string_equal(environment("jq -c '.environment.version | test(\"^[0-9]+[.][0-9]+\")'"), "true\n");
	/* Nothing else, and in this order: schemas and eyes rely on it. */
	assert_string_equal(environment("jq -c '[keys_unsorted[0:4], (.environment | keys_unsorted[0])]'"),
	                    "[[\"format\",\"applet\",\"environment\",\"target\"],\"version\"]\n");
}

static void says_null_for_unknown_memory(void **state)
{
	(void)state;
	fake->ram = 0;
	assert_string_equal(environment("jq -c '.environment | has(\"ram_bytes\"), .ram_bytes'"), "true\nnull\n");
}

static void survives_hostile_names(void **state)
{
	(void)state;
	strcpy(fake->machine.name, "a\"b\\c\n\xff");
	assert_string_equal(environment("jq -c '.environment.machine | explode'"), "[97,34,98,92,99,10,65533]\n");
}

#define ENVIRONMENT(function) cmocka_unit_test_setup_teardown(function, begin, fake_teardown)

static const struct CMUnitTest tests[] = {
	ENVIRONMENT(tells_the_machine), ENVIRONMENT(says_null_for_unknown_memory), ENVIRONMENT(survives_hostile_names),
};

RUN_TESTS(tests)

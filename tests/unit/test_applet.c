/* SPDX-License-Identifier: MIT */
/* test_applet.c - ENABLED() for what is on, off and unknown; the exit codes
 * that scripts rely on. */
#include "test.h"

#include "applet.h"

#define CONFIG_UNIT_ON 1

static void tells_on_from_off(void **state)
{
	(void)state;
	assert_int_equal(ENABLED(CONFIG_UNIT_ON), 1);
	assert_int_equal(ENABLED(CONFIG_UNIT_OFF), 0);
	assert_int_equal(ENABLED(CONFIG_UNIT_ON) + ENABLED(CONFIG_UNIT_ON), 2);
}

/* It must be a constant, or what is switched off stays in the program. */
static void is_a_constant(void **state)
{
	char sized[ENABLED(CONFIG_UNIT_ON) ? 3 : 5];
	enum { OFF = ENABLED(CONFIG_UNIT_OFF) };

	(void)state;
	assert_int_equal(sizeof sized, 3);
	assert_int_equal(OFF, 0);
}

static void exits_as_documented(void **state)
{
	(void)state;
	assert_int_equal(EXIT_DONE, 0);
	assert_int_equal(EXIT_FAILED, 1);
	assert_int_equal(EXIT_USAGE, 2);
	assert_int_equal(EXIT_REFUSED, 3);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(tells_on_from_off),
	cmocka_unit_test(is_a_constant),
	cmocka_unit_test(exits_as_documented),
};

RUN_TESTS(tests)

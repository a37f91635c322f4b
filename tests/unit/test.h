/* SPDX-License-Identifier: MIT */
/* test.h - what every unit test includes: cmocka with the headers that it
 * wants before it, the fake platform, and small helpers. */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
/* clang-format on */

#include "fake_platform.h"

/* A test point that starts on a fresh fake and leaves no process behind. */
#define FRESH(function) cmocka_unit_test_setup_teardown(function, fake_setup, fake_teardown)

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The whole program: the table of test points is called `tests`. */
#define RUN_TESTS(tests) \
	int main(void) \
	{ \
		return cmocka_run_group_tests(tests, NULL, NULL); \
	}

#endif

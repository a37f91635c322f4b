/* SPDX-License-Identifier: MIT */
/* test_clock.c - the clock's step, on fine, coarse and broken clocks. */
#include "test.h"

#include "clock.h"

/* A fine clock: its step is what a reading costs. */
static void sees_a_fine_step(void **state)
{
	(void)state;
	fake->tick_ns = 37;
	assert_int_equal(clock_step_ns(), 37);
}

/* A coarse one, 4 ms (HZ=250) and 10 ms: many readings say the same, then it jumps. */
static void sees_a_coarse_step(void **state)
{
	static const int64_t grains[] = { 1000, 1000000, 4000000, 10000000 };

	(void)state;
	for (unsigned i = 0; i < COUNT(grains); i++) {
		fake->tick_ns = 90;
		fake->grain_ns = grains[i];
		assert_int_equal(clock_step_ns(), grains[i]);
	}
}

/* Readings every 1.7 us of a clock in us: it jumps by 1 or 2. */
static void takes_the_smallest_step(void **state)
{
	(void)state;
	fake->tick_ns = 1700;
	fake->grain_ns = 1000;
	assert_int_equal(clock_step_ns(), 1000);
}

/* One that stands still: a step of a second, so that nothing short is believed; and an
 * answer in reasonable time (a reading is a microsecond's system call on a router). */
static void does_not_hang_on_a_still_clock(void **state)
{
	(void)state;
	fake->tick_ns = 0;
	assert_int_equal(clock_step_ns(), 1000000000);
	assert_in_range(fake->readings, 2, 20000000);
}

static const struct CMUnitTest tests[] = {
	FRESH(sees_a_fine_step), FRESH(sees_a_coarse_step), FRESH(takes_the_smallest_step),
	 FRESH(does_not_hang_on_a_still_clock),
};

RUN_TESTS(tests)

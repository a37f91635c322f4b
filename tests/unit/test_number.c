/* SPDX-License-Identifier: MIT */
/* test_number.c - 64-bit arithmetic against Python's integers, which have no
 * limit: min(a * b // d, 2^64 - 1), and 2^64 - 1 for d = 0. */
#include "test.h"

#include "number.h"

static const struct { uint64_t a, b, divisor, wanted; } divisions[] = {
	{ 0xf2a74de4, 0xc5c7fd0a6a3a450, 0x1, 0xffffffffffffffff },
	{ 0x5d9dc9f81818e811, 0xe8, 0x266543636f675cc, 0x235a },
	{ 0x6f, 0x3d9c172411e20b8f, 0x1, 0xffffffffffffffff },
	{ 0x34eb20f21ddb6, 0xf2, 0x50, 0xa014107600b79 },
	{ 0xfd630f1f29d0da9, 0xf9ebdacc0cb1e29c, 0x5, 0xffffffffffffffff },
	{ 0x2217beaddbc496cb, 0x6b4cb242, 0x2489d9961e27a1c0, 0x641e1060 },
	{ 0x18f6d0558, 0x69876f8, 0x28e3f551923a7369, 0x0 },
	{ 0x5f557, 0x8c, 0x483d38611012f037, 0x0 },
	{ 0x9e, 0x1fc54149, 0x36bb583f881ed162, 0x0 },
	{ 0x17731af10, 0x4cbd87ad5c90a958, 0x65, 0xffffffffffffffff },
	{ 0xb2f14, 0x53d1ccf, 0x219cd1c84cdd2055, 0x0 },
	{ 0x15fb8e00902c7, 0x9be4bcfc49b64a08, 0x0, 0xffffffffffffffff },
	{ 0x2a3af4d46b0a18e8, 0x126e87555, 0x6bf46c69, 0x735d167003923596 },
	{ 0xc3, 0x157124242, 0x98289fcd, 0x1b7 },
	{ 0x330049474031b, 0xd70820fe119a72d1, 0x1, 0xffffffffffffffff },
	{ 0x1795e8229, 0xf, 0x27a136e5b394fb36, 0x0 },
	{ 0xae658f33fe3b890b, 0xb774eb5248db40af, 0x1e3151288, 0xffffffffffffffff },
	{ 0x105c6af07, 0x2b0537e65affb229, 0x1f98aa821df9fd78, 0x1646ca168 },
	{ 0x37, 0x1211c70cf, 0x32, 0x13e05af4a },
	{ 0x37c56eab477d2, 0x2a96fb1a14a0f9e7, 0x166d22876, 0xffffffffffffffff },
	{ 0xe2257159, 0x8cdb305fdd2e1609, 0xb4d66a3a, 0xb025ca0e0dcae45e },
	{ 0x16f61fc891b4a, 0x3b1287fff52ddf5d, 0xa, 0xffffffffffffffff },
	{ 0x26bb7, 0x2a252322, 0x1, 0x6605ec7f534e },
	{ 0x25b43d4c28c2e, 0x10d0d731, 0x10c4759, 0x25d014af2ca202 },
	{ 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff },
	{ 0xffffffffffffffff, 0xffffffffffffffff, 0xfffffffffffffffe, 0xffffffffffffffff },
	{ 0xffffffffffffffff, 0xfffffffffffffffe, 0xffffffffffffffff, 0xfffffffffffffffe },
	{ 0xffffffffffffffff, 0x1, 0x1, 0xffffffffffffffff },
	{ 0xffffffffffffffff, 0x2, 0x2, 0xffffffffffffffff },
	{ 0xffffffffffffffff, 0x2, 0x1, 0xffffffffffffffff },
	{ 0x8000000000000000, 0x2, 0x1, 0xffffffffffffffff },
	{ 0x8000000000000000, 0x2, 0x2, 0x8000000000000000 },
	{ 0x0, 0xffffffffffffffff, 0x1, 0x0 },
	{ 0x5, 0x7, 0x0, 0xffffffffffffffff },
	{ 0x0, 0x0, 0x0, 0xffffffffffffffff },
	{ 0xffffffffffffffff, 0xffffffffffffffff, 0x0, 0xffffffffffffffff },
	{ 0xe8d4a51000, 0x3b9aca00, 0xee6b280, 0x3a352944000 },
	{ 0x3, 0x3, 0x2, 0x4 },
	{ 0x100000000, 0x100000000, 0x1, 0xffffffffffffffff },
	{ 0x100000000, 0x100000000, 0x2, 0x8000000000000000 },
	{ 0x100000000, 0xffffffff, 0x1, 0xffffffff00000000 },
	{ 0xffffffff, 0xffffffff, 0x1, 0xfffffffe00000001 },
	{ 0x8000000000000001, 0x8000000000000001, 0x8000000000000002, 0x8000000000000000 },
	{ 0x8000000000000001, 0xffffffffffffffff, 0x8000000000000003, 0xfffffffffffffffb },
};

static void divides_as_python(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(divisions); i++) {
		assert_int_equal(number_multiply_divide(divisions[i].a, divisions[i].b, divisions[i].divisor),
		                 divisions[i].wanted);
		assert_int_equal(number_multiply_divide(divisions[i].b, divisions[i].a, divisions[i].divisor),
		                 divisions[i].wanted);
	}
}

/* a * d / d is a, whatever the 128 bits in between. */
static void divides_what_it_multiplied(void **state)
{
	uint64_t a = 1, d = 3;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		a = a * 6364136223846793005u + 1442695040888963407u;
		d = d * 2862933555777941757u + 3037000493u;
		assert_int_equal(number_multiply_divide(a, d | 1, d | 1), a);
		assert_int_equal(number_multiply_divide(a >> 40, d >> 30, (d >> 30) | 1), (d >> 30) & 1 ? a >> 40
		                 : (a >> 40) * (d >> 30) / ((d >> 30) | 1));
	}
}

static void takes_square_roots(void **state)
{
	static const struct { uint64_t value, root; } rows[] = {
		{ 0, 0 }, { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 2 }, { 8, 2 }, { 9, 3 }, { 99, 9 }, { 100, 10 },
		{ 4294967295, 65535 }, { 4294967296, 65536 }, { 1000000000000, 1000000 }, { 999999999999, 999999 },
		{ 9223372036854775808u, 3037000499 }, { 18446744065119617024u, 4294967294 },
		{ 18446744065119617025u, 4294967295 }, { UINT64_MAX, 4294967295 },
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(rows); i++)
		assert_int_equal(number_square_root(rows[i].value), rows[i].root);
	for (uint64_t root = 1; root < 4294967295; root = root * 3 + 1) {
		assert_int_equal(number_square_root(root * root), root);
		assert_int_equal(number_square_root(root * root - 1), root - 1);
	}
}

static void stops_at_the_limit(void **state)
{
	(void)state;
	assert_int_equal(number_multiply(0, UINT64_MAX), 0);
	assert_int_equal(number_multiply(UINT64_MAX, 1), UINT64_MAX);
	assert_int_equal(number_multiply(4294967296, 4294967295), 18446744069414584320u);
	assert_int_equal(number_multiply(4294967296, 4294967296), UINT64_MAX);
	assert_int_equal(number_multiply(3, 6148914691236517206), UINT64_MAX); /* 2^64 + 2 */
	assert_int_equal(number_multiply(UINT64_MAX, UINT64_MAX), UINT64_MAX);
	assert_int_equal(number_add(UINT64_MAX - 1, 1), UINT64_MAX);
	assert_int_equal(number_add(UINT64_MAX, 1), UINT64_MAX);
	assert_int_equal(number_add(9223372036854775808u, 9223372036854775808u), UINT64_MAX);
	assert_int_equal(number_add(40, 2), 42);
}

static void knows_its_units(void **state)
{
	(void)state;
	assert_int_equal(KIB, 1024);
	assert_int_equal(MIB, 1048576);
	assert_int_equal(GIB, 1073741824);
	assert_int_equal(NS_PER_S, 1000 * NS_PER_MS);
	assert_int_equal(NS_PER_MS, 1000000);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(divides_as_python),
	cmocka_unit_test(divides_what_it_multiplied),
	cmocka_unit_test(takes_square_roots),
	cmocka_unit_test(stops_at_the_limit),
	cmocka_unit_test(knows_its_units),
};

RUN_TESTS(tests)

/* Numbers modulo a prime, with the pairs that stand for wide numbers on processors
 * of 32 bits. */
#define MG_WIDE_PAIR
#include "inspect/field.h"
#include "base/random.h"
#include "unit.h"

/* (h 2^32 + l) (h 2^32 + l), by hand: with all bits set, 2^128 - 2^65 + 1. */
START_TEST(products_of_the_largest_numbers_carry)
{
  mg_wide t = mg_wide_product(UINT64_MAX, UINT64_MAX);
  mg_wide twice = mg_wide_sum(mg_wide_product(UINT64_MAX, 1), mg_wide_product(1, 1));

  ck_assert_uint_eq(mg_wide_high(t), UINT64_MAX - 1);
  ck_assert_uint_eq(mg_wide_low(t), 1);
  ck_assert_uint_eq(mg_wide_high(twice), 1);
  ck_assert_uint_eq(mg_wide_low(twice), 0);
}
END_TEST

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

enum { ROUNDS = 20000 };

/* Numbers of few and of many bits. */
static uint64_t
some(uint64_t k)
{
  return mg_random_stream(7, 2 * k) >> (mg_random_stream(7, 2 * k + 1) % 64);
}

START_TEST(pairs_are_what_the_compiler_computes)
{
  for (uint64_t k = 0; k < ROUNDS; k++) {
    uint64_t a = some(4 * k), b = some(4 * k + 1), c = some(4 * k + 2);
    uint64_t p = some(4 * k + 3) / 2 + 1;
    wide product = (wide)a * b, sum = product + (wide)c * a;
    mg_wide pair = mg_wide_product(a, b);

    ck_assert_uint_eq(mg_wide_high(pair), (uint64_t)(product >> 64));
    ck_assert_uint_eq(mg_wide_low(pair), (uint64_t)product);
    ck_assert_uint_eq(mg_wide_modulo(pair, p), (uint64_t)(product % p));
    pair = mg_wide_sum(pair, mg_wide_product(c, a));
    ck_assert_uint_eq(mg_wide_high(pair), (uint64_t)(sum >> 64));
    ck_assert_uint_eq(mg_wide_low(pair), (uint64_t)sum);
  }
}
END_TEST

/* c stands for a b if c 2^64 = a b mod p. */
START_TEST(multiplication_is_that_of_montgomery)
{
  mg_field f;

  mg_field_init(&f, 3);
  for (uint64_t k = 0; k < ROUNDS; k++) {
    uint64_t a = some(2 * k) % f.p, b = some(2 * k + 1) % f.p;
    uint64_t c = mg_field_mul(&f, a, b);

    ck_assert_uint_lt(c, f.p);
    ck_assert_uint_eq((uint64_t)(((wide)c << 64) % f.p), (uint64_t)((wide)a * b % f.p));
  }
}
END_TEST
#endif

/* A number times its inverse is 1, and a dot product the sum of products. */
START_TEST(inverses_and_sums_agree)
{
  mg_field f;
  uint64_t a[200], b[200], sum = 0;

  mg_field_init(&f, 5);
  for (size_t k = 0; k < COUNT(a); k++) {
    a[k] = mg_field_random_unit(&f);
    b[k] = mg_field_random(&f);
    ck_assert_uint_eq(mg_field_mul(&f, a[k], mg_field_invert(&f, a[k])), f.one);
    sum = mg_field_add(&f, sum, mg_field_mul(&f, a[k], b[k]));
    ck_assert_uint_eq(mg_field_dot(&f, a, b, k + 1), sum);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(products_of_the_largest_numbers_carry),
#ifdef __SIZEOF_INT128__
    TEST(pairs_are_what_the_compiler_computes),
    TEST(multiplication_is_that_of_montgomery),
#endif
    TEST(inverses_and_sums_agree)
  };

  return unit_run("field", tests, COUNT(tests), NULL);
}

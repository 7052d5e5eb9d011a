/* Sums without an order: any permutation and division has the same bits, near the
 * exact sum. */
#include "base/reproducible_sum.h"
#include "base/random.h"
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 10000 };

/* Numbers of magnitudes from 2^-spread to 2^spread. */
static void
random_fill(uint64_t *stream, double *x, size_t count, double spread)
{
  for (size_t i = 0; i < count; i++)
    x[i] = (mg_random_uniform(stream) - 0.5)
           * exp2(floor(spread * (2 * mg_random_uniform(stream) - 1)));
}

static void
shuffle(uint64_t *stream, double *a, double *b, size_t count)
{
  for (size_t i = count; i-- > 1;) {
    size_t j = mg_random_below(stream, i + 1);
    double x = a[i], y = b[i];

    a[i] = a[j], b[i] = b[j];
    a[j] = x, b[j] = y;
  }
}

static double
sum_of(const double *x, size_t count)
{
  mg_sum s = { 0 };

  for (size_t i = 0; i < count; i++)
    mg_sum_add(&s, x[i]);
  return mg_sum_value(&s);
}

/* How far the magnitudes are apart, in powers of 2: within a digit, over several, and
 * over all that doubles have. */
static const double spreads[] = { 0, 5, 30, 70, 200, 500, 1000 };

START_TEST(no_order_and_no_division_changes_a_bit)
{
  static double a[N], b[N];
  uint64_t stream = mg_random_stream(3, (uint64_t)_i);
  mg_sum whole = { 0 };
  double sum;

  random_fill(&stream, a, N, spreads[_i]);
  random_fill(&stream, b, N, 5);
  for (size_t i = 0; i < N; i++)
    mg_sum_add(&whole, a[i] * b[i]);
  sum = mg_sum_value(&whole);
  ck_assert(isfinite(sum));
  for (int round = 0; round < 30; round++) {
    mg_sum part[7] = { { .terms = 0 } }, all = { 0 };
    double again;

    shuffle(&stream, a, b, N);
    for (size_t i = 0; i < N;) {         /* pieces, to any of seven */
      size_t count = mg_random_below(&stream, round % 2 ? 5000 : 50);
      mg_sum *to = &part[mg_random_below(&stream, 7)];

      count = count < N - i ? count : N - i;
      for (; count > 0; count--, i++)
        mg_sum_add(to, a[i] * b[i]);
    }
    for (size_t k = 0; k < 7; k++)
      mg_sum_merge(&all, &part[(k + (size_t)round) % 7]);
    again = mg_sum_value(&all);
    ck_assert_mem_eq(&again, &sum, sizeof sum);
  }
}
END_TEST

/* Whole multiples of 2^-30 below 2^53: their exact sum is kept in two parts, in units of
 * 2^-10 and of 2^-30. */
START_TEST(the_sum_is_as_near_as_promised)
{
  static double x[N];
  uint64_t stream = mg_random_stream(5, (uint64_t)_i);
  const int64_t mask = ((int64_t)1 << 20) - 1;
  int64_t high = 0, low = 0;
  long double want;
  double most = 0, got;

  for (size_t i = 0; i < N; i++) {
    int64_t m = (int64_t)(mg_random_uniform(&stream) * 0x1p52) - ((int64_t)1 << 51);

    m >>= mg_random_below(&stream, 50);
    x[i] = ldexp((double)m, -30);
    high += m >> 20;
    low += m & mask;
    most = fmax(most, fabs(x[i]));
  }
  if (_i % 2) {                          /* cancels, but for the last */
    for (size_t i = 0; i < N / 2; i++)
      x[N / 2 + i] = -x[i];
    x[N - 1] = 0x1p-30;
    low = (int64_t)(x[N / 2 - 1] * 0x1p30) + 1;
    high = low >> 20;
    low &= mask;
  }
  want = ldexpl((long double)high, -10) + ldexpl((long double)low, -30);
  got = sum_of(x, N);
  ck_assert(fabsl(got - want) <= N * 0x1p-80L * most + 0x1p-51L * fabsl(want));
}
END_TEST

/* ---- an exact sum: whole numbers of 2^-1152, in digits of 2^32 ---- */

enum { DIGITS = 72 };

typedef struct {
  int64_t digit[DIGITS];       /* lowest first */
} exact;

static void
exact_carry(exact *e)
{
  for (size_t k = 0; k + 1 < DIGITS; k++) {
    int64_t carry = e->digit[k] >> 32;

    e->digit[k] -= carry * ((int64_t)1 << 32);
    e->digit[k + 1] += carry;
  }
}

static void
exact_add(exact *e, double x)
{
  int exponent;
  int64_t whole = (int64_t)(fabs(frexp(x, &exponent)) * 0x1p53);
  size_t at = (size_t)(exponent - 53 + 1152);            /* in bits, from 2^-1152 */

  for (size_t k = 0; k < 64; k += 32) {  /* 32 bits at a time */
    uint64_t low = (uint64_t)whole >> k & 0xffffffffU, bits = low << at % 32;

    e->digit[(at + k) / 32] += (x < 0 ? -1 : 1) * (int64_t)(bits & 0xffffffffU);
    e->digit[(at + k) / 32 + 1] += (x < 0 ? -1 : 1) * (int64_t)(bits >> 32);
  }
  exact_carry(e);
}

/* To a part in 2^60, and infinite where it is beyond a long double. */
static long double
exact_value(const exact *e)
{
  long double sum = 0;

  for (size_t k = DIGITS; k-- > 0;)
    sum += ldexpl((long double)e->digit[k], 32 * (int)k - 1152);
  return sum;
}

/* Terms of all magnitudes, of some, that cancel but for some, and products. */
START_TEST(the_exact_sum_is_as_near_as_promised)
{
  static double x[N];
  uint64_t stream = mg_random_stream(11, (uint64_t)_i);
  double spread = spreads[(size_t)_i % COUNT(spreads)], got, most = 0;
  size_t count = 1 + mg_random_below(&stream, _i % 3 ? 5000 : 20);
  exact e = { { 0 } };
  long double want;

  random_fill(&stream, x, count, spread);
  if (_i % 4 == 1)
    for (size_t i = 0; i < count / 2; i++)
      x[count - 1 - i] = -x[i] * (1 - (i == 7) * 0x1p-50);
  for (size_t i = 0; i < count; i++) {
    exact_add(&e, x[i]);
    most = fmax(most, fabs(x[i]));
  }
  want = exact_value(&e);
  got = sum_of(x, count);
  exact_add(&e, -got);
  ck_assert(fabsl(exact_value(&e)) <= (long double)count * 0x1p-80L * most
                                      + 0x1p-51L * fabsl(want));
}
END_TEST

/* 2^k + 2^(k-70) - 2^k: a plain sum has 0. */
START_TEST(small_terms_survive_large_ones)
{
  for (int k = -900; k <= 1023; k += 7) {
    double x[] = { ldexp(1, k), ldexp(1, k - 70), -ldexp(1, k) };

    ck_assert(sum_of(x, 3) == x[1]);
  }
}
END_TEST

START_TEST(extremes_are_summed)
{
  double max[] = { DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX, 3 };
  double small[] = { 0x1p-1074, 0x1p-1074, -0x1p-1022, 0x1p-1022, 0x1p-1074 };
  double over[] = { DBL_MAX, DBL_MAX };

  ck_assert(sum_of(max, 4) == 0 && sum_of(max, 1) == DBL_MAX);
  ck_assert(sum_of(max + 2, 1) == -DBL_MAX && sum_of(max + 4, 1) == 3);
  ck_assert(sum_of(small, 5) == 3 * 0x1p-1074);
  ck_assert(sum_of(over, 2) == INFINITY);
  ck_assert(sum_of(NULL, 0) == 0);
}
END_TEST

START_TEST(what_is_not_finite_shows)
{
  static double x[5000];
  mg_sum a = { 0 }, b = { 0 };

  x[0] = 1;
  x[4000] = INFINITY;
  ck_assert(sum_of(x, 5000) == INFINITY && sum_of(x, 4000) == 1);
  x[4000] = NAN;
  ck_assert(isnan(sum_of(x, 5000)));
  x[4000] = INFINITY;
  x[70] = -INFINITY;
  ck_assert(isnan(sum_of(x, 5000)) && sum_of(x, 4000) == -INFINITY);
  mg_sum_add(&a, INFINITY);
  mg_sum_add(&b, -INFINITY);
  mg_sum_merge(&a, &b);
  ck_assert(isnan(mg_sum_value(&a)) && mg_sum_value(&b) == -INFINITY);
}
END_TEST

/* 2^22 ones by merging doubles the sum each time: the carries hold. */
START_TEST(many_terms_do_not_overflow)
{
  mg_sum s = { 0 };

  mg_sum_add(&s, 3);
  mg_sum_add(&s, -0x1p-30);
  for (int k = 0; k < 59; k++) {
    mg_sum copy = s;

    mg_sum_merge(&s, &copy);
  }
  ck_assert(mg_sum_value(&s) == ldexp(3 - 0x1p-30, 59));
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST_EACH(no_order_and_no_division_changes_a_bit, COUNT(spreads)),
    TEST_EACH(the_sum_is_as_near_as_promised, 20),
    TEST_EACH(the_exact_sum_is_as_near_as_promised, 84),
    TEST(small_terms_survive_large_ones),
    TEST(extremes_are_summed),
    TEST(what_is_not_finite_shows),
    TEST(many_terms_do_not_overflow)
  };

  return unit_run("reproducible_sum", tests, COUNT(tests), NULL);
}

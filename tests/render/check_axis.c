/* Ticks: round numbers, about as many as were asked for, within the range, and
 * written with no more digits than they need. */
#include "render/chart/axis.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The texts of all ticks, with blanks between. */
static const char *
texts(const mg_axis *axis)
{
  static char all[MG_TICKS_MAX * MG_TICK_TEXT];

  all[0] = '\0';
  for (size_t k = 0; k < axis->count; k++) {
    char one[MG_TICK_TEXT];

    mg_axis_text(axis, k, one);
    if (k > 0)
      strcat(all, " ");
    strcat(all, one);
  }
  return all;
}

START_TEST(linear_ticks_are_the_round_numbers)
{
  static const struct {
    double low, high;
    size_t about;
    const char *want;
  } row[] = {
    { 0, 8, 8, "0 1 2 3 4 5 6 7 8" },
    { 0, 8, 4, "0 2 4 6 8" },
    { 0, 1, 5, "0 0.2 0.4 0.6 0.8 1.0" },
    { 0.13, 0.19, 3, "0.14 0.16 0.18" },
    { -1, 1, 4, "\u22121.0 \u22120.5 0 0.5 1.0" },
    { 0, 64597, 4, "0 20000 40000 60000" },
    { 0, 250000, 5, "0 0.5\u00b710\u2075 10\u2075 1.5\u00b710\u2075 "
                    "2.0\u00b710\u2075 2.5\u00b710\u2075" },
    { 0, 100, 5, "0 20 40 60 80 100" },
    { 0, 3e-7, 3, "0 10\u207b\u2077 2\u00b710\u207b\u2077 3\u00b710\u207b\u2077" }
  };
  mg_axis axis;

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    mg_axis_linear(&axis, row[k].low, row[k].high, row[k].about, 0);
    ck_assert_str_eq(texts(&axis), row[k].want);
  }
}
END_TEST

START_TEST(log_ticks_are_powers_or_round_parts)
{
  static const struct {
    double low, high;
    size_t about;
    const char *want;
  } row[] = {
    { 1, 1000, 4, "10\u2070 10\u00b9 10\u00b2 10\u00b3" },
    { 1e-6, 1e2, 9, "10\u207b\u2076 10\u207b\u2075 10\u207b\u2074 10\u207b\u00b3 "
                    "10\u207b\u00b2 10\u207b\u00b9 10\u2070 10\u00b9 10\u00b2" },
    { 1e-20, 1, 4, "10\u207b\u00b2\u2070 10\u207b\u00b9\u2075 10\u207b\u00b9\u2070 "
                   "10\u207b\u2075 10\u2070" },
    { 0.9, 60, 4, "1 2 5 10 20 50" },
    { 20, 25, 3, "20 22 24" }
  };
  mg_axis axis;

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    mg_axis_log(&axis, row[k].low, row[k].high, row[k].about, 0);
    ck_assert_str_eq(texts(&axis), row[k].want);
  }
}
END_TEST

START_TEST(minor_ticks_of_a_power_are_its_multiples)
{
  mg_axis axis;

  mg_axis_log(&axis, 1, 1000, 4, 0);
  ck_assert_uint_eq(axis.minor_count, 3 * 8);
  for (size_t k = 0; k < axis.minor_count; k++)
    ck_assert_double_eq_tol(axis.minor[k],
                            (double)(2 + k % 8) * pow(10, (double)(k / 8)),
                            1e-9 * axis.minor[k]);
}
END_TEST

/* Whatever the range: ticks rise, lie within it, are 2 to 3 times as many as
 * asked for at most, and the whole range is on the axis. */
START_TEST(any_range_has_ticks)
{
  unsigned state = 5;

  for (int k = 0; k < 4000; k++) {
    double a, b, low, high;
    int is_log = k % 2, round = k / 2 % 2;
    size_t about = 2 + (size_t)k % 7;
    mg_axis axis;
    char text[MG_TICK_TEXT];

    state = state * 1664525u + 1013904223u;
    a = pow(10, (double)(state >> 8) / 16777216.0 * 40 - 20);
    state = state * 1664525u + 1013904223u;
    b = k % 3 == 0 ? a * (1 + (double)(state >> 8) / 16777216.0)
                   : pow(10, (double)(state >> 8) / 16777216.0 * 40 - 20);
    if (!is_log && k % 5 == 0)
      a = -a;
    low = fmin(a, b);
    high = fmax(a, b);
    if (is_log)
      mg_axis_log(&axis, low, high, about, round);
    else
      mg_axis_linear(&axis, low, high, about, round);
    ck_assert_double_le(axis.low, low);
    ck_assert_double_ge(axis.high, high);
    ck_assert_double_lt(axis.low, axis.high);
    ck_assert_uint_ge(axis.count, 1);
    ck_assert_uint_le(axis.count, 3 * about + 4);
    for (size_t t = 0; t < axis.count; t++) {
      double at = mg_axis_at(&axis, axis.tick[t]);

      ck_assert_double_ge(at, -1e-5);
      ck_assert_double_le(at, 1 + 1e-5);
      if (t > 0)
        ck_assert_double_gt(axis.tick[t], axis.tick[t - 1]);
      mg_axis_text(&axis, t, text);
      ck_assert_uint_gt(strlen(text), 0);
    }
  }
}
END_TEST

START_TEST(ranges_of_nothing_are_widened)
{
  static const double odd[][2] = { { 0, 0 }, { 3, 3 }, { NAN, NAN },
                                   { -INFINITY, INFINITY }, { 5, 1 } };
  mg_axis axis;

  for (size_t k = 0; k < 5; k++) {
    mg_axis_linear(&axis, odd[k][0], odd[k][1], 5, 1);
    ck_assert_double_lt(axis.low, axis.high);
    ck_assert_uint_ge(axis.count, 2);
    mg_axis_log(&axis, odd[k][0], odd[k][1], 5, 1);
    ck_assert_double_lt(axis.low, axis.high);
    ck_assert_double_gt(axis.low, 0);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(linear_ticks_are_the_round_numbers),
    TEST(log_ticks_are_powers_or_round_parts),
    TEST(minor_ticks_of_a_power_are_its_multiples),
    TEST(any_range_has_ticks),
    TEST(ranges_of_nothing_are_widened)
  };

  return unit_run("axis", tests, COUNT(tests), NULL);
}

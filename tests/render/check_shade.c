/* Numbers on a colour scale: its ends, its steps, its ticks. */
#include "render/canvas/shade.h"
#include "unit.h"

#include <math.h>

START_TEST(round_numbers_are_the_next_above)
{
  static const double row[][2] = {
    { 1, 1 }, { 1.01, 2 }, { 2, 2 }, { 2.5, 5 }, { 5, 5 }, { 5.1, 10 },
    { 0.03, 0.05 }, { 0.2, 0.2 }, { 0.0011, 0.002 }, { 730, 1000 },
    { 1e-150, 1e-150 }, { 3e200, 5e200 }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++)
    ck_assert_double_eq_tol(mg_round_up(row[k][0]) / row[k][1], 1, 1e-12);
}
END_TEST

START_TEST(diverging_scales_are_even_around_0)
{
  double value[] = { -0.1, 0.3, NAN, 0, INFINITY };
  mg_shade s = { .diverging = 1 };

  mg_shade_range(&s, value, 5, 0.01);
  ck_assert_double_eq_tol(s.high, 0.5, 1e-12);
  ck_assert_double_eq(s.low, -s.high);
  ck_assert_double_eq(s.least, -0.1);
  ck_assert_double_eq(s.most, 0.3);
  ck_assert_uint_eq(mg_shade_step(&s, 0), MG_SHADE_STEPS / 2);
  ck_assert_uint_eq(mg_shade_step(&s, -0.5), 0);
  ck_assert_uint_eq(mg_shade_step(&s, -HUGE_VAL), 0);
  ck_assert_uint_eq(mg_shade_step(&s, 0.5), MG_SHADE_STEPS - 1);
  ck_assert_uint_eq(mg_shade_step(&s, HUGE_VAL), MG_SHADE_STEPS - 1);
  ck_assert_uint_eq(mg_shade_step(&s, NAN), MG_SHADE_STEPS);
  for (double x = 0.01; x < 0.5; x += 0.0173)  /* mirrored: the same steps */
    ck_assert_uint_eq(mg_shade_step(&s, x) + mg_shade_step(&s, -x),
                      MG_SHADE_STEPS - 1);
}
END_TEST

START_TEST(small_strain_does_not_fill_the_scale)
{
  double value[] = { 1e-9, -2e-9 };
  mg_shade s = { .diverging = 1 };

  mg_shade_range(&s, value, 2, 0.01);
  ck_assert_double_eq_tol(s.high, 0.01, 1e-15);
  ck_assert_uint_eq(mg_shade_step(&s, 1e-9), MG_SHADE_STEPS / 2);
}
END_TEST

/* 1000 values up to 1 and one of 100: the scale is for the many. */
START_TEST(a_few_far_values_are_cut)
{
  double value[1001];
  mg_shade s = { .diverging = 0 };

  for (int k = 0; k < 1000; k++)
    value[k] = k / 1000.0;
  value[1000] = 100;
  mg_shade_range(&s, value, 1001, 0);
  ck_assert_double_eq(s.low, 0);
  ck_assert_double_eq_tol(s.high, 0.98, 0.002);
  ck_assert_double_eq(s.most, 100);
  for (int k = 0; k < 1000; k++)       /* without it nothing is cut */
    value[k] = k / 1000.0;
  mg_shade_range(&s, value, 1000, 0);
  ck_assert_double_eq(s.high, 0.999);
  ck_assert_double_eq(s.most, s.high);
}
END_TEST

START_TEST(ticks_are_round_and_within)
{
  static const double ends[][2] = { { 0, 1 }, { 3, 97 }, { -5, 5 },
                                    { 1e6, 1000003 }, { 0.00012, 0.0019 } };

  for (size_t k = 0; k < 5; k++)
    for (size_t most = 3; most <= 6; most++) {
      mg_shade s = { .low = ends[k][0], .high = ends[k][1] };
      double tick[6], step;
      size_t count = mg_shade_ticks(&s, tick, most);

      ck_assert_uint_ge(count, 2);
      ck_assert_uint_le(count, most);
      step = tick[1] - tick[0];
      for (size_t t = 0; t < count; t++) {
        ck_assert_double_ge(tick[t], s.low - 1e-9 * fabs(s.low));
        ck_assert_double_le(tick[t], s.high + 1e-9 * fabs(s.high));
        if (count > 2)
          ck_assert_double_eq_tol(tick[t] / step, round(tick[t] / step), 1e-6);
      }
    }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(round_numbers_are_the_next_above),
    TEST(diverging_scales_are_even_around_0),
    TEST(small_strain_does_not_fill_the_scale),
    TEST(a_few_far_values_are_cut),
    TEST(ticks_are_round_and_within)
  };

  return unit_run("shade", tests, COUNT(tests), NULL);
}

/* How the errors of lengths are distributed, and the scale that suits them
 * best. */
#include "measure/measure.h"
#include "problems.h"
#include "small_graphs.h"
#include "unit.h"

START_TEST(errors_are_counted_by_size)
{
  const double length[] = { 1, 1, 2, 0 };
  const double y[] = { 0, 1.5, 1.5, 3, 4 };    /* 1.5, 0, 1.5, 1 */
  mgnn_problem *p;
  mgnn_distribution d;

  ck_assert_int_eq(mgnn_problem_new(&p, 5, 4, path_ends, length, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_distribution_find(p, 1, y, 0.3, &d, NULL), MGNN_OK);
  ck_assert_uint_eq(d.met, 1);           /* 2 at 1.5: off by 1/4 */
  ck_assert_uint_eq(d.too_long, 1);
  ck_assert_uint_eq(d.too_short, 1);
  ck_assert_double_eq(d.quantile[0], 0.25);
  ck_assert_double_eq(d.quantile[1], 0.5);
  ck_assert_double_eq(d.quantile[4], 1);
  ck_assert_uint_eq(d.bin[6], 3);        /* above 0.1, up to 1 */
  /* s = sum r m / sum r^2 = 4.5 / 5.5, E = sum m^2 - s sum r m */
  ck_assert_double_eq_tol(d.scale, 4.5 / 5.5, 1e-15);
  ck_assert_double_eq_tol(d.scaled_stress, (6 - 4.5 * 4.5 / 5.5) / 6, 1e-15);
  mgnn_problem_free(p);
}
END_TEST

/* No other scale is better, with intervals too. */
START_TEST(the_best_scale_is_the_best)
{
  for (uint64_t seed = 0; seed < 8; seed++) {
    mgnn_problem *p = random_problem(seed, 0.2, seed % 2 == 1);
    double x[2 * N], y[2 * N];
    mgnn_distribution d;
    mgnn_figures f, best;

    ck_assert_int_eq(mg_random_normal(seed, 5, 2 * N, x, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_distribution_find(p, 2, x, 0, &d, NULL), MGNN_OK);
    for (int k = -20; k <= 20; k++) {
      double s = d.scale * (1 + 0.01 * k);

      for (size_t c = 0; c < 2 * N; c++)
        y[c] = s * x[c];
      ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
      for (size_t c = 0; c < 2 * N; c++)
        y[c] = d.scale * x[c];
      ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &best, NULL), MGNN_OK);
      ck_assert_double_ge(f.energy, best.energy * (1 - 1e-12));
    }
    ck_assert_double_eq_tol(best.stress, d.scaled_stress, 1e-12);
    mgnn_problem_free(p);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(errors_are_counted_by_size),
    TEST(the_best_scale_is_the_best)
  };

  return unit_run("distribution", tests, COUNT(tests), NULL);
}

/* Whether two drawings are the same. */
#include "problems.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* x turned by `angle` in the first two coordinates, shifted, scaled, and
 * mirrored in the first if asked. */
static void
move(size_t n, size_t dim, const double *x, double angle, double scale,
     int mirror, double *out)
{
  for (size_t i = 0; i < n; i++) {
    double a = mirror ? -x[i * dim] : x[i * dim], b = x[i * dim + 1];

    memcpy(out + i * dim, x + i * dim, dim * sizeof *out);
    out[i * dim] = a * cos(angle) - b * sin(angle);
    out[i * dim + 1] = a * sin(angle) + b * cos(angle);
    for (size_t c = 0; c < dim; c++)
      out[i * dim + c] = scale * out[i * dim + c] + 10 * (double)(c + 1);
  }
}

START_TEST(a_moved_drawing_is_the_same)
{
  for (size_t dim = 2; dim <= 4; dim++)
    for (int mirror = 0; mirror < 2; mirror++)
      for (int k = 0; k < 2; k++) {
        double x[N * 4], y[N * 4], back[N * 4], scale = k == 0 ? 1 : 2.5;
        mgnn_problem *p = random_problem(1, 0.2, 0);
        mgnn_comparison c;

        ck_assert_int_eq(mg_random_normal(5, 2, N * dim, x, NULL),
                         MGNN_OK);
        move(N, dim, x, 1, scale, mirror, y);
        ck_assert_int_eq(mgnn_compare(p, dim, x, y, 1e-9, &c, NULL), MGNN_OK);
        memcpy(back, x, sizeof x);
        ck_assert_int_eq(mgnn_align(N, dim, y, back, NULL), MGNN_OK);
        ck_assert_int_eq(c.equivalent, scale == 1);
        ck_assert_int_eq(c.congruent, scale == 1);
        ck_assert_int_eq(c.similar, 1);
        ck_assert_int_eq(c.mirrored, mirror);
        ck_assert_double_eq_tol(c.scale, scale, 1e-12);
        ck_assert_double_le(c.rmsd_scaled, 1e-12);
        for (size_t i = 0; i < N * dim && scale == 1; i++)
          ck_assert_double_eq_tol(back[i], y[i], 1e-12);
        if (mirror)
          ck_assert_double_gt(c.rmsd_unmirrored, 0.1);
        mgnn_problem_free(p);
      }
}
END_TEST

START_TEST(positions_that_are_no_numbers_are_refused)
{
  static const double bad[] = { NAN, INFINITY, -INFINITY, 1.1e152, -1e300 };
  mgnn_problem *p = random_problem(1, 0.2, 0);
  double x[N * 2] = { 0 }, y[N * 2] = { 0 }, kept[N * 2];
  mgnn_comparison c;
  mgnn_figures f;
  mgnn_error err;

  for (size_t k = 0; k < COUNT(bad); k++)
    for (int which = 0; which < 2; which++) {
      double *at = which ? &y[5] : &x[5];

      *at = bad[k];
      memcpy(kept, x, sizeof x);
      ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-9, &c, &err), MGNN_EINVAL);
      ck_assert_str_eq(err.text, isfinite(bad[k])
                       ? "the position of node 2 is beyond 1e152: use another "
                         "unit" : "the position of node 2 is not finite");
      ck_assert_int_eq(mgnn_align(N, 2, y, x, &err), MGNN_EINVAL);
      ck_assert_int_eq(memcmp(kept, x, sizeof x), 0);
      /* What has diverged can be measured, and never looks met. */
      ck_assert_int_eq(mgnn_measure(p, 2, which ? y : x, NULL, 0, &f, &err),
                       MGNN_OK);
      ck_assert(!(f.energy <= 1e300));
      *at = 0;
    }
  ck_assert_int_eq(mgnn_align(N, 0, y, x, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the dimension is 0, must be between 1 and 10000");
  mgnn_problem_free(p);
}
END_TEST

/* The kite, and the same folded over its short diagonal. */
START_TEST(a_folded_kite_is_equivalent_and_not_congruent)
{
  const double x[] = { -3, 0,  0, 4,  3, 0,  0, -4 };
  const double y[] = { -3, 0,  0, 4,  3, 0,  0, 4 };
  mgnn_problem *p;
  mgnn_comparison c;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 5, kite_ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-9, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.equivalent, 1);
  ck_assert_int_eq(c.congruent, 0);
  ck_assert_int_eq(c.similar, 0);
  ck_assert_int_eq(c.mirrored, -1);
  ck_assert_double_eq(c.max_edge_difference, 0);
  mgnn_problem_free(p);
}
END_TEST

/* Points on a line have no mirror image of their own. */
START_TEST(a_flat_drawing_is_not_mirrored)
{
  const double x[] = { 0, 0,  1, 0,  3, 0 }, y[] = { 3, 0,  2, 0,  0, 0 };
  mgnn_problem *p;
  mgnn_comparison c;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, path_ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-9, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.congruent, 1);
  ck_assert_int_eq(c.mirrored, 0);
  mgnn_problem_free(p);
}
END_TEST

/* One point moved by h off a square: the rest follows from the deviation. */
START_TEST(one_moved_node_is_noticed)
{
  double x[] = { 0, 0,  1, 0,  1, 1,  0, 1 }, y[8];
  mgnn_problem *p;
  mgnn_comparison c;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 1, path_ends, NULL, NULL), MGNN_OK);
  move(4, 2, x, 2, 1, 0, y);
  x[4] += 1e-3;
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-5, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.equivalent, 1);
  ck_assert_int_eq(c.congruent, 0);
  ck_assert_double_gt(c.max_deviation, 1e-4);
  ck_assert_double_lt(c.max_deviation, 1e-3);
  ck_assert_int_eq(mgnn_compare(p, 2, x, y, 1e-2, &c, NULL), MGNN_OK);
  ck_assert_int_eq(c.congruent, 1);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(empty_and_single_drawings_are_the_same)
{
  for (size_t n = 0; n <= 2; n++) {
    const double x[] = { 1, 2,  1, 2 }, y[] = { 5, 6,  5, 6 };
    mgnn_problem *p;
    mgnn_comparison c;
    mgnn_distribution d;
    mgnn_feasibility f;

    ck_assert_int_eq(mgnn_problem_new(&p, n, 0, NULL, NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_compare(p, 2, x, y, 0, &c, NULL), MGNN_OK);
    ck_assert_int_eq(c.congruent, 1);
    ck_assert_int_eq(c.mirrored, 0);
    ck_assert_int_eq(mgnn_distribution_find(p, 2, x, 0, &d, NULL), MGNN_OK);
    ck_assert(isnan(d.scale) && isnan(d.quantile[0]));
    ck_assert_int_eq(mgnn_feasibility_find(p, 2, 0, &f, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_certify(&f, p, x, NULL), MGNN_OK);
    ck_assert_int_eq(f.feasible, 1);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_moved_drawing_is_the_same),
    TEST(positions_that_are_no_numbers_are_refused),
    TEST(a_folded_kite_is_equivalent_and_not_congruent),
    TEST(a_flat_drawing_is_not_mirrored),
    TEST(one_moved_node_is_noticed),
    TEST(empty_and_single_drawings_are_the_same)
  };

  return unit_run("compare", tests, COUNT(tests), NULL);
}

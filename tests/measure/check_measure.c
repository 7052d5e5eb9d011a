/* Figures of merit against their formulas. */
#include "base/mem.h"
#include "measure/measure.h"
#include "problem/problem.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>

/* Three edges by hand: lengths 3, 4, 5 asked for 3, 2, 0 and stiffness. */
START_TEST(figures_follow_their_formulas)
{
  static const double asked[] = { 3, 2, 0 }, stiff[] = { 1, 2, 0.5 };
  static const double y[] = { 0, 0,  3, 0,  3, 4 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, asked, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.energy, 0 + 4 + 25, 1e-12);
  ck_assert_double_eq(f.objective, f.energy);
  ck_assert_double_eq_tol(f.stress, 29. / 13, 1e-12);
  ck_assert_double_eq_tol(f.stress1, sqrt(29. / 50), 1e-12);
  ck_assert_double_eq_tol(f.max_relative_error, 1, 1e-12);
  ck_assert_double_eq_tol(f.rms_relative_error, sqrt(0.5), 1e-12);
  ck_assert_double_eq_tol(f.mean_relative_error, 0.5, 1e-12);
  ck_assert_double_eq_tol(f.max_zero_length, 5, 1e-12);
  ck_assert_uint_eq(f.coincident, 0);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiff, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.energy, 2 * 4 + 0.5 * 25, 1e-12);
  ck_assert_double_eq_tol(f.stress, 20.5 / (9 + 2 * 4), 1e-12);
  mgnn_problem_free(p);
}
END_TEST

/* Lengths of 2e149 where 1e-149 and 1e149 were asked: errors 2e298 and 1. */
START_TEST(figures_of_far_lengths_are_numbers)
{
  static const double asked[] = { 1e-149, 1e149 };
  static const double y[] = { 0, 2e149, 0 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 2, path_ends, asked, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 1, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.max_relative_error / 2e298, 1, 1e-12);
  ck_assert_double_eq_tol(f.rms_relative_error / 2e298, sqrt(0.5), 1e-12);
  ck_assert_double_eq_tol(f.mean_relative_error / 2e298, 0.5, 1e-12);
  ck_assert(isfinite(f.stress) && isfinite(f.stress1));
  mgnn_problem_free(p);
}
END_TEST

/* Z - Z0 is 1 in one coordinate of one node. */
START_TEST(the_objective_adds_the_drift)
{
  static const double asked[] = { 1 }, y[] = { 0, 0,  3, 0 };
  static const double origin[] = { 0, 1,  3, 0 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, asked, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, origin, 0.25, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.objective, 0.75 * 4 + 0.25 * 1, 1e-12);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(intervals_count_violations_only)
{
  static const double lower[] = { 2, 5, 0 }, upper[] = { 4, 6, 4 };
  static const double y[] = { 0, 0,  3, 0,  3, 4 };       /* 3, 4, 5 */
  mgnn_problem *p;
  mgnn_figures f;
  mg_edge_fit worst[3];

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, triangle_ends, NULL, NULL),
                   MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq_tol(f.energy, 0 + 1 + 1, 1e-12);
  ck_assert_double_eq_tol(f.max_relative_error, 1. / 4, 1e-12);
  ck_assert_double_eq_tol(f.mean_relative_error, (1. / 5 + 1. / 4) / 3, 1e-12);
  ck_assert_uint_eq(mg_edges_worst(p, 2, y, 3, worst), 2);
  ck_assert_uint_eq(worst[0].edge, 2);
  ck_assert_double_eq(worst[0].target, 4);
  ck_assert_uint_eq(worst[1].edge, 1);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(figures_without_edges_are_undefined)
{
  static const double y[] = { 0, 0 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 1, 0, NULL, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert_double_eq(f.energy, 0);
  ck_assert(isnan(f.stress) && isnan(f.stress1) && isnan(f.max_relative_error)
            && isnan(f.rms_relative_error) && isnan(f.max_zero_length));
  mgnn_problem_free(p);
}
END_TEST

/* fmax(0, NAN) is 0: the largest error of a node that is nowhere was. */
START_TEST(figures_of_a_node_that_is_nowhere_are_not_numbers)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  0, 2 };
  static const double length[] = { 1, 1, 0 }, y[] = { 0, 0,  1, 0,  NAN, 0 };
  mgnn_problem *p;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_new(&p, 3, 3, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 2, y, NULL, 0, &f, NULL), MGNN_OK);
  ck_assert(isnan(f.energy) && isnan(f.stress) && isnan(f.stress1)
            && isnan(f.max_relative_error) && isnan(f.rms_relative_error)
            && isnan(f.mean_relative_error) && isnan(f.max_zero_length));
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(figures_follow_their_formulas),
    TEST(figures_of_far_lengths_are_numbers),
    TEST(the_objective_adds_the_drift),
    TEST(intervals_count_violations_only),
    TEST(figures_without_edges_are_undefined),
    TEST(figures_of_a_node_that_is_nowhere_are_not_numbers)
  };

  return unit_run("measure", tests, COUNT(tests), NULL);
}

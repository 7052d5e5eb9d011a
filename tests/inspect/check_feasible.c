/* Whether lengths can be met in so many dimensions, and what shows it. */
#include "inspect/feasible.h"
#include "problems.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>

/* Random points in k dimensions: yes from there on, no below. */
START_TEST(distances_of_points_give_their_dimension)
{
  enum { COUNT = 12 };

  for (size_t k = 1; k <= 4; k++)
    for (size_t dim = 1; dim <= 5; dim++) {
      double x[COUNT * 4];
      mgnn_problem *p;
      mgnn_feasibility f;

      ck_assert_int_eq(mg_random_normal(k, 3, COUNT * k, x, NULL), MGNN_OK);
      p = points_problem(COUNT, k, x);
      ck_assert_int_eq(mgnn_feasibility_find(p, dim, 1e-6, &f, NULL), MGNN_OK);
      ck_assert_int_eq(f.edm, 1);
      ck_assert_uint_eq(f.edm_dim, k);
      ck_assert_int_eq(f.feasible, dim >= k);
      ck_assert_str_eq(f.method, dim >= k ? "spectrum" : "rank");
      ck_assert_uint_eq(f.violations.count, 0);
      ck_assert_ptr_null(f.nearest);
      mgnn_feasibility_free(&f);
      mgnn_problem_free(p);
    }
}
END_TEST

/* The star with three rays of length 1, as a metric: its leaves are a triangle
 * of side 2, whose corners are 2/sqrt(3) from the nearest centre, not 1. */
static const double star_length[] = { 1, 1, 1, 2, 2, 2 };

START_TEST(a_metric_need_not_be_euclidean)
{
  mgnn_problem *p;
  mgnn_feasibility f;

  for (int dim = 1; dim <= 4; dim++) {
    ck_assert_int_eq(mgnn_problem_new(&p, 4, 6, k4_ends, star_length,
                                      NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_find(p, dim, 1e-6, &f, NULL), MGNN_OK);
    ck_assert_int_eq(f.feasible, 0);
    ck_assert_str_eq(f.method, "spectrum");
    ck_assert_uint_eq(f.violations.count, 0);
    ck_assert_int_eq(f.edm, 0);
    ck_assert_ptr_nonnull(f.nearest);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Four at mutual distance 5: not in the plane, yes in space.  A fifth node
 * hangs on one of them, so that not all pairs are given. */
START_TEST(a_tetrahedron_does_not_lie_flat)
{
  const mgnn_node ends[] = { 0, 1,  0, 2,  0, 3,  1, 2,  1, 3,  2, 3,  3, 4 };
  const double length[] = { 5, 5, 5, 5, 5, 5, 1 };
  const unsigned all[] = { 0, 1, 2, 3 };

  for (int dim = 1; dim <= 3; dim++) {
    mgnn_problem *p;
    mgnn_feasibility f;

    ck_assert_int_eq(mgnn_problem_new(&p, 5, 7, ends, length, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_find(p, dim, 1e-6, &f, NULL), MGNN_OK);
    ck_assert_int_eq(f.feasible, dim < 3 ? 0 : -1);
    ck_assert_int_eq(f.edm, -1);
    ck_assert_uint_eq(f.group_size, dim < 3 ? (size_t)dim + 2 : 0);
    if (dim < 3)
      ck_assert_mem_eq(f.group, all, f.group_size * sizeof *all);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* The same of four pairs, each of length 0, no two edges at one node. */
START_TEST(nodes_at_length_0_count_as_one)
{
  const mgnn_node ends[] = { 0, 4,  1, 5,  2, 6,  3, 7,   0, 1,  4, 2,  0, 3,
                          1, 6,  5, 7,  2, 3 };
  const double length[] = { 0, 0, 0, 0, 5, 5, 5, 5, 5, 5 };
  mgnn_problem *p;
  mgnn_feasibility f;

  ck_assert_int_eq(mgnn_problem_new(&p, 8, 10, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1e-5, &f, NULL), MGNN_OK);
  ck_assert_int_eq(f.feasible, 0);
  ck_assert_str_eq(f.method, "clique");
  mgnn_feasibility_free(&f);
  mgnn_problem_free(p);
}
END_TEST

/* A square whose lengths are bounds is not judged by its exact size. */
START_TEST(groups_are_of_exact_lengths)
{
  const double lower[] = { 5, 5, 5, 5, 5, 5 }, upper[] = { 5, 5, 5, 5, 5, 9 };
  const double y[] = { 0, 0,  5, 0,  2.5, 4.330127018922193,
                       2.5, -4.330127018922193 };
  mgnn_problem *p;
  mgnn_feasibility f;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 6, k4_ends, lower, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1e-6, &f, NULL), MGNN_OK);
  ck_assert_int_eq(f.feasible, -1);
  ck_assert_int_eq(f.edm, -1);
  ck_assert_int_eq(mgnn_feasibility_certify(&f, p, y, NULL), MGNN_OK);
  ck_assert_int_eq(f.feasible, 1);
  ck_assert_str_eq(f.method, "drawing");
  mgnn_feasibility_free(&f);
  mgnn_problem_free(p);
}
END_TEST

/* Small changes of the lengths, up to the tolerance, change no verdict of the
 * spectrum from yes to no. */
START_TEST(lengths_within_the_tolerance_are_not_refused)
{
  enum { COUNT = 9 };

  for (unsigned long seed = 1; seed <= 20; seed++) {
    double x[COUNT * 2], length[COUNT * COUNT];
    uint64_t stream = mg_random_stream(seed, 3);
    mgnn_problem *p;
    mgnn_feasibility f;

    ck_assert_int_eq(mg_random_normal(seed, 1, COUNT * 2, x, NULL), MGNN_OK);
    p = points_problem(COUNT, 2, x);
    for (size_t e = 0; e < p->graph.m; e++)
      length[e] = p->graph.target[e]
                  * (1 + 1e-3 * (2 * mg_random_uniform(&stream) - 1));
    ck_assert_int_eq(mgnn_problem_bounds_set(p, length, NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1e-3, &f, NULL), MGNN_OK);
    ck_assert(f.feasible != 0 || f.violations.count > 0);
    mgnn_feasibility_free(&f);
    mgnn_problem_free(p);
  }
}
END_TEST

/* What is not a number is told, by every call that takes one. */
START_TEST(nan_is_refused)
{
  static const double bad[] = { NAN, -1 };
  static const char *const word[] = { "nan", "-1" };
  const mgnn_node ends[] = { 0, 1 };
  const double one = 1;
  double y[] = { 0, 0, 1, 0 };
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, ends, &one, NULL), MGNN_OK);
  for (size_t b = 0; b < COUNT(bad); b++)
    for (int field = 0; field < 3; field++)
      for (int call = 0; call < 3; call++) {
        static const char *const text[] = {
          "the tolerance is %s, must be at least 0 and below 1",
          "the aspect is %s, must be positive and finite",
          "the time limit is %s, must be at least 0"
        };
        mgnn_search_params par;
        char want[100];

        mgnn_search_params_init(&par);
        *(field == 0 ? &par.tolerance : field == 1 ? &par.aspect
          : &par.control.time_limit) = bad[b];
        snprintf(want, sizeof want, text[field], word[b]);
        ck_assert_int_eq(call == 0 ? mgnn_solve(p, 2, &par, y, NULL, &err)
                         : call == 1 ? mgnn_layout(p, 2, &par, y, NULL, &err)
                         : mgnn_start(p, 2, "pivot", &par, y, &err),
                         MGNN_EINVAL);
        ck_assert_str_eq(err.text, want);
      }
  for (size_t b = 0; b < COUNT(bad); b++) {
    mgnn_layer_params par;
    mgnn_distribution d;
    mgnn_comparison c;
    mgnn_feasibility f;

    mgnn_layer_params_init(&par);
    par.control.time_limit = bad[b];
    ck_assert_int_eq(mgnn_propagate(p, 2, &par, y, &err), MGNN_EINVAL);
    ck_assert_int_eq(mgnn_distribution_find(p, 2, y, bad[b], &d, &err),
                     MGNN_EINVAL);
    ck_assert_int_eq(mgnn_compare(p, 2, y, y, bad[b], &c, &err), MGNN_EINVAL);
    ck_assert_int_eq(mgnn_feasibility_find(p, 2, bad[b], &f, &err),
                     MGNN_EINVAL);
  }
  mgnn_problem_free(p);
}
END_TEST

START_TEST(a_tolerance_of_1_is_refused)
{
  mgnn_problem *p;
  mgnn_feasibility f;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 0, 0, NULL, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 1, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the tolerance is 1, must be at least 0 and below "
                   "1");
  ck_assert_int_eq(mgnn_feasibility_find(p, 2, 0, &f, &err), MGNN_OK);
  ck_assert_int_eq(f.feasible, -1);
  mgnn_feasibility_free(&f);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  mgnn_problem *p = random_problem(3, 0.4, 0), *star;
  double x[2 * N] = { 0 }, y[2 * N] = { 1 };
  mgnn_status status = MGNN_ENOMEM;

  ck_assert_int_eq(mgnn_problem_new(&star, 4, 6, k4_ends, star_length,
                                    NULL), MGNN_OK);
  for (long good = 0; status != MGNN_OK; good++) {
    mgnn_feasibility f, g;
    mgnn_distribution d;
    mgnn_comparison c;

    mg_fuse_set(good);
    status = mgnn_feasibility_find(p, 2, 1e-6, &f, NULL);
    if (status == MGNN_OK) {
      status = mgnn_feasibility_find(star, 2, 1e-6, &g, NULL);
      if (status == MGNN_OK)
        mgnn_feasibility_free(&g);
      mgnn_feasibility_free(&f);
    }
    if (status == MGNN_OK)
      status = mgnn_distribution_find(p, 2, x, 0, &d, NULL);
    if (status == MGNN_OK)
      status = mgnn_compare(p, 2, x, y, 0, &c, NULL);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
  }
  mgnn_problem_free(p);
  mgnn_problem_free(star);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(distances_of_points_give_their_dimension),
    TEST(a_metric_need_not_be_euclidean),
    TEST(a_tetrahedron_does_not_lie_flat),
    TEST(nodes_at_length_0_count_as_one),
    TEST(groups_are_of_exact_lengths),
    TEST(lengths_within_the_tolerance_are_not_refused),
    TEST(nan_is_refused),
    TEST(a_tolerance_of_1_is_refused),
    TEST(every_allocation_may_fail)
  };

  return unit_run("feasible", tests, COUNT(tests), NULL);
}

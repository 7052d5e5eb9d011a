/* A problem from a file, and problems that are refused. */
#include "base/mem.h"
#include "problem/problem.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>

START_TEST(a_problem_is_read_from_a_file)
{
  const char *top = getenv("top_srcdir");
  char path[1000];
  mgnn_problem *p;
  mgnn_error err;

  snprintf(path, sizeof path, "%s/graphs/triangle.gml", top != NULL ? top : ".");
  ck_assert_int_eq(mgnn_problem_read(&p, path, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_problem_nodes(p), 3);
  ck_assert_uint_eq(mgnn_problem_edges(p), 3);
  ck_assert_double_eq(mgnn_problem_lengths(p)[0] + mgnn_problem_lengths(p)[1]
                      + mgnn_problem_lengths(p)[2], 5);
  mgnn_problem_free(p);
  ck_assert_int_eq(mgnn_problem_read(&p, "no-such.gml", &err), MGNN_EIO);
  ck_assert_ptr_null(p);
  ck_assert_ptr_null(p);
  for (long good = 0;; good++) {
    mgnn_status status;

    mg_fuse_set(good);
    status = mgnn_problem_read(&p, path, NULL);
    if (!mg_fuse_blown())
      break;
    ck_assert_int_eq(status, MGNN_ENOMEM);
    ck_assert_ptr_null(p);
  }
  mg_fuse_set(-1);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(bad_problems_are_refused)
{
  static const mgnn_node loop[] = { 1, 1 }, far[] = { 0, 9 };
  static const mgnn_node twice[] = { 0, 1,  1, 0 };
  static const double negative[] = { -1 }, nan_length[] = { NAN };
  mgnn_problem *p;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, loop, NULL, &err), MGNN_EINVAL);
  ck_assert_ptr_null(p);
  ck_assert_str_eq(err.text, "edge 0 joins node 1 to itself");
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, far, NULL, &err), MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 2, twice, NULL, &err),
                   MGNN_EINVAL);
  ck_assert_str_eq(err.text, "nodes 0 and 1 are joined twice");
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, twice, negative, &err),
                   MGNN_EINVAL);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, twice, nan_length, &err),
                   MGNN_EINVAL);
  ck_assert_ptr_null(p);
}
END_TEST

/* The dimension is asked for with each call, and pins bind it. */
START_TEST(a_dimension_that_does_not_fit_is_refused)
{
  static const unsigned char pin[] = { 1, 1,  0, 0 };
  double y[3 * 2] = { 0 };
  mgnn_search_params par;
  mgnn_problem *p;
  mgnn_figures f;
  mgnn_error err;

  mgnn_search_params_init(&par);
  ck_assert_int_eq(mgnn_problem_new(&p, 2, 1, path_ends, NULL, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_measure(p, 0, y, NULL, 0, &f, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the dimension is 0, must be between 1 and 10000");
  ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_layout(p, 3, &par, y, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the dimension is 3, but the pins are for 2");
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, NULL, &err), MGNN_OK);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(a_problem_is_read_from_a_file),
    TEST(bad_problems_are_refused),
    TEST(a_dimension_that_does_not_fit_is_refused)
  };

  return unit_run("problem", tests, COUNT(tests), NULL);
}

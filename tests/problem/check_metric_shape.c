/* Lengths by random walks: by hand on four nodes, and by projections
 * where there are many. */
#include "base/mem.h"
#include "problem/metric.h"
#include "unit.h"

#include <math.h>
#include <string.h>

/* A triangle 0 1 2 with a tail 2 - 3. */
static unsigned ends[] = { 0, 1, 1, 2, 2, 0, 2, 3 };

static void
lengths_make(mg_lengths *l, mg_metric_kind kind, double a, size_t n, size_t m,
             unsigned *pairs)
{
  mg_source src = { .n = n, .m = m, .ends = pairs, .path = (char *)"g" };
  const mg_specification spec = { .metric = { .kind = kind, .a = a } };
  mg_simple simple;
  mg_tables tables = { 0 };
  const mg_metric_input in = { .src = &src, .simple = &simple, .spec = &spec,
                               .tables = &tables };

  ck_assert_int_eq(mg_simplify(&simple, n, m, pairs, NULL), MGNN_OK);
  ck_assert_int_eq(mg_metric_lengths(l, &in, NULL), MGNN_OK);
  mg_simple_free(&simple);
}

/* One step from 0 or 1: a third to 0, 1, 2; from 2: a quarter to all; from 3:
 * half to 2 and 3.  The cosines are 1, sqrt(3)/2 twice, 1/sqrt(2). */
START_TEST(walks_are_compared_by_their_cosine)
{
  const double side = 1 - sqrt(3) / 2, tail = 1 - sqrt(0.5);
  const double mean = (2 * side + tail) / 4;
  mg_lengths l;

  lengths_make(&l, MG_METRIC_WALK, 1, 4, 4, ends);
  ck_assert_double_eq_tol(l.lower[0], 0.05, 1e-12);    /* the floor */
  ck_assert_double_eq_tol(l.lower[1], side / mean, 1e-12);
  ck_assert_double_eq_tol(l.lower[2], side / mean, 1e-12);
  ck_assert_double_eq_tol(l.lower[3], tail / mean, 1e-12);
  mg_lengths_free(&l);
}
END_TEST

/* Many copies of the same graph: beyond 20000 nodes profiles are projected, and
 * lengths come out nearly the same. */
START_TEST(projections_are_near_the_exact_lengths)
{
  enum { COPIES = 5001 };
  unsigned *many = mg_alloc(COPIES * 8, sizeof *many);
  mg_lengths one, all;
  double worst = 0;

  for (size_t k = 0; k < COPIES * 8; k++)
    many[k] = ends[k % 8] + 4 * (unsigned)(k / 8);
  lengths_make(&one, MG_METRIC_WALK, 3, 4, 4, ends);
  lengths_make(&all, MG_METRIC_WALK, 3, 4 * COPIES, 4 * COPIES, many);
  for (size_t e = 0; e < 4 * COPIES; e++)
    worst += fabs(all.lower[e] - one.lower[e % 4]) / (4 * COPIES);
  ck_assert_double_lt(worst, 0.1);
  mg_lengths_free(&one);
  mg_lengths_free(&all);
  mg_free(many);
}
END_TEST

/* Without edges nothing is asked; equal ends, as in a path of two, give 1. */
START_TEST(small_graphs_have_lengths)
{
  mg_lengths l;

  lengths_make(&l, MG_METRIC_WALK, 5, 3, 0, ends);
  mg_lengths_free(&l);
  lengths_make(&l, MG_METRIC_WALK, 5, 2, 1, ends);
  ck_assert_double_eq(l.lower[0], 1);
  mg_lengths_free(&l);
}
END_TEST

START_TEST(every_allocation_may_fail)
{
  mgnn_status status = MGNN_ENOMEM;
  mg_source src = { .n = 4, .m = 4, .ends = ends, .path = (char *)"g" };
  const mg_specification spec = {
    .metric = { .kind = MG_METRIC_WALK, .a = 2 } };
  mg_simple simple;
  mg_tables tables = { 0 };
  const mg_metric_input in = { .src = &src, .simple = &simple, .spec = &spec,
                               .tables = &tables };

  ck_assert_int_eq(mg_simplify(&simple, 4, 4, ends, NULL), MGNN_OK);
  for (long good = 0; status != MGNN_OK; good++) {
    mg_lengths l;

    mg_fuse_set(good);
    status = mg_metric_lengths(&l, &in, NULL);
    ck_assert_int_eq(status, mg_fuse_blown() ? MGNN_ENOMEM : MGNN_OK);
    mg_fuse_set(-1);
    mg_lengths_free(&l);
  }
  mg_simple_free(&simple);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(walks_are_compared_by_their_cosine),
    TEST(projections_are_near_the_exact_lengths),
    TEST(small_graphs_have_lengths),
    TEST(every_allocation_may_fail)
  };

  return unit_run("metric_shape", tests, COUNT(tests), NULL);
}

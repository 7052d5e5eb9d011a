/* Lengths with gross errors among them. */
#include "solve/robust.h"
#include "base/mem.h"
#include "random_numbers.h"
#include "unit.h"

#include <math.h>

enum { NODES = 60, EDGES = NODES * NODES / 2, WRONG = 12 };

static double truth[2 * NODES];

static double
normal(uint64_t *seed)
{
  double r = sqrt(-2 * log(1 - random_unit(seed)));

  return r * cos(8 * atan(1) * random_unit(seed));
}

/* Points in a square and the pairs within a third of it, with three pins; every
 * m/WRONG-th length is 2.5 times as long.  Returns the number of edges. */
static size_t
network(mgnn_problem **p, double sigma)
{
  static unsigned ends[2 * EDGES];
  static double length[EDGES];
  unsigned char pin[2 * NODES] = { 1, 1, 1, 1, 1, 1 };
  uint64_t seed = 5;
  size_t m = 0;

  for (size_t k = 0; k < 2 * NODES; k++)
    truth[k] = random_unit(&seed);
  for (unsigned i = 0; i < NODES; i++)
    for (unsigned j = 0; j < i; j++) {
      double r = mg_distance(truth + 2 * i, truth + 2 * j, 2);

      if (r > 0.35 || r < 0.02)
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = fmax(0.001, r + sigma * normal(&seed));
    }
  for (size_t k = 0; k < WRONG; k++)
    length[k * m / WRONG] *= 2.5;
  ck_assert_int_eq(mgnn_problem_new(p, NODES, m, ends, length, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_pins_set(*p, 2, pin, NULL), MGNN_OK);
  return m;
}

static double
distance_from_truth(const double *y)
{
  double sum = 0;

  for (size_t k = 0; k < 2 * NODES; k++)
    sum += (y[k] - truth[k]) * (y[k] - truth[k]) / NODES;
  return sqrt(sum);
}

/* Least squares from the truth, then robust. */
static double
solve(mgnn_problem *p, int robust, mg_robust *r, double *before)
{
  double y[2 * NODES];
  mg_robust_params how = { .kind = (mg_robust_kind)robust };
  mgnn_outcome out = { 0 };
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.tolerance = 1e-10;
  memcpy(y, truth, sizeof y);
  ck_assert_int_eq(mgnn_solve(p, 2, &par, y, &out, NULL), MGNN_OK);
  mgnn_outcome_free(&out);
  *before = distance_from_truth(y);
  how.search = par;
  ck_assert_int_eq(mg_robust_find(p, 2, &how, y, r, NULL), MGNN_OK);
  return distance_from_truth(y);
}

/* Exact lengths but for the wrong ones: these are found, all and no others, and
 * the positions are true. */
START_TEST(wrong_lengths_among_exact_ones_are_found)
{
  mgnn_problem *p;
  size_t m = network(&p, 0);
  double before, after;
  mg_robust r;

  after = solve(p, MG_ROBUST_GEMAN_MCCLURE, &r, &before);
  ck_assert_double_gt(before, 1e-3);
  ck_assert_double_lt(after, 1e-6);
  ck_assert_uint_eq(r.suspects, WRONG);
  for (size_t k = 0; k < WRONG; k++) {
    ck_assert_double_gt(r.odds[k * m / WRONG], 100);
    ck_assert_double_eq(r.weight[k * m / WRONG], 0);
  }
  ck_assert_double_eq_tol(r.share, (double)WRONG / (double)m, 1e-6);
  mg_robust_free(&r);
  mgnn_problem_free(p);
}
END_TEST

/* With errors of 0.005 beside the wrong ones: Huber brings the positions much
 * nearer than least squares, Geman-McClure nearer still; the scale is that of the
 * good ones. */
START_TEST(wrong_lengths_among_noisy_ones_are_found)
{
  mgnn_problem *p;
  size_t m = network(&p, 0.005), found = 0;
  double before, huber, redescending;
  mg_robust r;

  huber = solve(p, MG_ROBUST_HUBER, &r, &before);
  mg_robust_free(&r);
  mgnn_problem_free(p);
  network(&p, 0.005);
  redescending = solve(p, MG_ROBUST_GEMAN_MCCLURE, &r, &before);
  ck_assert_double_lt(huber, before / 2);
  ck_assert_double_lt(redescending, huber);
  ck_assert_double_eq_tol(r.scale / 0.005, 1, 0.1);
  for (size_t k = 0; k < WRONG; k++)
    found += r.odds[k * m / WRONG] > 1;
  ck_assert_uint_eq(found, WRONG);
  ck_assert_uint_le(r.suspects, WRONG + 2);
  mg_robust_free(&r);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(allocation_failures_leave_nothing)
{
  mgnn_problem *p;
  mgnn_status status = MGNN_ENOMEM;
  mg_robust_params par = { .kind = MG_ROBUST_HUBER };

  network(&p, 0.005);
  mgnn_search_params_init(&par.search);
  for (long good = 0; good < 4000 && status != MGNN_OK; good++) {
    double y[2 * NODES];
    mg_robust r;

    memcpy(y, truth, sizeof y);
    mg_fuse_set(good);
    status = mg_robust_find(p, 2, &par, y, &r, NULL);
    mg_fuse_set(-1);
    ck_assert_int_eq(r.odds == NULL, status != MGNN_OK);
    mg_robust_free(&r);
  }
  ck_assert_int_eq(status, MGNN_OK);
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(wrong_lengths_among_exact_ones_are_found),
    TEST(wrong_lengths_among_noisy_ones_are_found),
    TEST(allocation_failures_leave_nothing)
  };

  return unit_run("robust", tests, COUNT(tests), NULL);
}

/* Lengths with gross errors among them. */
#include "solve/robust.h"
#include "fuse.h"
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
solve(mgnn_problem *p, const char *loss, mgnn_robust **r, double *before)
{
  double y[2 * NODES];
  mgnn_outcome out = { 0 };
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.tolerance = 1e-10;
  memcpy(y, truth, sizeof y);
  ck_assert_int_eq(mgnn_solve(p, 2, &par, y, &out, NULL), MGNN_OK);
  mgnn_outcome_free(&out);
  *before = distance_from_truth(y);
  ck_assert_int_eq(mgnn_robust_find(p, 2, loss, &par, y, r, NULL), MGNN_OK);
  return distance_from_truth(y);
}

/* Exact lengths but for the wrong ones: these are found, all and no others, and
 * the positions are true. */
START_TEST(wrong_lengths_among_exact_ones_are_found)
{
  mgnn_problem *p;
  size_t m = network(&p, 0);
  double before, after;
  mgnn_robust *r;

  after = solve(p, "geman-mcclure", &r, &before);
  ck_assert_double_gt(before, 1e-3);
  ck_assert_double_lt(after, 1e-6);
  ck_assert_uint_eq(mgnn_robust_suspects(r), WRONG);
  for (size_t k = 0; k < WRONG; k++) {
    ck_assert_double_gt(mgnn_robust_odds(r, k * m / WRONG), 100);
    ck_assert_double_eq(mgnn_robust_weight(r, k * m / WRONG), 0);
  }
  for (size_t k = 0; k < WRONG; k++) {         /* the likeliest first */
    size_t e = mgnn_robust_suspect(r, k);

    ck_assert_double_eq(mgnn_problem_stiffness(p)[e], 0);
    ck_assert(k == 0 || mgnn_robust_odds(r, e)
                        <= mgnn_robust_odds(r, mgnn_robust_suspect(r, k - 1)));
  }
  ck_assert_double_eq_tol(mgnn_robust_share(r), (double)WRONG / (double)m, 1e-6);
  mgnn_robust_free(r);
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
  mgnn_robust *r;

  huber = solve(p, "huber", &r, &before);
  mgnn_robust_free(r);
  mgnn_problem_free(p);
  network(&p, 0.005);
  redescending = solve(p, "geman-mcclure", &r, &before);
  ck_assert_double_lt(huber, before / 2);
  ck_assert_double_lt(redescending, huber);
  ck_assert_double_eq_tol(mgnn_robust_scale(r) / 0.005, 1, 0.1);
  for (size_t k = 0; k < WRONG; k++)
    found += mgnn_robust_odds(r, k * m / WRONG) > 1;
  ck_assert_uint_eq(found, WRONG);
  ck_assert_uint_le(mgnn_robust_suspects(r), WRONG + 2);
  mgnn_robust_free(r);
  mgnn_problem_free(p);
}
END_TEST

/* Relative errors: lengths scaled by 1000 and the problem have the same suspects, and
 * the scale is a share. */
START_TEST(a_relative_scale_has_no_unit)
{
  double scale[2], before;
  size_t suspects[2];

  for (int k = 0; k < 2; k++) {
    mgnn_problem *p;
    mgnn_robust *r;
    size_t m = network(&p, 0.001);
    double by = k == 0 ? 1 : 1000, length[EDGES];

    for (size_t e = 0; e < m; e++)
      length[e] = by * mgnn_problem_lengths(p)[e];
    for (size_t c = 0; c < 2 * NODES; c++)
      truth[c] *= by;
    ck_assert_int_eq(mgnn_problem_bounds_set(p, length, length, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_problem_noise_set(p, "relative", 0, NULL), MGNN_OK);
    solve(p, "geman-mcclure", &r, &before);
    scale[k] = mgnn_robust_scale(r);
    suspects[k] = mgnn_robust_suspects(r);
    mgnn_robust_free(r);
    mgnn_problem_free(p);
  }
  ck_assert_double_gt(scale[0], 0);
  ck_assert_double_eq_tol(scale[1] / scale[0], 1, 1e-3);
  ck_assert_uint_eq(suspects[0], suspects[1]);
}
END_TEST

static int
stop(void *ctx, const mgnn_progress *now)
{
  (void)ctx;
  return now->step > 0;
}

START_TEST(who_watches_ends_it)
{
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_robust *r;
  double y[2 * NODES];
  mgnn_error err;

  network(&p, 0.005);
  memcpy(y, truth, sizeof y);
  mgnn_search_params_init(&par);
  par.control.watch = stop;
  ck_assert_int_eq(mgnn_robust_find(p, 2, "huber", &par, y, &r, &err),
                   MGNN_ENOCONV);
  ck_assert_str_eq(err.text, "stopped after 1 rounds");
  mgnn_robust_free(r);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_robust *r;
  double y[2 * NODES];
  mgnn_error err;

  network(&p, 0);
  memcpy(y, truth, sizeof y);
  ck_assert_int_eq(mgnn_robust_find(p, 2, "tukey", NULL, y, &r, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the robust loss is \"tukey\", must be huber or "
                   "geman-mcclure");
  mgnn_search_params_init(&par);
  par.pairs = "paths";
  ck_assert_int_eq(mgnn_robust_find(p, 2, "huber", &par, y, &r, &err), MGNN_EINVAL);
  par.pairs = "edges";
  par.solver = "newton";
  ck_assert_int_eq(mgnn_robust_find(p, 2, "huber", &par, y, &r, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "there is no solver named \"newton\", must be lbfgs or "
                   "damped");
  y[3] = INFINITY;
  ck_assert_int_eq(mgnn_robust_find(p, 2, "huber", NULL, y, &r, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the position of node 1 is not finite");
  ck_assert_ptr_null(r);
  mgnn_problem_free(p);
}
END_TEST

/* Problem and positions are as before where memory fails. */
START_TEST(allocation_failures_leave_nothing)
{
  static const char *const losses[] = { "huber", "geman-mcclure" };
  mgnn_problem *p;

  network(&p, 0.005);
  for (long good = 0;; good++) {
    double y[2 * NODES];
    mgnn_robust *r;
    mgnn_status status;
    int held;

    memcpy(y, truth, sizeof y);
    mg_fuse_set(good);
    status = mgnn_robust_find(p, 2, losses[_i], NULL, y, &r, NULL);
    held = fuse_held(status);
    ck_assert_int_eq(r != NULL, held);
    mgnn_robust_free(r);
    if (held)
      break;
    ck_assert_mem_eq(y, truth, sizeof y);
    ck_assert_ptr_null(mgnn_problem_stiffness(p));
  }
  mgnn_problem_free(p);
}
END_TEST

/* What is named stands in the answer to a name of NULL: the same bits. */
START_TEST(names_of_null_are_the_defaults)
{
  const unsigned ends[] = { 0, 1, 1, 2, 2, 3, 3, 0 };
  double y[2][8], length[4];
  mgnn_problem *p;
  mgnn_search_params par;
  mgnn_layer_params layers;
  mgnn_robust *r;
  mgnn_error err;

  ck_assert_int_eq(mgnn_problem_new(&p, 4, 4, ends, NULL, NULL), MGNN_OK);
  mgnn_search_params_init(&par);
  mgnn_layer_params_init(&layers);
  for (int named = 0; named < 2; named++) {
    par.pairs = named ? "edges" : NULL;
    layers.rule = named ? "mgnn" : NULL;
    ck_assert_int_eq(mgnn_start(p, 2, named ? "pivot" : NULL, &par, y[named], NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_solve(p, 2, &par, y[named], NULL, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_propagate(p, 2, &layers, y[named], NULL), MGNN_OK);
    layers.rule = "gpr";
    layers.filter = named ? "ppr" : NULL;
    ck_assert_int_eq(mgnn_propagate(p, 2, &layers, y[named], NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_robust_find(p, 2, named ? "geman-mcclure" : NULL, &par, y[named],
                                      &r, NULL), MGNN_OK);
    mgnn_robust_free(r);
    ck_assert_int_eq(mgnn_problem_stiffness_set(p, NULL, NULL), MGNN_OK);
  }
  ck_assert_mem_eq(y[0], y[1], sizeof y[0]);
  ck_assert_int_eq(mgnn_lengths_make(p, NULL, NULL, length, &err), MGNN_EINVAL);
  ck_assert_ptr_nonnull(strstr(err.text, "must be inverse, neglog, complement or jaccard"));
  ck_assert_int_eq(mgnn_problem_bounds_set(p, NULL, NULL, &err), MGNN_EINVAL);
  ck_assert_str_eq(err.text, "the lower bounds are not given");
  mgnn_problem_free(p);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(names_of_null_are_the_defaults),
    TEST(wrong_lengths_among_exact_ones_are_found),
    TEST(wrong_lengths_among_noisy_ones_are_found),
    TEST(a_relative_scale_has_no_unit),
    TEST(who_watches_ends_it),
    TEST(what_cannot_be_is_refused),
    TEST_EACH(allocation_failures_leave_nothing, 2)
  };

  return unit_run("robust", tests, COUNT(tests), NULL);
}

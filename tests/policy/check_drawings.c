/* How many searches are made and in which dimension, and what is known of lengths
 * before them. */
#include "inspect/violations.h"
#include "policy/policy.h"
#include "fuse.h"
#include "small_graphs.h"
#include "unit.h"

#include <math.h>
#include <string.h>

static mgnn_problem *
make(size_t n, size_t m, const mgnn_node *ends, const double *length)
{
  mgnn_problem *p;

  ck_assert_int_eq(mgnn_problem_new(&p, n, m, ends, length, NULL), MGNN_OK);
  return p;
}

static mgnn_search_params
params(void)
{
  mgnn_search_params par;

  mgnn_search_params_init(&par);
  par.control.threads = 1;
  return par;
}

static double
floor_of(const mgnn_problem *p)
{
  mgnn_violations v;
  double floor[6], sum = 0;

  ck_assert_int_eq(mgnn_violations_find(p, &v, NULL), MGNN_OK);
  ck_assert_int_eq(mg_violations_floor(&v, &p->graph, floor, NULL), MGNN_OK);
  for (size_t i = 0; i < p->graph.n; i++)
    sum += floor[i];
  mgnn_violations_free(&v);
  return sum;
}

/* Lengths 1, 1 and l: the excess l - 2 is shared by three edges, (l - 2)^2 / 3, and
 * with stiffnesses w as (l - 2)^2 / (sum of 1/w). */
START_TEST(the_floor_of_a_triangle_is_its_least_energy)
{
  static const double length[] = { 1, 1, 5 }, stiffness[] = { 1, 2, 4 };
  mgnn_problem *p = make(3, 3, triangle_ends, length);
  mgnn_search_params par = params();
  mgnn_outcome out;
  double y[6];

  ck_assert_double_eq_tol(floor_of(p), 3, 1e-12);
  ck_assert_int_eq(mgnn_problem_stiffness_set(p, stiffness, NULL), MGNN_OK);
  ck_assert_double_eq_tol(floor_of(p), 9 / 1.75, 1e-12);
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_double_eq_tol(out.energy, 9 / 1.75, 1e-9);
  mgnn_outcome_free(&out);
  mgnn_problem_free(p);
}
END_TEST

/* Beside the chain 0-1-2-3 of lengths 1, the edges 0-2 and 1-3 both contradict paths
 * over 1-2, which gives way once: the larger excess counts, 3^2 / 3. */
START_TEST(violations_that_share_an_edge_count_once)
{
  static const mgnn_node ends[] = { 0, 1,  1, 2,  2, 3,  0, 2,  1, 3 };
  static const double length[] = { 1, 1, 1, 5, 4 };
  mgnn_problem *p = make(4, 5, ends, length);
  mgnn_search_params par = params();
  mgnn_outcome out;
  double y[8];

  ck_assert_double_eq_tol(floor_of(p), 3, 1e-12);
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_double_gt(out.energy, 3);
  mgnn_outcome_free(&out);
  mgnn_problem_free(p);
}
END_TEST

static int
count_calls(void *ctx, const mgnn_progress *now)
{
  size_t *starts = ctx;

  *starts += now->step == 0;
  return 0;
}

/* Nothing goes below the floor, so the search for a triangle ends with its build-up:
 * without it random restarts alone make 24 descents and more. */
START_TEST(a_search_ends_at_the_floor)
{
  static const double length[] = { 1, 1, 3 };
  mgnn_problem *p = make(3, 3, triangle_ends, length);
  mgnn_search_params par = params();
  mgnn_outcome out;
  double y[6];

  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_double_eq_tol(out.energy, 1. / 3, 1e-9);
  ck_assert_str_eq(out.stage, "buildup");
  ck_assert_str_eq(out.reason, "converged");
  mgnn_outcome_free(&out);
  mgnn_problem_free(p);
}
END_TEST

/* n nodes that are all 1 apart need n - 1 dimensions, up to 6. */
START_TEST(a_simplex_gets_its_dimension)
{
  mgnn_search_params par = params();
  mgnn_node ends[2 * 28];
  size_t n = 2 + (size_t)_i, m = 0;
  mgnn_drawings *d;
  mgnn_problem *p;

  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++, m++) {
      ends[2 * m] = j;
      ends[2 * m + 1] = i;
    }
  p = make(n, m, ends, NULL);
  ck_assert_int_eq(mgnn_drawings_find(p, 0, &par, NULL, &d, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_drawings_dim(d), n - 1);
  ck_assert_uint_eq(mgnn_drawings_count(d), 1);
  ck_assert_double_lt(mgnn_drawings_outcome(d)->energy, 1e-9);
  mgnn_drawings_free(d);
  mgnn_problem_free(p);
}
END_TEST

/* A chain of four with free angles: every drawing meets the bounds, the problem
 * keeps them, and the first is the best. */
START_TEST(drawings_of_an_ensemble_meet_the_bounds_that_were_given)
{
  static const double lower[] = { 1, 1, 1, 1, 1 }, upper[] = { 1.5, 1.5, 2, 2, 2.5 };
  mgnn_problem *p = make(4, 5, kite_ends, NULL);
  mgnn_search_params par = params();
  mgnn_drawings *d;
  mgnn_figures f;

  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  par.ensemble = 5;
  ck_assert_int_eq(mgnn_drawings_find(p, 2, &par, NULL, &d, NULL), MGNN_OK);
  ck_assert_uint_eq(mgnn_drawings_count(d), 5);
  ck_assert_uint_eq(mgnn_drawings_cluster(d, 0), 1);
  ck_assert_double_eq(mgnn_drawings_rmsd(d, 0), 0);
  for (size_t k = 0; k < 5; k++) {
    ck_assert_int_eq(mgnn_measure(p, 2, mgnn_drawings_positions(d, k), NULL, 0, &f,
                                  NULL), MGNN_OK);
    ck_assert_double_le(f.max_relative_error, 1e-2);
  }
  ck_assert_int_eq(memcmp(mgnn_problem_lengths(p), lower, sizeof lower), 0);
  ck_assert_int_eq(memcmp(mgnn_problem_upper(p), upper, sizeof upper), 0);
  mgnn_drawings_free(d);
  mgnn_problem_free(p);
}
END_TEST

/* Each restart tells its start; K4 with one long edge fits no plane, and the seeds of
 * restarts follow the first. */
START_TEST(the_best_of_the_restarts_is_kept)
{
  static const double length[] = { 1, 1, 1, 1, 1, 1.7 };
  mgnn_problem *p = make(4, 6, k4_ends, length);
  mgnn_search_params par = params();
  double y[8], energy[3], least = INFINITY;
  mgnn_outcome out;
  size_t starts = 0;

  for (unsigned long k = 0; k < 3; k++) {
    par.control.seed = 7 + k;
    ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
    energy[k] = out.energy;
    least = fmin(least, energy[k]);
    mgnn_outcome_free(&out);
  }
  par.control.seed = 7;
  par.control.watch = count_calls;
  par.control.watch_ctx = &starts;
  par.restarts = 3;
  ck_assert_int_eq(mgnn_layout(p, 2, &par, y, &out, NULL), MGNN_OK);
  ck_assert_double_eq(out.energy, least);
  ck_assert_uint_ge(starts, 3);
  mgnn_outcome_free(&out);
  mgnn_problem_free(p);
}
END_TEST

/* Upper bounds that a path makes tighter: 1 + 1 joins the ends of 0..5. */
START_TEST(smoothing_tightens_a_bound_to_the_path)
{
  static const double lower[] = { 1, 1, 0 }, upper[] = { 1, 1, 5 };
  mgnn_problem *p = make(3, 3, triangle_ends, NULL);
  size_t tightened;

  ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
  ck_assert_int_eq(mgnn_problem_smooth(p, &tightened, NULL), MGNN_OK);
  ck_assert_uint_eq(tightened, 1);
  ck_assert_double_eq(mgnn_problem_upper(p)[2], 2);
  ck_assert_double_eq(mgnn_problem_lengths(p)[2], 0);
  mgnn_problem_free(p);
}
END_TEST

START_TEST(what_cannot_be_is_refused)
{
  static const unsigned char pin[8] = { 1, 1 };
  static const struct { const char *effort, *tree, *pairs; size_t ensemble;
                        double met, cluster; size_t dim; const char *text; } row[] = {
    { "hard", NULL, NULL, 0, 0, 0, 2, "the effort is \"hard\", must be low, normal or high" },
    { NULL, "round", NULL, 0, 0, 0, 2, "the tree is \"round\", must be radial or stress" },
    { NULL, NULL, NULL, 0, -1, 0, 2, "met is -1 and cluster 0: neither may be negative" },
    { NULL, NULL, NULL, 0, 0, NAN, 2, "met is 0 and cluster nan: neither may be negative" },
    { NULL, NULL, "paths", 0, 0, 0, 0,
      "pairs is \"paths\", must be edges for the smallest dimension" },
    { NULL, NULL, "paths", 2, 0, 0, 2, "pairs is \"paths\", must be edges for an ensemble" },
    { NULL, NULL, NULL, 2, 0, 0, 0, "an ensemble has one dimension: give it" },
    { NULL, NULL, NULL, 0, 0, 0, 0, "there are pins, which have a dimension: give it" }
  };

  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    mgnn_problem *p = make(4, 5, kite_ends, NULL);
    mgnn_search_params par = params();
    mgnn_drawings *d;
    mgnn_error err;

    par.effort = row[k].effort;
    par.tree = row[k].tree;
    par.pairs = row[k].pairs;
    par.ensemble = row[k].ensemble;
    par.met = row[k].met;
    par.cluster = row[k].cluster;
    if (k == 7)
      ck_assert_int_eq(mgnn_problem_pins_set(p, 2, pin, NULL), MGNN_OK);
    ck_assert_int_eq(mgnn_drawings_find(p, row[k].dim, &par, NULL, &d, &err),
                     MGNN_EINVAL);
    ck_assert_str_eq(err.text, row[k].text);
    ck_assert_ptr_null(d);
    mgnn_problem_free(p);
  }
}
END_TEST

/* Restarts, an ensemble of intervals and the dimensions, with each allocation failing. */
START_TEST(every_failed_allocation_leaves_nothing)
{
  static const double lower[] = { 1, 1, 1, 1, 4 }, upper[] = { 1.5, 1.5, 2, 2, 5 };

  for (long good = 0;; good++) {
    mgnn_problem *p = make(4, 5, kite_ends, NULL);
    mgnn_search_params par = params();
    mgnn_drawings *d;
    mgnn_status status;
    int held;

    ck_assert_int_eq(mgnn_problem_bounds_set(p, lower, upper, NULL), MGNN_OK);
    par.ensemble = 2 * !_i;
    par.restarts = 2;
    par.effort = "normal";
    par.control.max_iterations = 30;
    mg_fuse_set(good);
    status = mgnn_drawings_find(p, _i ? 0 : 2, &par, NULL, &d, NULL);
    held = fuse_held(status == MGNN_ENOCONV ? MGNN_OK : status);
    ck_assert_int_eq(d != NULL, held);
    mgnn_drawings_free(d);
    mgnn_problem_free(p);
    if (held)
      break;
  }
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(the_floor_of_a_triangle_is_its_least_energy),
    TEST(violations_that_share_an_edge_count_once),
    TEST(a_search_ends_at_the_floor),
    TEST_EACH(a_simplex_gets_its_dimension, 5),
    TEST(drawings_of_an_ensemble_meet_the_bounds_that_were_given),
    TEST(the_best_of_the_restarts_is_kept),
    TEST(smoothing_tightens_a_bound_to_the_path),
    TEST(what_cannot_be_is_refused),
    TEST_EACH(every_failed_allocation_leaves_nothing, 2)
  };

  return unit_run("drawings", tests, COUNT(tests), NULL);
}

/* Descents by the curvature of E: the metric, when it is worth its price, and
 * the descent itself. */
#include "base/mem.h"
#include "random_numbers.h"
#include "solve/descent/edge_energy.h"
#include "solve/descent/descend.h"
#include "unit.h"

#include <math.h>

enum { SIDE = 24, MOST = SIDE * SIDE };

/* A grid of SIDE x SIDE points, each somewhere in its cell, of whose edges some
 * are left out; true lengths.  Much of it can move. */
static mg_graph
loose_grid(size_t dim, double *x, double keep)
{
  uint64_t state = 7;
  unsigned *ends = mg_alloc(4 * MOST, sizeof *ends);
  double *length = mg_alloc(2 * MOST, sizeof *length);
  size_t m = 0;
  mg_graph g;

  for (size_t i = 0; i < MOST; i++)
    for (size_t c = 0; c < dim; c++)
      x[i * dim + c] = (c == 0 ? (double)(i % SIDE) : c == 1
                        ? (double)(i / SIDE) : 0) + 0.7 * random_unit(&state);
  for (unsigned i = 0; i < MOST; i++)
    for (int k = 0; k < 2; k++) {
      unsigned j = k == 0 ? i + 1 : i + SIDE;

      if ((k == 0 && j % SIDE == 0) || j >= MOST
          || (k == 1 && i % SIDE > 0 && random_unit(&state) > keep))
        continue;
      ends[2 * m] = i;
      ends[2 * m + 1] = j;
      length[m++] = mg_distance(x + i * dim, x + j * dim, dim);
    }
  ck_assert_int_eq(mg_graph_init(&g, MOST, m, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_graph_lengths_set(&g, length, NULL, NULL), MGNN_OK);
  mg_free(length);
  return g;
}

/* x, every coordinate moved by up to `by`. */
static void
perturb(size_t size, const double *x, double by, double *y)
{
  uint64_t state = 3;

  for (size_t c = 0; c < size; c++)
    y[c] = x[c] + by * (2 * random_unit(&state) - 1);
}

/* ---- the metric ---- */

/* Where lengths are met, half the second derivatives of E, as differences of its
 * gradient, and the diagonal: applied to the solution they give the right side
 * back. */
static void
metric_is_curvature(size_t dim, const unsigned char *pin)
{
  double x[MOST * 3], b[MOST * 3], s[MOST * 3], up[MOST * 3], down[MOST * 3];
  double moved[MOST * 3], more[MOST];
  mg_graph g = loose_grid(dim, x, 0.5);
  size_t size = g.n * dim;
  double *stiff = mg_alloc(g.m, sizeof *stiff), h = 1e-6, worst = 0;
  mg_edge_energy e;
  uint64_t state = 5;

  for (size_t k = 0; k < g.m; k++)
    stiff[k] = 0.5 + random_unit(&state);
  ck_assert_int_eq(mg_graph_stiffness_set(&g, stiff, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_energy_init(&e, &g, dim, pin, 1, 1, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_energy_plan(&e, 1e9, NULL), MGNN_OK);
  ck_assert_ptr_nonnull(e.metric);
  for (size_t i = 0; i < g.n; i++)
    more[i] = 1 + random_unit(&state);
  for (size_t c = 0; c < size; c++)
    s[c] = b[c] = random_unit(&state) - 0.5;
  ck_assert_int_eq(mg_edge_metric_factor(e.metric, x, &(mg_metric_terms){
                     .by = 1, .share = 0.1, .node = more }, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_metric_solve(e.metric, s), 0);
  for (int k = 0; k < 2; k++) {
    for (size_t c = 0; c < size; c++)
      moved[c] = x[c] + (k == 0 ? h : -h) * s[c];
    e.objective.value(e.objective.ctx, moved, k == 0 ? up : down);
  }
  for (size_t c = 0; c < size; c++) {
    double want = (up[c] - down[c]) / (2 * h) + 0.1 * more[c / dim] * s[c];

    if (pin != NULL && pin[c])
      ck_assert_double_eq(s[c], 0);
    else
      worst = fmax(worst, fabs(want - b[c]));
  }
  ck_assert_double_le(worst, 1e-7);
  mg_edge_energy_free(&e);
  mg_free(stiff);
  mg_graph_free(&g);
}

START_TEST(the_metric_is_the_curvature_of_E)
{
  unsigned char pin[MOST * 3] = { 1, 1, 1, 0, 0, 0, 0, 1 };

  metric_is_curvature(2, NULL);
  metric_is_curvature(3, NULL);
  metric_is_curvature(2, pin);
}
END_TEST

START_TEST(width_is_that_of_the_core)
{
  static const struct {
    const char *name;
    size_t n, m, width;
    unsigned ends[24];
  } is[] = {
    { "path", 4, 3, 0, { 0, 1, 1, 2, 2, 3 } },
    { "star", 5, 4, 0, { 0, 1, 0, 2, 0, 3, 0, 4 } },
    { "cycle", 6, 6, 2, { 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 0 } },
    { "cycle with a tail", 5, 5, 2, { 4, 3, 3, 0, 0, 1, 1, 2, 2, 0 } },
    { "complete", 5, 10, 4, { 0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 1, 3, 1, 4, 2, 3,
                              2, 4, 3, 4 } },
    { "two triangles", 6, 6, 2, { 0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3 } },
    { "no edges", 3, 0, 0, { 0 } }
  };
  size_t k = (size_t)_i, width;
  unsigned *ends = mg_alloc(24, sizeof *ends);
  mg_graph g;

  memcpy(ends, is[k].ends, sizeof is[k].ends);
  ck_assert_int_eq(mg_graph_init(&g, is[k].n, is[k].m, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_core_width(&g, &width, NULL), MGNN_OK);
  ck_assert_msg(width == is[k].width, "%s: %zu", is[k].name, width);
  mg_graph_free(&g);
}
END_TEST

/* A complete graph would fill up whatever the order. */
START_TEST(dense_graphs_are_left_to_lbfgs)
{
  enum { N = 200 };
  unsigned *ends = mg_alloc(N * N, sizeof *ends);
  size_t m = 0;
  mg_graph g;
  mg_edge_energy e;

  for (unsigned i = 0; i < N; i++)
    for (unsigned j = 0; j < i; j++) {
      ends[2 * m] = i;
      ends[2 * m++ + 1] = j;
    }
  ck_assert_int_eq(mg_graph_init(&g, N, m, ends, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_energy_init(&e, &g, 2, NULL, 1, 1, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_energy_plan(&e, 1, NULL), MGNN_OK);
  ck_assert_ptr_null(e.metric);
  mg_edge_energy_free(&e);
  mg_graph_free(&g);
}
END_TEST

/* ---- the descent ---- */

typedef struct {
  double last;
  size_t calls, most;
} record;

static int
on_step(void *ctx, size_t iteration, const double *y, double value)
{
  record *r = ctx;

  (void)iteration;
  (void)y;
  ck_assert_double_le(value, r->last);
  r->last = value;
  r->calls++;
  return r->most > 0 && r->calls >= r->most;
}

/* Descend from the perturbed truth. */
static mg_lbfgs_result
descend(mg_graph *g, size_t dim, const unsigned char *pin, record *r, double *y)
{
  mg_lbfgs_options opt;
  mg_lbfgs_result out = { 0 };
  mg_edge_energy e;

  ck_assert_int_eq(mg_edge_energy_init(&e, g, dim, pin, 1, 1, NULL), MGNN_OK);
  ck_assert_int_eq(mg_edge_energy_plan(&e, 1e9, NULL), MGNN_OK);
  mg_lbfgs_init(&opt);
  opt.floor = 1e-24 * e.scale;
  opt.watch = on_step;
  opt.watch_ctx = r;
  r->last = INFINITY;
  ck_assert_int_eq(mg_newton(&e, &opt, y, &out, NULL), MGNN_OK);
  mg_edge_energy_free(&e);
  return out;
}

static double
worst_error(const mg_graph *g, size_t dim, const double *y)
{
  double worst = 0;

  for (size_t e = 0; e < g->m; e++)
    worst = fmax(worst, fabs(mg_edge_length(g, e, dim, y) - g->target[e]));
  return worst;
}

START_TEST(lengths_that_can_be_met_are_met_in_few_steps)
{
  double x[MOST * 3], y[MOST * 3];

  for (size_t dim = 2; dim <= 3; dim++) {
    mg_graph g = loose_grid(dim, x, 0.3);
    record r = { 0 };
    mg_lbfgs_result out;

    perturb(MOST * dim, x, 0.3, y);
    out = descend(&g, dim, NULL, &r, y);
    ck_assert_int_eq(out.end, MG_LBFGS_CONVERGED);
    ck_assert_uint_le(out.iterations, 40);
    ck_assert_double_le(worst_error(&g, dim, y), 1e-10);
    mg_graph_free(&g);
  }
}
END_TEST

/* And intervals are come to from outside only. */
START_TEST(pins_and_intervals_are_kept)
{
  double x[MOST * 2], y[MOST * 2], start[MOST * 2];
  unsigned char pin[MOST * 2] = { 0 };
  mg_graph g = loose_grid(2, x, 0.3);
  double *lower = mg_alloc(g.m, 2 * sizeof *lower);
  record r = { 0 };

  for (size_t k = 0; k < g.m; k++) {
    lower[k] = 0.95 * g.target[k];
    lower[g.m + k] = 1.05 * g.target[k];
  }
  ck_assert_int_eq(mg_graph_lengths_set(&g, lower, lower + g.m, NULL), MGNN_OK);
  for (size_t i = 0; i < MOST; i += 50)
    pin[2 * i] = pin[2 * i + (i % 100 == 0)] = 1;
  perturb(MOST * 2, x, 0.2, start);
  for (size_t c = 0; c < MOST * 2; c++)
    start[c] = pin[c] ? x[c] : start[c];
  memcpy(y, start, sizeof y);
  descend(&g, 2, pin, &r, y);
  for (size_t c = 0; c < MOST * 2; c++)
    if (pin[c])
      ck_assert_double_eq(y[c], start[c]);
  for (size_t k = 0; k < g.m; k++) {
    double far = mg_edge_length(&g, k, 2, y);

    ck_assert_double_ge(far, lower[k] - 1e-5);
    ck_assert_double_le(far, lower[g.m + k] + 1e-5);
  }
  mg_free(lower);
  mg_graph_free(&g);
}
END_TEST

START_TEST(a_watcher_ends_it)
{
  double x[MOST * 2], y[MOST * 2];
  mg_graph g = loose_grid(2, x, 0.3);
  record r = { .most = 3 };
  mg_lbfgs_result out;

  perturb(MOST * 2, x, 0.3, y);
  out = descend(&g, 2, NULL, &r, y);
  ck_assert_int_eq(out.end, MG_LBFGS_STOPPED);
  ck_assert_uint_eq(out.iterations, 2);
  ck_assert_double_eq(out.value, r.last);
  mg_graph_free(&g);
}
END_TEST

/* L-BFGS alone would take more than 200 steps. */
START_TEST(a_slow_descent_changes_to_it_for_any_number_of_threads)
{
  double x[MOST * 2], y[2][MOST * 2];
  mg_graph g = loose_grid(2, x, 0.9);
  mg_lbfgs_result out;

  for (int k = 0; k < 2; k++) {
    const mg_run_control control = { .seed = 1, .threads = 1 + 2 * k };
    mg_edge_energy e;

    for (size_t c = 0; c < MOST * 2; c++)
      y[k][c] = (c % 2 == 0 ? 0.1 : 0.01) * x[c];
    ck_assert_int_eq(mg_edge_energy_init(&e, &g, 2, NULL, 1, 1 + 2 * k, NULL),
                     MGNN_OK);
    ck_assert_int_eq(mg_descend(&e, &control, (mg_depth){ 0, 1e-9, 1e-22, 5 },
                                y[k], &out, NULL), MGNN_OK);
    ck_assert_ptr_nonnull(e.metric);
    ck_assert_uint_le(out.iterations, 300);
    ck_assert_double_le(worst_error(&g, 2, y[k]), 1e-9);
    mg_edge_energy_free(&e);
  }
  ck_assert_mem_eq(y[0], y[1], sizeof y[0]);
  mg_graph_free(&g);
}
END_TEST

START_TEST(allocations_may_fail)
{
  double x[MOST * 2], y[MOST * 2];
  mg_graph g = loose_grid(2, x, 0.9);
  const mg_run_control control = { .seed = 1, .threads = 1 };
  mgnn_status status = MGNN_ENOMEM;
  long good = 0;

  for (; status != MGNN_OK; good++) {
    mg_edge_energy e = { 0 };
    mg_lbfgs_result out;

    for (size_t c = 0; c < MOST * 2; c++)
      y[c] = (c % 2 == 0 ? 0.1 : 0.01) * x[c];
    ck_assert_int_eq(mg_edge_energy_init(&e, &g, 2, NULL, 1, 1, NULL), MGNN_OK);
    mg_fuse_set(good);
    status = mg_descend(&e, &control, (mg_depth){ 0, 1e-9, 1e-22, 5 }, y, &out,
                        NULL);
    mg_fuse_set(-1);
    ck_assert(status == MGNN_OK || status == MGNN_ENOMEM);
    mg_edge_energy_free(&e);
  }
  ck_assert_int_gt(good, 5);
  mg_graph_free(&g);
}
END_TEST

int
main(void)
{
  const unit_test tests[] = {
    TEST(the_metric_is_the_curvature_of_E),
    TEST_EACH(width_is_that_of_the_core, 7),
    TEST(dense_graphs_are_left_to_lbfgs),
    TEST(lengths_that_can_be_met_are_met_in_few_steps),
    TEST(pins_and_intervals_are_kept),
    TEST(a_watcher_ends_it),
    TEST(a_slow_descent_changes_to_it_for_any_number_of_threads),
    TEST(allocations_may_fail)
  };

  return unit_run("newton", tests, COUNT(tests), NULL);
}

/* Can the lengths be met?  "No" needs a witness: a shorter path between the ends
 * of an edge, or distances that are not those of points in the space.  "Yes"
 * needs positions that meet them.  Everything else is "not known". */
#include "feasible.h"
#include "base/mem.h"
#include "measure/measure.h"
#include "problem/paths.h"
#include "clique.h"
#include "gram.h"
#include "solve/descent/length_error.h"
#include "violations.h"

#include <math.h>
#include <string.h>

enum { PIN_SEARCHES = 64 };    /* paths from so many pinned nodes: linear time */

/* All pairs have one exact length each; `most` nodes, because the spectrum takes
 * O(n^3). */
static int
is_complete(const mg_graph *g, size_t most)
{
  if (g->n < 2 || g->n > most || g->m != g->n * (g->n - 1) / 2)
    return 0;
  for (size_t e = 0; e < g->m; e++)
    if (g->target_upper != NULL && g->target_upper[e] != g->target[e])
      return 0;
  return 1;
}

/* How far the lengths are from Euclidean ones.  Squares of squares are summed, in
 * units of the mean length lest they overflow. */
static mgnn_status
nearest_find(mgnn_feasibility *f, const mg_graph *g, const double *distance,
             mgnn_error *err)
{
  size_t n = g->n;
  double *nearest = mg_alloc(n * n, sizeof *nearest), off = 0, norm = 0;
  double unit = mg_mean_length(g);
  mg_gram gram = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(nearest, err));
  TRY(mg_allocated(f->nearest = mg_alloc(g->m, sizeof *f->nearest), err));
  TRY(mg_gram_nearest(n, distance, nearest, err));
  TRY(mg_gram_init(&gram, n, nearest, 1e-8, err));
  for (size_t e = 0; e < g->m; e++) {
    double to = nearest[g->ends[2 * e] * n + g->ends[2 * e + 1]];
    double a = to / unit, b = g->target[e] / unit;

    f->nearest[e] = to;
    off += (a * a - b * b) * (a * a - b * b);
    norm += b * b * b * b;
  }
  f->nearest_dim = mg_gram_dim(&gram);
  f->nearest_change = norm > 0 ? sqrt(off / norm) : 0;
end:
  mg_gram_free(&gram);
  mg_free(nearest);
  return status;
}

/* Where all pairs are given: the spectrum decides, and the eigenvectors are
 * the drawing. */
static mgnn_status
judge_complete(mgnn_feasibility *f, const mgnn_problem *p, mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t n = g->n, dim = f->dim;
  double *distance = mg_zalloc(n * n, sizeof *distance);
  double *y = mg_alloc(n * dim, sizeof *y);
  mg_gram gram = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(distance, err));
  TRY(mg_allocated(y, err));
  for (size_t e = 0; e < g->m; e++)
    distance[g->ends[2 * e] * n + g->ends[2 * e + 1]]
      = distance[g->ends[2 * e + 1] * n + g->ends[2 * e]] = g->target[e];
  TRY(mg_gram_init(&gram, n, distance, f->tolerance, err));
  f->edm = mg_gram_euclidean(&gram);
  f->edm_dim = mg_gram_dim(&gram);
  f->edm_least = gram.value[n - 1];
  f->edm_most = gram.value[0];
  f->edm_slack = gram.slack;
  if (!mg_gram_fits(&gram, dim) && f->feasible < 0) {
    f->feasible = 0;
    f->method = f->edm ? "rank" : "spectrum";
  }
  if (!f->edm && n <= MG_NEAREST_MOST)
    TRY(nearest_find(f, g, distance, err));
  if (f->feasible < 0 && p->pin == NULL) {
    TRY(mg_gram_place(n, distance, dim, y, err));
    TRY(mgnn_feasibility_certify(f, p, y, err));
    if (f->feasible == 1)
      f->method = "spectrum";
  }
end:
  mg_gram_free(&gram);
  mg_free(distance);
  mg_free(y);
  return status;
}

static mgnn_status
judge_groups(mgnn_feasibility *f, const mgnn_problem *p, mgnn_error *err)
{
  size_t dim = f->dim;
  int found = 0;
  mgnn_status status;

  if (dim > MG_CLIQUE_DIM)
    return MGNN_OK;
  PASS(mg_allocated(f->group = mg_alloc(dim + 2, sizeof *f->group), err));
  status = mg_clique_misfit(&p->graph, dim, f->tolerance, f->group, &found,
                            err);
  if (found) {
    f->group_size = dim + 2;
    f->feasible = 0;
    f->method = "clique";
  } else {
    mg_free(f->group);
    f->group = NULL;
  }
  return status;
}

static int
is_pinned(const mgnn_problem *p, size_t dim, size_t i)
{
  for (size_t c = 0; c < dim; c++)
    if (!p->pin[i * dim + c])
      return 0;
  return 1;
}

static mgnn_status
pins_refuse(mgnn_feasibility *f, unsigned i, unsigned j, mgnn_error *err)
{
  PASS(mg_allocated(f->group = mg_alloc(2, sizeof *f->group), err));
  f->group[0] = i;
  f->group[1] = j;
  f->group_size = 2;
  f->feasible = 0;
  f->method = "pins";
  return MGNN_OK;
}

/* Pinned nodes, the first of them, from which a path to another is too short. */
static mgnn_status
pins_reach(mgnn_feasibility *f, const mgnn_problem *p, const double *y, mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t dim = f->dim, searches = 0;
  mg_paths paths = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_paths_init(&paths, g, err));
  paths.longest = 1;
  for (unsigned i = 0; i < g->n && searches < PIN_SEARCHES && f->feasible < 0; i++) {
    if (!is_pinned(p, dim, i))
      continue;
    searches++;
    mg_paths_from(&paths, i, g->n);
    for (unsigned j = 0; j < g->n && f->feasible < 0; j++) {
      double r = mg_distance(y + i * dim, y + j * dim, dim), far = paths.distance[j];

      if (is_pinned(p, dim, j) && r - far > f->tolerance * (r + far))
        TRY(pins_refuse(f, i, j, err));
    }
  }
end:
  mg_paths_free(&paths);
  return status;
}

mgnn_status
mg_feasibility_pins(mgnn_feasibility *f, const mgnn_problem *p, const double *y,
                    mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t dim = f->dim;
  int counts = 1;              /* every edge does */

  for (size_t e = 0; e < g->m && p->pin != NULL && f->feasible < 0; e++) {
    double r = mg_edge_length(g, e, dim, y), to = mg_edge_fit_of(g, e, r).target;

    counts &= g->stiffness == NULL || g->stiffness[e] > 0;
    if ((g->stiffness != NULL && !(g->stiffness[e] > 0))
        || !(fabs(r - to) > f->tolerance * (to > 0 ? to : mg_mean_length(g)))
        || !is_pinned(p, dim, g->ends[2 * e])
        || !is_pinned(p, dim, g->ends[2 * e + 1]))
      continue;
    PASS(pins_refuse(f, g->ends[2 * e], g->ends[2 * e + 1], err));
  }
  if (p->pin != NULL && counts && f->feasible < 0)
    PASS(pins_reach(f, p, y, err));
  return MGNN_OK;
}

mgnn_status
mgnn_feasibility_find(const mgnn_problem *p, size_t dim, double tolerance,
                      mgnn_feasibility *out, mgnn_error *err)
{
  const mg_verdict_budget budget = { MG_VIOLATIONS_BUDGET, MG_GRAM_MOST };

  PASS(mg_feasibility_begin(p, dim, tolerance, &budget, out, err));
  return mg_feasibility_finish(out, p, &budget, NULL, err);
}

mgnn_status
mg_feasibility_begin(const mgnn_problem *p, size_t dim, double tolerance,
                     const mg_verdict_budget *budget, mgnn_feasibility *out,
                     mgnn_error *err)
{
  memset(out, 0, sizeof *out);
  if (!(tolerance >= 0 && tolerance < 1))
    return mg_fail(err, MGNN_EINVAL, "the tolerance is %g, must be at least 0 "
                   "and below 1", tolerance);
  PASS(mg_problem_dim_check(p, dim, err));
  tolerance = fmax(tolerance, mg_rounding_relative(&p->graph));
  out->feasible = out->edm = -1;
  out->dim = dim;
  out->tolerance = tolerance;
  out->max_error = NAN;
  PASS(mg_violations_find(&out->violations, &p->graph, tolerance,
                          budget->neighbours, MG_VIOLATIONS_NEAR, err));
  if (out->violations.count > 0) {
    out->feasible = 0;
    out->method = "paths";
  }
  return MGNN_OK;
}

mgnn_status
mg_feasibility_finish(mgnn_feasibility *out, const mgnn_problem *p,
                      const mg_verdict_budget *budget, const double *y,
                      mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (y != NULL) {
    TRY(mg_feasibility_pins(out, p, y, err));
    TRY(mgnn_feasibility_certify(out, p, y, err));
  }
  if (is_complete(&p->graph, budget->nodes))
    TRY(judge_complete(out, p, err));
  if (out->feasible < 0)
    TRY(judge_groups(out, p, err));
end:
  if (status != MGNN_OK)
    mgnn_feasibility_free(out);
  return status;
}

mgnn_status
mgnn_feasibility_certify(mgnn_feasibility *f, const mgnn_problem *p,
                         const double *y, mgnn_error *err)
{
  mgnn_figures figures;
  mgnn_status status = mgnn_measure(p, f->dim, y, NULL, 0, &figures, err);

  if (status != MGNN_OK || f->feasible >= 0)
    return status;
  f->max_error = figures.max_relative_error;
  if (mg_length_error_most(&p->graph, f->dim, y) <= f->tolerance) {
    f->feasible = 1;
    f->method = "drawing";
  }
  return MGNN_OK;
}

void
mgnn_feasibility_free(mgnn_feasibility *f)
{
  mgnn_violations_free(&f->violations);
  mg_free(f->group);
  mg_free(f->nearest);
  memset(f, 0, sizeof *f);
}

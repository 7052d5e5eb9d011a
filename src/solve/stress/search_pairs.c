/* All pairs at their distances: exactly, or from a sample if there are too
 * many. */
#include "search_pairs.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "solve/descent/length_error.h"
#include "sparse_stress.h"
#include "solve/arrange/align.h"
#include "pivot_mds.h"
#include "problem/paths.h"
#include "search_exact.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nanoseconds on one processor, measured on grids, roads, trees and unit disks of 1,000
 * to 10,000 nodes with unit lengths and with others.  Exact stress costs `pair` for
 * every pair of nodes, and if lengths differ `pair_edge` for every edge in each search
 * for distances; a sample costs `node` and `edge` for each of these. */
static const struct {
  double pair, pair_edge, node, edge;
} cost[] = {
  { 83, 5, 50000, 23000 }, { 30, 0, 50000, 0 }         /* unit lengths */
};

/* Rows of distances to estimate stress from when the time is over, and when all
 * pairs take too long: with 200 rows it was 10 % off for random geometric
 * graphs. */
enum { ROUGH_ROWS = 20, ESTIMATE_ROWS = 400, ESTIMATE_PAIRS = 20000000 };

typedef struct {
  mg_task task;
  int given;                   /* nonzero: y is a start */
  int sampled;                 /* nonzero: all pairs would take too long */
  double *x;                   /* n*dim: present positions */
  mg_search found;
  mg_trajectory *trajectory;              /* to x; NULL: not wanted */
} search;

/* A node and its position, to find nodes that coincide. */
typedef struct {
  const double *x;
  size_t dim, node;
} point;

static int
by_position(const void *left, const void *right)
{
  const point *a = left, *b = right;

  for (size_t c = 0; c < a->dim; c++)
    if (a->x[c] != b->x[c])
      return a->x[c] < b->x[c] ? -1 : 1;
  return a->node < b->node ? -1 : a->node > b->node;
}

/* Separate nodes that coincide: they have no direction to separate in, and with
 * the same neighbours would never do so.  Moves all but the first by `by`, in a
 * direction from the seed. */
static mgnn_status
coincident_separate(search *s, double by, mgnn_error *err)
{
  const unsigned char *pin = s->task.pin;
  size_t n = s->task.graph->n, dim = s->task.dim, first = 0;
  point *all = mg_alloc(n, sizeof *all);
  double *x = mg_alloc(n, dim * sizeof *x);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(all, err));
  TRY(mg_allocated(x, err));
  memcpy(x, s->x, n * dim * sizeof *x);
  for (size_t i = 0; i < n; i++)
    all[i] = (point){ s->x + i * dim, dim, i };
  qsort(all, n, sizeof *all, by_position);
  for (size_t k = 1; k < n; k++) {
    size_t i = all[k].node;

    if (memcmp(all[k].x, all[first].x, dim * sizeof *x) != 0)
      first = k;
    else
      mg_random_direction(s->task.control->seed, i, all[first].node, dim, by,
                          x + i * dim);
  }
  for (size_t c = 0; c < n * dim; c++)
    if (pin == NULL || !pin[c])
      s->x[c] = x[c];
end:
  mg_free_all(x, all);
  return status;
}

/* Set the start in units: the positions in `given` if they are a start, else
 * PivotMDS aligned to the pins, whose positions `given` has. */
static mgnn_status
begin_make(search *s, double unit, const double *given, mgnn_error *err)
{
  const mg_task *t = &s->task;
  size_t n = t->graph->n, size = n * t->dim;
  double near = 1e-3 * mg_mean_positive_length(t->graph);

  if (s->given) {
    memcpy(s->x, given, size * sizeof *s->x);
    return coincident_separate(s, near / unit, err);
  }
  PASS(mg_start_pivot(t, s->x, err));
  for (size_t c = 0; c < size; c++)
    s->x[c] /= unit;
  if (t->pin != NULL)
    PASS(mg_align_to_pins(n, t->dim, t->pin, given, s->x, err));
  return MGNN_OK;
}

static size_t
rows_enough(size_t n)
{
  size_t rows = ESTIMATE_PAIRS / n;

  return rows < ROUGH_ROWS ? ROUGH_ROWS : rows < ESTIMATE_ROWS ? rows
                                                               : ESTIMATE_ROWS;
}

/* Make the start and, if all pairs take too long, improve it by sampling.  A
 * given start is kept if sampling does not improve it, as sampled steps need
 * not lower the stress.  Both stresses are estimated from the same rows, so
 * that they can be compared. */
static mgnn_status
search_sparse(search *s, double *y, mgnn_error *err)
{
  const mg_task *t = &s->task;
  size_t n = t->graph->n, rows = rows_enough(n);
  double before = INFINITY, *stress = &s->found.energy;

  PASS(begin_make(s, 1, y, err));
  s->found.stage = s->given ? "start" : "pivot";
  if (s->given && s->sampled)
    PASS(mg_sparse_stress(t, y, rows, &before, err));
  if (s->trajectory != NULL) {
    PASS(mg_sparse_stress(t, s->x, ROUGH_ROWS, stress, err));
    mg_trajectory_add(s->trajectory, 0, s->x, *stress);
  }
  if (s->sampled)
    PASS(mg_sparse_improve(t, s->given, s->x, &s->found.iterations, err));
  if (mg_run_over(t->control) && isinf(before))
    rows = ROUGH_ROWS;
  PASS(mg_sparse_stress(t, s->x, rows, stress, err));
  if (s->trajectory != NULL) {
    mg_trajectory_add(s->trajectory, s->found.iterations, s->x, *stress);
    PASS(mg_trajectory_check(s->trajectory, err));
  }
  if (*stress < before)
    memcpy(y, s->x, n * t->dim * sizeof *y);
  else
    *stress = before;
  return MGNN_OK;
}

/* The mean of each coordinate over the pinned ones, or over all nodes if they
 * have a start; else 0. */
static void
middle(const search *s, const double *y, double *mid)
{
  const unsigned char *pin = s->task.pin;
  size_t dim = s->task.dim;

  for (size_t c = 0; c < dim; c++) {
    size_t count = 0;

    mid[c] = 0;
    for (size_t k = c; k < s->task.graph->n * dim; k += dim)
      if (s->given || (pin != NULL && pin[k])) {
        mid[c] += y[k];
        count++;
      }
    mid[c] /= count > 0 ? (double)count : 1;
  }
}

/* Minimise the exact stress.  The kernels compute in single precision, which is
 * finest around 0, so pinned or given positions are shifted there first. */
static mgnn_status
search_dense(search *s, const mg_distances *d, double *y, mgnn_error *err)
{
  mg_run_control recorded = *s->task.control;
  mg_frame frame;
  mg_task t = s->task;
  size_t dim = t.dim, size = t.graph->n * dim;
  double *given = mg_alloc(size + dim, sizeof *given), *mid, mean;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(given, err));
  recorded.trajectory = s->trajectory;
  t.control = &recorded;
  mid = given + size;
  frame = (mg_frame){ d->unit, mid };
  if (recorded.frame != NULL)
    recorded.frame = &frame;
  middle(s, y, mid);
  for (size_t c = 0; c < size; c++)
    given[c] = (y[c] - mid[c % dim]) / d->unit;
  TRY(begin_make(s, d->unit, given, err));
  mean = s->given ? 0 : mg_mean_positive_length(t.graph) / d->unit;
  TRY(mg_search_exact(d, &t, mean, s->x, &s->found, err));
  for (size_t c = 0; c < size; c++)
    if (t.pin == NULL || !t.pin[c])
      y[c] = s->x[c] * d->unit + mid[c % dim];
  for (size_t c = 0; s->trajectory != NULL && c < s->trajectory->count * size; c++)
    s->trajectory->x[c] = s->trajectory->x[c] * d->unit + mid[c % dim];
end:
  mg_free(given);
  return status;
}

/* Search on a graph in memory order.  y in: pinned coordinates or the start;
 * out: the positions. */
static mgnn_status
search_run(search *s, double *y, mgnn_error *err)
{
  const mg_task *t = &s->task;
  mg_distances d = { 0 };
  int stopped = s->sampled;
  mgnn_status status = MGNN_OK;

  if (!stopped)
    TRY(mg_distances_init(&d, t->graph, t->control, &stopped, err));
  if (stopped)
    TRY(search_sparse(s, y, err));
  else if (d.unit > 0)
    TRY(search_dense(s, &d, y, err));
  else                         /* all nodes coincide */
    for (size_t c = 0; c < t->graph->n * t->dim; c++)
      y[c] = t->pin != NULL && t->pin[c] ? y[c] : 0;
end:
  mg_distances_free(&d);
  return status;
}

/* Whether all pairs take longer than a sample of a graph twice as large, the
 * stress of which is a few per cent higher. */
static int
takes_long(const mg_graph *g, int unit)
{
  double n = (double)g->n, m = (double)g->m;

  return n * (cost[unit].pair * n + cost[unit].pair_edge * m)
         > 2 * (cost[unit].node * n + cost[unit].edge * m);
}

/* Copy g with its nodes in the order of a search from node 0, so that
 * neighbours are near each other in memory. */
static mgnn_status
reorder(search *s, mg_subgraph *out, const mg_graph *g, mgnn_error *err)
{
  unsigned *map = mg_alloc(g->n, sizeof *map);
  mg_paths p = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(map, err));
  memset(map, 255, g->n * sizeof *map);        /* MG_NOWHERE */
  TRY(mg_paths_init(&p, g, err));
  s->sampled = takes_long(g, p.unit);
  mg_paths_from(&p, 0, g->n);
  TRY(mg_subgraph_init(out, g, p.reached, p.reached_count, map, NULL, err));
end:
  mg_paths_free(&p);
  mg_free(map);
  return status;
}

mgnn_status
mg_search_pairs(const mg_task *t, int given, double *y, mg_search *out,
                mgnn_error *err)
{
  static const mg_frame as_it_is = { 1, NULL };
  /* The stages' own descents are not recorded in the trajectory. */
  mg_run_control plain = *t->control;
  search s = { .task = { .dim = t->dim, .control = &plain }, .given = given,
               .found = { 0, 0, "start" },
               .trajectory = t->control->trajectory };
  size_t n = t->graph->n, dim = t->dim;
  unsigned char *held = NULL;
  double *part = NULL;
  mg_subgraph whole = { 0 };
  mgnn_status status = MGNN_OK;

  plain.trajectory = NULL;
  plain.shown = NULL;
  plain.frame = t->control->shown == t->graph ? &as_it_is : NULL;
  *out = s.found;
  if (n == 0)
    return MGNN_OK;
  TRY(reorder(&s, &whole, t->graph, err));
  TRY(mg_allocated(part = mg_alloc(2 * n, dim * sizeof *part), err));
  TRY(mg_allocated(held = mg_alloc(n, dim), err));
  mg_subgraph_take(&whole, dim, y, part);
  for (size_t i = 0; i < n && t->pin != NULL; i++)
    memcpy(held + i * dim, t->pin + whole.node[i] * dim, dim);
  plain.called = whole.node;
  s.task.graph = &whole.graph;
  s.task.pin = t->pin != NULL ? held : NULL;
  s.x = part + n * dim;
  TRY(search_run(&s, part, err));
  mg_subgraph_give(&whole, dim, part, y);
  *out = s.found;
  if (s.trajectory != NULL)
    TRY(mg_trajectory_renumber(s.trajectory, whole.node, err));
end:
  mg_free_all(held, part);
  mg_subgraph_free(&whole);
  return status;
}

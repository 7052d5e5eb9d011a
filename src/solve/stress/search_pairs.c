/* Drawing all pairs at their distances: exactly, or from a sample where there
 * are too many. */
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "solve/descent/length_error.h"
#include "sparse_stress.h"
#include "solve/arrange/align_pins.h"
#include "problem/paths.h"
#include "search_exact.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The most nodes whose matrix of distances is made: 200 MB, or 800 where
 * lengths are not whole numbers of one. */
enum { EXACT_NODES = 20000 };

/* Rows of distances by which stress is guessed where time is over, and
 * estimated beyond the exact range. */
enum { GUESS_ROWS = 20, ESTIMATE_ROWS = 400, ESTIMATE_PAIRS = 20000000 };

/* What is known while one graph is drawn. */
typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;    /* n*dim, or NULL */
  int given;                   /* there is a start */
  const mg_effort *how;
  double *x;                   /* n*dim: the drawing */
  mg_search found;
  mg_trace *way;               /* to the drawing; NULL: nobody asks */
} search;

/* A node and where it is, to find those on one spot. */
typedef struct {
  const double *x;
  size_t dim, node;
} spot;

static int
spots_compare(const void *left, const void *right)
{
  const spot *a = left, *b = right;

  for (size_t c = 0; c < a->dim; c++)
    if (a->x[c] != b->x[c])
      return a->x[c] < b->x[c] ? -1 : 1;
  return a->node < b->node ? -1 : a->node > b->node;
}

/* Nodes on one spot have no direction to part in, and nodes with the same
 * neighbours would stay together for ever: move all but the first by a
 * thousandth of the mean length, in a direction from the seed. */
static mgnn_status
spots_part(search *s, double by, mgnn_error *err)
{
  size_t n = s->g->n, dim = s->dim, first = 0;
  spot *all = mg_alloc(n, sizeof *all);
  double *x = mg_alloc(n, dim * sizeof *x);
  mgnn_status status = MGNN_OK;

  if (all == NULL || x == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  memcpy(x, s->x, n * dim * sizeof *x);
  for (size_t i = 0; i < n; i++)
    all[i] = (spot){ s->x + i * dim, dim, i };
  qsort(all, n, sizeof *all, spots_compare);
  for (size_t k = 1; k < n; k++) {
    size_t i = all[k].node;

    if (memcmp(all[k].x, all[first].x, dim * sizeof *x) != 0)
      first = k;
    else
      mg_random_direction(s->how->seed, i, all[first].node, dim, by,
                          x + i * dim);
  }
  for (size_t c = 0; c < n * dim; c++)
    if (s->pin == NULL || !s->pin[c])
      s->x[c] = x[c];
leave:
  mg_free(x);
  mg_free(all);
  return status;
}

/* Where to begin, in units: where `given` says, or the arrangement by PivotMDS,
 * laid onto the pins, which are where `given` has them. */
static mgnn_status
begin_make(search *s, double unit, const double *given, mgnn_error *err)
{
  mgnn_status status;

  if (s->given) {
    memcpy(s->x, given, s->g->n * s->dim * sizeof *s->x);
    return spots_part(s, 1e-3 * mg_mean_positive_length(s->g) / unit, err);
  }
  status = mg_start_pivot(s->g, s->dim, s->how, s->x, err);
  if (status != MGNN_OK)
    return status;
  for (size_t c = 0; c < s->g->n * s->dim; c++)
    s->x[c] /= unit;
  return s->pin == NULL ? MGNN_OK
         : mg_align_to_pins(s->g->n, s->dim, s->pin, given, s->x, err);
}

static size_t
rows_enough(size_t n)
{
  size_t rows = ESTIMATE_PAIRS / n;

  return rows < GUESS_ROWS ? GUESS_ROWS : rows < ESTIMATE_ROWS ? rows
                                                               : ESTIMATE_ROWS;
}

/* The arrangement to begin with, and beyond the exact range what can be had from
 * a sample of the pairs.  A start that was given is kept if that is no better,
 * by the same rows. */
static mgnn_status
search_sparse(search *s, double *y, mgnn_error *err)
{
  size_t n = s->g->n, rows = rows_enough(n);
  double before = INFINITY;
  mgnn_status status = begin_make(s, 1, y, err);

  s->found.stage = s->given ? "start" : "pivot";
  if (status == MGNN_OK && s->given && n > EXACT_NODES)
    status = mg_sparse_stress(s->g, s->dim, y, rows, s->how, &before, err);
  if (status == MGNN_OK && s->way != NULL) {
    status = mg_sparse_stress(s->g, s->dim, s->x, GUESS_ROWS, s->how,
                              &s->found.energy, err);
    mg_trace_add(s->way, 0, s->x, s->found.energy);
  }
  if (status == MGNN_OK && n > EXACT_NODES)
    status = mg_sparse_improve(s->g, s->dim, s->pin, s->how, s->given, s->x,
                               &s->found.iterations, err);
  if (mg_effort_over(s->how) && isinf(before))
    rows = GUESS_ROWS;
  if (status == MGNN_OK)
    status = mg_sparse_stress(s->g, s->dim, s->x, rows, s->how,
                              &s->found.energy, err);
  if (status == MGNN_OK && s->way != NULL) {
    mg_trace_add(s->way, s->found.iterations, s->x, s->found.energy);
    status = mg_trace_check(s->way, err);
  }
  if (status == MGNN_OK && !(s->found.energy < before))
    s->found.energy = before;
  else if (status == MGNN_OK)
    memcpy(y, s->x, n * s->dim * sizeof *y);
  return status;
}

/* The mean of each coordinate over where it is pinned, else 0; of all nodes if
 * they have a start. */
static void
middle(const search *s, const double *y, double *mid)
{
  for (size_t c = 0; c < s->dim; c++) {
    size_t count = 0;

    mid[c] = 0;
    for (size_t i = 0; i < s->g->n && (s->given || s->pin != NULL); i++)
      if (s->given || s->pin[i * s->dim + c]) {
        mid[c] += y[i * s->dim + c];
        count++;
      }
    mid[c] /= count > 0 ? (double)count : 1;
  }
}

/* All distances are known.  The kernels compute in single precision: what is
 * pinned or given is brought to 0 first. */
static mgnn_status
search_dense(search *s, const mg_distances *d, double *y, mgnn_error *err)
{
  size_t n = s->g->n, dim = s->dim;
  double *given = mg_alloc(n + 1, dim * sizeof *given), *mid, mean;
  mg_effort recorded = *s->how;
  mgnn_status status;

  recorded.trace = s->way;
  if (given == NULL)
    return mg_fail_memory(err);
  mid = given + n * dim;
  middle(s, y, mid);
  for (size_t c = 0; c < n * dim; c++)
    given[c] = (y[c] - mid[c % dim]) / d->unit;
  status = begin_make(s, d->unit, given, err);
  mean = s->given ? 0 : mg_mean_positive_length(s->g) / d->unit;
  if (status == MGNN_OK)
    status = mg_search_exact(d, dim, s->pin, mean, &recorded, s->x, &s->found,
                             err);
  for (size_t c = 0; c < n * dim && status == MGNN_OK; c++)
    if (s->pin == NULL || !s->pin[c])
      y[c] = s->x[c] * d->unit + mid[c % dim];
  for (size_t c = 0; s->way != NULL && c < s->way->count * n * dim; c++)
    s->way->x[c] = s->way->x[c] * d->unit + mid[c % dim];
  mg_free(given);
  return status;
}

/* The search on a graph whose nodes are in a good order.  y: in pinned
 * coordinates or the start, out the drawing. */
static mgnn_status
search_run(search *s, double *y, mgnn_error *err)
{
  size_t n = s->g->n;
  mg_distances d;
  int stopped = 0;
  mgnn_status status;

  if (n > EXACT_NODES)
    return search_sparse(s, y, err);
  status = mg_distances_init(&d, s->g, s->how, &stopped, err);
  if (status != MGNN_OK)
    return status;
  if (stopped)
    return search_sparse(s, y, err);
  if (d.unit > 0)
    status = search_dense(s, &d, y, err);
  else                         /* all nodes on one spot */
    for (size_t c = 0; c < n * s->dim; c++)
      y[c] = s->pin != NULL && s->pin[c] ? y[c] : 0;
  mg_distances_free(&d);
  return status;
}

/* All nodes of g in the order of a search from node 0, so that neighbours are
 * near each other in memory. */
static mgnn_status
reorder(mg_subgraph *out, const mg_graph *g, mgnn_error *err)
{
  unsigned *map = mg_alloc(g->n, sizeof *map);
  mg_paths p;
  mgnn_status status;

  if (map == NULL)
    return mg_fail_memory(err);
  memset(map, 255, g->n * sizeof *map);        /* MG_NOWHERE */
  status = mg_paths_init(&p, g, err);
  if (status == MGNN_OK) {
    mg_paths_from(&p, 0, g->n);
    status = mg_subgraph_init(out, g, p.reached, p.reached_count, map, NULL,
                              err);
    mg_paths_free(&p);
  }
  mg_free(map);
  return status;
}

mgnn_status
mg_search_pairs(const mg_graph *g, size_t dim, const unsigned char *pin,
                int given, const mg_effort *how, double *y, double *stress,
                mg_search *out, mgnn_error *err)
{
  mg_effort plain = *how;      /* the stages' own descents are no part of it */
  search s = { .dim = dim, .given = given, .how = &plain,
               .found = { 0, 0, "start" }, .way = how->trace };
  unsigned char *held = NULL;
  double *part = NULL;
  mg_subgraph whole;
  mgnn_status status;

  plain.trace = NULL;
  *stress = 0;
  *out = s.found;
  if (g->n == 0)
    return MGNN_OK;
  status = reorder(&whole, g, err);
  if (status != MGNN_OK)
    return status;
  part = mg_alloc(2 * g->n, dim * sizeof *part);
  held = mg_alloc(g->n, dim);
  if (part == NULL || held == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  mg_subgraph_take(&whole, dim, y, part);
  for (size_t i = 0; i < g->n && pin != NULL; i++)
    memcpy(held + i * dim, pin + whole.node[i] * dim, dim);
  s.g = &whole.graph;
  s.pin = pin != NULL ? held : NULL;
  s.x = part + g->n * dim;
  status = search_run(&s, part, err);
  if (status == MGNN_OK) {
    mg_subgraph_give(&whole, dim, part, y);
    *out = s.found;
    *stress = s.found.energy;
    if (s.way != NULL)
      status = mg_trace_renumber(s.way, whole.node, err);
  }
leave:
  mg_free(held);
  mg_free(part);
  mg_subgraph_free(&whole);
  return status;
}

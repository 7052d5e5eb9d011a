/* Drawing all pairs at their distances: which starts are tried, and how each is
 * brought down. */
#include "base/mem.h"
#include "base/subgraph.h"
#include "pairs_dense.h"
#include "pairs_sparse.h"
#include "pins.h"
#include "problem/paths.h"

#include <math.h>
#include <string.h>

/* Of the number of ordered pairs: as good as 0 in single precision. */
#define FLOOR 1e-11

/* Strength of the pull out of the extra dimension, stage after stage. */
static const double squeezes[] = { 0.05, 0.1, 0.2, 0.4, 1 };
/* Rows of distances by which stress is guessed where time is over, and
 * estimated beyond the exact range. */
enum { GUESS_ROWS = 20, ESTIMATE_ROWS = 200, ESTIMATE_PAIRS = 10000000 };
/* The most nodes whose matrix of distances is made: 200 MB, or 800 where
 * lengths are not whole numbers of one. */
enum { EXACT_NODES = 20000 };
enum { SQUEEZES = sizeof squeezes / sizeof squeezes[0], SQUEEZE_STEPS = 10 };

/* Everything is in units of the distances, pinned coordinates included. */
typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;    /* n*dim, or NULL */
  const double *given;         /* n*dim: where pinned coordinates are */
  const mg_effort *how;
  mg_distances d;
  mg_dense dense;              /* stress in dim dimensions */
  double *x;                   /* n*(dim+1): what is tried */
  double *best;                /* n*dim */
  double stress;               /* of the best */
  size_t iterations;
  const char *stage;
} search;

static int
on_iteration(void *ctx, size_t iteration, const double *x, double value)
{
  const mg_effort *const *how = ctx;

  (void)x;
  (void)value;
  return mg_effort_step(*how, iteration);
}

static mgnn_status
descend(search *s, const mg_dense *f, size_t most, mgnn_error *err)
{
  mg_lbfgs_options opt;
  mg_lbfgs_result result;
  mgnn_status status;

  mg_lbfgs_init(&opt);
  opt.max_iterations = most;
  opt.tolerance = s->how->tolerance;
  opt.floor = FLOOR * (double)s->d.n * (double)s->d.n;
  opt.threads = s->how->threads;
  opt.watch = on_iteration;
  opt.watch_ctx = &s->how;
  status = mg_lbfgs(&f->objective, &opt, s->x, &result, err);
  if (status == MGNN_OK)
    s->iterations += result.iterations;
  return status;
}

/* Keep the drawing in x if it is the best so far. */
static mgnn_status
consider(search *s, const char *stage, mgnn_error *err)
{
  double stress;
  mgnn_status status = mg_dense_stress(&s->d, s->dim, s->x, s->how->threads,
                                       &stress, err);

  if (status == MGNN_OK && stress < s->stress) {
    memcpy(s->best, s->x, s->d.n * s->dim * sizeof *s->best);
    s->stress = stress;
    s->stage = stage;
  }
  return status;
}

/* x from n rows of `from` numbers to n rows of `to`, with 0 for new ones. */
static void
reshape(double *x, size_t n, size_t from, size_t to)
{
  for (size_t k = 0; k < n; k++) {
    size_t i = from < to ? n - 1 - k : k;

    memmove(x + i * to, x + i * from, (from < to ? from : to) * sizeof *x);
    for (size_t c = from; c < to; c++)
      x[i * to + c] = 0;
  }
}

/* Lay the first dim coordinates of x (n rows of `wide`) onto the pins, and
 * nodes with a pin into the plane. */
static mgnn_status
pins_meet(search *s, size_t wide, mgnn_error *err)
{
  size_t n = s->g->n, dim = s->dim;
  double *flat = mg_alloc(n, dim * sizeof *flat);
  mgnn_status status;

  if (flat == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < n; i++)
    memcpy(flat + i * dim, s->x + i * wide, dim * sizeof *flat);
  status = mg_pins_align(n, dim, s->pin, s->given, flat, err);
  if (status == MGNN_OK)
    for (size_t i = 0; i < n; i++) {
      memcpy(s->x + i * wide, flat + i * dim, dim * sizeof *flat);
      for (size_t c = 0; c < dim && wide > dim; c++)
        if (s->pin[i * dim + c])
          s->x[i * wide + dim] = 0;
    }
  mg_free(flat);
  return status;
}

/* Pins of a drawing that is one dimension higher: pinned nodes stay down. */
static unsigned char *
pins_lift(const search *s)
{
  size_t n = s->g->n, wide = s->dim + 1;
  unsigned char *pin = mg_zalloc(n, wide);

  if (pin != NULL)
    for (size_t i = 0; i < n; i++)
      for (size_t c = 0; c < s->dim; c++)
        if (s->pin[i * s->dim + c])
          pin[i * wide + c] = pin[i * wide + s->dim] = 1;
  return pin;
}

/* Bring x down from dim + 1 dimensions, where nodes can pass each other, by a
 * pull to the plane that grows. */
static mgnn_status
squeeze(search *s, mgnn_error *err)
{
  unsigned char *pin = NULL;
  mg_dense high;
  mgnn_status status;

  if (s->pin != NULL) {
    pin = pins_lift(s);
    if (pin == NULL)
      return mg_fail_memory(err);
  }
  status = mg_dense_init(&high, &s->d, s->dim + 1, pin, s->how->threads, err);
  if (status == MGNN_OK) {
    for (size_t k = 0; k < SQUEEZES && status == MGNN_OK; k++) {
      high.squeeze = squeezes[k];
      status = descend(s, &high, SQUEEZE_STEPS, err);
    }
    mg_dense_free(&high);
  }
  mg_free(pin);
  reshape(s->x, s->d.n, s->dim + 1, s->dim);
  return status;
}

/* The arrangement by PivotMDS, in one dimension more than asked where the
 * kernels are made for that. */
static mgnn_status
try_pivot(search *s, mgnn_error *err)
{
  size_t n = s->g->n, wide = s->dim < 3 ? s->dim + 1 : s->dim;
  mgnn_status status = mg_start_pivot(s->g, wide, s->how, s->x, err);

  if (status != MGNN_OK)
    return status;
  for (size_t c = 0; c < n * wide; c++)
    s->x[c] /= s->d.unit;
  if (s->pin != NULL)
    status = pins_meet(s, wide, err);
  if (status == MGNN_OK && wide > s->dim)
    status = squeeze(s, err);
  if (status == MGNN_OK)
    status = descend(s, &s->dense, 0, err);
  return status == MGNN_OK ? consider(s, "pivot", err) : status;
}

static mgnn_status
search_exact(search *s, mgnn_error *err)
{
  mgnn_status status = mg_dense_init(&s->dense, &s->d, s->dim, s->pin,
                                     s->how->threads, err);

  if (status != MGNN_OK)
    return status;
  status = try_pivot(s, err);
  mg_dense_free(&s->dense);
  return status;
}

/* The arrangement by pivots, and beyond the exact range what can be had from a
 * sample of the pairs; all in lengths. */
static mgnn_status
search_sparse(search *s, double *y, mgnn_error *err)
{
  size_t rows = GUESS_ROWS;
  mgnn_status status = mg_start_pivot(s->g, s->dim, s->how, s->x, err);

  s->given = y;
  s->stage = "pivot";
  if (status == MGNN_OK && s->pin != NULL)
    status = pins_meet(s, s->dim, err);
  if (status == MGNN_OK && s->g->n > EXACT_NODES)
    status = mg_sparse_improve(s->g, s->dim, s->pin, s->how, s->x,
                               &s->iterations, err);
  if (s->g->n > EXACT_NODES && !mg_effort_over(s->how)) {
    rows = ESTIMATE_PAIRS / s->g->n;
    rows = rows < GUESS_ROWS ? GUESS_ROWS
           : rows < ESTIMATE_ROWS ? rows : ESTIMATE_ROWS;
  }
  if (status == MGNN_OK)
    status = mg_sparse_stress(s->g, s->dim, s->x, rows, s->how->seed,
                              &s->stress, err);
  if (status == MGNN_OK)
    memcpy(y, s->x, s->g->n * s->dim * sizeof *y);
  return status;
}

/* From lengths to units and back.  Where something is pinned the middle of what
 * is pinned comes to 0, because the kernels compute in single precision. */
static void
middle(size_t n, size_t dim, const unsigned char *pin, const double *y,
       double *mid)
{
  for (size_t c = 0; c < dim; c++) {
    size_t count = 0;

    mid[c] = 0;
    for (size_t i = 0; i < n && pin != NULL; i++)
      if (pin[i * dim + c]) {
        mid[c] += y[i * dim + c];
        count++;
      }
    mid[c] /= count > 0 ? (double)count : 1;
  }
}

/* The search on a graph whose nodes are in a good order.  y: in pinned
 * coordinates, out the drawing. */
static mgnn_status
search_run(search *s, double *y, mgnn_error *err)
{
  size_t n = s->g->n, dim = s->dim;
  double *given = mg_alloc(n + 1, dim * sizeof *given), *mid;
  int stopped = 0;
  mgnn_status status;

  s->x = mg_zalloc(n, (dim + 1) * sizeof *s->x);
  s->best = mg_zalloc(n, dim * sizeof *s->best);
  if (given == NULL || s->x == NULL || s->best == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  mid = given + n * dim;
  middle(n, dim, s->pin, y, mid);
  status = MGNN_OK;
  if (n <= EXACT_NODES)
    status = mg_distances_init(&s->d, s->g, s->how, &stopped, err);
  if (status == MGNN_OK && (stopped || n > EXACT_NODES)) {
    status = search_sparse(s, y, err);
    goto leave;
  }
  if (status != MGNN_OK)
    goto leave;
  for (size_t c = 0; c < n * dim; c++)
    given[c] = s->d.unit > 0 ? (y[c] - mid[c % dim]) / s->d.unit : 0;
  s->given = given;
  if (s->d.unit > 0)
    status = search_exact(s, err);
  if (status == MGNN_OK)
    for (size_t c = 0; c < n * dim; c++)
      if (s->pin == NULL || !s->pin[c])
        y[c] = s->best[c] * s->d.unit + mid[c % dim];
  mg_distances_free(&s->d);
leave:
  mg_free(s->best);
  mg_free(s->x);
  mg_free(given);
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
                const mg_effort *how, double *y, double *stress,
                mg_search *out, mgnn_error *err)
{
  search s = { .dim = dim, .how = how, .stress = INFINITY, .stage = "start" };
  unsigned char *held = NULL;
  double *part = NULL;
  mg_subgraph whole;
  mgnn_status status;

  *stress = 0;
  *out = (mg_search){ 0, 0, "start" };
  if (g->n == 0)
    return MGNN_OK;
  status = reorder(&whole, g, err);
  if (status != MGNN_OK)
    return status;
  part = mg_alloc(g->n, dim * sizeof *part);
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
  status = search_run(&s, part, err);
  if (status == MGNN_OK) {
    mg_subgraph_give(&whole, dim, part, y);
    *stress = isinf(s.stress) ? 0 : s.stress;
    *out = (mg_search){ *stress, s.iterations, s.stage };
  }
leave:
  mg_free(held);
  mg_free(part);
  mg_subgraph_free(&whole);
  return status;
}

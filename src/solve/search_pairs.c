/* Drawing all pairs at their distances: which starts are tried, and how each is
 * brought down. */
#include "base/mem.h"
#include "base/subgraph.h"
#include "fit.h"
#include "pairs_dense.h"
#include "pairs_sgd.h"
#include "pairs_sparse.h"
#include "pins.h"
#include "problem/paths.h"

#include <math.h>
#include <string.h>

/* Of the number of ordered pairs: as good as 0 in single precision. */
#define FLOOR 1e-11

/* The most nodes whose matrix of distances is made: 200 MB, or 800 where
 * lengths are not whole numbers of one. */
enum { EXACT_NODES = 20000 };

/* Starts are made two by two, until the two lowest agree.  Small graphs get
 * more of them, large ones fewer, in all about so many pairs. */
enum { TOGETHER = 2, STARTS_MOST = 12 };
#define PAIRS_LEAST 1e6
#define PAIRS_MOST 5e7
#define AGREE 2e-4
#define ROUGH 2e-5             /* relative decrease that ends a start */

/* Graphs with fewer nodes are cooled twice as slowly: there is time. */
enum { SLOWLY = 800 };

/* Graphs up to here are too small for threads: starts are made side by side
 * instead. */
enum { SIDE_BY_SIDE = 5000 };

/* The two kinds of start, by the rates of stochastic descent: the first one in
 * squares of the largest distance, but at most so many squares of the mean
 * length, the last one in squares of the mean length.  The hot one forgets
 * where it began; it undoes folds that the other one keeps. */
static const struct {
  const char *name;
  size_t epochs;
  double first, most, last;
} kinds[TOGETHER] = {
  { "warm", 15, 1.0 / 30, 20, 0.3 },
  { "hot", 15, 1, INFINITY, 0.1 }
};

/* Rows of distances by which stress is guessed where time is over, and
 * estimated beyond the exact range. */
enum { GUESS_ROWS = 20, ESTIMATE_ROWS = 200, ESTIMATE_PAIRS = 10000000 };

/* Everything is in units of the distances, pinned coordinates included. */
typedef struct {
  const mg_graph *g;
  size_t dim;
  const unsigned char *pin;    /* n*dim, or NULL */
  const double *given;         /* n*dim: where pinned coordinates are */
  const mg_effort *how;
  mg_distances d;
  mg_rounds rounds;
  double *begin;               /* n*dim: where the starts begin */
  double *best;                /* n*dim: the lowest so far */
  double stress;               /* of the lowest */
  double second;               /* of the one next to it */
  size_t iterations;
  const char *stage;
} search;

/* One start, and what became of it. */
typedef struct {
  double *x, stress;
  size_t iterations;
  mgnn_status status;
} trial;

/* L-BFGS on full stress from x, in place. */
static mgnn_status
descend(const search *s, const mg_effort *how, double tolerance, double *x,
        double *stress, size_t *iterations, mgnn_error *err)
{
  mg_depth depth = { 0, tolerance, FLOOR * (double)s->d.n * (double)s->d.n, 3 };
  mg_lbfgs_result result;
  mg_dense f;
  mgnn_status status = mg_dense_init(&f, &s->d, s->dim, s->pin, how->threads,
                                     err);

  if (status != MGNN_OK)
    return status;
  status = mg_descend_on(&f.objective, how, depth, x, &result, err);
  if (status == MGNN_OK) {
    *stress = result.value;
    *iterations += result.iterations;
  }
  mg_dense_free(&f);
  return status;
}

/* Start number k: stochastic descent, then L-BFGS. */
static void
start_make(const search *s, size_t k, trial *t)
{
  size_t kind = k % TOGETHER;
  double mean = mg_fit_mean_length(s->g) / s->d.unit;
  double first = fmin(kinds[kind].first * s->d.far * s->d.far,
                      kinds[kind].most * mean * mean);
  double last = fmin(kinds[kind].last * mean * mean, first);
  size_t epochs = kinds[kind].epochs * (s->d.n < SLOWLY ? 2 : 1);
  mg_cooling cooling = { epochs, first, last };
  mg_effort how = *s->how;

  if (kind > 0)                /* one of those side by side does the telling */
    how.tell = NULL;
  memcpy(t->x, s->begin, s->d.n * s->dim * sizeof *t->x);
  t->iterations = 0;
  t->status = mg_sgd(&s->rounds, s->dim, s->pin, cooling, s->how->seed + k,
                     &how, t->x, NULL);
  if (t->status == MGNN_OK)
    t->status = descend(s, &how, fmax(how.tolerance, ROUGH), t->x, &t->stress,
                        &t->iterations, NULL);
}

/* Keep the lowest. */
static mgnn_status
trial_judge(search *s, size_t k, const trial *t, mgnn_error *err)
{
  if (t->status != MGNN_OK)
    return mg_fail_memory(err);
  s->iterations += t->iterations;
  if (!(t->stress < s->stress)) {
    s->second = fmin(s->second, t->stress);
    return MGNN_OK;
  }
  s->second = s->stress;
  s->stress = t->stress;
  s->stage = kinds[k % TOGETHER].name;
  memcpy(s->best, t->x, s->d.n * s->dim * sizeof *s->best);
  return MGNN_OK;
}

static size_t
clamp(double x, size_t low, size_t high)
{
  return x < (double)low ? low : x < (double)high ? (size_t)x : high;
}

/* Starts, until two agree; what is done does not depend on the threads. */
static mgnn_status
starts_run(search *s, mgnn_error *err)
{
  size_t n = s->d.n, size = n * s->dim;
  double pairs = (double)n * (double)n / 2;
  size_t least = clamp(PAIRS_LEAST / pairs, TOGETHER, STARTS_MOST);
  size_t most = clamp(PAIRS_MOST / pairs, TOGETHER, STARTS_MOST);
  double *room = mg_alloc(TOGETHER, size * sizeof *room);
  mgnn_status status = MGNN_OK;
  trial t[TOGETHER];
  int apart;

  if (room == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k < TOGETHER; k++)
    t[k].x = room + k * size;
  /* A limit of iterations is shared: whose it is must not depend on time. */
  apart = n <= SIDE_BY_SIDE && s->how->max_iterations == 0;
  for (size_t done = 0; status == MGNN_OK && done < most; done += TOGETHER) {
    if (done > 0 && mg_effort_over(s->how))
      break;
    if (done >= least && s->second - s->stress <= AGREE * s->stress)
      break;
#pragma omp parallel for schedule(static, 1) if (apart) \
  num_threads(mg_threads(s->how->threads) > 1 ? 2 : 1)
    for (size_t k = 0; k < TOGETHER; k++)
      start_make(s, done + k, &t[k]);
    for (size_t k = 0; k < TOGETHER && status == MGNN_OK; k++)
      status = trial_judge(s, done + k, &t[k], err);
  }
  mg_free(room);
  return status;
}

/* The arrangement by PivotMDS, laid onto the pins; in lengths divided by
 * unit. */
static mgnn_status
begin_make(search *s, double unit, mgnn_error *err)
{
  mgnn_status status = mg_start_pivot(s->g, s->dim, s->how, s->begin, err);

  if (status != MGNN_OK)
    return status;
  for (size_t c = 0; c < s->g->n * s->dim; c++)
    s->begin[c] /= unit;
  return s->pin == NULL ? MGNN_OK
         : mg_pins_align(s->g->n, s->dim, s->pin, s->given, s->begin, err);
}

static mgnn_status
search_exact(search *s, mgnn_error *err)
{
  mgnn_status status = begin_make(s, s->d.unit, err);

  if (status != MGNN_OK)
    return status;
  status = mg_rounds_init(&s->rounds, &s->d, err);
  if (status != MGNN_OK)
    return status;
  status = starts_run(s, err);
  mg_rounds_free(&s->rounds);
  if (status == MGNN_OK)
    status = descend(s, s->how, s->how->tolerance, s->best, &s->stress,
                     &s->iterations, err);
  if (status == MGNN_OK)
    status = mg_dense_stress(&s->d, s->dim, s->best, s->how->threads,
                             &s->stress, err);
  return status;
}

/* The arrangement by pivots, and beyond the exact range what can be had from a
 * sample of the pairs; all in lengths. */
static mgnn_status
search_sparse(search *s, double *y, mgnn_error *err)
{
  size_t rows = GUESS_ROWS;
  mgnn_status status;

  s->given = y;
  s->stage = "pivot";
  status = begin_make(s, 1, err);
  if (status == MGNN_OK && s->g->n > EXACT_NODES)
    status = mg_sparse_improve(s->g, s->dim, s->pin, s->how, s->begin,
                               &s->iterations, err);
  if (s->g->n > EXACT_NODES && !mg_effort_over(s->how))
    rows = clamp((double)ESTIMATE_PAIRS / (double)s->g->n, GUESS_ROWS,
                 ESTIMATE_ROWS);
  if (status == MGNN_OK)
    status = mg_sparse_stress(s->g, s->dim, s->begin, rows, s->how->seed,
                              &s->stress, err);
  if (status == MGNN_OK)
    memcpy(y, s->begin, s->g->n * s->dim * sizeof *y);
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

  s->begin = mg_zalloc(n, dim * sizeof *s->begin);
  s->best = mg_zalloc(n, dim * sizeof *s->best);
  if (given == NULL || s->begin == NULL || s->best == NULL) {
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
  mg_free(s->begin);
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
  search s = { .dim = dim, .how = how, .stress = INFINITY,
               .second = INFINITY, .stage = "start" };
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

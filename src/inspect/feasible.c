/* Decides whether lengths can be met.  "No" needs a witness: a shorter path
 * between the ends of an edge, or distances that do not fit in the space.  "Yes"
 * needs positions that meet the lengths.  Otherwise the answer is "not known". */
#include "feasible.h"
#include "base/mem.h"
#include "measure/measure.h"
#include "problem/paths.h"
#include "gram.h"
#include "solve/descent/length_error.h"
#include "violations.h"
#include "base/dense.h"
#include "base/subgraph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIN_SEARCHES = 64 };    /* pinned nodes to search from, to keep time linear */

/* Whether every pair has one exact length and there are at most `most` nodes;
 * the spectrum takes O(n^3). */
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

/* Measure how far the lengths are from Euclidean ones.  The sums of fourth
 * powers use the mean length as the unit, to avoid overflow. */
static mgnn_status
nearest_find(mgnn_feasibility *f, const mg_graph *g, const double *distance,
             mgnn_error *err)
{
  size_t n = g->n;
  double *nearest = mg_alloc(n * n, sizeof *nearest), off = 0, norm = 0;
  double unit = mg_mean_length(g);
  mg_gram gram = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, nearest, MG_NEW(f->nearest, g->m)));
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

/* Decide a complete graph by its spectrum; the eigenvectors give the
 * drawing. */
static mgnn_status
judge_complete(mgnn_feasibility *f, const mgnn_problem *p, mgnn_error *err)
{
  const mg_graph *g = &p->graph;
  size_t n = g->n, dim = f->dim;
  double *distance = mg_zalloc(n * n, sizeof *distance);
  double *y = mg_alloc(n * dim, sizeof *y);
  mg_gram gram = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, distance, y));
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
  mg_free_all(distance, y);
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

/* Find pins farther apart than a path between them is long, from a few pins only. */
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
  int counts = 1;              /* no edge has stiffness 0 */

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
  mg_free_all(f->group, f->nearest);
  memset(f, 0, sizeof *f);
}

/* ---- cliques ----
 *
 * Groups are enumerated in rising order: candidates at a level are those of the
 * previous level that are also neighbours of the node just taken.  igraph lists cliques
 * by cliquer, which begins with a matrix of n^2/8 bytes (10 GB for 300,000 nodes) and
 * an ordering that takes as long.  With 1500 nodes it lists 138,000 groups of 4 in 0.05
 * s, which this lists and tests in 0.12 s, but the first 200,000 of 16,000 nodes in 2.2
 * s, this in 0.17 s (bench/libraries).  It also finds another group first. */

enum { SIZE_MOST = MG_CLIQUE_DIM + 2 };

static const size_t most_groups = 200000, most_steps = 50000000;

/* A neighbour with a higher number, and its required distance. */
typedef struct {
  unsigned node;
  double length;
} link;

typedef struct {
  size_t size, depth;
  double tolerance;
  const size_t *row;           /* n+1 */
  const link *up;              /* exact edges to higher nodes, rising */
  link *candidate[SIZE_MOST];  /* of each level, with lengths to the last node
                                  taken */
  unsigned node[SIZE_MOST];
  double distance[SIZE_MOST * SIZE_MOST];
  size_t groups, steps;
  int found;
} enumeration;

static double
length_between(const enumeration *h, unsigned low, unsigned high)
{
  const link key = { high, 0 };
  const link *at = bsearch(&key, h->up + h->row[low],
                           h->row[low + 1] - h->row[low], sizeof key, mg_ascending_nodes);

  return at != NULL ? at->length : 0;
}

static mgnn_status
group_judge(enumeration *h, mgnn_error *err)
{
  mg_gram gram = { 0 };
  mgnn_status status = MGNN_OK;

  for (size_t a = 0; a < h->size; a++)
    for (size_t b = a + 1; b < h->size; b++)
      h->distance[a * h->size + b] = h->distance[b * h->size + a]
        = length_between(h, h->node[a], h->node[b]);
  TRY(mg_gram_init(&gram, h->size, h->distance, h->tolerance, err));
  h->found = !mg_gram_fits(&gram, h->size - 2);
  h->groups++;
end:
  mg_gram_free(&gram);
  return status;
}

/* Take every candidate of this level in turn.  Its neighbours among the higher
 * candidates are the next level's; both lists are rising, so that merging finds
 * them. */
static mgnn_status
descend(enumeration *h, const link *from, size_t count, mgnn_error *err)
{
  size_t level = h->depth;

  if (count + level < h->size)
    return MGNN_OK;
  for (size_t a = 0; a < count && !h->found; a++) {
    unsigned node = from[a].node;
    const link *up = h->up + h->row[node], *end = h->up + h->row[node + 1];
    size_t next = 0;

    if (h->groups >= most_groups || h->steps >= most_steps)
      break;
    h->node[level] = node;
    if (level + 1 == h->size) {
      PASS(group_judge(h, err));
      continue;
    }
    for (size_t b = a + 1; b < count && up < end;) {
      h->steps++;
      if (up->node == from[b].node) {
        h->candidate[level][next++] = from[b++];
        up++;
      } else if (up->node < from[b].node)
        up++;
      else
        b++;
    }
    h->depth = level + 1;
    PASS(descend(h, h->candidate[level], next, err));
    h->depth = level;
  }
  return MGNN_OK;
}

/* Merge nodes joined by edges of length 0: each gets the lowest number of its
 * group.  Returns the number of such edges. */
static size_t
nodes_merge(const mg_graph *g, unsigned *as)
{
  size_t count = 0;

  for (size_t i = 0; i < g->n; i++)
    as[i] = (unsigned)i;
  for (size_t e = 0; e < g->m; e++) {
    if (g->target[e] > 0 || (g->target_upper != NULL && g->target_upper[e] > 0))
      continue;
    count++;
    mg_sets_join(as, g->ends[2 * e], g->ends[2 * e + 1]);
  }
  for (size_t i = 0; i < g->n; i++)      /* lower ones are final */
    as[i] = as[as[i]];
  return count;
}

/* An exact edge between merged nodes. */
typedef struct {
  unsigned low, high;
  double length;
} bar;

static int
by_ends(const void *a, const void *b)
{
  const bar *x = a, *y = b;

  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  return x->high < y->high ? -1 : x->high > y->high;
}

/* List the exact edges between merged nodes, each pair once, at its lower end.
 * (Two lengths for one pair are a violation, which violations.c finds.) */
static mgnn_status
links_fill(const mg_graph *g, const unsigned *as, size_t *row, link *up,
           mgnn_error *err)
{
  bar *all = mg_alloc(g->m, sizeof *all);
  size_t count = 0, used = 0, k = 0;

  PASS(mg_allocated(all, err));
  for (size_t e = 0; e < g->m; e++) {
    unsigned a = as[g->ends[2 * e]], b = as[g->ends[2 * e + 1]];

    if (a != b && (g->target_upper == NULL
                   || g->target_upper[e] == g->target[e]))
      all[count++] = (bar){ a < b ? a : b, a < b ? b : a, g->target[e] };
  }
  qsort(all, count, sizeof *all, by_ends);
  for (size_t i = 0; i < g->n; i++) {
    row[i] = used;
    for (; k < count && all[k].low == i; k++)
      if (used == row[i] || up[used - 1].node != all[k].high)
        up[used++] = (link){ all[k].high, all[k].length };
  }
  row[g->n] = used;
  mg_free(all);
  return MGNN_OK;
}

/* The tolerance of lengths between merged nodes: nodes that should coincide may
 * be apart by the tolerance of each edge of length 0 between them. */
static double
tolerance_of(const mg_graph *g, size_t zeros, double tolerance)
{
  double least = INFINITY;

  for (size_t e = 0; e < g->m; e++)
    if (g->target[e] > 0)
      least = fmin(least, g->target[e]);
  if (zeros == 0 || !isfinite(least))
    return tolerance;
  return tolerance * (1 + (double)zeros * mg_mean_length(g) / least);
}

mgnn_status
mg_clique_misfit(const mg_graph *g, size_t dim, double tolerance,
                 unsigned *nodes, int *found, mgnn_error *err)
{
  size_t *row = mg_alloc(g->n + 1, sizeof *row), most = 0;
  unsigned *as = mg_alloc(g->n, sizeof *as);
  link *up = mg_alloc(g->m, sizeof *up), *candidates = NULL;
  enumeration h = { .size = dim + 2, .row = row, .up = up };
  mgnn_status status = MGNN_OK;

  *found = 0;
  TRY(mg_allocated_all(err, row, as, up));
  if (dim > MG_CLIQUE_DIM)
    goto end;
  h.tolerance = tolerance_of(g, nodes_merge(g, as), tolerance);
  TRY(links_fill(g, as, row, up, err));
  for (size_t i = 0; i < g->n; i++)
    most = row[i + 1] - row[i] > most ? row[i + 1] - row[i] : most;
  TRY(mg_allocated(candidates = mg_alloc(most, SIZE_MOST * sizeof *candidates), err));
  for (size_t k = 0; k < SIZE_MOST; k++)
    h.candidate[k] = candidates + k * most;
  h.depth = 1;
  for (size_t i = 0; i < g->n && !h.found; i++) {
    h.node[0] = (unsigned)i;
    TRY(descend(&h, up + row[i], row[i + 1] - row[i], err));
  }
  if (h.found)
    memcpy(nodes, h.node, h.size * sizeof *nodes);
  *found = h.found;
end:
  mg_free_all(row, as, up, candidates);
  return status;
}

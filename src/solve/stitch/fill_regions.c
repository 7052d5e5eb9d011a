/* Completion and repair.  No region depends on the loose nodes of another, so
 * the order of regions does not matter. */
#include "fill_regions.h"
#include "base/order.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "local_solve.h"
#include "solve/arrange/align.h"
#include "solve/stress/pivot_mds.h"

#include <math.h>
#include <string.h>

enum {
  CONTEXT = 2,                 /* hops around a region used as context */
  LIFTS = 3,                   /* per try */
  SCALING_MOST = 2000          /* largest region for a start by scaling */
};

/* Scratch for all regions. */
typedef struct {
  unsigned *node;              /* n: nodes of one region at a time, and its context */
  unsigned *map;               /* n: MG_NOWHERE, for subgraphs */
  unsigned char *seen;         /* n: 1 if not loose, or in an earlier region */
  unsigned char *barred;       /* n: cannot be context */
} scratch;

/* One region.  Local numbers: loose nodes first, then the context. */
typedef struct {
  mg_filling *whole;
  uint64_t seed;
  size_t loose, count;
  unsigned *map;               /* scratch, n of the whole */
  mg_subgraph part;            /* region and context as a graph */
  unsigned char *fixed;        /* count */
  double *x, *best;            /* count*dim */
  double stress;               /* of the best */
} region;

static void
region_free(region *r)
{
  mg_subgraph_free(&r->part);
  mg_free_all(r->fixed, r->x);
  memset(r, 0, sizeof *r);
}

/* Cut out a region of the first `loose` nodes in s->node, which are placed
 * again; the placed nodes around them are its context, and stay fixed. */
static mgnn_status
region_init(region *r, mg_filling *t, scratch *s, size_t loose,
            mgnn_error *err)
{
  *r = (region){ .whole = t, .map = s->map, .loose = loose,
                 .stress = INFINITY };
  r->count = mg_breadth_first_from(t->task->graph, s->node, 0, loose, CONTEXT,
                                   s->barred);
  for (size_t a = loose; a < r->count; a++)
    s->barred[s->node[a]] = 0;
  PASS(mg_subgraph_init(&r->part, t->task->graph, s->node, r->count, s->map,
                        NULL, err));
  PASS(mg_allocated(r->fixed = mg_zalloc(r->count, 1), err));
  PASS(mg_allocated(r->x = mg_alloc(r->count, 2 * t->task->dim * sizeof *r->x), err));
  r->best = r->x + r->count * t->task->dim;
  memset(r->fixed + loose, 1, r->count - loose);
  return MGNN_OK;
}

/* ---- one try ---- */

static void
context_take(const region *r, double *x)
{
  size_t dim = r->whole->task->dim;

  for (size_t a = r->loose; a < r->count; a++)
    memcpy(x + a * dim, r->whole->y + r->part.node[a] * dim, dim * sizeof *x);
}

static mgnn_status
context_align(region *r, mgnn_error *err)
{
  size_t dim = r->whole->task->dim;
  double *moved = mg_alloc(r->count, dim * sizeof *moved);
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(moved, err));
  context_take(r, moved);
  TRY(mg_motion_fit(&motion, dim, r->count - r->loose, r->x + r->loose * dim,
                    moved + r->loose * dim, 0, err));
  for (size_t a = 0; a < r->loose; a++)
    mg_motion_apply(&motion, r->x + a * dim, moved + a * dim);
  memcpy(r->x, moved, r->count * dim * sizeof *r->x);
end:
  mg_motion_free(&motion);
  mg_free(moved);
  return status;
}

/* A start without positions: solve region and context as a graph of its own,
 * with the distances known from clusters, which keep these rigid; then align it
 * to the context. */
static mgnn_status
start_apart(region *r, uint64_t seed, mgnn_error *err)
{
  const mg_filling *t = r->whole;
  mg_links links = { .ends = NULL };
  mg_subgraph apart = { .node = NULL };
  mg_local s = { 0 };
  double stress;
  mgnn_status status = MGNN_OK;

  if (t->clusters != NULL)
    TRY(mg_links_find(&links, t->clusters, t->task, r->part.node, r->count,
                      mg_random_stream(seed, 1), err));
  TRY(mg_subgraph_init(&apart, t->task->graph, r->part.node, r->count, r->map,
                       &links.extra, err));
  TRY(mg_local_init(&s, &apart.graph, t->task->dim, NULL, NULL,
                    mg_random_stream(seed, 2), err));
  TRY(mg_start_pivot(&s.task, r->x, err));
  TRY(mg_local_solve(&s, LIFTS, t->good, r->x, &stress, err));
  if (r->count > r->loose)
    TRY(context_align(r, err));
end:
  mg_local_free(&s);
  mg_subgraph_free(&apart);
  mg_links_free(&links);
  return status;
}

/* Another start: build-up, in which the node with most placed neighbours comes first.
 * It fails on other regions than the scaling, so tries alternate between them. */
static mgnn_status
start_sequence(region *r, uint64_t seed, mgnn_error *err)
{
  const mg_graph *g = &r->part.graph;
  size_t most = 0, key;
  uint64_t stream = mg_random_stream(seed, 3);
  unsigned char *placed = mg_alloc(r->count, 1);
  size_t *known = mg_zalloc(r->count, sizeof *known);
  mg_buckets queue = { .first = NULL };
  mgnn_status status = MGNN_OK;
  unsigned a;

  TRY(mg_allocated(placed, err));
  TRY(mg_allocated(known, err));
  for (size_t i = 0; i < r->count; i++)
    if (g->row[i + 1] - g->row[i] > most)
      most = g->row[i + 1] - g->row[i];
  TRY(mg_buckets_init(&queue, most, err));
  context_take(r, r->x);
  memcpy(placed, r->fixed, r->count);
  for (size_t i = 0; i < r->count; i++) {
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      known[i] += r->fixed[g->to[k]];
    if (!placed[i])
      TRY(mg_buckets_put(&queue, known[i], (unsigned)i, err));
  }
  while (mg_buckets_take(&queue, &key, &a)) {
    if (placed[a] || key != known[a])
      continue;
    mg_locate_either(&r->whole->locator, g, a, r->x, placed, &stream);
    placed[a] = 1;
    for (size_t k = g->row[a]; k < g->row[a + 1]; k++)
      if (!placed[g->to[k]])
        TRY(mg_buckets_put(&queue, ++known[g->to[k]], g->to[k], err));
  }
end:
  mg_buckets_free(&queue);
  mg_free_all(placed, known);
  return status;
}

static mgnn_status
finish(region *r, uint64_t seed, size_t lifts, mgnn_error *err)
{
  const mg_filling *t = r->whole;
  double stress;
  mg_local s = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_local_init(&s, &r->part.graph, t->task->dim, r->fixed, r->x,
                    mg_random_stream(seed, 4), err));
  TRY(mg_local_solve(&s, lifts, t->good, r->x, &stress, err));
  if (stress < r->stress) {
    r->stress = stress;
    memcpy(r->best, r->x, r->count * t->task->dim * sizeof *r->x);
  }
end:
  mg_local_free(&s);
  return status;
}

/* If all nodes of the region had positions, these are the first try, so that no
 * later one can raise the energy. */
static mgnn_status
begin_with_old(region *r, mgnn_error *err)
{
  const mg_filling *t = r->whole;

  for (size_t a = 0; a < r->loose; a++)
    if (!t->placed[r->part.node[a]])
      return MGNN_OK;
  mg_subgraph_take(&r->part, t->task->dim, t->y, r->x);
  return finish(r, r->seed, 0, err);
}

static mgnn_status
region_solve(region *r, mgnn_error *err)
{
  mg_filling *t = r->whole;
  size_t dim = t->task->dim;

  PASS(begin_with_old(r, err));
  for (size_t k = 0; k < t->tries; k++) {
    uint64_t seed = mg_random_stream(r->seed, 10 + k);

    if (r->stress <= t->good || (k > 0 && mg_run_over(t->task->control)))
      break;
    if (k % 2 == 0 && r->count <= SCALING_MOST)
      PASS(start_apart(r, seed, err));
    else
      PASS(start_sequence(r, seed, err));
    PASS(finish(r, seed, LIFTS, err));
  }
  for (size_t a = 0; a < r->loose; a++) {
    unsigned i = r->part.node[a];

    memcpy(t->y + i * dim, r->best + a * dim, dim * sizeof *t->y);
    t->placed[i] = 1;
  }
  return MGNN_OK;
}

mgnn_status
mg_fill_regions(mg_filling *t, const unsigned char *loose, unsigned round,
                mgnn_error *err)
{
  size_t n = t->task->graph->n;
  scratch s = { .node = mg_alloc(n, sizeof *s.node),
                .map = mg_alloc(n, sizeof *s.map), .seen = mg_alloc(2 * n, 1) };
  region r = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(s.node, err));
  TRY(mg_allocated(s.map, err));
  TRY(mg_allocated(s.seen, err));
  s.barred = s.seen + n;
  for (size_t i = 0; i < n; i++) {
    s.map[i] = MG_NOWHERE;
    s.seen[i] = !loose[i];
    s.barred[i] = loose[i] || !t->placed[i];
  }
  for (size_t i = 0; i < n; i++) {
    size_t count;

    if (s.seen[i])
      continue;
    s.seen[i] = 1;
    s.node[0] = (unsigned)i;
    count = mg_breadth_first_from(t->task->graph, s.node, 0, 1, SIZE_MAX,
                                  s.seen);
    TRY(region_init(&r, t, &s, count, err));
    r.seed = mg_random_stream(t->task->control->seed + round, i);
    TRY(region_solve(&r, err));
    region_free(&r);
  }
end:
  region_free(&r);
  mg_free_all(s.node, s.map, s.seen);
  return status;
}

/* ---- what to solve again ---- */

/* Mark the clusters, except the first, that contain marked nodes.  The new mark
 * differs from the old, so that a cluster does not bring in the next. */
static void
bodies_mark(const mg_bodies *clusters, const unsigned char *held,
            unsigned char *loose)
{
  for (size_t p = 1; p < clusters->count; p++) {
    const mg_body *body = &clusters->body[p];
    int touched = 0;

    for (size_t a = 0; a < body->count && !touched; a++)
      touched = loose[body->node[a]] == 1
                && !(held != NULL && held[body->node[a]]);
    for (size_t a = 0; a < body->count && touched; a++)
      if (loose[body->node[a]] == 0)
        loose[body->node[a]] = 2;
  }
}

/* The relative error of edge e; 0 if both ends are held, as it cannot be
 * repaired. */
static double
error_of(const mg_filling *t, size_t e, const unsigned char *held)
{
  const mg_graph *g = t->task->graph;
  double r = mg_edge_length(g, e, t->task->dim, t->y);

  return held != NULL && held[g->ends[2 * e]] && held[g->ends[2 * e + 1]]
         ? 0 : fabs(r - g->target[e]) / g->target[e];
}

size_t
mg_fill_mark(const mg_filling *t, mg_fill_rules rules,
             const unsigned char *held, unsigned char *loose)
{
  const mg_graph *g = t->task->graph;
  size_t count = 0;

  for (size_t e = 0; e < g->m; e++)
    rules.error = fmax(rules.error, rules.share * error_of(t, e, held));
  memset(loose, 0, g->n);
  for (size_t e = 0; e < g->m; e++)
    if (error_of(t, e, held) > rules.error)
      loose[g->ends[2 * e]] = loose[g->ends[2 * e + 1]] = 1;
  for (size_t k = 0; k < rules.hops; k++) {
    /* Mark the neighbours of marked nodes.  During the pass new marks are 2, so
     * that it goes one hop only, not on along the order of the edges. */
    for (size_t e = 0; e < g->m; e++)
      for (int side = 0; side < 2; side++)
        if (loose[g->ends[2 * e + side]] == 1
            && loose[g->ends[2 * e + 1 - side]] == 0)
          loose[g->ends[2 * e + 1 - side]] = 2;
    for (size_t i = 0; i < g->n; i++)
      loose[i] = loose[i] != 0;
  }
  if (rules.bodies && t->clusters != NULL)
    bodies_mark(t->clusters, held, loose);
  for (size_t i = 0; i < g->n; i++) {
    loose[i] = loose[i] != 0 && !(held != NULL && held[i]);
    count += loose[i];
  }
  return count;
}

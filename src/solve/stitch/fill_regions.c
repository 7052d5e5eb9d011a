/* Completion and repair.  Regions are solved side by side: none of them sees
 * the loose nodes of another, so their order does not matter. */
#include "fill_regions.h"
#include "solve/arrange/align.h"
#include "base/buckets.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/vec.h"
#include "settle.h"
#include "local_solve.h"

#include <math.h>
#include <string.h>

enum {
  CONTEXT = 2,                 /* hops around a region that are looked at */
  STEPS = 1000,                /* of L-BFGS */
  DETOURS = 3,                 /* per try */
  SCALING_MOST = 2000          /* nodes that the scaling can be used for */
};

/* One region at work.  Local numbers: loose nodes first, then the context. */
typedef struct {
  mg_completion *whole;
  uint64_t seed;
  size_t loose, count;
  unsigned *node;              /* count */
  unsigned *map;               /* scratch, n of the whole */
  mg_subgraph part;            /* with the context, as the edges are */
  unsigned char *fixed;        /* count */
  double *x, *best;            /* count*dim */
  double stress;               /* of the best */
} region;

/* ---- regions: finding them ---- */

/* The regions as lists: node holds all loose nodes, region r those from
 * begin[r] to begin[r+1] - 1. */
typedef struct {
  unsigned *node;
  size_t *begin, count;
} regions;

static void
regions_free(regions *r)
{
  mg_free(r->node);
  mg_free(r->begin);
  memset(r, 0, sizeof *r);
}

static mgnn_status
regions_find(regions *r, const mg_graph *g, const unsigned char *loose,
             mgnn_error *err)
{
  unsigned char *seen = mg_zalloc(g->n, 1);
  size_t used = 0;

  memset(r, 0, sizeof *r);
  r->node = mg_alloc(g->n, sizeof *r->node);
  r->begin = mg_alloc(g->n + 1, sizeof *r->begin);
  if (seen == NULL || r->node == NULL || r->begin == NULL) {
    mg_free(seen);
    regions_free(r);
    return mg_fail_memory(err);
  }
  for (size_t i = 0; i < g->n; i++) {
    if (!loose[i] || seen[i])
      continue;
    r->begin[r->count++] = used;
    seen[i] = 1;
    r->node[used++] = (unsigned)i;
    for (size_t k = used - 1; k < used; k++)
      for (size_t s = g->row[r->node[k]]; s < g->row[r->node[k] + 1]; s++)
        if (loose[g->to[s]] && !seen[g->to[s]]) {
          seen[g->to[s]] = 1;
          r->node[used++] = g->to[s];
        }
  }
  r->begin[r->count] = used;
  mg_free(seen);
  return MGNN_OK;
}

/* Add to a region's nodes the placed ones around it that are not loose. */
static mgnn_status
context_add(region *r, const unsigned char *loose, mgnn_error *err)
{
  const mg_graph *g = r->whole->graph;
  size_t room = r->count, begin = 0;
  mgnn_status status = MGNN_OK;

  for (size_t a = 0; a < r->count; a++)
    r->map[r->node[a]] = (unsigned)a;
  for (int hop = 0; hop < CONTEXT && status == MGNN_OK; hop++) {
    size_t end = r->count;

    for (size_t a = begin; a < end && status == MGNN_OK; a++)
      for (size_t k = g->row[r->node[a]]; k < g->row[r->node[a] + 1]; k++) {
        unsigned j = g->to[k], *grown;

        if (r->map[j] != MG_NOWHERE || loose[j] || !r->whole->placed[j])
          continue;
        grown = mg_grow(r->node, r->count, &room, sizeof *grown);
        if (grown == NULL) {
          status = mg_fail_memory(err);
          break;
        }
        r->node = grown;
        r->map[j] = (unsigned)r->count;
        r->node[r->count++] = j;
      }
    begin = end;
  }
  for (size_t a = 0; a < r->count; a++)
    r->map[r->node[a]] = MG_NOWHERE;
  return status;
}

static void
region_free(region *r)
{
  mg_subgraph_free(&r->part);
  mg_free(r->node);
  mg_free(r->fixed);
  mg_free(r->x);
}

static mgnn_status
region_init(region *r, mg_completion *t, const unsigned *node, size_t loose,
            const unsigned char *marked, uint64_t seed, unsigned *map,
            mgnn_error *err)
{
  mgnn_status status;

  memset(r, 0, sizeof *r);
  r->whole = t;
  r->seed = seed;
  r->map = map;
  r->loose = r->count = loose;
  r->stress = INFINITY;
  r->node = mg_alloc(loose, sizeof *r->node);
  if (r->node == NULL)
    return mg_fail_memory(err);
  memcpy(r->node, node, loose * sizeof *node);
  status = context_add(r, marked, err);
  if (status == MGNN_OK)
    status = mg_subgraph_init(&r->part, t->graph, r->node, r->count, map, NULL,
                              err);
  if (status == MGNN_OK) {
    r->fixed = mg_alloc(r->count, 1);
    r->x = mg_alloc(r->count, 2 * t->dim * sizeof *r->x);
    if (r->fixed == NULL || r->x == NULL)
      status = mg_fail_memory(err);
  }
  if (status != MGNN_OK) {
    region_free(r);
    return status;
  }
  r->best = r->x + r->count * t->dim;
  for (size_t a = 0; a < r->count; a++)
    r->fixed[a] = a >= loose;
  return MGNN_OK;
}

/* ---- one try ---- */

/* Put the context where it is in the whole. */
static void
context_take(const region *r, double *x)
{
  size_t dim = r->whole->dim;

  for (size_t a = r->loose; a < r->count; a++)
    memcpy(x + a * dim, r->whole->y + r->node[a] * dim, dim * sizeof *x);
}

/* A start that knows nothing: region and context as a graph of its own, with
 * the distances that clusters know; then laid onto the context. */
static mgnn_status
start_apart(region *r, uint64_t seed, mgnn_error *err)
{
  const mg_completion *t = r->whole;
  size_t dim = t->dim;
  mg_links links = { .ends = NULL };
  mg_subgraph apart = { .node = NULL };
  mg_small s = { .graph = NULL };
  double stress, *moved = NULL;
  mg_motion motion = { .room = NULL };
  mgnn_status status = MGNN_OK;

  if (t->clusters != NULL)
    status = mg_links_find(&links, t->clusters, t->graph, dim, r->node,
                           r->count, mg_random_stream(seed, 1), err);
  if (status == MGNN_OK)
    status = mg_subgraph_init(&apart, t->graph, r->node, r->count, r->map,
                              &links.extra, err);
  if (status == MGNN_OK)
    status = mg_small_init(&s, &apart.graph, dim, NULL, NULL,
                           mg_random_stream(seed, 2), err);
  if (status == MGNN_OK)
    status = mg_small_start(&s, r->x, err);
  if (status == MGNN_OK)
    status = mg_small_descend(&s, STEPS, r->x, &stress, err);
  if (status == MGNN_OK)
    status = mg_small_refine(&s, r->x, &stress, err);
  if (status == MGNN_OK)
    status = mg_small_refine(&s, r->x, &stress, err);
  if (status == MGNN_OK)
    status = mg_small_detour(&s, DETOURS, t->good, 1, r->x, &stress, err);
  if (status == MGNN_OK && r->count > r->loose) {
    moved = mg_alloc(r->count, dim * sizeof *moved);
    if (moved == NULL)
      status = mg_fail_memory(err);
    else {
      context_take(r, moved);
      status = mg_motion_fit(&motion, dim, r->count - r->loose,
                             r->x + r->loose * dim, moved + r->loose * dim, 0,
                             err);
    }
    if (status == MGNN_OK) {
      for (size_t a = 0; a < r->loose; a++)
        mg_motion_apply(&motion, r->x + a * dim, moved + a * dim);
      memcpy(r->x, moved, r->count * dim * sizeof *r->x);
    }
  }
  mg_motion_free(&motion);
  mg_free(moved);
  mg_small_free(&s);
  mg_subgraph_free(&apart);
  mg_links_free(&links);
  return status;
}

/* Another start: node by node, the one with most placed neighbours first. */
static mgnn_status
start_sequence(region *r, uint64_t seed, mgnn_error *err)
{
  const mg_graph *g = &r->part.graph;
  size_t dim = r->whole->dim, most = 0, key;
  uint64_t stream = mg_random_stream(seed, 3);
  unsigned char *placed = mg_zalloc(r->count, 1);
  size_t *known = mg_zalloc(r->count, sizeof *known);
  mg_buckets queue = { .first = NULL };
  mgnn_status status = MGNN_OK;
  unsigned a;

  for (size_t i = 0; i < r->count; i++)
    if (g->row[i + 1] - g->row[i] > most)
      most = g->row[i + 1] - g->row[i];
  if (placed == NULL || known == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = mg_buckets_init(&queue, most, err);
  if (status == MGNN_OK)
    context_take(r, r->x);
  for (size_t i = 0; i < r->count && status == MGNN_OK; i++) {
    placed[i] = r->fixed[i];
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      known[i] += r->fixed[g->to[k]];
    if (!placed[i])
      status = mg_buckets_put(&queue, known[i], (unsigned)i, err);
  }
  while (status == MGNN_OK && mg_buckets_take(&queue, &key, &a)) {
    if (placed[a] || key != known[a])
      continue;
    mg_settle(g, dim, placed, a, mg_random_stream(stream, a), r->x);
    placed[a] = 1;
    for (size_t k = g->row[a]; k < g->row[a + 1] && status == MGNN_OK; k++)
      if (!placed[g->to[k]])
        status = mg_buckets_put(&queue, ++known[g->to[k]], g->to[k], err);
  }
  mg_buckets_free(&queue);
  mg_free(placed);
  mg_free(known);
  return status;
}

/* Descend from r->x with the context fixed; keep it if it is the best. */
static mgnn_status
finish(region *r, uint64_t seed, size_t detours, mgnn_error *err)
{
  size_t dim = r->whole->dim;
  double stress;
  mg_small s;
  mgnn_status status = mg_small_init(&s, &r->part.graph, dim, r->fixed, r->x,
                                     mg_random_stream(seed, 4), err);

  if (status != MGNN_OK)
    return status;
  status = mg_small_descend(&s, STEPS, r->x, &stress, err);
  if (status == MGNN_OK)
    status = mg_small_refine(&s, r->x, &stress, err);
  if (status == MGNN_OK)
    status = mg_small_detour(&s, detours, r->whole->good, 1, r->x, &stress, err);
  if (status == MGNN_OK && stress < r->stress) {
    r->stress = stress;
    memcpy(r->best, r->x, r->count * dim * sizeof *r->x);
  }
  mg_small_free(&s);
  return status;
}

/* Where the region was before, if it was placed. */
static mgnn_status
begin_with_old(region *r, mgnn_error *err)
{
  const mg_completion *t = r->whole;

  for (size_t a = 0; a < r->loose; a++)
    if (!t->placed[r->node[a]])
      return MGNN_OK;
  mg_subgraph_take(&r->part, t->dim, t->y, r->x);
  return finish(r, r->seed, 0, err);
}

static mgnn_status
region_solve(region *r, mgnn_error *err)
{
  mg_completion *t = r->whole;
  mgnn_status status = begin_with_old(r, err);

  for (size_t k = 0; k < t->tries && status == MGNN_OK; k++) {
    uint64_t seed = mg_random_stream(r->seed, 10 + k);

    if (r->stress <= t->good || (k > 0 && mg_effort_over(t->how)))
      break;
    if (k % 2 == 0 && r->count <= SCALING_MOST)
      status = start_apart(r, seed, err);
    else
      status = start_sequence(r, seed, err);
    if (status == MGNN_OK)
      status = finish(r, seed, DETOURS, err);
  }
  if (status == MGNN_OK)
    for (size_t a = 0; a < r->loose; a++) {
      memcpy(t->y + r->node[a] * t->dim, r->best + a * t->dim,
             t->dim * sizeof *t->y);
      t->placed[r->node[a]] = 1;
    }
  return status;
}

mgnn_status
mg_complete(mg_completion *t, const unsigned char *loose, unsigned round,
            mgnn_error *err)
{
  unsigned *map = mg_alloc(t->graph->n, sizeof *map);
  regions list;
  mgnn_status status;

  if (map == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < t->graph->n; i++)
    map[i] = MG_NOWHERE;
  status = regions_find(&list, t->graph, loose, err);
  for (size_t k = 0; k < list.count && status == MGNN_OK; k++) {
    const unsigned *node = list.node + list.begin[k];
    uint64_t seed = mg_random_stream(t->how->seed + round, node[0]);
    region r;

    status = region_init(&r, t, node, list.begin[k + 1] - list.begin[k], loose,
                         seed, map, err);
    if (status != MGNN_OK)
      break;
    status = region_solve(&r, err);
    region_free(&r);
  }
  regions_free(&list);
  mg_free(map);
  return status;
}

/* ---- what to repair ---- */

/* One hop more. */
static void
spread(const mg_graph *g, unsigned char *mark)
{
  for (size_t e = 0; e < g->m; e++)
    for (int side = 0; side < 2; side++)
      if (mark[g->ends[2 * e + side]] == 1
          && mark[g->ends[2 * e + 1 - side]] == 0)
        mark[g->ends[2 * e + 1 - side]] = 2;
  for (size_t i = 0; i < g->n; i++)
    mark[i] = mark[i] != 0;
}

size_t
mg_complete_mark(const mg_completion *t, double wrong, double share,
                 size_t hops, int bodies, const unsigned char *held,
                 unsigned char *loose)
{
  const mg_graph *g = t->graph;
  size_t count = 0;

  for (size_t e = 0; e < g->m; e++) {
    const unsigned *end = g->ends + 2 * e;
    double r = mg_distance(t->y + end[0] * t->dim, t->y + end[1] * t->dim,
                           t->dim);

    if (!(held != NULL && held[end[0]] && held[end[1]]))
      wrong = fmax(wrong, share * fabs(r - g->target[e]) / g->target[e]);
  }
  memset(loose, 0, g->n);
  for (size_t e = 0; e < g->m; e++) {
    const unsigned *end = g->ends + 2 * e;
    double r = mg_distance(t->y + end[0] * t->dim, t->y + end[1] * t->dim,
                           t->dim);

    if (fabs(r - g->target[e]) > wrong * g->target[e]
        && !(held != NULL && held[end[0]] && held[end[1]]))
      loose[end[0]] = loose[end[1]] = 1;
  }
  for (size_t k = 0; k < hops; k++)
    spread(g, loose);
  for (size_t p = 1; bodies && t->clusters != NULL && p < t->clusters->count;
       p++) {
    const mg_piece *body = &t->clusters->piece[p];
    int touched = 0;

    for (size_t a = 0; a < body->count && !touched; a++)
      touched = loose[body->node[a]] == 1
                && !(held != NULL && held[body->node[a]]);
    for (size_t a = 0; a < body->count && touched; a++)
      if (loose[body->node[a]] == 0)
        loose[body->node[a]] = 3;      /* does not touch others in turn */
  }
  for (size_t i = 0; i < g->n; i++) {
    loose[i] = loose[i] != 0 && !(held != NULL && held[i]);
    count += loose[i];
  }
  return count;
}

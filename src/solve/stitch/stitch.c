/* Patch stitching: small patches are solved on their own, reduced to what is
 * rigid, grown into clusters; the rest is completed around the largest.  The
 * order of the steps and all their settings are here. */
#include "base/mem.h"
#include "base/random.h"
#include "base/subgraph.h"
#include "fill_regions.h"
#include "solve/run_control.h"
#include "solve/descent/descend.h"
#include "merge_patches.h"
#include "patch.h"
#include "k_core.h"
#include "settle.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  LEVELS = 3,                  /* rounds of larger patches */
  REPAIRS = 12,                /* rounds, exact lengths */
  NOISY_REPAIRS = 4,
  PROBES = 40,                 /* patches to tell noise by */
  LAST_STEPS = 1000            /* of L-BFGS on all nodes */
};

typedef struct {
  const mg_graph *graph;
  size_t dim;
  const mg_effort *how;
  double mean;                 /* length */

  unsigned *order;             /* n: peeled nodes in their order, then the core */
  size_t peeled;
  mg_subgraph core;            /* its nodes in breadth-first order */
  mg_pieces clusters;          /* of core nodes, the largest first; indexed */

  mg_patch_rules patches;
  mg_grow_rules growth;
  size_t stride;               /* one in so many core nodes is a centre */
  double noise;                /* stress of a usual patch; 0: exact lengths */
} stitching;

static void
stitching_free(stitching *t)
{
  mg_free(t->order);
  mg_subgraph_free(&t->core);
  mg_pieces_free(&t->clusters);
}

/* ---- the core ---- */

static mgnn_status
core_find(stitching *t, mgnn_error *err)
{
  const mg_graph *g = t->graph;
  unsigned *map = mg_alloc(g->n, sizeof *map);
  unsigned *list = mg_alloc(g->n, sizeof *list);
  size_t used = 0;
  mgnn_status status = MGNN_OK;

  t->order = mg_alloc(g->n, sizeof *t->order);
  if (map == NULL || list == NULL || t->order == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK)
    status = mg_peel(g, t->dim, t->order, &t->peeled, err);
  if (status == MGNN_OK) {
    for (size_t k = 0; k < g->n; k++)
      map[t->order[k]] = k < t->peeled ? 0 : MG_NOWHERE;
    /* Breadth first; map is 0 for nodes seen. */
    for (size_t k = t->peeled; k < g->n; k++) {
      if (map[t->order[k]] == 0)
        continue;
      map[t->order[k]] = 0;
      list[used++] = t->order[k];
      for (size_t a = used - 1; a < used; a++)
        for (size_t s = g->row[list[a]]; s < g->row[list[a] + 1]; s++)
          if (map[g->to[s]] != 0) {
            map[g->to[s]] = 0;
            list[used++] = g->to[s];
          }
    }
    for (size_t i = 0; i < g->n; i++)
      map[i] = MG_NOWHERE;
    status = mg_subgraph_init(&t->core, g, list, used, map, NULL, err);
  }
  mg_free(map);
  mg_free(list);
  return status;
}

/* ---- settings ---- */

static void
settings(stitching *t)
{
  const mg_graph *g = t->graph;
  double degree = 2 * (double)g->m / (double)g->n;

  for (size_t e = 0; e < g->m; e++)
    t->mean += g->target[e] / (double)g->m;
  t->stride = g->n > 20000 ? 4 : t->dim == 2 ? 2 : 3;
  t->patches = (mg_patch_rules){
    .dim = t->dim, .size = t->dim == 2 ? degree >= 10 ? 30 : 40 : 50,
    .tries = t->dim == 2 ? 6 : 4, .refine = 1, .good = 1e-20,
    .accept = 1e-20
  };
  t->growth = (mg_grow_rules){
    .dim = t->dim, .rms = 0.005 * t->mean, .error = 0.005, .overlap = 0,
    .polish = 1.5
  };
}

/* With noise no patch comes out exactly, so every one gets all its tries, and
 * is judged by what others reach.  Wrong merges are likelier: larger overlaps
 * are asked for, and clusters polished more often. */
static void
settings_noisy(stitching *t, double stress)
{
  double rms = fmax(0.005, 6 * sqrt(stress));

  t->noise = stress;
  t->stride = 2;
  t->patches.tries = 4;
  t->patches.refine = 0;
  t->patches.good = 0;
  t->patches.accept = 2.5 * stress;
  t->growth.rms = rms * t->mean;
  t->growth.error = 2 * rms;
  t->growth.overlap = 0.3;
  t->growth.polish = 1.15;
}

static int
ascending(const void *left, const void *right)
{
  double a = *(const double *)left, b = *(const double *)right;

  return a < b ? -1 : a > b;
}

/* Are the lengths exact?  The median stress of a few patches tells. */
static mgnn_status
probe(stitching *t, mgnn_error *err)
{
  size_t n = t->core.graph.n, found = 0;
  uint64_t stream = mg_random_stream(t->how->seed, 5);
  unsigned centre[PROBES];
  double stress[PROBES];
  mgnn_status status;

  for (int k = 0; k < PROBES; k++) {
    centre[k] = (unsigned)mg_random_below(&stream, n);
    stress[k] = INFINITY;
  }
  status = mg_patches_solve(&t->core.graph, &t->patches, t->how, centre, PROBES,
                            NULL, stress, err);
  if (status != MGNN_OK)
    return status;
  qsort(stress, PROBES, sizeof *stress, ascending);
  while (found < PROBES && !isinf(stress[found]))
    found++;
  if (found > 0 && stress[found / 2] > 1e-9)
    settings_noisy(t, stress[found / 2]);
  return MGNN_OK;
}

/* ---- clusters ---- */

/* A pseudo-random one in t->stride of the core nodes. */
static mgnn_status
first_patches(stitching *t, mg_pieces *out, mgnn_error *err)
{
  size_t n = t->core.graph.n, count = 0;
  unsigned *centre = mg_alloc(n, sizeof *centre);
  uint64_t stream = mg_random_stream(t->how->seed, 6);
  mgnn_status status;

  if (centre == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < n; i++)
    if (mg_random_below(&stream, t->stride) == 0)
      centre[count++] = (unsigned)i;
  status = mg_patches_solve(&t->core.graph, &t->patches, t->how, centre, count,
                            out, NULL, err);
  mg_free(centre);
  return status;
}

/* Patches around nodes outside the largest cluster, with the distances that
 * the clusters know. */
static mgnn_status
more_patches(stitching *t, size_t level, mg_pieces *out, mgnn_error *err)
{
  size_t n = t->core.graph.n, count = 0, most = n / 4 > 200 ? n / 4 : 200;
  unsigned *centre = mg_alloc(n, sizeof *centre);
  uint64_t stream = mg_random_stream(t->how->seed, 7 + level);
  mg_patch_rules rules = t->patches;
  mgnn_status status;

  if (centre == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < n; i++) {
    size_t k = t->clusters.row[i];

    if (k == t->clusters.row[i + 1] || t->clusters.of[k] != 0)
      centre[count++] = (unsigned)i;
  }
  for (size_t k = 0; k < count && count > most && k < most; k++) {
    size_t pick = k + mg_random_below(&stream, count - k);
    unsigned swap = centre[k];

    centre[k] = centre[pick];
    centre[pick] = swap;
  }
  for (size_t k = 0; k < level; k++)
    rules.size = (size_t)((double)rules.size * 1.6);
  if (rules.tries > 3 && level > 0)
    rules.tries = 3;
  rules.known = &t->clusters;
  if (t->noise == 0)
    rules.good = rules.accept = 1e-16;
  status = mg_patches_solve(&t->core.graph, &rules, t->how, centre,
                            count < most ? count : most, out, NULL, err);
  mg_free(centre);
  return status;
}

/* Grow clusters from the pieces, which are given up; they replace those that
 * there were. */
static mgnn_status
regrow(stitching *t, mg_pieces *pieces, mgnn_error *err)
{
  mg_pieces grown = { .count = 0 };
  mgnn_status status = mg_pieces_index(pieces, t->core.graph.n, err);

  if (status == MGNN_OK)
    status = mg_grow_clusters(&t->core.graph, &t->growth, t->how, pieces,
                              &grown, err);
  if (status == MGNN_OK)
    status = mg_pieces_index(&grown, t->core.graph.n, err);
  mg_pieces_free(pieces);
  if (status != MGNN_OK) {
    mg_pieces_free(&grown);
    return status;
  }
  mg_pieces_free(&t->clusters);
  t->clusters = grown;
  return MGNN_OK;
}

static size_t
largest(const stitching *t)
{
  return t->clusters.count > 0 ? t->clusters.piece[0].count : 0;
}

static mgnn_status
clusters_find(stitching *t, mgnn_error *err)
{
  mg_pieces pieces = { .count = 0 };
  mgnn_status status = first_patches(t, &pieces, err);

  if (status == MGNN_OK)
    status = regrow(t, &pieces, err);
  for (size_t level = 0; level < LEVELS && status == MGNN_OK; level++) {
    size_t before = largest(t);

    if (before == t->core.graph.n || t->clusters.count == 0
        || mg_effort_over(t->how))
      break;
    status = more_patches(t, level, &pieces, err);
    for (size_t k = 0; k < t->clusters.count && status == MGNN_OK; k++)
      status = mg_pieces_add(&pieces, &t->clusters.piece[k], err);
    if (status == MGNN_OK)
      status = regrow(t, &pieces, err);
    if (largest(t) <= before)
      break;
  }
  mg_pieces_free(&pieces);
  return status;
}

/* ---- everything else ---- */

/* From numbers of the core to those of the whole. */
static mgnn_status
clusters_number(stitching *t, mgnn_error *err)
{
  for (size_t k = 0; k < t->clusters.count; k++)
    for (size_t a = 0; a < t->clusters.piece[k].count; a++)
      t->clusters.piece[k].node[a]
        = t->core.node[t->clusters.piece[k].node[a]];
  return mg_pieces_index(&t->clusters, t->graph->n, err);
}

static mgnn_status
descend(const stitching *t, double *y, mgnn_error *err)
{
  mg_depth depth = { LAST_STEPS, 1e-6, 1e-20, 5 };
  mg_lbfgs_result result;
  mg_edges edges;
  mgnn_status status = mg_edges_init(&edges, t->graph, t->dim, NULL,
                                     t->how->seed, t->how->threads, err);

  if (status != MGNN_OK)
    return status;
  status = mg_descend(&edges, t->how, depth, y, &result, err);
  mg_edges_free(&edges);
  return status;
}

/* Place the core around the largest cluster, which is marked in `held` and
 * stays; then put the peeled nodes back, the last first: those have their
 * neighbours then. */
static mgnn_status
rest_place(stitching *t, mg_completion *c, unsigned char *held,
           unsigned char *loose, mgnn_error *err)
{
  const mg_graph *g = t->graph;
  mgnn_status status;

  if (t->clusters.count > 0) {
    const mg_piece *main = &t->clusters.piece[0];

    for (size_t a = 0; a < main->count; a++) {
      memcpy(c->y + main->node[a] * t->dim, main->x + a * t->dim,
             t->dim * sizeof *c->y);
      held[main->node[a]] = c->placed[main->node[a]] = 1;
    }
  }
  for (size_t k = 0; k < g->n; k++)
    loose[t->order[k]] = k >= t->peeled && !held[t->order[k]];
  status = mg_complete(c, loose, 0, err);
  for (size_t k = t->peeled; k-- > 0 && status == MGNN_OK;) {
    mg_settle(g, t->dim, c->placed, t->order[k],
              mg_random_stream(t->how->seed, t->order[k]), c->y);
    c->placed[t->order[k]] = 1;
  }
  return status;
}

/* Solve again what is near wrong edges, in growing circles.  With exact
 * lengths the cluster stays and all of this comes before the descent on all
 * nodes, which would spread a local fault over what is right. */
static mgnn_status
repair(stitching *t, mg_completion *c, const unsigned char *held,
       unsigned char *loose, mgnn_error *err)
{
  static const double shares[] = { 0.1, 0, 0.3 };
  double wrong = t->noise > 0 ? fmax(0.005, 8 * sqrt(t->noise)) : 1e-4;
  unsigned rounds = t->noise > 0 ? NOISY_REPAIRS : REPAIRS;
  mgnn_status status = MGNN_OK;

  for (unsigned round = 0; round < rounds && status == MGNN_OK; round++) {
    if (mg_effort_over(t->how)
        || mg_complete_mark(c, wrong, shares[round % 3], 1 + round / 3,
                            round % 2 == 1, held, loose) == 0)
      break;
    status = mg_complete(c, loose, 1 + round, err);
  }
  return status;
}

static mgnn_status
finish(stitching *t, mg_completion *c, unsigned char *held,
       unsigned char *loose, mgnn_error *err)
{
  mgnn_status status = rest_place(t, c, held, loose, err);

  if (status == MGNN_OK && t->noise == 0)
    status = repair(t, c, held, loose, err);
  if (status == MGNN_OK)
    status = descend(t, c->y, err);
  if (status == MGNN_OK && t->noise > 0) {
    status = repair(t, c, NULL, loose, err);
    if (status == MGNN_OK)
      status = descend(t, c->y, err);
  }
  return status;
}

/* Everything, into y; *done stays 0 if time ran out before all nodes had a
 * place. */
static mgnn_status
run(stitching *t, double *y, unsigned char *held, int *done, mgnn_error *err)
{
  mg_completion c = { .graph = t->graph, .dim = t->dim, .how = t->how,
                      .clusters = &t->clusters, .good = 1e-14, .tries = 6,
                      .y = y };
  unsigned char *loose = mg_alloc(t->graph->n, 1);
  mgnn_status status = core_find(t, err);

  c.placed = mg_zalloc(t->graph->n, 1);
  if (status == MGNN_OK && (loose == NULL || c.placed == NULL))
    status = mg_fail_memory(err);
  if (status == MGNN_OK && t->core.graph.n > 0)
    status = probe(t, err);
  if (status == MGNN_OK && t->core.graph.n > 0)
    status = clusters_find(t, err);
  if (status == MGNN_OK)
    status = clusters_number(t, err);
  if (status == MGNN_OK && !mg_effort_over(t->how)) {
    status = finish(t, &c, held, loose, err);
    *done = 1;
  }
  mg_free(loose);
  mg_free(c.placed);
  return status;
}

/* Intervals are not for this: there is no equilibrium to find in a patch whose
 * lengths may vary.  Nor are lengths of 0, whose edges have no direction. */
static int
suitable(const mg_graph *g, size_t dim)
{
  if (dim < 2 || dim > MG_SETTLE_DIM || g->upper != NULL)
    return 0;
  for (size_t e = 0; e < g->m; e++)
    if (!(g->target[e] > 0)
        || (g->stiffness != NULL && !(g->stiffness[e] > 0)))
      return 0;
  return 1;
}

static mgnn_status
energy(const stitching *t, const double *y, double *out, mgnn_error *err)
{
  double *partial = mg_alloc(mg_blocks(t->graph->n), sizeof *partial);

  if (partial == NULL)
    return mg_fail_memory(err);
  *out = mg_energy(t->graph, t->dim, t->how->seed, t->how->threads, y, NULL,
                   partial);
  mg_free(partial);
  return MGNN_OK;
}

mgnn_status
mg_stitch_probe(const mg_graph *g, size_t dim, const mg_effort *how, int *exact,
                mgnn_error *err)
{
  stitching t = { .graph = g, .dim = dim, .how = how };
  gsl_error_handler_t *host;
  mgnn_status status;

  *exact = 0;
  if (!suitable(g, dim))
    return MGNN_OK;
  settings(&t);
  host = gsl_set_error_handler_off();
  status = core_find(&t, err);
  if (status == MGNN_OK && t.core.graph.n > 0) {
    status = probe(&t, err);
    *exact = t.noise == 0;
  }
  gsl_set_error_handler(host);
  stitching_free(&t);
  return status;
}

mgnn_status
mg_stitch(const mg_graph *g, size_t dim, const mg_effort *how, double *y,
          unsigned char *determined, int *better, mgnn_error *err)
{
  stitching t = { .graph = g, .dim = dim, .how = how };
  gsl_error_handler_t *host;
  unsigned char *held;
  double *mine, before, after;
  int done = 0;
  mgnn_status status = MGNN_OK;

  *better = 0;
  if (!suitable(g, dim))
    return MGNN_OK;
  held = mg_zalloc(g->n, 1);
  mine = mg_alloc(g->n, dim * sizeof *mine);
  if (held == NULL || mine == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  settings(&t);
  host = gsl_set_error_handler_off();
  status = run(&t, mine, held, &done, err);
  gsl_set_error_handler(host);
  if (status != MGNN_OK || !done)
    goto leave;
  status = energy(&t, y, &before, err);
  if (status == MGNN_OK)
    status = energy(&t, mine, &after, err);
  if (status == MGNN_OK) {
    *better = after < before;
    if (*better)
      memcpy(y, mine, g->n * dim * sizeof *y);
    if (determined != NULL)
      memcpy(determined, held, g->n);
  }
leave:
  stitching_free(&t);
  mg_free(held);
  mg_free(mine);
  return status;
}

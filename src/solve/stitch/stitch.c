/* Patch stitching: small patches are solved separately, reduced to their rigid
 * part and merged into clusters; the other nodes are placed around the largest.
 * This file has the order of the steps and all their settings. */
#include "stitch.h"
#include "base/mem.h"
#include "base/random.h"
#include "fill_regions.h"
#include "merge_patches.h"
#include "patch.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  DIM_MOST = 3,
  LEVELS = 3,                  /* rounds of larger patches */
  REPAIRS = 12,                /* rounds, if lengths are exact */
  NOISY_REPAIRS = 4,
  FEWER_PATCHES = 5000,        /* nodes from which only one in four is a centre */
  PROBES = 40,                 /* patches to estimate noise from, */
  REDUNDANT = 10,              /* which need so many redundant lengths */
  LAST_STEPS = 1000            /* of L-BFGS on all nodes */
};

static const double noise_least = 1e-9;        /* limit for stress of exact lengths */
static const double false_alarm = 0.01;        /* chance that a patch fits too well */

typedef struct {
  const mg_task *task;
  double mean;                 /* mean length */
  unsigned *order;             /* n: nodes outside the core in order of removal,
                                  then the core */
  size_t outside;
  mg_subgraph core;            /* its nodes in breadth-first order */
  mg_task core_task;
  mg_bodies clusters;          /* of core nodes, the largest first; indexed */
  mg_patch_rules patches;
  mg_merge_rules merging;
  size_t stride;               /* one in so many core nodes is a centre */
  double noise;                /* median stress of patches; 0: exact lengths */
  double rounding;             /* stress of a patch that rounded lengths explain */
} stitching;

static void
stitching_free(stitching *t)
{
  mg_free(t->order);
  mg_subgraph_free(&t->core);
  mg_bodies_free(&t->clusters);
}

/* ---- the core ---- */

static mgnn_status
core_find(stitching *t, mgnn_error *err)
{
  const mg_graph *g = t->task->graph;
  unsigned *map = mg_alloc(g->n, sizeof *map);
  unsigned *list = mg_alloc(g->n, sizeof *list);
  unsigned char *seen = mg_zalloc(g->n, 1);
  size_t used = 0;
  mgnn_status status = MGNN_OK;

  t->order = mg_alloc(g->n, sizeof *t->order);
  TRY(mg_allocated(map, err));
  TRY(mg_allocated(list, err));
  TRY(mg_allocated(seen, err));
  TRY(mg_allocated(t->order, err));
  TRY(mg_k_core(g, t->task->dim + 1, t->order, &t->outside, err));
  for (size_t k = 0; k < t->outside; k++)
    seen[t->order[k]] = 1;
  for (size_t k = t->outside; k < g->n; k++)
    if (!seen[t->order[k]]) {
      seen[t->order[k]] = 1;
      list[used] = t->order[k];
      used = mg_breadth_first_from(g, list, used, used + 1, SIZE_MAX, seen);
    }
  memset(map, 255, g->n * sizeof *map);                /* MG_NOWHERE */
  TRY(mg_subgraph_init(&t->core, g, list, used, map, NULL, err));
  t->core_task = *t->task;
  t->core_task.graph = &t->core.graph;
end:
  mg_free_all(map, list, seen);
  return status;
}

/* ---- settings ---- */

static void
settings(stitching *t)
{
  const mg_graph *g = t->task->graph;
  double degree = 2 * (double)g->m / (double)g->n;
  int plane = t->task->dim == 2;
  mg_error_unit unit = mg_error_unit_of(g);

  t->mean = mg_mean_length(g);
  /* For one patch: with few redundant lengths its energy varies by a factor of 4. */
  t->rounding = 4 * unit.typical * unit.typical / 12 / (t->mean * t->mean);
  t->stride = g->n > FEWER_PATCHES ? 4 : plane ? 2 : 3;
  t->patches = (mg_patch_rules){
    .task = &t->core_task, .size = plane ? degree >= 10 ? 30 : 40 : 50,
    .lifts = plane ? 6 : 4, .good = fmax(1e-20, t->rounding),
    .accept = fmax(1e-20, t->rounding)
  };
  t->merging = (mg_merge_rules){
    .rms = 0.005 * t->mean, .error = 0.005, .overlap = 0, .polish = 1.5
  };
}

/* With noise no patch meets its lengths, so each one gets all its lifts, and is
 * compared with the others.  Wrong merges are likelier: larger overlaps are
 * required, and clusters are polished more often. */
static void
settings_noisy(stitching *t, double stress)
{
  double rms = fmax(0.005, 6 * sqrt(stress));

  t->noise = stress;
  t->stride = 2;
  t->patches.lifts = 4;
  t->patches.good = 0;
  t->patches.accept = 2.5 * stress;
  t->merging.rms = rms * t->mean;
  t->merging.error = 2 * rms;
  t->merging.overlap = 0.3;
  t->merging.polish = 1.15;
}

static int
lower_first(const void *left, const void *right)
{
  const mg_patch_fit *a = left, *b = right;

  return a->stress < b->stress ? -1 : a->stress > b->stress;
}

/* The variance of errors from patches.  If lengths have errors the sum of squares
 * per redundant length, v, is the variance times chi-square over its degrees of
 * freedom f; patches caught in local minima have more.  So patches count up to the
 * upper quantile for the largest variance at which none is below its lower
 * quantile; their median has 1.25 times the standard error of the mean.  If lengths
 * are exact, some patches have v about 0, or all v differ widely. */
static void
variance_find(const mg_patch_fit *fit, size_t count, double least, mg_probe *out)
{
  double z = mg_normal_upper_quantile(false_alarm / PROBES), variance[PROBES];
  double most = INFINITY, freedom = 0;
  size_t used = 0;

  for (size_t k = 0; k < count; k++) {
    double f = (double)fit[k].redundant;

    if (fit[k].redundant >= REDUNDANT)
      most = fmin(most, fit[k].stress * (double)fit[k].lengths
                        / mg_chi_square_quantile(f, -z));
  }
  for (size_t k = 0; k < count; k++) {
    double f = (double)fit[k].redundant;
    double v = fit[k].stress * (double)fit[k].lengths / f;

    if (fit[k].redundant >= REDUNDANT
        && v * f <= most * mg_chi_square_quantile(f, z)) {
      variance[used++] = v;
      freedom += f;
    }
  }
  if (used < PROBES / 4)
    return;
  qsort(variance, used, sizeof *variance, mg_ascending);
  out->variance = variance[used / 2];
  out->uncertain = 1.2533 * sqrt(2 / freedom);
  out->noisy = out->variance > least;
}

/* Find whether the lengths are exact, from the median stress of a few patches. */
static mgnn_status
probe(stitching *t, mg_probe *out, mgnn_error *err)
{
  size_t n = t->core.graph.n, found = 0;
  uint64_t stream = mg_random_stream(t->task->control->seed, 5);
  unsigned centre[PROBES];
  double least = fmax(noise_least, t->rounding);
  mg_patch_fit fit[PROBES];

  for (int k = 0; k < PROBES; k++) {
    centre[k] = (unsigned)mg_random_below(&stream, n);
    fit[k] = (mg_patch_fit){ INFINITY, 0, 0 };
  }
  PASS(mg_patches_solve(&t->patches, centre, PROBES, NULL, fit, err));
  qsort(fit, PROBES, sizeof *fit, lower_first);
  while (found < PROBES && !isinf(fit[found].stress))
    found++;
  variance_find(fit, found, least, out);
  if (found > 0 && fit[found / 2].stress > least)
    settings_noisy(t, fit[found / 2].stress);
  return MGNN_OK;
}

/* ---- clusters ---- */

/* Solve patches around random core nodes, one in t->stride: patches overlap
 * much more than merging needs. */
static mgnn_status
first_patches(stitching *t, mg_bodies *out, mgnn_error *err)
{
  size_t n = t->core.graph.n, count = 0;
  unsigned *centre = mg_alloc(n, sizeof *centre);
  uint64_t stream = mg_random_stream(t->task->control->seed, 6);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(centre, err));
  for (size_t i = 0; i < n; i++)
    if (mg_random_below(&stream, t->stride) == 0)
      centre[count++] = (unsigned)i;
  TRY(mg_patches_solve(&t->patches, centre, count, out, NULL, err));
end:
  mg_free(centre);
  return status;
}

/* Solve larger patches around nodes outside the largest cluster.  Known
 * distances within clusters are edges in them, so that a cluster acts as a
 * rigid body and the same solver merges clusters. */
static mgnn_status
more_patches(stitching *t, size_t level, mg_bodies *out, mgnn_error *err)
{
  size_t n = t->core.graph.n, count = 0, most = n / 4 > 200 ? n / 4 : 200;
  unsigned *centre = mg_alloc(n, sizeof *centre);
  uint64_t stream = mg_random_stream(t->task->control->seed, 7 + level);
  mg_patch_rules rules = t->patches;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(centre, err));
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
  if (rules.lifts > 3 && level > 0)
    rules.lifts = 3;
  rules.known = &t->clusters;
  if (t->noise == 0)
    rules.good = rules.accept = fmax(1e-16, t->rounding);
  TRY(mg_patches_solve(&rules, centre, count < most ? count : most, out, NULL,
                       err));
end:
  mg_free(centre);
  return status;
}

/* Replace the clusters by the merged bodies, and free the bodies. */
static mgnn_status
merge(stitching *t, mg_bodies *bodies, mgnn_error *err)
{
  mg_bodies merged = { .count = 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_bodies_index(bodies, t->core.graph.n, err));
  TRY(mg_merge_patches(&t->core_task, &t->merging, bodies, &merged, err));
  TRY(mg_bodies_index(&merged, t->core.graph.n, err));
  mg_bodies_free(&t->clusters);
  t->clusters = merged;
  merged = (mg_bodies){ .count = 0 };
end:
  mg_bodies_free(&merged);
  mg_bodies_free(bodies);
  return status;
}

static size_t
largest(const stitching *t)
{
  return t->clusters.count > 0 ? t->clusters.body[0].count : 0;
}

static mgnn_status
clusters_find(stitching *t, mgnn_error *err)
{
  mg_bodies bodies = { .count = 0 };
  mgnn_status status = MGNN_OK;

  TRY(first_patches(t, &bodies, err));
  TRY(merge(t, &bodies, err));
  for (size_t level = 0; level < LEVELS; level++) {
    size_t before = largest(t);

    if (before == t->core.graph.n || t->clusters.count == 0
        || mg_run_over(t->task->control))
      break;
    TRY(more_patches(t, level, &bodies, err));
    for (size_t k = 0; k < t->clusters.count; k++)
      TRY(mg_bodies_add(&bodies, &t->clusters.body[k], err));
    TRY(merge(t, &bodies, err));
    if (largest(t) <= before)
      break;
  }
end:
  mg_bodies_free(&bodies);
  return status;
}

/* ---- everything else ---- */

static mgnn_status
descend(const stitching *t, double *y, mgnn_error *err)
{
  mg_search unused = { 0 };

  return mg_descend_from(t->task, (mg_depth){ LAST_STEPS, 1e-6, 1e-20, 5 }, y,
                         &unused, err);
}

/* Place the core around the largest cluster, which is marked in `held` and
 * stays; then put the nodes outside the core back in reverse order of removal:
 * each then has at most dim placed neighbours, and fits exactly. */
static mgnn_status
rest_place(stitching *t, mg_filling *f, unsigned char *held,
           unsigned char *loose, mgnn_error *err)
{
  const mg_graph *g = t->task->graph;
  size_t dim = t->task->dim;

  if (t->clusters.count > 0) {
    const mg_body *main = &t->clusters.body[0];

    for (size_t a = 0; a < main->count; a++) {
      memcpy(f->y + main->node[a] * dim, main->x + a * dim, dim * sizeof *f->y);
      held[main->node[a]] = f->placed[main->node[a]] = 1;
    }
  }
  for (size_t k = 0; k < g->n; k++)
    loose[t->order[k]] = k >= t->outside && !held[t->order[k]];
  PASS(mg_fill_regions(f, loose, 0, err));
  for (size_t k = t->outside; k-- > 0;) {
    unsigned i = t->order[k];

    mg_locate(&f->locator, g, i, f->y, f->placed, f->y + i * dim);
    f->placed[i] = 1;
  }
  return MGNN_OK;
}

/* Solve again the nodes within 1, 2, ... hops of wrong edges.  With exact
 * lengths the cluster stays, and this precedes the descent on all nodes, which
 * would spread a local error over correct parts: 16 wrong edges of 1000 nodes
 * became 152, and stayed. */
static mgnn_status
repair(stitching *t, mg_filling *f, const unsigned char *held,
       unsigned char *loose, mgnn_error *err)
{
  static const double shares[] = { 0.1, 0, 0.3 };
  double wrong = t->noise > 0 ? fmax(0.005, 8 * sqrt(t->noise))
                               : fmax(1e-4, 8 * sqrt(t->rounding));
  unsigned rounds = t->noise > 0 ? NOISY_REPAIRS : REPAIRS;

  for (unsigned round = 0; round < rounds; round++) {
    mg_fill_rules rules = { wrong, shares[round % 3], 1 + round / 3,
                            round % 2 == 1 };

    if (mg_run_over(t->task->control)
        || mg_fill_mark(f, rules, held, loose) == 0)
      break;
    PASS(mg_fill_regions(f, loose, 1 + round, err));
  }
  return MGNN_OK;
}

static mgnn_status
finish(stitching *t, mg_filling *f, unsigned char *held, unsigned char *loose,
       mgnn_error *err)
{
  PASS(rest_place(t, f, held, loose, err));
  if (t->noise == 0)
    PASS(repair(t, f, held, loose, err));
  PASS(descend(t, f->y, err));
  if (t->noise > 0) {
    PASS(repair(t, f, NULL, loose, err));
    PASS(descend(t, f->y, err));
  }
  return MGNN_OK;
}

/* Run all steps, into y; *done stays 0 if the time ran out before all nodes
 * were placed. */
static mgnn_status
run(stitching *t, double *y, unsigned char *held, int *done, mgnn_error *err)
{
  mg_filling f = { .task = t->task, .clusters = &t->clusters, .good = fmax(1e-14, t->rounding),
                   .tries = 6, .y = y };
  unsigned char *loose = mg_alloc(t->task->graph->n, 1);
  mg_probe unused = { 0 };
  mgnn_status status = MGNN_OK;

  f.placed = mg_zalloc(t->task->graph->n, 1);
  TRY(mg_allocated(loose, err));
  TRY(mg_allocated(f.placed, err));
  TRY(mg_locator_init(&f.locator, t->task->graph, t->task->dim,
                      t->task->control->seed, err));
  TRY(core_find(t, err));
  if (t->core.graph.n > 0) {
    TRY(probe(t, &unused, err));
    TRY(clusters_find(t, err));
  }
  /* Renumber the nodes of clusters from those of the core to the whole. */
  for (size_t k = 0; k < t->clusters.count; k++)
    for (size_t a = 0; a < t->clusters.body[k].count; a++)
      t->clusters.body[k].node[a]
        = t->core.node[t->clusters.body[k].node[a]];
  TRY(mg_bodies_index(&t->clusters, t->task->graph->n, err));
  if (!mg_run_over(t->task->control)) {
    TRY(finish(t, &f, held, loose, err));
    *done = 1;
  }
end:
  mg_locator_free(&f.locator);
  mg_free_all(loose, f.placed);
  return status;
}

/* Whether stitching suits the graph.  Intervals do not, as patches with variable
 * lengths have no equilibrium; nor lengths of 0, whose edges have no direction. */
static int
suitable(const mg_graph *g, size_t dim)
{
  if (dim < 2 || dim > DIM_MOST || g->upper != NULL)
    return 0;
  for (size_t e = 0; e < g->m; e++)
    if (!(g->target[e] > 0)
        || (g->stiffness != NULL && !(g->stiffness[e] > 0)))
      return 0;
  return 1;
}

mgnn_status
mg_stitch_probe(const mg_task *task, mg_probe *out, mgnn_error *err)
{
  stitching t = { .task = task };
  mgnn_status status = MGNN_OK;

  *out = (mg_probe){ 0, NAN, NAN, 0 };
  if (!suitable(task->graph, task->dim))
    goto end;
  settings(&t);
  TRY(core_find(&t, err));
  if (t.core.graph.n > 0) {
    TRY(probe(&t, out, err));
    out->exact = t.noise == 0;
  }
end:
  stitching_free(&t);
  return status;
}

mgnn_status
mg_stitch(const mg_task *task, double *y, unsigned char *determined,
          int *better, mgnn_error *err)
{
  const mg_graph *g = task->graph;
  const mg_run_control *control = task->control;
  size_t dim = task->dim;
  stitching t = { .task = task };
  unsigned char *held = mg_zalloc(g->n, 1);
  double *mine = mg_alloc(g->n, dim * sizeof *mine);
  double *partial = mg_alloc(mg_blocks(g->n), sizeof *partial);
  int done = 0;
  mgnn_status status = MGNN_OK;

  *better = 0;
  if (!suitable(g, dim))
    goto end;
  TRY(mg_allocated(held, err));
  TRY(mg_allocated(mine, err));
  TRY(mg_allocated(partial, err));
  settings(&t);
  TRY(run(&t, mine, held, &done, err));
  if (!done)
    goto end;
  *better = mg_energy(g, dim, control->seed, control->threads, mine, NULL, partial)
            < mg_energy(g, dim, control->seed, control->threads, y, NULL, partial);
  if (*better)
    memcpy(y, mine, g->n * dim * sizeof *y);
  if (determined != NULL)
    memcpy(determined, held, g->n);
end:
  stitching_free(&t);
  mg_free_all(held, mine, partial);
  return status;
}

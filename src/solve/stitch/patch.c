/* Solving patches, side by side.  A patch depends on its centre and the seed
 * only, so the number of threads changes nothing. */
#include "patch.h"
#include "base/mem.h"
#include "base/random.h"
#include "k_core.h"
#include "problem/energy.h"
#include "problem/paths.h"
#include "rigid_filter.h"
#include "local_solve.h"

#include <math.h>
#include <string.h>

enum { FIRST_STEPS = 400, BATCH = 64 };

/* Scratch of one thread. */
typedef struct {
  mg_paths paths;
  unsigned *map;
  mgnn_status status;
} scratch;

static void
scratch_free(scratch *s)
{
  mg_paths_free(&s->paths);
  mg_free(s->map);
}

static mgnn_status
scratch_init(scratch *s, const mg_graph *g)
{
  s->map = mg_alloc(g->n, sizeof *s->map);
  if (s->map == NULL)
    return MGNN_ENOMEM;
  memset(s->map, 255, g->n * sizeof *s->map);          /* MG_NOWHERE */
  return mg_paths_init(&s->paths, g, NULL);
}

/* The nodes nearest to the centre, the centre first, with the edges between
 * them and the distances known. */
static mgnn_status
nearest(mg_subgraph *out, scratch *s, const mg_patch_rules *rules,
        unsigned centre, uint64_t seed)
{
  const mg_paths *p = &s->paths;
  mg_links links = { .ends = NULL };
  mgnn_status status = MGNN_OK;

  mg_paths_from(&s->paths, centre, rules->size);
  if (rules->known != NULL)
    TRY(mg_links_find(&links, rules->known, rules->task, p->reached,
                      p->reached_count, mg_random_stream(seed, 3), NULL));
  TRY(mg_subgraph_init(out, rules->task->graph, p->reached, p->reached_count,
                       s->map, &links.extra, NULL));
end:
  mg_links_free(&links);
  return status;
}

/* Reduce a patch to its own (dim+1)-core: nodes with at most dim neighbours can
 * be mirrored, and only add local minima.  Nodes keep their order, so the centre
 * stays the first; if the centre goes, nothing is left. */
static mgnn_status
core(mg_subgraph *out, const mg_subgraph *whole, size_t dim, unsigned *map)
{
  size_t n = whole->graph.n, outside;
  unsigned *order = mg_alloc(n, sizeof *order);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(order, NULL));
  TRY(mg_k_core(&whole->graph, dim + 1, order, &outside, NULL));
  if (n - outside > dim + 1 && order[outside] == 0) {
    TRY(mg_subgraph_init(out, &whole->graph, order + outside, n - outside, map,
                         NULL, NULL));
    for (size_t a = 0; a < out->graph.n; a++)
      out->node[a] = whole->node[out->node[a]];
  }
end:
  mg_free(order);
  return status;
}

static mgnn_status
positions(const mg_graph *g, const mg_patch_rules *rules, uint64_t seed,
          double *x, double *stress)
{
  mg_local_effort effort = { FIRST_STEPS, rules->refine ? 1 : 0, rules->lifts,
                             rules->good };
  mg_local s = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_local_init(&s, g, rules->task->dim, NULL, NULL,
                    mg_random_stream(seed, 4), NULL));
  TRY(mg_local_start(&s, x, NULL));
  TRY(mg_local_solve(&s, effort, x, stress, NULL));
end:
  mg_local_free(&s);
  return status;
}

/* Keep the globally rigid part around the centre: the rest of the patch may have
 * other places with the same lengths, and would be merged at wrong ones. */
static mgnn_status
filter(mg_body *out, const mg_subgraph *patch, size_t dim, const double *x,
       uint64_t seed)
{
  size_t n = patch->graph.n, kept = 0, next = 0;
  unsigned char *keep = mg_alloc(n, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(keep, NULL));
  TRY(mg_rigid_part(&patch->graph, dim, x, 0, mg_random_stream(seed, 5), keep,
                    NULL));
  for (size_t a = 0; a < n; a++)
    kept += keep[a];
  if (kept == 0)
    goto end;
  TRY(mg_body_init(out, kept, dim, NULL));
  for (size_t a = 0; a < n; a++)
    if (keep[a]) {
      out->node[next] = patch->node[a];
      memcpy(out->x + next++ * dim, x + a * dim, dim * sizeof *x);
    }
end:
  mg_free(keep);
  return status;
}

static mg_patch_fit
fit_of(const mg_graph *g, size_t dim, double stress)
{
  size_t unknowns = g->n * dim - dim * (dim + 1) / 2;

  return (mg_patch_fit){ stress, g->m, g->m > unknowns ? g->m - unknowns : 0 };
}

/* One patch, into *out, or with `fit` only how well it fits. */
static mgnn_status
solve(scratch *s, const mg_patch_rules *rules, unsigned centre, mg_body *out,
      mg_patch_fit *fit)
{
  size_t dim = rules->task->dim;
  uint64_t seed = mg_random_stream(rules->task->control->seed, centre);
  mg_subgraph whole = { 0 }, patch = { 0 };
  double *x = NULL, reached = INFINITY;
  mgnn_status status = MGNN_OK;

  TRY(nearest(&whole, s, rules, centre, seed));
  TRY(core(&patch, &whole, dim, s->map));
  if (patch.graph.n > 0) {
    x = mg_alloc(patch.graph.n, dim * sizeof *x);
    TRY(mg_allocated(x, NULL));
    TRY(positions(&patch.graph, rules, seed, x, &reached));
  }
  if (fit != NULL)
    *fit = patch.graph.n > 0 ? fit_of(&patch.graph, dim, reached)
                             : (mg_patch_fit){ INFINITY, 0, 0 };
  else if (reached < rules->accept)
    TRY(filter(out, &patch, dim, x, seed));
end:
  mg_free(x);
  mg_subgraph_free(&patch);
  mg_subgraph_free(&whole);
  return status;
}

mgnn_status
mg_patches_solve(const mg_patch_rules *rules, const unsigned *centre,
                 size_t count, mg_bodies *out, mg_patch_fit *fit,
                 mgnn_error *err)
{
  const mg_run_control *control = rules->task->control;
  int threads = mg_threads(control->threads);
  scratch *each = mg_zalloc((size_t)threads, sizeof *each);
  mg_body *done = mg_zalloc(count, sizeof *done);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(each, err));
  TRY(mg_allocated(done, err));
  for (int t = 0; t < threads; t++)
    TRY(scratch_init(&each[t], rules->task->graph));
  /* In batches, so that limits are looked at by one thread, and not for every
   * patch. */
  for (size_t begin = 0; begin < count && !mg_run_over(control);
       begin += BATCH) {
    size_t end = begin + BATCH < count ? begin + BATCH : count;

#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) \
  if (threads > 1)
    for (size_t k = begin; k < end; k++) {
      scratch *s = &each[mg_thread()];
      mgnn_status one = solve(s, rules, centre[k], &done[k],
                              fit != NULL ? &fit[k] : NULL);

      if (one != MGNN_OK)
        s->status = one;
    }
    for (int t = 0; t < threads; t++)
      TRY(each[t].status);
  }
  for (size_t k = 0; k < count && out != NULL; k++)
    if (done[k].count > 0)
      TRY(mg_bodies_add(out, &done[k], err));
end:
  for (size_t k = 0; k < count && done != NULL; k++)
    mg_body_free(&done[k]);
  for (int t = 0; t < threads && each != NULL; t++)
    scratch_free(&each[t]);
  mg_free(each);
  mg_free(done);
  return status == MGNN_OK ? MGNN_OK : mg_fail_memory(err);
}

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

/* What a thread needs for one patch after another. */
typedef struct {
  mg_paths paths;
  unsigned *map;
  mgnn_status status;
} bench;

static void
bench_free(bench *b)
{
  mg_paths_free(&b->paths);
  mg_free(b->map);
}

static mgnn_status
bench_init(bench *b, const mg_graph *g, mgnn_error *err)
{
  memset(b, 0, sizeof *b);
  b->map = mg_alloc(g->n, sizeof *b->map);
  if (b->map == NULL)
    return mg_fail_memory(err);
  for (size_t i = 0; i < g->n; i++)
    b->map[i] = MG_NOWHERE;
  return mg_paths_init(&b->paths, g, err);
}

/* The nodes nearest to the centre, the centre first, with the edges between
 * them and the distances known. */
static mgnn_status
nearest(mg_subgraph *out, bench *b, const mg_graph *g,
        const mg_patch_rules *rules, unsigned centre, uint64_t seed)
{
  const mg_paths *p = &b->paths;
  mg_links links = { .ends = NULL };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  mg_paths_from(&b->paths, centre, rules->size);
  if (rules->known != NULL)
    status = mg_links_find(&links, rules->known, g, rules->dim, p->reached,
                           p->reached_count, mg_random_stream(seed, 3), NULL);
  if (status == MGNN_OK)
    status = mg_subgraph_init(out, g, p->reached, p->reached_count, b->map,
                              &links.extra, NULL);
  mg_links_free(&links);
  return status;
}

/* Reduce a patch to its own core.  Its nodes keep their order, so the centre
 * stays the first; if the centre goes, nothing is left. */
static mgnn_status
core(mg_subgraph *out, const mg_subgraph *whole, size_t dim, unsigned *map)
{
  size_t n = whole->graph.n, peeled;
  unsigned *order = mg_alloc(n, sizeof *order);
  mgnn_status status;

  memset(out, 0, sizeof *out);
  if (order == NULL)
    return MGNN_ENOMEM;
  status = mg_peel(&whole->graph, dim, order, &peeled, NULL);
  if (status == MGNN_OK && n - peeled > dim + 1 && order[peeled] == 0) {
    status = mg_subgraph_init(out, &whole->graph, order + peeled, n - peeled,
                              map, NULL, NULL);
    for (size_t a = 0; a < out->graph.n; a++)
      out->node[a] = whole->node[out->node[a]];
  }
  mg_free(order);
  return status;
}

/* Positions for a patch; *stress is what they reach. */
static mgnn_status
positions(const mg_graph *g, const mg_patch_rules *rules, uint64_t seed,
          double *x, double *stress)
{
  mg_small s;
  mgnn_status status = mg_small_init(&s, g, rules->dim, NULL, NULL,
                                     mg_random_stream(seed, 4), NULL);

  if (status != MGNN_OK)
    return status;
  status = mg_small_start(&s, x, NULL);
  if (status == MGNN_OK)
    status = mg_small_descend(&s, FIRST_STEPS, x, stress, NULL);
  if (status == MGNN_OK && rules->refine)
    status = mg_small_refine(&s, x, stress, NULL);
  if (status == MGNN_OK)
    status = mg_small_detour(&s, rules->tries, rules->good, rules->refine, x,
                             stress, NULL);
  mg_small_free(&s);
  return status;
}

/* Keep the globally rigid part around the centre. */
static mgnn_status
filter(mg_piece *out, const mg_subgraph *patch, size_t dim, const double *x,
       uint64_t seed)
{
  size_t n = patch->graph.n, kept, next = 0;
  unsigned char *keep = mg_alloc(n, 1);
  mgnn_status status;

  if (keep == NULL)
    return MGNN_ENOMEM;
  status = mg_rigid_part(&patch->graph, dim, x, 0, mg_random_stream(seed, 5),
                         keep, &kept, NULL);
  if (status == MGNN_OK && kept > 0) {
    status = mg_piece_init(out, kept, dim, NULL);
    for (size_t a = 0; a < n && status == MGNN_OK; a++)
      if (keep[a]) {
        out->node[next] = patch->node[a];
        memcpy(out->x + next++ * dim, x + a * dim, dim * sizeof *x);
      }
  }
  mg_free(keep);
  return status;
}

/* One patch, into *out, or with `stress` only how far it gets. */
static mgnn_status
solve(bench *b, const mg_graph *g, const mg_patch_rules *rules,
      unsigned centre, uint64_t seed, mg_piece *out, double *stress)
{
  mg_subgraph whole, patch = { .node = NULL };
  double *x = NULL, reached = INFINITY;
  mgnn_status status = nearest(&whole, b, g, rules, centre, seed);

  if (status == MGNN_OK)
    status = core(&patch, &whole, rules->dim, b->map);
  if (status == MGNN_OK && patch.graph.n > 0) {
    x = mg_alloc(patch.graph.n, rules->dim * sizeof *x);
    status = x == NULL ? MGNN_ENOMEM
             : positions(&patch.graph, rules, seed, x, &reached);
  }
  if (stress != NULL)
    *stress = reached;
  else if (status == MGNN_OK && reached < rules->accept)
    status = filter(out, &patch, rules->dim, x, seed);
  mg_free(x);
  mg_subgraph_free(&patch);
  mg_subgraph_free(&whole);
  return status;
}

/* All patches into `done`, in batches, so that `over` is asked by one thread
 * only and not for every patch. */
static mgnn_status
solve_all(bench *benches, int threads, const mg_graph *g,
          const mg_patch_rules *rules, const mg_effort *how,
          const unsigned *centre, size_t count, mg_piece *done, double *stress)
{
  (void)threads;               /* used by OpenMP only */
  for (size_t begin = 0; begin < count && !mg_effort_over(how);
       begin += BATCH) {
    size_t end = begin + BATCH < count ? begin + BATCH : count;

#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) \
  if (threads > 1)
    for (size_t k = begin; k < end; k++) {
      bench *b = &benches[mg_thread()];
      mgnn_status status =
        solve(b, g, rules, centre[k], mg_random_stream(how->seed, centre[k]),
              &done[k], stress != NULL ? &stress[k] : NULL);

      if (status != MGNN_OK)
        b->status = status;
    }
    for (int t = 0; t < threads; t++)
      if (benches[t].status != MGNN_OK)
        return benches[t].status;
  }
  return MGNN_OK;
}

mgnn_status
mg_patches_solve(const mg_graph *g, const mg_patch_rules *rules,
                 const mg_effort *how, const unsigned *centre, size_t count,
                 mg_pieces *out, double *stress, mgnn_error *err)
{
  int threads = mg_threads(how->threads), ready = 0;
  bench *benches = mg_alloc((size_t)threads, sizeof *benches);
  mg_piece *done = mg_zalloc(count, sizeof *done);
  mgnn_status status = MGNN_OK;

  if (benches == NULL || done == NULL)
    status = MGNN_ENOMEM;
  while (status == MGNN_OK && ready < threads)
    status = bench_init(&benches[ready++], g, NULL);
  if (status == MGNN_OK)
    status = solve_all(benches, threads, g, rules, how, centre, count, done,
                       stress);
  for (size_t k = 0; k < count && done != NULL; k++) {
    if (status == MGNN_OK && out != NULL && done[k].count > 0)
      status = mg_pieces_add(out, &done[k], NULL);
    mg_piece_free(&done[k]);
  }
  while (ready > 0)
    bench_free(&benches[--ready]);
  mg_free(benches);
  mg_free(done);
  return status == MGNN_OK ? MGNN_OK : mg_fail_memory(err);
}

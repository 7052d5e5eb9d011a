/* Triangle smoothing.  For all pairs of nodes it would take O(n^3); here only edges
 * get new bounds, in two passes over the edges: with a_kj the largest l_kl - u_lj over
 * the edges kl at k, the lower bound of i and j is the largest a_kj - u_ik. */
#include "smooth.h"
#include "base/mem.h"
#include "base/threads.h"
#include "paths.h"

#include <math.h>
#include <string.h>

static const double least = 1e-9;      /* smaller relative changes are ignored */

typedef struct {
  mg_graph view;               /* g, but edges of stiffness 0 have no upper bound */
  const mg_graph *g;
  double tolerance;
  double *far;                 /* n*n: lengths of shortest paths */
  double *lower, *upper;       /* m: the new bounds */
  double *reach;               /* n per thread */
  mg_paths *paths;             /* one per thread */
  int threads, made;
} smoother;

static int
edge_counts(const mg_graph *g, size_t e)
{
  return g->stiffness == NULL || g->stiffness[e] > 0;
}

static mgnn_status
smoother_init(smoother *s, mgnn_error *err)
{
  const mg_graph *g = s->g;
  size_t n = g->n, slots = g->row[n];

  s->threads = mg_threads(0);
  s->view = *g;
  PASS(mg_allocated(s->view.upper = mg_alloc(slots, sizeof *s->view.upper), err));
  for (size_t k = 0; k < slots; k++)
    s->view.upper[k] = g->weight == NULL || g->weight[k] > 0 ? g->upper[k]
                                                             : INFINITY;
  PASS(mg_allocated_all(err, MG_NEW(s->far, n * n),
                        s->lower = mg_alloc(g->m, 2 * sizeof *s->lower)));
  s->reach = mg_alloc(n * (size_t)s->threads, sizeof *s->reach);
  PASS(mg_allocated_all(err, s->reach, MG_ZEROS(s->paths, (size_t)s->threads)));
  s->upper = s->lower + g->m;
  for (; s->made < s->threads; s->made++) {
    PASS(mg_paths_init(&s->paths[s->made], &s->view, err));
    s->paths[s->made].longest = 1;
  }
  return MGNN_OK;
}

static void
paths_find(smoother *s)
{
  size_t n = s->g->n;

#pragma omp parallel for schedule(dynamic, 8) num_threads(s->threads)
  for (size_t i = 0; i < n; i++) {
    mg_paths *p = &s->paths[mg_thread()];

    mg_paths_from(p, i, n);
    memcpy(s->far + i * n, p->distance, n * sizeof *s->far);
  }
}

/* Compute the lower bounds of `count` edges, which join node j to nodes before it. */
static void
lower_find(smoother *s, size_t j, const size_t *edge, size_t count, double *reach)
{
  const mg_graph *g = s->g;
  size_t n = g->n;
  const double *to_j = s->far + j * n;

  for (size_t k = 0; k < n; k++) {     /* a_kj */
    reach[k] = -INFINITY;
    for (size_t slot = g->row[k]; slot < g->row[k + 1]; slot++)
      if (g->weight == NULL || g->weight[slot] > 0)
        reach[k] = fmax(reach[k], g->length[slot] - to_j[g->to[slot]]);
  }
  for (size_t a = 0; a < count; a++) {
    const unsigned *end = g->ends + 2 * edge[a];
    const double *to_i = s->far + (end[0] == j ? end[1] : end[0]) * n;
    double best = g->target[edge[a]];

    for (size_t k = 0; k < n; k++)
      if (reach[k] - to_i[k] > best)
        best = reach[k] - to_i[k];
    s->lower[edge[a]] = best;
  }
}

/* Compute new bounds of all edges, grouped by their larger ends. */
static mgnn_status
bounds_find(smoother *s, mgnn_error *err)
{
  const mg_graph *g = s->g;
  size_t n = g->n, *first = mg_zalloc(n + 2, sizeof *first);
  size_t *edge = mg_alloc(g->m, sizeof *edge);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, first, edge));
  for (size_t e = 0; e < g->m; e++) {
    unsigned i = g->ends[2 * e], j = g->ends[2 * e + 1];

    s->upper[e] = fmin(g->target_upper[e], s->far[i * n + j]);
    first[(i > j ? i : j) + 2]++;
  }
  for (size_t i = 0; i < n; i++)
    first[i + 2] += first[i + 1];
  for (size_t e = 0; e < g->m; e++) {
    unsigned i = g->ends[2 * e], j = g->ends[2 * e + 1];

    edge[first[(i > j ? i : j) + 1]++] = e;
  }
#pragma omp parallel for schedule(dynamic, 8) num_threads(s->threads)
  for (size_t j = 0; j < n; j++)
    if (first[j + 1] > first[j])
      lower_find(s, j, edge + first[j], first[j + 1] - first[j],
                 s->reach + (size_t)mg_thread() * n);
end:
  mg_free_all(first, edge);
  return status;
}

/* Count contradictions, and find the worst: an edge with a lower bound above a path. */
static mgnn_status
witness_find(smoother *s, mg_bound_smoothing *out, mgnn_error *err)
{
  const mg_graph *g = s->g;
  size_t n = g->n, worst = 0;
  double most = 0;
  mg_paths *p = &s->paths[0];

  for (size_t e = 0; e < g->m; e++) {
    double path = s->far[g->ends[2 * e] * n + g->ends[2 * e + 1]];
    double off = (g->target[e] - path) / (g->target[e] + path);

    if (!edge_counts(g, e) || !(off > fmax(s->tolerance, 1e-12)))
      continue;
    out->contradicted++;
    if (off > most) {
      most = off;
      worst = e;
    }
  }
  if (out->contradicted == 0)
    return MGNN_OK;
  PASS(mg_allocated_all(err, MG_NEW(out->path, n), MG_NEW(p->from, n)));
  mg_paths_from(p, g->ends[2 * worst + 1], n);
  for (unsigned i = g->ends[2 * worst]; i != g->ends[2 * worst + 1];
       i = p->from[i])
    out->path[out->path_nodes++] = i;
  out->path[out->path_nodes++] = g->ends[2 * worst + 1];
  out->asked = g->target[worst];
  out->path_length = p->distance[g->ends[2 * worst]];
  mg_free(p->from);
  p->from = NULL;
  return MGNN_OK;
}

/* Keep new bounds if tighter.  Exact lengths and contradictory bounds stay. */
static void
bounds_settle(smoother *s, mg_bound_smoothing *out)
{
  const mg_graph *g = s->g;
  size_t wide = 0;
  double narrower = 0;

  for (size_t e = 0; e < g->m; e++) {
    double low = g->target[e], high = g->target_upper[e], width = high - low;
    int lower = s->lower[e] > low + least * low;
    int upper = s->upper[e] < high - least * high || (isinf(high)
                                                      && !isinf(s->upper[e]));

    if (width > 0 && edge_counts(g, e)) {
      out->intervals++;
      if (!lower)
        s->lower[e] = low;
      if (!upper)
        s->upper[e] = high;
    }
    if (!(width > 0) || !edge_counts(g, e) || s->lower[e] > s->upper[e]) {
      s->lower[e] = low;
      s->upper[e] = high;
      lower = upper = 0;
    }
    out->lower += (size_t)lower;
    out->upper += (size_t)upper;
    if ((lower || upper) && s->upper[e] - s->lower[e] <= least * s->upper[e]) {
      out->fixed++;            /* but still an interval: nodes on a line are a
                                  special position, and bars assume generic ones */
      s->upper[e] = s->lower[e] * (1 + least);
    }
    if (width > 0 && isfinite(width) && edge_counts(g, e)) {
      wide++;
      narrower += 1 - (s->upper[e] - s->lower[e]) / width;
    }
  }
  out->narrower = wide > 0 ? narrower / (double)wide : NAN;
}

mgnn_status
mg_smooth(mg_graph *g, double tolerance, mg_bound_smoothing *out, mgnn_error *err)
{
  smoother s = { .g = g, .tolerance = tolerance };
  mgnn_status status = MGNN_OK;

  *out = (mg_bound_smoothing){ .narrower = NAN };
  if (g->n > MG_SMOOTH_NODES)
    return mg_fail(err, MGNN_EINVAL, "smoothing of bounds takes all pairs of at most "
                   "%d nodes, the graph has %zu", MG_SMOOTH_NODES, g->n);
  if (g->upper == NULL)
    return MGNN_OK;
  TRY(smoother_init(&s, err));
  paths_find(&s);
  TRY(bounds_find(&s, err));
  TRY(witness_find(&s, out, err));
  bounds_settle(&s, out);
  TRY(mg_graph_lengths_set(g, s.lower, s.upper, err));
end:
  for (int k = 0; k < s.made; k++)
    mg_paths_free(&s.paths[k]);
  mg_free_all(s.paths, s.view.upper, s.far, s.lower, s.reach);
  if (status != MGNN_OK)
    mg_smoothing_free(out);
  return status;
}

void
mg_smoothing_free(mg_bound_smoothing *s)
{
  mg_free(s->path);
  memset(s, 0, sizeof *s);
}

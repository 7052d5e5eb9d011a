/* Lengths from the graph alone (--metric walk:T): how much the distributions of random
 * walks from the two ends of an edge differ. */
#include "metric_parts.h"
#include "base/graph.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/threads.h"

#include <math.h>
#include <string.h>

/* Up to EXACT_MAX nodes the distributions are compared exactly, in larger graphs by
 * PROJECTIONS random projections.  Both are computed BLOCK columns at a time. */
enum { EXACT_MAX = 20000, PROJECTIONS = 1024, BLOCK = 64 };
static const double FLOOR = 0.05;      /* least length, if the mean is 1 */

/* Scale lengths to mean 1, then raise small ones to FLOOR.  If all are 0: all 1. */
static void
lengths_scale(double *length, size_t m)
{
  double sum = 0;

  for (size_t e = 0; e < m; e++)
    sum += length[e];
  for (size_t e = 0; e < m; e++) {
    length[e] = sum > 0 ? length[e] * ((double)m / sum) : 1;
    if (length[e] < FLOOR)
      length[e] = FLOOR;
  }
}

/* Multiply a block of columns, *now, by (D + I)^-1 (A + I) t times; *next is the
 * second buffer, both are n * BLOCK.  The result is in *now. */
static void
walk_steps(const mg_graph *g, long t, double **now, double **next)
{
  for (long step = 0; step < t; step++) {
    const double *x = *now;
    double *y = *next;

#pragma omp parallel for schedule(static) num_threads(mg_threads(0))
    for (size_t i = 0; i < g->n; i++) {
      double *out = y + i * BLOCK;
      double share = 1 / (double)(1 + g->row[i + 1] - g->row[i]);

      memcpy(out, x + i * BLOCK, BLOCK * sizeof *out);
      for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
        for (size_t c = 0; c < BLOCK; c++)
          out[c] += x[g->to[k] * BLOCK + c];
      for (size_t c = 0; c < BLOCK; c++)
        out[c] *= share;
    }
    *next = *now;
    *now = y;
  }
}

static double
inner(const double *a, const double *b)
{
  double sum = 0;

  for (size_t c = 0; c < BLOCK; c++)
    sum += a[c] * b[c];
  return sum;
}

/* Set x to columns from `from` on, of the identity (exact) or of random signs. */
static void
columns_start(double *x, size_t n, size_t from, int exact)
{
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < BLOCK; c++) {
      uint64_t stream = mg_random_stream(from + c, i);

      x[i * BLOCK + c] = exact ? i == from + c
                         : mg_random_uniform(&stream) < 0.5 ? -1 : 1;
    }
}

/* length = 1 - cosine of the angle between the ends' rows of the walk's matrix. */
static mgnn_status
walk_fill(const mg_graph *g, long t, double *length, mgnn_error *err)
{
  const int exact = g->n <= EXACT_MAX;
  const size_t columns = exact ? g->n : PROJECTIONS;
  double *now = mg_alloc(g->n, BLOCK * sizeof *now);
  double *next = mg_alloc(g->n, BLOCK * sizeof *next);
  double *node = mg_zalloc(g->n, sizeof *node);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, now, next, node));
  memset(length, 0, g->m * sizeof *length);
  for (size_t from = 0; from < columns; from += BLOCK) {
    columns_start(now, g->n, from, exact);
    walk_steps(g, t, &now, &next);
    /* Add the block's share to inner products: per node, and per pair of ends. */
#pragma omp parallel for schedule(static) num_threads(mg_threads(0))
    for (size_t i = 0; i < g->n; i++)
      node[i] += inner(now + i * BLOCK, now + i * BLOCK);
#pragma omp parallel for schedule(static) num_threads(mg_threads(0))
    for (size_t e = 0; e < g->m; e++)
      length[e] += inner(now + g->ends[2 * e] * BLOCK, now + g->ends[2 * e + 1] * BLOCK);
  }
  for (size_t e = 0; e < g->m; e++) {
    double norm = sqrt(node[g->ends[2 * e]] * node[g->ends[2 * e + 1]]);

    length[e] = norm > 0 ? 1 - length[e] / norm : 1;
    if (length[e] < 0)
      length[e] = 0;
  }
end:
  mg_free_all(now, next, node);
  return status;
}

mgnn_status
mg_lengths_walk(mg_lengths *out, const mg_metric_input *in, mgnn_error *err)
{
  size_t m = in->simple->m;
  unsigned *ends = mg_alloc(m, 2 * sizeof *ends);
  mg_graph g = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(ends, err));
  if (m > 0)                   /* without edges the array is NULL */
    memcpy(ends, in->simple->ends, 2 * m * sizeof *ends);
  TRY(mg_graph_make(&g, in->src->n, m, ends,
                    MG_GRAPH_CHECKED | MG_GRAPH_LEAN | MG_GRAPH_UNMEASURED,
                    err));
  ends = NULL;
  TRY(mg_lengths_alloc(out, m, 0, err));
  TRY(walk_fill(&g, (long)in->spec->metric.a, out->lower, err));
  lengths_scale(out->lower, m);
end:
  mg_free(ends);
  mg_graph_free(&g);
  return status;
}

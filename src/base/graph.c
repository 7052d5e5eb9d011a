/* Compressed rows from an edge list, and the values that go with the slots.
 * Merging loops and parallel edges is done before, in problem/simplify. */
#include "graph.h"
#include "mem.h"

#include <math.h>
#include <string.h>

/* Count the neighbours of every node, then place edge after edge: a stable
 * counting sort, which keeps each row in the order of the edges.  `cursor`
 * holds for every node the next free slot. */
static void
rows_fill(mg_graph *g, size_t *cursor)
{
  memset(g->row, 0, (g->n + 1) * sizeof *g->row);
  for (size_t k = 0; k < 2 * g->m; k++)
    g->row[g->ends[k] + 1]++;
  for (size_t i = 0; i < g->n; i++)
    g->row[i + 1] += g->row[i];
  memcpy(cursor, g->row, g->n * sizeof *cursor);
  for (size_t e = 0; e < g->m; e++) {
    unsigned a = g->ends[2 * e], b = g->ends[2 * e + 1];

    g->to[cursor[a]++] = b;
    g->to[cursor[b]++] = a;
  }
}

/* Copy a value per edge into both slots of each edge. */
static void
spread(const mg_graph *g, size_t *cursor, const double *per_edge,
       double *per_slot)
{
  memcpy(cursor, g->row, g->n * sizeof *cursor);
  for (size_t e = 0; e < g->m; e++)
    for (int side = 0; side < 2; side++)
      per_slot[cursor[g->ends[2 * e + side]]++] = per_edge[e];
}

static void
degrees_fill(mg_graph *g)
{
  for (size_t i = 0; i < g->n; i++) {
    double sum = g->loop;

    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      sum += g->weight != NULL ? g->weight[k] : 1;
    g->degree[i] = sum;
    g->root[i] = sum > 0 ? sqrt(sum) : 1;
  }
}

static mgnn_status
ends_check(size_t n, size_t m, const unsigned *ends, mgnn_error *err)
{
  for (size_t e = 0; e < m; e++) {
    unsigned a = ends[2 * e], b = ends[2 * e + 1];

    if (a >= n || b >= n)
      return mg_fail(err, MGNN_EINVAL,
                     "edge %zu joins %u and %u, but there are only %zu nodes",
                     e, a, b, n);
    if (a == b)
      return mg_fail(err, MGNN_EINVAL, "edge %zu joins node %u to itself", e, a);
  }
  return MGNN_OK;
}

/* Each row may name a neighbour once; `seen` remembers the row that did last. */
static mgnn_status
rows_check(const mg_graph *g, size_t *seen, mgnn_error *err)
{
  memset(seen, 0, g->n * sizeof *seen);
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      if (seen[g->to[k]] == i + 1)
        return mg_fail(err, MGNN_EINVAL, "nodes %zu and %u are joined twice",
                       i, g->to[k]);
      seen[g->to[k]] = i + 1;
    }
  return MGNN_OK;
}

mgnn_status
mg_graph_init(mg_graph *g, size_t n, size_t m, unsigned *ends, mgnn_error *err)
{
  size_t *scratch;
  mgnn_status status;

  memset(g, 0, sizeof *g);
  if (n > 0xfffffffeU)
    return mg_fail(err, MGNN_EINVAL, "%zu nodes are more than 2^32 - 2", n);
  status = ends_check(n, m, ends, err);
  if (status != MGNN_OK)
    return status;
  g->n = n;
  g->m = m;
  g->row = mg_alloc(n + 1, sizeof *g->row);
  g->to = mg_alloc(m, 2 * sizeof *g->to);
  g->target = mg_alloc(m, sizeof *g->target);
  g->length = mg_alloc(m, 2 * sizeof *g->length);
  g->degree = mg_alloc(n, sizeof *g->degree);
  g->root = mg_alloc(n, sizeof *g->root);
  scratch = mg_alloc(n, sizeof *scratch);
  if (g->row == NULL || g->to == NULL || g->target == NULL || g->length == NULL
      || g->degree == NULL || g->root == NULL || scratch == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  g->ends = ends;
  rows_fill(g, scratch);
  status = rows_check(g, scratch, err);
  g->ends = NULL;
  if (status != MGNN_OK)
    goto leave;
  for (size_t e = 0; e < m; e++)
    g->target[e] = g->length[2 * e] = g->length[2 * e + 1] = 1;
  degrees_fill(g);
leave:
  mg_free(scratch);
  if (status == MGNN_OK)
    g->ends = ends;
  else
    mg_graph_free(g);
  return status;
}

void
mg_graph_free(mg_graph *g)
{
  mg_free(g->ends);
  mg_free(g->target);
  mg_free(g->target_upper);
  mg_free(g->stiffness);
  mg_free(g->row);
  mg_free(g->to);
  mg_free(g->length);
  mg_free(g->upper);
  mg_free(g->weight);
  mg_free(g->degree);
  mg_free(g->root);
  memset(g, 0, sizeof *g);
}

static mgnn_status
lengths_check(const mg_graph *g, const double *lower, const double *upper,
              mgnn_error *err)
{
  for (size_t e = 0; e < g->m; e++) {
    if (!mg_length_allowed(lower[e])
        || (upper != NULL && !mg_length_allowed(upper[e])
            && upper[e] != INFINITY))
      return mg_fail(err, MGNN_EINVAL, "a length of edge %zu is %g, must be 0 or "
                     "from 1e-150 to 1e150", e,
                     mg_length_allowed(lower[e]) ? upper[e] : lower[e]);
    if (upper != NULL && !(upper[e] >= lower[e]))
      return mg_fail(err, MGNN_EINVAL,
                     "the upper bound of edge %zu is %g, below its lower bound %g",
                     e, upper[e], lower[e]);
  }
  return MGNN_OK;
}

/* Copy one value per edge, and spread it over the slots.  The new arrays are
 * the caller's; on failure there are none. */
static mgnn_status
values_take(const mg_graph *g, const double *values, double **per_edge,
            double **per_slot, mgnn_error *err)
{
  size_t *cursor = mg_alloc(g->n, sizeof *cursor);

  *per_edge = mg_alloc(g->m, sizeof **per_edge);
  *per_slot = mg_alloc(g->m, 2 * sizeof **per_slot);
  if (cursor == NULL || *per_edge == NULL || *per_slot == NULL) {
    mg_free(cursor);
    mg_free(*per_edge);
    mg_free(*per_slot);
    *per_edge = *per_slot = NULL;
    return mg_fail_memory(err);
  }
  if (g->m > 0)                /* values may be NULL if there are no edges */
    memcpy(*per_edge, values, g->m * sizeof *values);
  spread(g, cursor, *per_edge, *per_slot);
  mg_free(cursor);
  return MGNN_OK;
}

/* Put new arrays in the place of old ones. */
static void
values_put(double **old_edge, double **old_slot, double *per_edge,
           double *per_slot)
{
  mg_free(*old_edge);
  mg_free(*old_slot);
  *old_edge = per_edge;
  *old_slot = per_slot;
}

mgnn_status
mg_graph_lengths_set(mg_graph *g, const double *lower, const double *upper,
                     mgnn_error *err)
{
  double *edge[2] = { NULL, NULL }, *slot[2] = { NULL, NULL };
  mgnn_status status = lengths_check(g, lower, upper, err);

  if (status == MGNN_OK)
    status = values_take(g, lower, &edge[0], &slot[0], err);
  if (status == MGNN_OK && upper != NULL)
    status = values_take(g, upper, &edge[1], &slot[1], err);
  if (status != MGNN_OK) {
    mg_free(edge[0]);
    mg_free(slot[0]);
    return status;
  }
  values_put(&g->target, &g->length, edge[0], slot[0]);
  values_put(&g->target_upper, &g->upper, edge[1], slot[1]);
  return MGNN_OK;
}

mgnn_status
mg_graph_stiffness_set(mg_graph *g, const double *stiffness, mgnn_error *err)
{
  double *per_edge = NULL, *per_slot = NULL;

  for (size_t e = 0; e < g->m && stiffness != NULL; e++)
    if (!(stiffness[e] >= 0) || isinf(stiffness[e]))
      return mg_fail(err, MGNN_EINVAL, "the stiffness of edge %zu is %g, "
                     "must be finite and at least 0", e, stiffness[e]);
  if (stiffness != NULL) {
    mgnn_status status = values_take(g, stiffness, &per_edge, &per_slot, err);

    if (status != MGNN_OK)
      return status;
  }
  values_put(&g->stiffness, &g->weight, per_edge, per_slot);
  degrees_fill(g);
  return MGNN_OK;
}

void
mg_graph_loops_set(mg_graph *g, int on)
{
  g->loop = on ? 1 : 0;
  degrees_fill(g);
}

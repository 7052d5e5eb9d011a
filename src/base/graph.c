/* Makes compressed rows from an edge list, and copies the edges' values to the slots.
 * The list has no loops or parallel edges: problem/simplify removes them before. */
#include "graph.h"
#include "mem.h"
#include "threads.h"

#include <math.h>
#include <string.h>

/* ---- rows ---- */

enum { MANY = 1 << 16 };       /* graphs with more edges are built by several threads */

/* The number of threads.  Each fills some of the rows and reads all edges for that:
 * sequential reads are cheap, scattered writes are not, and so the order within a
 * row does not depend on the number of threads. */
static size_t
parts_of(const mg_graph *g)
{
  return g->m > MANY ? (size_t)mg_threads(0) : 1;
}

/* Count the slots of the nodes from begin to end - 1.  For a node below begin the
 * unsigned difference wraps around, so one comparison checks both limits. */
static void
part_count(const mg_graph *g, size_t begin, size_t end)
{
  memset(g->row + begin + 1, 0, (end - begin) * sizeof *g->row);
  for (size_t k = 0; k < 2 * g->m; k++)
    if (g->ends[k] - begin < end - begin)
      g->row[g->ends[k] + 1]++;
}

/* Place edge after edge: a stable counting sort, which keeps each row in the
 * order of the edges.  `cursor` holds for every node the next free slot. */
static void
part_fill(const mg_graph *g, size_t *cursor, size_t begin, size_t end)
{
  memcpy(cursor + begin, g->row + begin, (end - begin) * sizeof *cursor);
  for (size_t k = 0; k < 2 * g->m; k++) {
    size_t i = g->ends[k];

    if (i - begin < end - begin)
      g->to[cursor[i]++] = g->ends[k ^ 1];
  }
}

static void
rows_fill(const mg_graph *g, size_t *cursor)
{
  size_t parts = parts_of(g);

  g->row[0] = 0;
#pragma omp parallel for num_threads((int)parts) if (parts > 1)
  for (size_t t = 0; t < parts; t++)
    part_count(g, g->n * t / parts, g->n * (t + 1) / parts);
  for (size_t i = 0; i < g->n; i++)
    g->row[i + 1] += g->row[i];
#pragma omp parallel for num_threads((int)parts) if (parts > 1)
  for (size_t t = 0; t < parts; t++)
    part_fill(g, cursor, g->n * t / parts, g->n * (t + 1) / parts);
}

/* Copy a value per edge to its slots, in the order in which part_fill sorts them. */
static void
part_spread(const mg_graph *g, size_t *cursor, const double *per_edge,
            double *per_slot, size_t begin, size_t end)
{
  memcpy(cursor + begin, g->row + begin, (end - begin) * sizeof *cursor);
  for (size_t k = 0; k < 2 * g->m; k++) {
    size_t i = g->ends[k];

    if (i - begin < end - begin)
      per_slot[cursor[i]++] = per_edge[k / 2];
  }
}

static void
spread(const mg_graph *g, size_t *cursor, const double *per_edge,
       double *per_slot)
{
  size_t parts = parts_of(g);

#pragma omp parallel for num_threads((int)parts) if (parts > 1)
  for (size_t t = 0; t < parts; t++)
    part_spread(g, cursor, per_edge, per_slot, g->n * t / parts,
                g->n * (t + 1) / parts);
}

/* d_i = loop + sum_j w_ij, in the order of the edges. */
static void
degrees_fill(mg_graph *g)
{
  if (g->degree == NULL)
    return;
  for (size_t i = 0; i < g->n; i++)
    g->degree[i] = g->loop;
  for (size_t k = 0; k < 2 * g->m; k++)
    g->degree[g->ends[k]] += g->stiffness[k / 2];
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

/* Fail if a row has a neighbour twice.  `seen` holds, for each node, the last row
 * that had it, + 1; its entries are prefetched, as neighbours lie far apart. */
static mgnn_status
rows_check(const mg_graph *g, size_t *seen, mgnn_error *err)
{
  enum { AHEAD = 32 };

  memset(seen, 0, g->n * sizeof *seen);
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
      if (k + AHEAD < 2 * g->m)
        __builtin_prefetch(&seen[g->to[k + AHEAD]], 1);
      if (seen[g->to[k]] == i + 1)
        return mg_fail(err, MGNN_EINVAL, "nodes %zu and %u are joined twice",
                       i, g->to[k]);
      seen[g->to[k]] = i + 1;
    }
  return MGNN_OK;
}

mgnn_status
mg_graph_make(mg_graph *g, size_t n, size_t m, unsigned *ends, int without,
              mgnn_error *err)
{
  int slots = !(without & MG_GRAPH_LEAN), ones = !(without & MG_GRAPH_UNMEASURED);
  int check = !(without & MG_GRAPH_CHECKED);
  size_t *scratch = NULL;
  mgnn_status status = MGNN_OK;

  memset(g, 0, sizeof *g);
  if (n > 0xfffffffeU)
    return mg_fail(err, MGNN_EINVAL, "%zu nodes are more than 2^32 - 2", n);
  if (check)
    TRY(ends_check(n, m, ends, err));
  g->n = n;
  g->m = m;
  g->row = mg_alloc_large(n + 1, sizeof *g->row);
  g->to = mg_alloc_large(m, 2 * sizeof *g->to);
  g->target = ones ? mg_alloc(m, sizeof *g->target) : NULL;
  g->length = slots ? mg_alloc_large(m, 2 * sizeof *g->length) : NULL;
  scratch = mg_alloc_large(n, sizeof *scratch);
  if (g->row == NULL || g->to == NULL || (ones && g->target == NULL)
      || (slots && g->length == NULL) || scratch == NULL)
    TRY(mg_fail_memory(err));
  g->ends = ends;
  rows_fill(g, scratch);
  if (check)
    TRY(rows_check(g, scratch, err));
  for (size_t e = 0; e < m && ones; e++)
    g->target[e] = 1;
  for (size_t k = 0; k < 2 * m && ones && slots; k++)
    g->length[k] = 1;
end:
  mg_free(scratch);
  if (status != MGNN_OK) {
    g->ends = NULL;            /* stays the caller's */
    mg_graph_free(g);
  }
  return status;
}

void
mg_graph_free(mg_graph *g)
{
  mg_free_all(g->ends, g->target, g->target_upper, g->stiffness, g->row, g->to,
              g->length, g->upper, g->weight, g->degree);
  memset(g, 0, sizeof *g);
}

/* ---- values ---- */

/* Each term of the energy must be finite, and so must be their sum: an edge's
 * stiffness times the square of its longest length. */
static mgnn_status
terms_check(size_t m, const double *lower, const double *upper,
            const double *stiffness, mgnn_error *err)
{
  const double most = MG_LENGTH_MOST * MG_LENGTH_MOST;

  for (size_t e = 0; e < m && stiffness != NULL; e++) {
    double far = upper != NULL && isfinite(upper[e]) ? upper[e]
                 : lower != NULL ? lower[e] : 1;

    if (!(stiffness[e] * fmax(far * far, 1) <= most))
      return mg_fail(err, MGNN_EINVAL, "the stiffness of edge %zu is %g and its "
                     "length %g: the first times the square of the second must "
                     "not exceed 1e300", e, stiffness[e], far);
  }
  return MGNN_OK;
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
  return terms_check(g->m, lower, upper, g->stiffness, err);
}

/* Replace *old by values.  They may be the same array, see slots_need. */
static void
values_put(double **old, double *values)
{
  if (*old != values)
    mg_free(*old);
  *old = values;
}

/* Set *out to an array for these values slot by slot: `have` if it is not NULL, else
 * a new one; NULL in a lean graph or without values.  0 on allocation failure. */
static int
slots_need(const mg_graph *g, const double *values, double *have, double **out)
{
  *out = have;
  if (g->length == NULL || values == NULL)
    *out = NULL;
  else if (have == NULL)
    *out = mg_alloc_large(g->m, 2 * sizeof **out);
  return g->length == NULL || values == NULL || *out != NULL;
}

/* Take over lengths that were checked.  On failure the old ones stay. */
static mgnn_status
lengths_put(mg_graph *g, double *lower, double *upper, mgnn_error *err)
{
  size_t *cursor = g->length != NULL ? mg_alloc_large(g->n, sizeof *cursor) : NULL;
  double *slots;

  if ((g->length != NULL && cursor == NULL)
      || !slots_need(g, upper, g->upper, &slots)) {
    mg_free(cursor);
    return mg_fail_memory(err);
  }
  values_put(&g->target, lower);
  values_put(&g->target_upper, upper);
  values_put(&g->upper, slots);
  if (g->length != NULL)
    spread(g, cursor, lower, g->length);
  if (slots != NULL)
    spread(g, cursor, upper, slots);
  mg_free(cursor);
  return MGNN_OK;
}

mgnn_status
mg_graph_lengths_take(mg_graph *g, double *lower, double *upper,
                      mgnn_error *err)
{
  mgnn_status status = lengths_check(g, lower, upper, err);

  return status == MGNN_OK ? lengths_put(g, lower, upper, err) : status;
}

static mgnn_status
values_copy(const mg_graph *g, const double *values, double **out,
            mgnn_error *err)
{
  *out = NULL;
  if (values == NULL && g->m > 0)
    return MGNN_OK;
  PASS(mg_allocated(*out = mg_alloc(g->m, sizeof **out), err));
  if (g->m > 0)                /* values may be NULL if there are no edges */
    memcpy(*out, values, g->m * sizeof *values);
  return MGNN_OK;
}

mgnn_status
mg_graph_lengths_set(mg_graph *g, const double *lower, const double *upper,
                     mgnn_error *err)
{
  double *own[2] = { NULL, NULL };
  mgnn_status status = MGNN_OK;

  TRY(lengths_check(g, lower, upper, err));
  TRY(values_copy(g, lower, &own[0], err));
  if (upper != NULL)
    TRY(values_copy(g, upper, &own[1], err));
  TRY(lengths_put(g, own[0], own[1], err));
end:
  if (status != MGNN_OK)
    mg_free_all(own[0], own[1]);
  return status;
}

/* Set stiffnesses that are not all 1.  On failure the old ones stay. */
static mgnn_status
stiffness_put(mg_graph *g, const double *stiffness, mgnn_error *err)
{
  size_t *cursor = mg_alloc_large(g->n, sizeof *cursor);
  double *degree = g->degree != NULL ? g->degree
                                     : mg_alloc(g->n, sizeof *degree);
  double *slots, *own = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, cursor, degree));
  TRY(values_copy(g, stiffness, &own, err));
  if (!slots_need(g, own, g->weight, &slots))
    TRY(mg_fail_memory(err));
  values_put(&g->stiffness, own);
  values_put(&g->weight, slots);
  g->degree = degree;
  if (slots != NULL)
    spread(g, cursor, own, slots);
  own = NULL;                  /* belongs to the graph now */
end:
  mg_free(own);
  if (degree != g->degree)
    mg_free(degree);
  mg_free(cursor);
  return status;
}

mgnn_status
mg_graph_stiffness_set(mg_graph *g, const double *stiffness, mgnn_error *err)
{
  for (size_t e = 0; e < g->m && stiffness != NULL; e++)
    if (!(stiffness[e] >= 0) || isinf(stiffness[e]))
      return mg_fail(err, MGNN_EINVAL, "the stiffness of edge %zu is %g, "
                     "must be finite and at least 0", e, stiffness[e]);
  PASS(terms_check(g->m, g->target, g->target_upper, stiffness, err));
  if (stiffness != NULL)
    PASS(stiffness_put(g, stiffness, err));
  else {
    values_put(&g->stiffness, NULL);
    values_put(&g->weight, NULL);
    values_put(&g->degree, NULL);
  }
  degrees_fill(g);
  return MGNN_OK;
}

void
mg_graph_loops_set(mg_graph *g, int on)
{
  g->loop = on ? 1 : 0;
  degrees_fill(g);
}

void
mg_graph_rescale(const mg_graph *g, size_t dim, double *x, int to_y)
{
  for (size_t i = 0; i < g->n; i++) {
    double root = mg_root(g, i);

    for (size_t c = 0; c < dim; c++)
      if (to_y)
        x[i * dim + c] /= root;
      else
        x[i * dim + c] *= root;
  }
}

double
mg_mean_length(const mg_graph *g)
{
  double sum = 0;

  for (size_t e = 0; e < g->m; e++)
    sum += g->target[e];
  return g->m > 0 ? sum / (double)g->m : 0;
}

void
mg_breadth_first(size_t n, const size_t *row, const unsigned *to,
                 unsigned *order, unsigned *place)
{
  const unsigned not_yet = 0xffffffffU;
  size_t found = 0, next = 0;

  for (size_t i = 0; i < n; i++)
    place[i] = not_yet;
  for (size_t start = 0; start < n; start++) {
    if (place[start] != not_yet)
      continue;
    place[start] = (unsigned)found;
    order[found++] = (unsigned)start;
    for (; next < found; next++) {             /* order is its own queue */
      size_t i = order[next];

      for (size_t k = row[i]; k < row[i + 1]; k++) {
        if (place[to[k]] != not_yet)
          continue;
        place[to[k]] = (unsigned)found;
        order[found++] = to[k];
      }
    }
  }
}

size_t
mg_breadth_first_from(const mg_graph *g, unsigned *node, size_t begin,
                      size_t count, size_t hops, unsigned char *seen)
{
  for (size_t end = count; hops > 0 && begin < count; hops--, end = count)
    for (; begin < end; begin++)
      for (size_t k = g->row[node[begin]]; k < g->row[node[begin] + 1]; k++)
        if (!seen[g->to[k]]) {
          seen[g->to[k]] = 1;
          node[count++] = g->to[k];
        }
  return count;
}

/* Signed volumes with bounds, and the search for pairs that are too close. */
#include "terms.h"
#include "base/mem.h"
#include "base/subgraph.h"

#include <stdlib.h>
#include <string.h>

/* If only a sign is given, the least volume, as a share of the cube of the unit; a
 * regular tetrahedron has 0.118. */
static const double least = 0.03;

double
mg_signed_volume(const mg_chirality *c, size_t k, size_t dim, const double *y)
{
  const double *a = y + c->node[4 * k] * dim;
  double e[3][3];

  for (size_t p = 0; p < 3; p++)
    for (size_t x = 0; x < 3; x++)
      e[p][x] = y[c->node[4 * k + 1 + p] * dim + x] - a[x];
  return (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1])
          + e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2])
          + e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) / 6;
}

size_t
mg_chirality_right(const mg_chirality *c, size_t dim, const double *y)
{
  size_t right = 0;

  for (size_t k = 0; k < c->count; k++) {
    double v = mg_signed_volume(c, k, dim, y);

    right += c->lower[k] > 0 ? v > 0 : c->upper[k] < 0 ? v < 0
             : fabs(v) <= least * c->unit[k] * c->unit[k] * c->unit[k];
  }
  return right;
}

/* ---- pairs that are near ---- */

/* A node in the cell of a grid of up to three dimensions. */
typedef struct {
  long long cell[3];
  unsigned node;
} entry;

static int
cell_compare(const long long a[3], const long long b[3])
{
  for (size_t c = 0; c < 3; c++)
    if (a[c] != b[c])
      return a[c] < b[c] ? -1 : 1;
  return 0;
}

static int
by_cell(const void *a, const void *b)
{
  const entry *p = a, *q = b;
  int order = cell_compare(p->cell, q->cell);

  return order != 0 ? order : p->node < q->node ? -1 : p->node > q->node;
}

static int
is_edge(const mg_graph *g, unsigned i, unsigned j)
{
  if (g->row[i + 1] - g->row[i] > g->row[j + 1] - g->row[j])
    return is_edge(g, j, i);
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (g->to[k] == j)
      return 1;
  return 0;
}

/* The first entry in this cell or after it (binary search). */
static size_t
cell_find(const entry *all, size_t n, const long long cell[3])
{
  size_t begin = 0, end = n;

  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;

    if (cell_compare(all[middle].cell, cell) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

mgnn_status
mg_close_pairs_find(mg_close_pairs *out, const mg_graph *g, size_t dim,
                   const double *y, double x, mgnn_error *err)
{
  size_t axes = dim < 3 ? dim : 3;
  entry *all = mg_zalloc(g->n, sizeof *all);

  PASS(mg_allocated(all, err));
  out->count = 0;
  out->least = x;
  for (size_t i = 0; i < g->n; i++) {
    all[i].node = (unsigned)i;
    for (size_t c = 0; c < axes; c++)
      all[i].cell[c] = (long long)fmax(-1e15, fmin(1e15, floor(y[i * dim + c] / x)));
  }
  qsort(all, g->n, sizeof *all, by_cell);
  for (size_t a = 0; a < g->n; a++)
    for (long long k = 0; k < 9; k++) {        /* rows of cells next to it */
      long long from[3] = { all[a].cell[0] + k / 3 - 1,
                            all[a].cell[1] + k % 3 - 1, all[a].cell[2] - 1 };

      if ((axes < 2 && from[1] != all[a].cell[1]))
        continue;
      for (size_t b = cell_find(all, g->n, from);
           b < g->n && all[b].cell[0] == from[0] && all[b].cell[1] == from[1]
           && all[b].cell[2] <= from[2] + 2; b++) {
        unsigned i = all[a].node, j = all[b].node;
        double r = i < j ? mg_distance(y + i * dim, y + j * dim, dim) : x;

        if (!(r < x) || is_edge(g, i, j))
          continue;
        out->count++;
        out->least = fmin(out->least, r);
        if (out->found != NULL)
          out->found(out->ctx, i, j, r);
      }
    }
  mg_free(all);
  return MGNN_OK;
}

/* ---- making them ---- */

static mgnn_status
chirality_alloc(mg_chirality *c, size_t count, mgnn_error *err)
{
  PASS(mg_allocated_all(err, c->node = mg_alloc(count, 4 * sizeof *c->node),
                        c->lower = mg_alloc(count, 3 * sizeof *c->lower)));
  c->upper = c->lower + count;
  c->unit = c->upper + count;
  c->count = count;
  return MGNN_OK;
}

void
mg_terms_free(mg_terms *t)
{
  mg_free_all(t->chirality.node, t->chirality.lower);
  memset(t, 0, sizeof *t);
}

mgnn_status
mg_terms_take(mg_terms *out, const mg_terms *t, const unsigned *map,
              mgnn_error *err)
{
  const mg_chirality *from = &t->chirality;
  mg_chirality *c = &out->chirality;
  mgnn_status status = MGNN_OK;

  *out = (mg_terms){ .min_distance = t->min_distance };
  TRY(chirality_alloc(c, from->count, err));
  c->count = 0;
  for (size_t k = 0; k < from->count; k++) {
    size_t inside = 0;

    for (size_t p = 0; p < 4; p++) {
      c->node[4 * c->count + p] = map[from->node[4 * k + p]];
      inside += map[from->node[4 * k + p]] != MG_NOWHERE;
    }
    c->lower[c->count] = from->lower[k];
    c->upper[c->count] = from->upper[k];
    c->unit[c->count] = from->unit[k];
    c->count += inside == 4;
  }
end:
  if (status != MGNN_OK)
    mg_terms_free(out);
  return status;
}

/* The mean length of the edges among four nodes; without such edges, `mean`. */
static double
unit_of(const mg_graph *g, const unsigned *node, double mean)
{
  double sum = 0;
  size_t count = 0;

  for (size_t p = 0; p < 4; p++)
    for (size_t k = g->row[node[p]]; k < g->row[node[p] + 1]; k++)
      for (size_t q = p + 1; q < 4; q++)
        if (g->to[k] == node[q] && g->length[k] > 0) {
          sum += g->length[k];
          count++;
        }
  return count > 0 ? sum / (double)count : mean;
}

mgnn_status
mg_chirality_set(mg_chirality *out, const mg_graph *g, size_t count,
                 const unsigned *node, const signed char *sign,
                 const double *volume, mgnn_error *err)
{
  mg_chirality c = { 0 };
  double mean = mg_mean_length(g);
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < 4 * count; k++) {
    if (node[k] >= g->n)
      return mg_fail(err, MGNN_EINVAL, "tetrahedron %zu has node %u, must be below "
                     "%zu", k / 4, node[k], g->n);
    for (size_t p = k / 4 * 4; p < k; p++)
      if (node[p] == node[k])
        return mg_fail(err, MGNN_EINVAL, "tetrahedron %zu has node %u twice", k / 4,
                       node[k]);
  }
  for (size_t k = 0; k < count; k++) {
    if (sign[k] != 1 && sign[k] != -1)
      return mg_fail(err, MGNN_EINVAL, "the sign of tetrahedron %zu is %d, must be "
                     "1 or -1", k, sign[k]);
    if (volume != NULL && !isnan(volume[k])
        && !(volume[k] > 0 && mg_length_allowed(volume[k])))
      return mg_fail(err, MGNN_EINVAL, "the volume of tetrahedron %zu is %g, must be "
                     "positive", k, volume[k]);
  }
  TRY(chirality_alloc(&c, count, err));
  memcpy(c.node, node, 4 * count * sizeof *node);
  for (size_t k = 0; k < count; k++) {
    double unit = unit_of(g, node + 4 * k, mean > 0 ? mean : 1);
    int known = volume != NULL && !isnan(volume[k]);
    double low = known ? volume[k] : least * unit * unit * unit;
    double high = known ? low : INFINITY;

    c.unit[k] = unit;
    c.lower[k] = sign[k] > 0 ? low : -high;
    c.upper[k] = sign[k] > 0 ? high : -low;
  }
  mg_free_all(out->node, out->lower);
  *out = c;
  return MGNN_OK;
end:
  mg_free_all(c.node, c.lower);
  return status;
}

/* At a minimum of E the residuals r = |y_i - y_j| - M_ij are P e, with e the
 * errors of the lengths and P the projection onto the self-stresses.  The sum
 * of squares over the k edges of a node is then at most chi-square with k
 * degrees of freedom times the variance of e, for any P; and the variance of r
 * is on average that of e times the share of redundant lengths.  A node on the
 * wrong side of its neighbours has residuals as large as its edges.
 *
 * How errors depend on the length is not known (constant, in proportion,
 * rounded differences of times), so edges are sorted by length and every few
 * hundred of them get their own scale. */
#include "noise.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/dense.h"
#include "problem/energy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PER_BIN = 256, BINS_MOST = 64 };

static const double false_alarm = 0.01;        /* probability for all nodes together */

typedef struct {
  double length, residual;
} measured_edge;

static int
shorter_first(const void *left, const void *right)
{
  const measured_edge *a = left, *b = right;

  return a->length < b->length ? -1 : a->length > b->length;
}

/* The squared residual of slot k at node i. */
static double
square_at(const mg_task *t, size_t i, size_t k, const double *y)
{
  const mg_graph *g = t->graph;
  double r = mg_distance(y + i * t->dim, y + g->to[k] * t->dim, t->dim);
  double off = r - mg_target(g, k, r);

  return (g->weight != NULL ? g->weight[k] : 1) * off * off;
}

/* List the edges, shortest first; *scratch has room for one number per edge. */
static mgnn_status
pairs_sort(const mg_task *t, const double *y, measured_edge **out, double **scratch,
           mgnn_error *err)
{
  const mg_graph *g = t->graph;
  size_t count = 0;

  PASS(mg_allocated(*out = mg_alloc(g->m + 1, sizeof **out), err));
  PASS(mg_allocated(*scratch = mg_alloc(g->m + 1, sizeof **scratch), err));
  for (size_t i = 0; i < g->n; i++)
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      if (g->to[k] > i && count < g->m)
        (*out)[count++] = (measured_edge){ g->length[k], sqrt(square_at(t, i, k, y)) };
  for (; count < g->m; count++)        /* loops */
    (*out)[count] = (measured_edge){ 0, 0 };
  qsort(*out, g->m, sizeof **out, shorter_first);
  return MGNN_OK;
}

static size_t
unknowns_of(const mg_task *t)
{
  size_t n = t->graph->n, dim = t->dim, fixed = dim * (dim + 1) / 2, pinned = 0;

  for (size_t c = 0; c < n * dim && t->pin != NULL; c++)
    pinned += t->pin[c] != 0;
  return n * dim - (pinned > fixed ? pinned : fixed < n * dim ? fixed : n * dim);
}

mgnn_status
mg_noise_init(mg_noise *out, const mg_task *t, const double *y, mgnn_error *err)
{
  size_t m = t->graph->m, bins = m / PER_BIN;
  double unknowns = (double)unknowns_of(t), *scratch = NULL;
  measured_edge *by_length = NULL;
  mgnn_status status = MGNN_OK;

  bins = bins < 1 ? 1 : bins > BINS_MOST ? BINS_MOST : bins;
  *out = (mg_noise){ .bins = bins };
  TRY(mg_allocated(out->limit = mg_alloc(2 * bins, sizeof *out->limit), err));
  out->deviation = out->limit + bins;
  out->redundancy = m > 0 ? fmax(0.1, 1 - unknowns / (double)m) : 1;
  out->normal = mg_normal_upper_quantile(false_alarm
                                         / fmax(1, (double)t->graph->n));
  TRY(pairs_sort(t, y, &by_length, &scratch, err));
  for (size_t b = 0; b < bins; b++) {
    size_t begin = b * m / bins, end = (b + 1) * m / bins;

    for (size_t k = begin; k < end; k++)
      scratch[k - begin] = by_length[k].residual;
    if (end > begin)
      qsort(scratch, end - begin, sizeof *scratch, mg_ascending);
    out->limit[b] = end > begin ? by_length[end - 1].length : 0;
    out->deviation[b] = end > begin ? 1.4826 * scratch[(end - begin) / 2] : 0;
  }
end:
  mg_free_all(by_length, scratch);
  if (status != MGNN_OK)
    mg_noise_free(out);
  return status;
}

void
mg_noise_free(mg_noise *z)
{
  mg_free(z->limit);
  memset(z, 0, sizeof *z);
}

static double
variance_of(const mg_noise *z, double length)
{
  size_t low = 0, high = z->bins - 1;

  while (low < high) {
    size_t middle = (low + high) / 2;

    if (length > z->limit[middle])
      low = middle + 1;
    else
      high = middle;
  }
  return z->deviation[low] * z->deviation[low];
}

double
mg_noise_excess_at(const mg_noise *z, const mg_task *t, size_t i, const double *y)
{
  const mg_graph *g = t->graph;
  size_t degree = g->row[i + 1] - g->row[i];
  double sum = 0;

  if (degree == 0)
    return 0;
  for (size_t k = g->row[i]; k < g->row[i + 1]; k++) {
    double square = square_at(t, i, k, y);

    sum += square > 0 ? square / variance_of(z, g->length[k]) : 0;
  }
  return sum * z->redundancy
         / mg_chi_square_quantile((double)degree, z->normal);
}

/* An edge between two such nodes counts once for each of them. */
double
mg_noise_excess(const mg_noise *z, const mg_task *t, const double *y)
{
  const mg_graph *g = t->graph;
  double sum = 0;

  for (size_t i = 0; i < g->n; i++) {
    if (mg_noise_excess_at(z, t, i, y) <= 1)
      continue;
    for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
      sum += square_at(t, i, k, y) - variance_of(z, g->length[k]);
  }
  return sum;
}

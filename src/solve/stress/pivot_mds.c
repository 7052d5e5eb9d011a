/* PivotMDS (Brandes and Pich, 2007): classical scaling of the distances to a
 * few far-apart pivots.  A good global arrangement if shortest paths are nearly
 * straight. */
#include "pivot_mds.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"
#include "problem/paths.h"
#include "solve/descent/length_error.h"

#include <math.h>
#include <string.h>

/* Fewer pivots do for large graphs with equal lengths, as only some pairs are
 * used later and the start only has to suggest which. */
enum { PIVOTS = 50, PIVOTS_LARGE = 20, LARGE = 20000 };

/* The node farthest from all pivots so far, the first of several.  Unreachable
 * nodes count as farthest of all. */
static size_t
farthest(const float *nearest, size_t n)
{
  size_t best = 0;

  for (size_t i = 1; i < n; i++)
    if (nearest[i] > nearest[best])
      best = i;
  return best;
}

/* The farthest of the nodes reached, the last of several. */
static size_t
last_reached(const mg_paths *p)
{
  size_t best = p->reached[0];

  for (size_t k = 1; k < p->reached_count; k++) {
    size_t i = p->reached[k];

    if (p->distance[i] > p->distance[best]
        || (p->distance[i] == p->distance[best] && i > best))
      best = i;
  }
  return best;
}

/* Fill in the columns of distances, pivot after pivot; float is precise enough
 * for a start, and there are n * k of them.  Returns the number of pivots:
 * fewer than k if all nodes coincide with pivots or the run is over.
 * Unreachable nodes count as a little farther than the farthest. */
static size_t
distances_fill(mg_paths *paths, const mg_run_control *control, size_t k,
               float *nearest, float *d)
{
  size_t n = paths->graph->n, next, p = 0;
  double unit;                 /* keeps squared distances in the range of float */

  mg_paths_all(paths, 0);
  next = last_reached(paths);
  unit = paths->distance[next] > 0 ? paths->distance[next] : 1;
  for (size_t i = 0; i < n; i++)
    nearest[i] = INFINITY;
  do {
    float *column = d + p * n, most;

    mg_paths_all(paths, next);
    most = (float)(paths->distance[last_reached(paths)] / unit);
    for (size_t i = 0; i < n; i++) {
      float far = (float)(paths->distance[i] / unit);

      nearest[i] = far < nearest[i] ? far : nearest[i];
      column[i] = isinf(far) ? 1.5F * most : far;
    }
    p++;
    next = farthest(nearest, n);
  } while (p < k && nearest[next] > 0 && !mg_run_over(control));
  return p;
}

void
mg_pivot_centre(size_t n, size_t k, const double *column, float *d)
{
  double mean = 0;

  for (size_t p = 0; p < k; p++)
    mean += column[p] / (double)k;
  for (size_t i = 0; i < n; i++) {
    double row = 0;

    for (size_t p = 0; p < k; p++)
      row += (double)d[p * n + i] * d[p * n + i] / (double)k;
    for (size_t p = 0; p < k; p++) {
      float *c = &d[p * n + i];

      *c = (float)(-((double)*c * *c - row - column[p] + mean) / 2);
    }
  }
}

static void
centre(size_t n, size_t k, float *d)
{
  double column[PIVOTS] = { 0 };

  for (size_t p = 0; p < k; p++)
    for (size_t i = 0; i < n; i++)
      column[p] += (double)d[p * n + i] * d[p * n + i] / (double)n;
  mg_pivot_centre(n, k, column, d);
}

/* C^T C, k x k: its eigenvectors cost O(k^3); those of C C^T, from which
 * coordinates follow, would cost O(n^3). */
static void
products(size_t n, size_t k, const float *c, double *out)
{
  for (size_t p = 0; p < k; p++)
    for (size_t q = 0; q <= p; q++) {
      const float *a = c + p * n, *b = c + q * n;
      double sum[4] = { 0, 0, 0, 0 };
      size_t i = 0;

      for (; i + 4 <= n; i += 4)
        for (size_t s = 0; s < 4; s++)
          sum[s] += (double)a[i + s] * b[i + s];
      for (; i < n; i++)
        sum[0] += (double)a[i] * b[i];
      sum[0] += sum[1] + sum[2] + sum[3];
      out[p * k + q] = out[q * k + p] = sum[0];
    }
}

void
mg_pivot_project(size_t n, size_t dim, size_t k, const float *c, const double *value,
                 const double *vector, double *y)
{
  double least = 1e-14 * value[0];

  memset(y, 0, n * dim * sizeof *y);
  for (size_t a = 0; a < dim && a < k && value[a] > least; a++) {
    double scale, big = 0;

    for (size_t p = 0; p < k; p++)
      if (fabs(vector[p * k + a]) > fabs(big) * (1 + 1e-9))
        big = vector[p * k + a];
    scale = (big < 0 ? -1 : 1) / sqrt(sqrt(value[a]));
    for (size_t p = 0; p < k; p++) {
      double v = scale * vector[p * k + a];

      for (size_t i = 0; i < n; i++)
        y[i * dim + a] += v * c[p * n + i];
    }
  }
}

static mgnn_status
scaling(const mg_task *t, size_t k, const float *c, double *y, mgnn_error *err)
{
  double *gram = mg_alloc(2 * k + 1, k * sizeof *gram), *vector, *value;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(gram, err));
  vector = gram + k * k;
  value = vector + k * k;
  products(t->graph->n, k, c, gram);
  TRY(mg_eigen_symmetric(k, gram, value, vector, NULL, err));
  mg_pivot_project(t->graph->n, t->dim, k, c, value, vector, y);
end:
  mg_free(gram);
  return status;
}

/* Add noise of a thousandth of the mean length, so that leaves of one node,
 * which have the same distances, do not coincide. */
static mgnn_status
perturb(const mg_task *t, double *y, mgnn_error *err)
{
  size_t size = t->graph->n * t->dim;
  double *noise = mg_alloc(size, sizeof *noise);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(noise, err));
  TRY(mg_random_normal(t->control->seed,
                       1e-3 * mg_mean_positive_length(t->graph), size, noise,
                       err));
  for (size_t c = 0; c < size; c++)
    y[c] += noise[c];
end:
  mg_free(noise);
  return status;
}

mgnn_status
mg_start_pivot(const mg_task *t, double *y, mgnn_error *err)
{
  size_t n = t->graph->n, k = n < PIVOTS ? n : PIVOTS;
  float *d = NULL, *nearest = NULL;
  mg_paths paths = { 0 };
  mgnn_status status = MGNN_OK;

  if (n == 0)
    return MGNN_OK;
  TRY(mg_paths_init(&paths, t->graph, err));
  if (paths.unit && n > LARGE)
    k = PIVOTS_LARGE;
  TRY(mg_allocated(d = mg_alloc(n, k * sizeof *d), err));
  TRY(mg_allocated(nearest = mg_alloc(n, sizeof *nearest), err));
  k = distances_fill(&paths, t->control, k, nearest, d);
  centre(n, k, d);
  TRY(scaling(t, k, d, y, err));
  mg_scale_to_lengths(t->graph, t->dim, y);
  TRY(perturb(t, y, err));
end:
  mg_free_all(nearest, d);
  mg_paths_free(&paths);
  return status;
}

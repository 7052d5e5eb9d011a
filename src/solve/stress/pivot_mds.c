/* PivotMDS (Brandes and Pich, 2007): classical scaling of the distances to a
 * few far-apart pivots.  A good global arrangement wherever shortest paths are
 * nearly straight. */
#include "base/mem.h"
#include "base/random.h"
#include "solve/run_control.h"
#include "solve/descent/length_error.h"
#include "problem/paths.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Where all lengths are equal and only some pairs can be looked at, the start
 * only says where to look, and fewer are as good. */
enum { PIVOTS = 50, PIVOTS_LARGE = 20, LARGE = 20000 };

/* The node farthest from all pivots so far; of equals the first.  A node that
 * cannot be reached is the farthest of all. */
static size_t
farthest(const float *nearest, size_t n)
{
  size_t best = 0;

  for (size_t i = 1; i < n; i++)
    if (nearest[i] > nearest[best])
      best = i;
  return best;
}

/* Of the nodes that were reached, the farthest; of equals the last. */
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

/* Columns of distances, pivot after pivot; float is enough for a start, and
 * there are n * k of them.  Returns how many pivots there are: fewer than k if
 * all nodes lie on a pivot already or the search is over.  What cannot be
 * reached counts as a little farther than the farthest. */
static size_t
distances_fill(mg_paths *paths, const mg_effort *how, size_t k, float *nearest,
               float *d)
{
  size_t n = paths->graph->n, next, p = 0;
  double unit;                 /* squares of distances must fit a float */

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
  } while (p < k && nearest[next] > 0 && !mg_effort_over(how));
  return p;
}

/* Square the distances and take the means of rows and columns away:
 *   c_ip = -(d_ip^2 - mean_i - mean_p + mean) / 2. */
static void
centre(size_t n, size_t k, float *d)
{
  double column[PIVOTS] = { 0 }, mean = 0;

  for (size_t p = 0; p < k; p++) {
    for (size_t i = 0; i < n; i++)
      column[p] += (double)d[p * n + i] * d[p * n + i] / (double)n;
    mean += column[p] / (double)k;
  }
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

/* C^T C, k x k. */
static void
products(size_t n, size_t k, const float *c, gsl_matrix *out)
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
      gsl_matrix_set(out, p, q, sum[0]);
      gsl_matrix_set(out, q, p, sum[0]);
    }
}

/* Coordinate a of all nodes is C v / sqrt(sigma), v the a-th eigenvector of
 * C^T C and sigma^2 its eigenvalue: without the division the aspect would be
 * squared.  Its sign is fixed by the largest entry of v.  Axes that do not
 * exist are 0. */
static void
project(size_t n, size_t dim, size_t k, const float *c, const gsl_vector *value,
        const gsl_matrix *vector, double *y)
{
  double least = 1e-14 * gsl_vector_get(value, 0);

  memset(y, 0, n * dim * sizeof *y);
  for (size_t a = 0; a < dim && a < k; a++) {
    double lambda = gsl_vector_get(value, a), scale, big = 0;

    if (!(lambda > least))
      break;
    for (size_t p = 0; p < k; p++)
      if (fabs(gsl_matrix_get(vector, p, a)) > fabs(big) * (1 + 1e-9))
        big = gsl_matrix_get(vector, p, a);
    scale = (big < 0 ? -1 : 1) / sqrt(sqrt(lambda));
    for (size_t p = 0; p < k; p++) {
      double v = scale * gsl_matrix_get(vector, p, a);

      for (size_t i = 0; i < n; i++)
        y[i * dim + a] += v * c[p * n + i];
    }
  }
}

/* Classical scaling of the centred columns c, by GSL's eigenvectors. */
static mgnn_status
scaling(size_t n, size_t dim, size_t k, const float *c, double *y,
        mgnn_error *err)
{
  gsl_error_handler_t *host = gsl_set_error_handler_off();
  gsl_matrix *gram = gsl_matrix_alloc(k, k), *vector = gsl_matrix_alloc(k, k);
  gsl_vector *value = gsl_vector_alloc(k);
  gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(k);
  mgnn_status status = MGNN_OK;

  if (gram == NULL || vector == NULL || value == NULL || work == NULL) {
    status = mg_fail_memory(err);
  } else {
    products(n, k, c, gram);
    gsl_eigen_symmv(gram, value, vector, work);
    gsl_eigen_symmv_sort(value, vector, GSL_EIGEN_SORT_VAL_DESC);
    project(n, dim, k, c, value, vector, y);
  }
  gsl_eigen_symmv_free(work);
  gsl_vector_free(value);
  gsl_matrix_free(vector);
  gsl_matrix_free(gram);
  gsl_set_error_handler(host);
  return status;
}

/* Add a thousandth of the mean length of chance, so that leaves of one node,
 * which have the same distances, do not lie on one spot. */
static mgnn_status
jitter(const mg_graph *g, size_t dim, unsigned long seed, double *y,
       mgnn_error *err)
{
  double *noise = mg_alloc(g->n * dim, sizeof *noise);
  mgnn_status status;

  if (noise == NULL)
    return mg_fail_memory(err);
  status = mg_random_normal(seed, 1e-3 * mg_mean_positive_length(g), g->n * dim,
                            noise, err);
  if (status == MGNN_OK)
    for (size_t c = 0; c < g->n * dim; c++)
      y[c] += noise[c];
  mg_free(noise);
  return status;
}

mgnn_status
mg_start_pivot(const mg_graph *g, size_t dim, const mg_effort *how, double *y,
               mgnn_error *err)
{
  size_t n = g->n, k = n < PIVOTS ? n : PIVOTS;
  float *d, *nearest;
  mg_paths paths;
  mgnn_status status;

  if (n == 0)
    return MGNN_OK;
  status = mg_paths_init(&paths, g, err);
  if (status != MGNN_OK)
    return status;
  if (paths.unit && n > LARGE)
    k = PIVOTS_LARGE;
  d = mg_alloc(n, k * sizeof *d);
  nearest = mg_alloc(n, sizeof *nearest);
  if (d == NULL || nearest == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  k = distances_fill(&paths, how, k, nearest, d);
  centre(n, k, d);
  status = scaling(n, dim, k, d, y, err);
  if (status == MGNN_OK) {
    mg_scale_to_lengths(g, dim, y);
    status = jitter(g, dim, how->seed, y, err);
  }
leave:
  mg_free(nearest);
  mg_free(d);
  mg_paths_free(&paths);
  return status;
}

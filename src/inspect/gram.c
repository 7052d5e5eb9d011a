/* Spectra of Gram matrices, and the nearest Euclidean distances. */
#include "gram.h"
#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

/* ---- the spectrum ---- */

static double
largest(size_t n, const double *distance)
{
  double most = 0;

  for (size_t k = 0; k < n * n; k++)
    most = fmax(most, distance[k]);
  return most > 0 ? most : 1;
}

/* -1/2 J D J: b_ij = -1/2 (d_ij - mean_i - mean_j + mean).  Returns |D|_F. */
static double
gram_fill(size_t n, const double *distance, double *b, double *mean)
{
  double unit = largest(n, distance), whole = 0, norm = 0;

  for (size_t i = 0; i < n; i++) {
    mean[i] = 0;
    for (size_t j = 0; j < n; j++) {
      double d = distance[i * n + j] / unit;

      b[i * n + j] = d * d;
      mean[i] += d * d / (double)n;
      norm += d * d * d * d;
    }
    whole += mean[i] / (double)n;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      b[i * n + j] = -0.5 * (b[i * n + j] - mean[i] - mean[j] + whole);
  return sqrt(norm);
}

mgnn_status
mg_gram_init(mg_gram *out, size_t n, const double *distance, double tolerance,
             mgnn_error *err)
{
  double *b = mg_alloc(n * n, sizeof *b);
  mgnn_status status = MGNN_OK;

  out->n = n;
  out->value = mg_alloc(n, sizeof *out->value);
  TRY(mg_allocated_all(err, b, out->value));
  out->slack = (tolerance + tolerance * tolerance / 2 + 1e-14 * (double)n)
               * gram_fill(n, distance, b, out->value);
  TRY(mg_eigen_symmetric(n, b, out->value, NULL, NULL, err));
end:
  mg_free(b);
  if (status != MGNN_OK)
    mg_gram_free(out);
  return status;
}

void
mg_gram_free(mg_gram *g)
{
  mg_free(g->value);
  g->value = NULL;
}

int
mg_gram_euclidean(const mg_gram *g)
{
  return g->n == 0 || g->value[g->n - 1] >= -g->slack;
}

size_t
mg_gram_dim(const mg_gram *g)
{
  size_t dim = 0;

  while (dim < g->n && g->value[dim] > g->slack)
    dim++;
  return dim;
}

int
mg_gram_fits(const mg_gram *g, size_t dim)
{
  return mg_gram_euclidean(g) && mg_gram_dim(g) <= dim;
}

mgnn_status
mg_gram_place(size_t n, const double *distance, size_t dim, double *x,
              mgnn_error *err)
{
  double *b = mg_alloc(n * n, sizeof *b), *u = mg_alloc(n * n, sizeof *u);
  double *value = mg_alloc(n, sizeof *value);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, b, u, value));
  gram_fill(n, distance, b, value);
  TRY(mg_eigen_symmetric(n, b, value, u, NULL, err));
  for (size_t c = 0; c < dim; c++) {
    double length = c < n && value[c] > 0
                    ? sqrt(value[c]) * largest(n, distance) : 0;

    for (size_t i = 0; i < n; i++)
      x[i * dim + c] = length > 0 ? length * u[i * n + c] : 0;
  }
end:
  mg_free_all(b, u, value);
  return status;
}

/* ---- the nearest matrix of squared distances ---- */

enum { ROUNDS = 5000 };

/* Working arrays of a round, n*n each except the last two. */
typedef struct {
  size_t n;
  double *a;                   /* the matrix */
  double *shift;               /* Dykstra's correction */
  double *before;              /* a before the round */
  double *h, *u;               /* scratch: a block of a, its eigenvectors */
  double *value, *q;           /* n each: eigenvalues, Householder's vector */
} dykstra;

/* a <- Q a Q with Q = I - 2 q q^T, the reflection that takes (1, ..., 1) to a
 * multiple of the last unit vector. */
static void
reflect(const dykstra *w, double *a)
{
  size_t n = w->n;

  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < n; i++) {
      size_t first = side == 0 ? i * n : i, step = side == 0 ? 1 : n;
      double dot = 0;

      for (size_t j = 0; j < n; j++)
        dot += a[first + j * step] * w->q[j];
      for (size_t j = 0; j < n; j++)
        a[first + j * step] -= 2 * dot * w->q[j];
    }
}

/* Make the block across (1, ..., 1) negative semidefinite by dropping its
 * positive eigenvalues. */
static mgnn_status
project_cone(dykstra *w, double *a, mgnn_error *err)
{
  size_t n = w->n, k = n - 1;

  reflect(w, a);
  for (size_t i = 0; i < k; i++)
    memcpy(w->h + i * k, a + i * n, k * sizeof *w->h);
  PASS(mg_eigen_symmetric(k, w->h, w->value, w->u, NULL, err));
  for (size_t c = 0; c < k && w->value[c] > 0; c++)
    for (size_t i = 0; i < k; i++)
      for (size_t j = 0; j < k; j++)
        a[i * n + j] -= w->value[c] * w->u[i * k + c] * w->u[j * k + c];
  reflect(w, a);
  return MGNN_OK;
}

/* Do one round; *change receives its relative change.  The matrices with
 * diagonal 0 are a subspace and need no correction. */
static mgnn_status
alternate(dykstra *w, double *change, mgnn_error *err)
{
  size_t n = w->n, size = n * n;
  double moved = 0, norm = 0;
  mgnn_status status;

  memcpy(w->before, w->a, size * sizeof *w->before);
  for (size_t k = 0; k < size; k++) {
    w->a[k] += w->shift[k];
    w->shift[k] = w->a[k];
  }
  status = project_cone(w, w->a, err);
  for (size_t k = 0; k < size; k++)
    w->shift[k] -= w->a[k];
  for (size_t i = 0; i < n; i++)
    w->a[i * n + i] = 0;
  for (size_t k = 0; k < size; k++) {
    moved += (w->a[k] - w->before[k]) * (w->a[k] - w->before[k]);
    norm += w->a[k] * w->a[k];
  }
  *change = norm > 0 ? sqrt(moved / norm) : 0;
  return status;
}

mgnn_status
mg_gram_nearest(size_t n, const double *distance, double *nearest,
                mgnn_error *err)
{
  size_t size = n * n;
  double *buffer = mg_zalloc(5 * size + 2 * n, sizeof *buffer), change = 1;
  double unit = largest(n, distance), root = sqrt((double)n), norm;
  dykstra w = { .n = n, .a = buffer };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(buffer, err));
  w.shift = w.a + size;
  w.h = w.shift + size;
  w.u = w.h + size;
  w.before = w.u + size;
  w.value = w.before + size;
  w.q = w.value + n;
  for (size_t k = 0; k < size; k++)
    w.a[k] = distance[k] / unit * (distance[k] / unit);
  norm = sqrt(2 * (double)n + 2 * root);       /* of (1, ..., 1, 1 + root) */
  for (size_t i = 0; i < n; i++)
    w.q[i] = (i + 1 < n ? 1 : 1 + root) / norm;
  for (int k = 0; k < ROUNDS && n > 1 && change > 1e-10; k++)
    TRY(alternate(&w, &change, err));
  for (size_t k = 0; k < size; k++)
    nearest[k] = unit * sqrt(fmax(0, (w.a[k] + w.a[k % n * n + k / n]) / 2));
end:
  mg_free(buffer);
  return status;
}

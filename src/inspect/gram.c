/* Gram matrices of distances, and the nearest ones that exist. */
#include "gram.h"
#include "base/mem.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_vector.h>
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

/* Eigenvalues of a symmetric matrix, falling, and if `vector` is not NULL the
 * eigenvectors as its columns.  a is overwritten. */
static mgnn_status
spectrum(size_t n, double *a, double *value, double *vector, mgnn_error *err)
{
  gsl_error_handler_t *host = gsl_set_error_handler_off();
  gsl_matrix_view m = gsl_matrix_view_array(a, n, n);
  gsl_vector_view v = gsl_vector_view_array(value, n);
  mgnn_status status = MGNN_OK;

  if (vector == NULL) {
    gsl_eigen_symm_workspace *w = gsl_eigen_symm_alloc(n);

    if (w == NULL || gsl_eigen_symm(&m.matrix, &v.vector, w) != 0)
      status = mg_fail_memory(err);
    gsl_eigen_symm_free(w);
    if (status == MGNN_OK) {
      gsl_sort_vector(&v.vector);
      gsl_vector_reverse(&v.vector);
    }
  } else {
    gsl_eigen_symmv_workspace *w = gsl_eigen_symmv_alloc(n);
    gsl_matrix_view u = gsl_matrix_view_array(vector, n, n);

    if (w == NULL
        || gsl_eigen_symmv(&m.matrix, &v.vector, &u.matrix, w) != 0)
      status = mg_fail_memory(err);
    else
      gsl_eigen_symmv_sort(&v.vector, &u.matrix, GSL_EIGEN_SORT_VAL_DESC);
    gsl_eigen_symmv_free(w);
  }
  gsl_set_error_handler(host);
  return status;
}

mgnn_status
mg_gram_init(mg_gram *out, size_t n, const double *distance, double tolerance,
             mgnn_error *err)
{
  double *b = mg_alloc(n * n, sizeof *b);
  mgnn_status status = MGNN_OK;

  out->n = n;
  out->value = mg_alloc(n, sizeof *out->value);
  if (b == NULL || out->value == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK) {
    double norm = gram_fill(n, distance, b, out->value);

    out->slack = (tolerance + tolerance * tolerance / 2 + 1e-14 * (double)n)
                 * norm;
    status = n > 0 ? spectrum(n, b, out->value, NULL, err) : MGNN_OK;
  }
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

  if (b == NULL || u == NULL || value == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK && n > 0) {
    gram_fill(n, distance, b, value);
    status = spectrum(n, b, value, u, err);
  }
  for (size_t c = 0; c < dim && status == MGNN_OK; c++) {
    double length = c < n && value[c] > 0
                    ? sqrt(value[c]) * largest(n, distance) : 0;

    for (size_t i = 0; i < n; i++)
      x[i * dim + c] = length > 0 ? length * u[i * n + c] : 0;
  }
  mg_free(b);
  mg_free(u);
  mg_free(value);
  return status;
}

/* ---- the nearest matrix of squared distances ---- */

enum { ROUNDS = 5000 };

/* What a round works in, n*n each but for the last two. */
typedef struct {
  size_t n;
  double *a;                   /* the matrix */
  double *shift;               /* Dykstra's correction */
  double *h, *u, *value, *q;
} workshop;

/* a <- Q a Q with Q = I - 2 q q^T, which takes (1, ..., 1) to a multiple of the
 * last unit vector. */
static void
reflect(const workshop *w, double *a)
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

/* Make the block across (1, ..., 1) negative semidefinite: leave its positive
 * eigenvalues out. */
static mgnn_status
project_cone(workshop *w, double *a, mgnn_error *err)
{
  size_t n = w->n, k = n - 1;
  mgnn_status status;

  reflect(w, a);
  for (size_t i = 0; i < k; i++)
    memcpy(w->h + i * k, a + i * n, k * sizeof *w->h);
  status = spectrum(k, w->h, w->value, w->u, err);
  for (size_t c = 0; status == MGNN_OK && c < k && w->value[c] > 0; c++)
    for (size_t i = 0; i < k; i++)
      for (size_t j = 0; j < k; j++)
        a[i * n + j] -= w->value[c] * w->u[i * k + c] * w->u[j * k + c];
  reflect(w, a);
  return status;
}

/* One round; *change is what it moved, relatively.  The matrices with diagonal
 * 0 are a subspace and need no correction. */
static mgnn_status
alternate(workshop *w, double *before, double *change, mgnn_error *err)
{
  size_t n = w->n, size = n * n;
  double moved = 0, norm = 0;
  mgnn_status status;

  memcpy(before, w->a, size * sizeof *before);
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
    moved += (w->a[k] - before[k]) * (w->a[k] - before[k]);
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
  double *room = mg_zalloc(5 * size + 2 * n, sizeof *room), change = 1;
  double unit = largest(n, distance), root = sqrt((double)n), norm;
  workshop w = { .n = n, .a = room };
  mgnn_status status = MGNN_OK;

  if (room == NULL)
    return mg_fail_memory(err);
  w.shift = room + size;
  w.h = room + 2 * size;
  w.u = room + 3 * size;
  w.value = room + 5 * size;
  w.q = w.value + n;
  for (size_t k = 0; k < size; k++)
    w.a[k] = distance[k] / unit * (distance[k] / unit);
  norm = sqrt(2 * (double)n + 2 * root);       /* of (1, ..., 1, 1 + root) */
  for (size_t i = 0; i < n; i++)
    w.q[i] = (i + 1 < n ? 1 : 1 + root) / norm;
  for (int k = 0; k < ROUNDS && n > 1 && change > 1e-10 && status == MGNN_OK;
       k++)
    status = alternate(&w, room + 4 * size, &change, err);
  for (size_t k = 0; k < size && status == MGNN_OK; k++)
    nearest[k] = unit * sqrt(fmax(0, (w.a[k] + w.a[k % n * n + k / n]) / 2));
  mg_free(room);
  return status;
}

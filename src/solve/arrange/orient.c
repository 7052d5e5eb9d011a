/* Orientation by principal axes. */
#include "orient.h"
#include "base/mem.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { DIM_MOST = 64 };

static void
centre(size_t dim, size_t count, double *x, double *mean)
{
  memset(mean, 0, dim * sizeof *mean);
  for (size_t k = 0; k < count * dim; k++)
    mean[k % dim] += x[k] / (double)count;
  for (size_t k = 0; k < count * dim; k++)
    x[k] -= mean[k % dim];
}

/* The covariance times count, of centred points. */
static void
scatter(size_t dim, size_t count, const double *x, gsl_matrix *out)
{
  gsl_matrix_set_zero(out);
  for (size_t i = 0; i < count; i++)
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b < dim; b++)
        *gsl_matrix_ptr(out, a, b) += x[i * dim + a] * x[i * dim + b];
}

/* +1 or -1: see mg_orient.  The skewness of a symmetric set is rounding. */
static double
sign_of(size_t dim, size_t count, const double *x, size_t c)
{
  double cubes = 0, size = 0, far = 0;
  size_t farthest = 0;

  for (size_t i = 0; i < count; i++) {
    double t = x[i * dim + c];

    cubes += t * t * t;
    size += fabs(t * t * t);
    if (fabs(t) > far * (1 + 1e-9)) {
      far = fabs(t);
      farthest = i;
    }
  }
  if (fabs(cubes) > 1e-6 * size)
    return cubes > 0 ? 1 : -1;
  return count > 0 && x[farthest * dim + c] < 0 ? -1 : 1;
}

static void
turn(size_t dim, size_t count, double *x, const gsl_matrix *axes)
{
  double old[DIM_MOST];

  for (size_t i = 0; i < count; i++) {
    memcpy(old, x + i * dim, dim * sizeof *old);
    for (size_t c = 0; c < dim; c++) {
      double sum = 0;

      for (size_t a = 0; a < dim; a++)
        sum += gsl_matrix_get(axes, a, c) * old[a];
      x[i * dim + c] = sum;
    }
  }
  for (size_t c = 0; c < dim; c++)
    if (sign_of(dim, count, x, c) < 0)
      for (size_t i = 0; i < count; i++)
        x[i * dim + c] = -x[i * dim + c];
}

mgnn_status
mg_orient(size_t dim, size_t count, double *x, mgnn_error *err)
{
  gsl_error_handler_t *host = gsl_set_error_handler_off();
  gsl_matrix *covariance = NULL, *axes = NULL;
  gsl_vector *values = NULL;
  gsl_eigen_symmv_workspace *work = NULL;
  double *mean = mg_alloc(dim, sizeof *mean);
  mgnn_status status = MGNN_OK;

  if (mean == NULL)
    status = mg_fail_memory(err);
  else
    centre(dim, count, x, mean);
  if (status == MGNN_OK && dim <= DIM_MOST) {
    covariance = gsl_matrix_alloc(dim, dim);
    axes = gsl_matrix_alloc(dim, dim);
    values = gsl_vector_alloc(dim);
    work = gsl_eigen_symmv_alloc(dim);
    if (covariance == NULL || axes == NULL || values == NULL || work == NULL)
      status = mg_fail_memory(err);
    else {
      scatter(dim, count, x, covariance);
      gsl_eigen_symmv(covariance, values, axes, work);
      gsl_eigen_symmv_sort(values, axes, GSL_EIGEN_SORT_VAL_DESC);
      turn(dim, count, x, axes);
    }
  }
  mg_free(mean);
  gsl_matrix_free(covariance);
  gsl_matrix_free(axes);
  gsl_vector_free(values);
  gsl_eigen_symmv_free(work);
  gsl_set_error_handler(host);
  return status;
}

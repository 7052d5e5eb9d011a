/* Orientation by principal axes. */
#include "orient.h"
#include "base/dense.h"
#include "base/mem.h"

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

/* sum_i x_i x_i^T; its factor count does not change the axes. */
static void
scatter(size_t dim, size_t count, const double *x, double *out)
{
  memset(out, 0, dim * dim * sizeof *out);
  for (size_t i = 0; i < count; i++)
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b < dim; b++)
        out[a * dim + b] += x[i * dim + a] * x[i * dim + b];
}

/* +1 or -1: see mg_orient.  The sum of cubes of a symmetric set is nothing but
 * rounding, and must not decide. */
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
turn(size_t dim, size_t count, double *x, const double *axes)
{
  double old[DIM_MOST];

  for (size_t i = 0; i < count; i++) {
    memcpy(old, x + i * dim, dim * sizeof *old);
    for (size_t c = 0; c < dim; c++) {
      double sum = 0;

      for (size_t a = 0; a < dim; a++)
        sum += axes[a * dim + c] * old[a];
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
  double *mean = mg_alloc(2 + 2 * dim, dim * sizeof *mean);
  double *value, *covariance, *axes;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(mean, err));
  value = mean + dim;
  covariance = value + dim;
  axes = covariance + dim * dim;
  centre(dim, count, x, mean);
  if (dim <= DIM_MOST) {
    scatter(dim, count, x, covariance);
    TRY(mg_eigen_symmetric(dim, covariance, value, axes, NULL, err));
    turn(dim, count, x, axes);
  }
end:
  mg_free(mean);
  return status;
}

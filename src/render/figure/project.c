/* Computes principal axes, the eigenvectors of the covariance.  If that matrix would be
 * large (it can be 10000 by 10000), orthogonal iteration on the centred points is used,
 * which costs count*dim per product. */
#include "project.h"
#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"

#include <string.h>

enum { ROUNDS = 100, EIGEN_MOST = 200 };

/* Make b orthogonal to the unit vector a (unless a is NULL) and of length 1; done
 * twice to remove the rounding errors of a long b.  If b vanishes, it becomes the
 * coordinate axis along which a is smallest. */
static void
normalise(const double *a, double *b, size_t dim)
{
  for (int twice = 0; twice < 2; twice++) {
    double norm = mg_orthogonalise(dim, a, a != NULL, b);

    if (!(norm > 1e-150) || isinf(norm)) {
      size_t least = 0;

      for (size_t c = 1; c < dim && a != NULL; c++)
        if (fabs(a[c]) < fabs(a[least]))
          least = c;
      memset(b, 0, dim * sizeof *b);
      b[least] = norm = 1;
    }
    for (size_t c = 0; c < dim; c++)
      b[c] /= norm;
  }
}

/* next_a = sum_i ((x_i - mean) . axis_a) (x_i - mean), for both axes: the
 * covariance times the axis, without the matrix. */
static void
multiply(size_t dim, size_t count, const double *x, const double *mean,
         const double *axis, double *next)
{
  double offset[2] = { mg_inner(mean, axis, dim),
                       mg_inner(mean, axis + dim, dim) };

  memset(next, 0, 2 * dim * sizeof *next);
  for (size_t i = 0; i < count; i++)
    for (int a = 0; a < 2; a++) {
      double t = mg_inner(x + i * dim, axis + (size_t)a * dim, dim) - offset[a];

      for (size_t c = 0; c < dim; c++)
        next[(size_t)a * dim + c] += t * (x[i * dim + c] - mean[c]);
    }
}

/* Fix the sign of an eigenvector: make its largest coordinate positive, the first one
 * if several differ only by rounding. */
static void
fix_sign(double *axis, size_t dim)
{
  size_t most = 0;

  for (size_t c = 1; c < dim; c++)
    if (fabs(axis[c]) > fabs(axis[most]) * (1 + 1e-9))
      most = c;
  if (axis[most] < 0)
    for (size_t c = 0; c < dim; c++)
      axis[c] = -axis[c];
}

/* Compute the first `axes` eigenvectors of the covariance; if points are not finite,
 * or all equal, use the coordinate axes. */
static mgnn_status
eigen_axes(double *axis, size_t axes, size_t dim, size_t count,
           const double *x, const double *mean, mgnn_error *err)
{
  double *matrix = mg_zalloc(dim, dim * sizeof *matrix), sum = 0;
  double *values = mg_alloc(dim, sizeof *values);
  double *vectors = mg_alloc(dim, dim * sizeof *vectors);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, matrix, values, vectors));
  /* matrix_ab = sum_i (x_ia - mean_a) (x_ib - mean_b), for b <= a */
  for (size_t i = 0; i < count; i++)
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b <= a; b++)
        matrix[a * dim + b] += (x[i * dim + a] - mean[a])
                               * (x[i * dim + b] - mean[b]);
  for (size_t k = 0; k < dim * dim; k++)
    sum += fabs(matrix[k]);
  if (isfinite(sum) && sum > 0)
    TRY(mg_eigen_symmetric(dim, matrix, values, vectors, NULL, err));
  for (size_t a = 0; a < axes; a++)
    for (size_t c = 0; c < dim; c++)
      axis[a * dim + c] = isfinite(sum) && sum > 0 ? vectors[c * dim + a]
                                                   : c == a;
end:
  mg_free_all(matrix, values, vectors);
  return status;
}

/* Compute the first two eigenvectors by iteration from a random start: axis =
 * covariance * axis, then orthonormalised. */
static mgnn_status
iterated_axes(double *axis, size_t dim, size_t count, const double *x,
              const double *mean, mgnn_error *err)
{
  double *next = mg_alloc(2 * dim, sizeof *next);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(next, err));
  TRY(mg_random_normal(1, 1, 2 * dim, axis, err));
  for (int round = 0; round <= ROUNDS; round++) {
    if (round > 0) {
      multiply(dim, count, x, mean, axis, next);
      memcpy(axis, next, 2 * dim * sizeof *axis);
    }
    normalise(NULL, axis, dim);
    normalise(axis, axis + dim, dim);
  }
end:
  mg_free(next);
  return status;
}

static mgnn_status
principal_axes(double *axis, size_t dim, size_t count, const double *x,
               mgnn_error *err)
{
  double *mean = mg_zalloc(dim, sizeof *mean);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(mean, err));
  for (size_t i = 0; i < count; i++)
    for (size_t c = 0; c < dim; c++)
      mean[c] += x[i * dim + c] / (double)count;
  TRY(dim <= EIGEN_MOST
      ? eigen_axes(axis, dim == 3 ? 3 : 2, dim, count, x, mean, err)
      : iterated_axes(axis, dim, count, x, mean, err));
  for (size_t a = 0; a < 2; a++)
    fix_sign(axis + a * dim, dim);
end:
  mg_free(mean);
  return status;
}

void
mg_projection_depth(double *axis)
{
  const double *a = axis, *b = axis + 3;

  axis[6] = a[1] * b[2] - a[2] * b[1];
  axis[7] = a[2] * b[0] - a[0] * b[2];
  axis[8] = a[0] * b[1] - a[1] * b[0];
}

/* a+ = a cos t + b sin t, b+ = b cos t - a sin t. */
static void
turn(double *a, double *b, double angle)
{
  double c = cos(angle), s = sin(angle);

  for (int k = 0; k < 3; k++) {
    double old = a[k];

    a[k] = c * old + s * b[k];
    b[k] = c * b[k] - s * old;
  }
}

/* 1/count sum_i (x_i . axis - mean)^2, in two passes to avoid cancellation if the
 * positions are far from 0. */
static double
spread(const double *axis, size_t dim, size_t count, const double *x)
{
  double mean = 0, sum = 0;

  for (size_t i = 0; i < count; i++)
    mean += mg_inner(x + i * dim, axis, dim) / (double)count;
  for (size_t i = 0; i < count; i++) {
    double t = mg_inner(x + i * dim, axis, dim) - mean;

    sum += t * t / (double)count;
  }
  return sum;
}

/* The angles by which a view of three dimensions is turned from its principal axes. */
static const double tilt_round = 0.44, tilt_up = 0.28;

mgnn_status
mg_projection_fit(mg_projection *out, size_t dim, size_t count, const double *x,
                  mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  double *a;

  out->dim = dim;
  out->axis = a = mg_zalloc(3 * dim, sizeof *out->axis);
  TRY(mg_allocated(a, err));
  if (dim > 2)
    TRY(principal_axes(a, dim, count, x, err));
  else {
    a[0] = 1;                  /* a line lies on the x axis */
    if (dim == 2)
      a[3] = 1;
  }
  if (dim == 3) {
    mg_projection_depth(a);
    if (spread(a + 6, 3, count, x) > 1e-4 * spread(a, 3, count, x)) {
      turn(a, a + 6, tilt_round);
      turn(a + 3, a + 6, tilt_up);
    }
  }
end:
  if (status != MGNN_OK) {
    mg_free(out->axis);
    out->axis = NULL;
  }
  return status;
}

mgnn_status
mg_projection_turn(mg_projection *out, double azimuth, double elevation,
                   mgnn_error *err)
{
  const double degree = acos(-1) / 180;
  double ca = cos(azimuth * degree), sa = sin(azimuth * degree);
  double ce = cos(elevation * degree), se = sin(elevation * degree);
  const double axis[9] = { ca, sa, 0, -sa * se, ca * se, ce, sa * ce, -ca * ce,
                           se };

  out->dim = 3;
  PASS(mg_allocated(out->axis = mg_alloc(9, sizeof *out->axis), err));
  memcpy(out->axis, axis, sizeof axis);
  return MGNN_OK;
}

mgnn_status
mg_projection_choose(mg_projection *out, const double *from, size_t dim,
                     size_t count, const double *x, mgnn_error *err)
{
  return from != NULL && dim == 3
         ? mg_projection_turn(out, from[0], from[1], err)
         : mg_projection_fit(out, dim, count, x, err);
}

void
mg_project_depth(const mg_projection *p, size_t count, const double *x,
                 double *depth)
{
  for (size_t i = 0; i < count; i++)
    depth[i] = mg_inner(x + 3 * i, p->axis + 6, 3);
}

double
mg_project_share(const mg_projection *p, size_t count, const double *x)
{
  double all = 0, shown = spread(p->axis, p->dim, count, x)
                          + spread(p->axis + p->dim, p->dim, count, x);

  for (size_t c = 0; c < p->dim; c++) {
    double mean = 0;

    for (size_t i = 0; i < count; i++)
      mean += x[i * p->dim + c] / (double)count;
    for (size_t i = 0; i < count; i++) {
      double t = x[i * p->dim + c] - mean;

      all += t * t / (double)count;
    }
  }
  return all > 0 ? shown / all : NAN;
}

void
mg_project(const mg_projection *p, size_t count, const double *x, double *xy)
{
  for (size_t i = 0; i < count; i++)
    for (size_t a = 0; a < 2; a++)
      xy[2 * i + a] = mg_inner(x + i * p->dim, p->axis + a * p->dim, p->dim);
}

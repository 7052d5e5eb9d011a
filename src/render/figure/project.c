/* Principal axes: the eigenvectors of the covariance by GSL; where that matrix
 * would be large, it may be 10000 by 10000, by orthogonal iteration on the
 * centred points, whose products with it cost count*dim. */
#include "project.h"
#include "base/mem.h"
#include "base/random.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

enum { ROUNDS = 100, EIGEN_MOST = 200 };

static double
dot(const double *a, const double *b, size_t dim)
{
  double sum = 0;

  for (size_t c = 0; c < dim; c++)
    sum += a[c] * b[c];
  return sum;
}

/* Make b orthogonal to a unit vector a (or leave it, if a is NULL) and of
 * length 1.  A vector that vanishes becomes the axis that is least in a. */
static void
normalise(const double *a, double *b, size_t dim)
{
  for (int twice = 0; twice < 2; twice++) {
    double along = a != NULL ? dot(a, b, dim) : 0, norm;

    for (size_t c = 0; c < dim && a != NULL; c++)
      b[c] -= along * a[c];
    norm = sqrt(dot(b, b, dim));
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

/* next = covariance * axis, for both axes. */
static void
multiply(size_t dim, size_t count, const double *x, const double *mean,
         const double *axis, double *next)
{
  double offset[2] = { dot(mean, axis, dim), dot(mean, axis + dim, dim) };

  memset(next, 0, 2 * dim * sizeof *next);
  for (size_t i = 0; i < count; i++)
    for (int a = 0; a < 2; a++) {
      double t = dot(x + i * dim, axis + (size_t)a * dim, dim) - offset[a];

      for (size_t c = 0; c < dim; c++)
        next[(size_t)a * dim + c] += t * (x[i * dim + c] - mean[c]);
    }
}

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

static void
mean_of(size_t dim, size_t count, const double *x, double *mean)
{
  for (size_t i = 0; i < count; i++)
    for (size_t c = 0; c < dim; c++)
      mean[c] += x[i * dim + c] / (double)count;
}

/* The first `axes` eigenvectors of the covariance.  Points that are not finite
 * leave the coordinates as they are. */
static mgnn_status
eigen_axes(double *axis, size_t axes, size_t dim, size_t count,
           const double *x, const double *mean, mgnn_error *err)
{
  double *matrix = mg_zalloc(dim * dim, sizeof *matrix);
  double *values = mg_alloc(dim, sizeof *values);
  double *vectors = mg_alloc(dim * dim, sizeof *vectors);
  gsl_error_handler_t *host = gsl_set_error_handler_off();
  gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(dim);
  double sum = 0;

  gsl_set_error_handler(host);
  if (matrix == NULL || values == NULL || vectors == NULL || work == NULL) {
    gsl_eigen_symmv_free(work);
    mg_free(matrix);
    mg_free(values);
    mg_free(vectors);
    return mg_fail_memory(err);
  }
  for (size_t i = 0; i < count; i++)
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b <= a; b++)
        matrix[a * dim + b] += (x[i * dim + a] - mean[a])
                               * (x[i * dim + b] - mean[b]);
  for (size_t k = 0; k < dim * dim; k++)
    sum += fabs(matrix[k]);
  memset(axis, 0, axes * dim * sizeof *axis);
  for (size_t a = 0; a < axes; a++)
    axis[a * dim + a] = 1;
  if (isfinite(sum) && sum > 0) {
    gsl_matrix_view m = gsl_matrix_view_array(matrix, dim, dim);
    gsl_matrix_view v = gsl_matrix_view_array(vectors, dim, dim);
    gsl_vector_view e = gsl_vector_view_array(values, dim);

    gsl_eigen_symmv(&m.matrix, &e.vector, &v.matrix, work);
    gsl_eigen_symmv_sort(&e.vector, &v.matrix, GSL_EIGEN_SORT_VAL_DESC);
    for (size_t a = 0; a < axes; a++)
      for (size_t c = 0; c < dim; c++)
        axis[a * dim + c] = vectors[c * dim + a];
  }
  gsl_eigen_symmv_free(work);
  mg_free(matrix);
  mg_free(values);
  mg_free(vectors);
  return MGNN_OK;
}

static mgnn_status
iterated_axes(double *axis, size_t dim, size_t count, const double *x,
              const double *mean, mgnn_error *err)
{
  double *next = mg_alloc(2 * dim, sizeof *next);
  mgnn_status status = next != NULL ? MGNN_OK : mg_fail_memory(err);

  if (status == MGNN_OK)
    status = mg_random_normal(1, 1, 2 * dim, axis, err);
  if (status == MGNN_OK) {
    normalise(NULL, axis, dim);
    normalise(axis, axis + dim, dim);
    for (int round = 0; round < ROUNDS; round++) {
      multiply(dim, count, x, mean, axis, next);
      memcpy(axis, next, 2 * dim * sizeof *axis);
      normalise(NULL, axis, dim);
      normalise(axis, axis + dim, dim);
    }
  }
  mg_free(next);
  return status;
}

static mgnn_status
principal_axes(double *axis, size_t dim, size_t count, const double *x,
               mgnn_error *err)
{
  size_t axes = dim == 3 ? 3 : 2;
  double *mean = mg_zalloc(dim, sizeof *mean);
  mgnn_status status;

  if (mean == NULL)
    return mg_fail_memory(err);
  mean_of(dim, count, x, mean);
  status = dim <= EIGEN_MOST
           ? eigen_axes(axis, axes, dim, count, x, mean, err)
           : iterated_axes(axis, dim, count, x, mean, err);
  for (size_t a = 0; a < 2 && status == MGNN_OK; a++)
    fix_sign(axis + a * dim, dim);
  mg_free(mean);
  return status;
}

/* The third axis, to the reader: no drawing is a mirror image. */
static void
set_depth(double *axis)
{
  const double *a = axis, *b = axis + 3;

  axis[6] = a[1] * b[2] - a[2] * b[1];
  axis[7] = a[2] * b[0] - a[0] * b[2];
  axis[8] = a[0] * b[1] - a[1] * b[0];
}

/* Axes a and b turned towards each other. */
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

/* The variance along an axis. */
static double
spread(const double *axis, size_t dim, size_t count, const double *x)
{
  double mean = 0, sum = 0;

  for (size_t i = 0; i < count; i++)
    mean += dot(x + i * dim, axis, dim) / (double)count;
  for (size_t i = 0; i < count; i++) {
    double t = dot(x + i * dim, axis, dim) - mean;

    sum += t * t / (double)count;
  }
  return sum;
}

/* How far three dimensions are turned from their principal axes. */
static const double tilt_round = 0.44, tilt_up = 0.28;

mgnn_status
mg_projection_fit(mg_projection *out, size_t dim, size_t count, const double *x,
                  mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  out->dim = dim;
  out->axis = mg_zalloc(3 * dim, sizeof *out->axis);
  if (out->axis == NULL)
    return mg_fail_memory(err);
  if (dim > 2)
    status = principal_axes(out->axis, dim, count, x, err);
  else {
    out->axis[0] = 1;          /* the line lies on the x axis */
    if (dim == 2)
      out->axis[3] = 1;
  }
  if (status == MGNN_OK && dim == 3) {
    double *a = out->axis, *b = a + 3, *c = a + 6;

    set_depth(a);
    if (spread(c, 3, count, x) > 1e-4 * spread(a, 3, count, x)) {
      turn(a, c, tilt_round);
      turn(b, c, tilt_up);
    }
  }
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
  out->axis = mg_alloc(9, sizeof *out->axis);
  if (out->axis == NULL)
    return mg_fail_memory(err);
  memcpy(out->axis, axis, sizeof axis);
  return MGNN_OK;
}

void
mg_project_depth(const mg_projection *p, size_t count, const double *x,
                 double *depth)
{
  for (size_t i = 0; i < count; i++)
    depth[i] = dot(x + 3 * i, p->axis + 6, 3);
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
      xy[2 * i + a] = dot(x + i * p->dim, p->axis + a * p->dim, p->dim);
}

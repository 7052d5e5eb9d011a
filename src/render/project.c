/* Principal axes by orthogonal iteration on the centred points: a product with
 * the covariance costs count*dim and the matrix itself, which GSL's eigenvalue
 * routines would need, may be 10000 by 10000. */
#include "project.h"
#include "base/mem.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 100 };

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

static mgnn_status
principal_axes(double *axis, size_t dim, size_t count, const double *x,
               mgnn_error *err)
{
  double *mean = mg_zalloc(dim, sizeof *mean);
  double *next = mg_alloc(2 * dim, sizeof *next);
  mgnn_status status = MGNN_OK;

  if (mean == NULL || next == NULL)
    status = mg_fail_memory(err);
  else
    status = mg_random_normal(1, 1, 2 * dim, axis, err);
  if (status == MGNN_OK) {
    for (size_t i = 0; i < count; i++)
      for (size_t c = 0; c < dim; c++)
        mean[c] += x[i * dim + c] / (double)count;
    normalise(NULL, axis, dim);
    normalise(axis, axis + dim, dim);
    for (int round = 0; round < ROUNDS; round++) {
      multiply(dim, count, x, mean, axis, next);
      memcpy(axis, next, 2 * dim * sizeof *axis);
      normalise(NULL, axis, dim);
      normalise(axis, axis + dim, dim);
    }
    fix_sign(axis, dim);
    fix_sign(axis + dim, dim);
  }
  mg_free(mean);
  mg_free(next);
  return status;
}

mgnn_status
mg_projection_fit(mg_projection *out, size_t dim, size_t count, const double *x,
                  mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  out->dim = dim;
  out->axis = mg_zalloc(2 * dim, sizeof *out->axis);
  if (out->axis == NULL)
    return mg_fail_memory(err);
  if (dim > 2)
    status = principal_axes(out->axis, dim, count, x, err);
  else {
    out->axis[0] = 1;          /* the line lies on the x axis */
    if (dim == 2)
      out->axis[3] = 1;
  }
  if (status != MGNN_OK) {
    mg_free(out->axis);
    out->axis = NULL;
  }
  return status;
}

void
mg_project(const mg_projection *p, size_t count, const double *x, double *xy)
{
  for (size_t i = 0; i < count; i++)
    for (size_t a = 0; a < 2; a++)
      xy[2 * i + a] = dot(x + i * p->dim, p->axis + a * p->dim, p->dim);
}

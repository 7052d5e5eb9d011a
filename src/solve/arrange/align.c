/* Kabsch's fit: with H = sum (y - yc)(x - xc)^T = U S V^T the best rotation is
 * U V^T, the last column of U turned round where a mirror image is not
 * wanted. */
#include "align.h"
#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

void
mg_motion_free(mg_motion *m)
{
  mg_free(m->turn);
  memset(m, 0, sizeof *m);
}

void
mg_motion_apply(const mg_motion *m, const double *x, double *out)
{
  for (size_t a = 0; a < m->dim; a++) {
    out[a] = m->to[a];
    for (size_t b = 0; b < m->dim; b++)
      out[a] += m->turn[a * m->dim + b] * (x[b] - m->from[b]);
  }
}

/* +1 or -1 for an orthogonal matrix: -1 means that the fit is a mirror image. */
static int
determinant_sign(const double *turn, size_t dim, double *scratch)
{
  int sign = 1;

  memcpy(scratch, turn, dim * dim * sizeof *scratch);
  for (size_t k = 0; k < dim; k++) {
    size_t pivot = k;

    for (size_t a = k + 1; a < dim; a++)
      if (fabs(scratch[a * dim + k]) > fabs(scratch[pivot * dim + k]))
        pivot = a;
    if (pivot != k) {
      sign = -sign;
      for (size_t b = 0; b < dim; b++) {
        double swap = scratch[k * dim + b];

        scratch[k * dim + b] = scratch[pivot * dim + b];
        scratch[pivot * dim + b] = swap;
      }
    }
    if (scratch[k * dim + k] < 0)
      sign = -sign;
    for (size_t a = k + 1; a < dim; a++) {
      double factor = scratch[a * dim + k] / scratch[k * dim + k];

      for (size_t b = k; b < dim; b++)
        scratch[a * dim + b] -= factor * scratch[k * dim + b];
    }
  }
  return sign;
}

static void
cross_covariance(mg_motion *m, size_t count, const double *x, const double *y,
                 double *h)
{
  size_t dim = m->dim;

  for (size_t k = 0; k < count * dim; k++) {
    m->from[k % dim] += x[k] / (double)count;
    m->to[k % dim] += y[k] / (double)count;
  }
  for (size_t i = 0; i < count; i++)
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b < dim; b++)
        h[a * dim + b] += (y[i * dim + a] - m->to[a])
                          * (x[i * dim + b] - m->from[b]);
}

static double
rms_left(const mg_motion *m, size_t count, const double *x, const double *y,
         double *scratch)
{
  double sum = 0;

  for (size_t i = 0; i < count; i++) {
    mg_motion_apply(m, x + i * m->dim, scratch);
    for (size_t c = 0; c < m->dim; c++)
      sum += (scratch[c] - y[i * m->dim + c]) * (scratch[c] - y[i * m->dim + c]);
  }
  return count > 0 ? sqrt(sum / (double)count) : 0;
}

mgnn_status
mg_motion_fit(mg_motion *out, size_t dim, size_t count, const double *x,
              const double *y, int proper, mgnn_error *err)
{
  size_t square = dim * dim;
  double *u, *v, *s, *scratch;
  mgnn_status status = MGNN_OK;

  *out = (mg_motion){ .dim = dim };
  out->turn = mg_zalloc(4 * square + 3 * dim, sizeof *out->turn);
  TRY(mg_allocated(out->turn, err));
  out->from = out->turn + square;
  out->to = out->from + dim;
  u = out->to + dim;
  v = u + square;
  s = v + square;
  scratch = s + dim;
  cross_covariance(out, count, x, y, u);
  TRY(mg_singular_values(dim, u, v, s, err));
  out->least = s[dim - 1];
  for (int flip = 0; flip < 2; flip++) {
    for (size_t a = 0; a < dim; a++)
      for (size_t b = 0; b < dim; b++) {
        double sum = 0;

        for (size_t k = 0; k < dim; k++)
          sum += (flip && k == dim - 1 ? -1 : 1) * u[a * dim + k]
                 * v[b * dim + k];
        out->turn[a * dim + b] = sum;
      }
    if (!proper || determinant_sign(out->turn, dim, scratch) > 0)
      break;
  }
  out->rms = rms_left(out, count, x, y, scratch);
end:
  if (status != MGNN_OK)
    mg_motion_free(out);
  return status;
}

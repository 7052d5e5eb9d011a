/* Second order: a motion v extends to second order exactly if no self-stress w has a
 * form Q_w(v) = sum of w_ij |v_i - v_j|^2 other than 0 (Connelly and Whiteley, 1996).
 * So what is held is known from the forms of a basis of stresses on a basis of
 * motions: rigid, if they have no common zero; prestress stable, if a combination
 * is positive definite. */
#include "second_order.h"

#include "base/dense.h"
#include "base/mem.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

enum {
  ROUNDS = 300,                /* of the search for a stress that holds */
  STEPS = 100,                 /* of Newton's method */
  STARTS = 100,                /* of the search for a common zero */
  ANGLES = 2048                /* looked at where there are two motions */
};

static const double nothing = 1e-9, clear = 1e-6;

static int
judge(double value)
{
  return value > clear ? 1 : value < nothing ? 0 : -1;
}

/* a^T Q a; and with `gradient`, n doubles, its gradient. */
static double
form_at(size_t n, const double *q, const double *a, double *gradient)
{
  double sum = 0;

  for (size_t i = 0; i < n; i++) {
    double row = mg_inner(q + i * n, a, n);

    sum += a[i] * row;
    if (gradient != NULL)
      gradient[i] = 2 * row;
  }
  return sum;
}

/* The largest form at a. */
static double
largest_at(size_t n, size_t s, const double *q, const double *a)
{
  double most = 0;

  for (size_t k = 0; k < s; k++)
    most = fmax(most, fabs(form_at(n, q + k * n * n, a, NULL)));
  return most;
}

static void
normalise(size_t n, double *a)
{
  double norm = sqrt(mg_inner(a, a, n));

  for (size_t i = 0; i < n && norm > 0; i++)
    a[i] /= norm;
}

/* Steps -J^T (J J^T + e)^-1 r with r the forms and J their gradients; e, a part of
 * the trace, is there for gradients that depend on each other. */
int
mg_forms_zero(size_t n, size_t s, const double *q, double *a, double *scratch)
{
  double *jacobian = scratch, *gram = jacobian + s * n, *r = gram + s * s;

  for (int step = 0; step < STEPS; step++) {
    double trace = 0;

    if (largest_at(n, s, q, a) < 0.01 * nothing)
      return 1;
    for (size_t k = 0; k < s; k++)
      r[k] = form_at(n, q + k * n * n, a, jacobian + k * n);
    for (size_t k = 0; k < s * s; k++)
      gram[k] = mg_inner(jacobian + k / s * n, jacobian + k % s * n, n);
    for (size_t k = 0; k < s; k++)
      trace += gram[k * s + k];
    for (size_t k = 0; k < s; k++)
      gram[k * s + k] += 1e-10 * trace;
    if (!(trace > 0) || !mg_cholesky(s, gram))
      break;
    mg_cholesky_solve(s, gram, r);
    for (size_t k = 0; k < s; k++)
      for (size_t i = 0; i < n; i++)
        a[i] -= r[k] * jacobian[k * n + i];
    normalise(n, a);
  }
  return largest_at(n, s, q, a) < nothing;
}

/* ---- is there a common zero? ---- */

/* Two motions: all directions are looked at, and the best one closely. */
static int
rigid_by_angles(size_t s, const double *q, double *zero)
{
  double turn = acos(-1) / ANGLES, best = 0, least = HUGE_VAL;

  for (int round = 0; round < 8; round++, turn /= 64) {
    double middle = best;

    for (int k = -ANGLES / 2; k < ANGLES / 2; k++) {
      double angle = middle + k * turn, a[2] = { cos(angle), sin(angle) };
      double value = largest_at(2, s, q, a);

      if (value < least) {
        least = value;
        best = angle;
        memcpy(zero, a, sizeof a);
      }
    }
  }
  return judge(least);
}

/* One motion, one stress and two motions are decided; else a zero says no, and if
 * none is found nothing is said. */
static mgnn_status
zero_find(size_t n, size_t s, const double *q, double *zero, int *rigid,
          mgnn_error *err)
{
  double *scratch = NULL;
  uint64_t stream = mg_random_stream(1, n);
  mgnn_status status = MGNN_OK;

  *rigid = -1;
  memset(zero, 0, n * sizeof *zero);
  zero[0] = 1;
  if (n <= 2) {
    *rigid = n == 1 ? judge(largest_at(1, s, q, zero))
                    : rigid_by_angles(s, q, zero);
    return MGNN_OK;
  }
  TRY(mg_allocated(scratch = mg_alloc(s, (n + s + 1) * sizeof *scratch), err));
  for (int start = 0; start < STARTS && *rigid < 0; start++) {
    for (size_t i = 0; i < n; i++)
      zero[i] = start < (int)n ? i == (size_t)start
                               : mg_random_uniform(&stream) - 0.5;
    normalise(n, zero);
    if (mg_forms_zero(n, s, q, zero, scratch))
      *rigid = 0;
  }
end:
  mg_free(scratch);
  return status;
}

/* ---- does one stress hold all? ---- */

/* The least eigenvalue of a symmetric matrix, and its eigenvector: the last column
 * of `vector`. */
static mgnn_status
least_of(size_t n, const double *a, double *copy, double *value, double *vector,
         mgnn_error *err)
{
  memcpy(copy, a, n * n * sizeof *copy);
  return mg_eigen_symmetric(n, copy, value, vector, NULL, err);
}

/* Two motions: forms are vectors of three numbers, and a combination is definite
 * unless a matrix that is positive semidefinite is orthogonal to all of them.  Of
 * two independent forms one matrix is: x. */
static int
stable_by_plane(size_t s, const double *q)
{
  double basis[2][3], x[3], rank = 0, longest = 0, det;

  for (int r = 0; r < 2; r++) {
    longest = 0;
    for (size_t k = 0; k < s; k++) {
      double v[3] = { q[4 * k], sqrt(2) * q[4 * k + 1], q[4 * k + 3] };
      double left = mg_orthogonalise(3, basis[0], (size_t)r, v);

      if (left > longest) {
        longest = left;
        for (int c = 0; c < 3; c++)
          basis[r][c] = v[c] / left;
      }
    }
    rank += longest > clear;
  }
  if (rank < 2)
    return -1;
  for (int c = 0; c < 3; c++)
    x[c] = basis[0][(c + 1) % 3] * basis[1][(c + 2) % 3]
           - basis[0][(c + 2) % 3] * basis[1][(c + 1) % 3];
  for (size_t k = 0; k < s; k++) {
    const double v[3] = { q[4 * k], sqrt(2) * q[4 * k + 1], q[4 * k + 3] };

    if (fabs(mg_inner(x, v, 3)) > clear)
      return 1;                /* all matrices are combinations */
  }
  det = x[0] * x[2] - x[1] * x[1] / 2;
  return det > -nothing ? 0 : det < -clear ? 1 : -1;
}

/* Look for weights of the stresses whose form is positive on all motions: where it
 * is least, the weights are moved to raise it. */
static mgnn_status
hold_find(size_t n, size_t s, const double *q, int *stable, mgnn_error *err)
{
  size_t square = n * n;
  double *sum = mg_alloc(3 * square + n + s, sizeof *sum), *copy = sum + square;
  double *vector = copy + square, *value = vector + square, *weight = value + n;
  mgnn_status status = MGNN_OK;

  *stable = -1;
  TRY(mg_allocated(sum, err));
  memset(weight, 0, s * sizeof *weight);
  weight[0] = 1;
  for (int round = 0; round < ROUNDS && *stable < 1; round++) {
    memset(sum, 0, square * sizeof *sum);
    for (size_t k = 0; k < s * square; k++)
      sum[k % square] += weight[k / square] * q[k];
    TRY(least_of(n, sum, copy, value, vector, err));
    if (s == 1) {              /* both signs are seen at one time */
      *stable = judge(fmax(value[n - 1], -value[0]));
      break;
    }
    *stable = value[n - 1] > clear * fmax(1, value[0]) ? 1 : -1;
    for (size_t k = 0; k < s; k++)
      for (size_t a = 0; a < square; a++)
        weight[k] += vector[a / n * n + n - 1] * vector[a % n * n + n - 1]
                     * q[k * square + a];
  }
end:
  mg_free(sum);
  return status;
}

mgnn_status
mg_second_order_find(size_t n, size_t s, const double *q, mg_second_order *out,
                     double *zero, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *out = (mg_second_order){ n == 0, n == 0 };
  if (n == 0)
    return MGNN_OK;
  memset(zero, 0, n * sizeof *zero);
  zero[0] = 1;
  if (s == 0)
    return MGNN_OK;
  TRY(hold_find(n, s, q, &out->stable, err));
  if (out->stable == 1) {
    out->rigid = 1;
    return MGNN_OK;
  }
  TRY(zero_find(n, s, q, zero, &out->rigid, err));
  if (out->rigid == 0 || (n == 1 && out->rigid >= 0))
    out->stable = out->rigid;  /* no combination is definite where all are 0 */
  else if (n == 2 && out->stable < 0)
    out->stable = stable_by_plane(s, q);
  if (s == 1 && n > 2 && out->stable == 0)
    out->rigid = 0;
end:
  return status;
}

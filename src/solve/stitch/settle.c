/* One node by Gauss and Newton's steps with Levenberg's damping, from several
 * random beginnings. */
#include "settle.h"
#include "base/random.h"
#include "base/vec.h"

#include <float.h>
#include <string.h>

enum { BEGINNINGS = 12, STEPS = 40 };

typedef struct {
  const mg_graph *g;
  size_t dim, i;
  const unsigned char *placed;
  const double *y;
} spot;

/* The energy of the node's edges at x; with a matrix also J^T J and J^T res,
 * where the rows of J are the unit vectors from the neighbours. */
static double
spot_value(const spot *s, const double *x, double *matrix, double *right)
{
  size_t dim = s->dim;
  double energy = 0;

  if (matrix != NULL) {
    memset(matrix, 0, dim * dim * sizeof *matrix);
    memset(right, 0, dim * sizeof *right);
  }
  for (size_t k = s->g->row[s->i]; k < s->g->row[s->i + 1]; k++) {
    const double *yj = s->y + s->g->to[k] * dim;
    double w = s->g->weight != NULL ? s->g->weight[k] : 1, r, res;

    if (!s->placed[s->g->to[k]])
      continue;
    r = mg_distance(x, yj, dim);
    res = r - s->g->length[k];
    energy += w * res * res;
    if (matrix == NULL || !(r > 0))
      continue;
    for (size_t a = 0; a < dim; a++) {
      right[a] += w * res * (x[a] - yj[a]) / r;
      for (size_t b = 0; b < dim; b++)
        matrix[a * dim + b] += w * (x[a] - yj[a]) * (x[b] - yj[b]) / (r * r);
    }
  }
  return energy;
}

/* Solve the damped equations by elimination; they are positive definite. */
static void
step_find(size_t dim, const double *matrix, const double *right, double damp,
          double *step)
{
  double a[MG_SETTLE_DIM][MG_SETTLE_DIM + 1];

  for (size_t r = 0; r < dim; r++) {
    memcpy(a[r], matrix + r * dim, dim * sizeof *matrix);
    a[r][r] += damp;
    a[r][dim] = -right[r];
  }
  for (size_t p = 0; p < dim; p++)
    for (size_t r = p + 1; r < dim; r++)
      for (size_t c = dim + 1; c-- > p;)
        a[r][c] -= a[r][p] / a[p][p] * a[p][c];
  for (size_t p = dim; p-- > 0;) {
    step[p] = a[p][dim];
    for (size_t c = p + 1; c < dim; c++)
      step[p] -= a[p][c] * step[c];
    step[p] /= a[p][p];
  }
}

static double
spot_descend(const spot *s, double *x, double floor)
{
  double matrix[MG_SETTLE_DIM * MG_SETTLE_DIM], right[MG_SETTLE_DIM];
  double energy = spot_value(s, x, matrix, right), damp = 1e-2;

  for (int k = 0; k < STEPS && energy > floor; k++) {
    double step[MG_SETTLE_DIM], next[MG_SETTLE_DIM], there;

    step_find(s->dim, matrix, right, damp, step);
    for (size_t c = 0; c < s->dim; c++)
      next[c] = x[c] + step[c];
    there = spot_value(s, next, NULL, NULL);
    if (there < energy) {
      memcpy(x, next, s->dim * sizeof *x);
      energy = spot_value(s, x, matrix, right);
      damp = damp * 0.1 > 1e-12 ? damp * 0.1 : 1e-12;
    } else if (damp > 1e6)
      break;
    else
      damp *= 10;
  }
  return energy;
}

void
mg_settle(const mg_graph *g, size_t dim, const unsigned char *placed, size_t i,
          uint64_t stream, double *y)
{
  spot s = { g, dim, i, placed, y };
  double middle[MG_SETTLE_DIM] = { 0 }, reach = 0, best = DBL_MAX, floor;
  size_t known = 0;

  for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
    if (placed[g->to[k]]) {
      for (size_t c = 0; c < dim; c++)
        middle[c] += y[g->to[k] * dim + c];
      reach += g->length[k];
      known++;
    }
  for (size_t c = 0; c < dim && known > 0; c++)
    middle[c] /= (double)known;
  reach = known > 0 ? reach / (double)known : 1;
  floor = 1e-26 * reach * reach;
  for (int b = 0; b < BEGINNINGS && best > floor; b++) {
    double x[MG_SETTLE_DIM], energy;

    for (size_t c = 0; c < dim; c++)
      x[c] = middle[c] + reach * mg_random_deviate(&stream);
    energy = spot_descend(&s, x, floor);
    if (energy < best) {
      best = energy;
      memcpy(y + i * dim, x, dim * sizeof *x);
    }
  }
}

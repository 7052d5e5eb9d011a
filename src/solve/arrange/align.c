/* Kabsch's fit: with H = sum (y - yc)(x - xc)^T = U S V^T the best rotation is
 * U V^T, with the last column of U negated if a mirror image is not allowed. */
#include "align.h"
#include "base/dense.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

/* Orientation by principal axes, in the plane by the smallest rectangle. */

enum { DIM_MOST = 64 };

/* The sign of axis c, +1 or -1 (see mg_orient).  The sum of cubes of a
 * symmetric set is only rounding, and must not decide. */
static double
sign_of(const mg_points *p, const double *x, size_t c)
{
  double cubes[2] = { 0, 0 }, far = 0, first = -INFINITY;

  for (size_t i = 0; i < p->count; i++) {
    double t = x[i * p->dim + c];

    cubes[0] += t * t * t;
    cubes[1] += fabs(t * t * t);
    far = fmax(far, fabs(t));
  }
  mg_reduce_add(p->reducer, cubes, 2);
  if (fabs(cubes[0]) > 1e-6 * cubes[1])
    return cubes[0] > 0 ? 1 : -1;
  mg_reduce_most(p->reducer, &far, 1);
  for (size_t i = 0; i < p->count; i++) {        /* maximise -2 number - (t < 0) */
    double t = x[i * p->dim + c], number = (double)(p->name != NULL ? p->name[i] : i);

    if (fabs(t) * (1 + 1e-9) >= far)
      first = fmax(first, -2 * number - (t < 0));
  }
  mg_reduce_most(p->reducer, &first, 1);
  return isfinite(first) && fmod(-first, 2) > 0 ? -1 : 1;
}

static void
turn(const mg_points *p, double *x, const double *axes)
{
  double old[DIM_MOST];
  size_t dim = p->dim;

  for (size_t i = 0; i < p->count; i++) {
    memcpy(old, x + i * dim, dim * sizeof *old);
    for (size_t c = 0; c < dim; c++) {
      double sum = 0;

      for (size_t a = 0; a < dim; a++)
        sum += axes[a * dim + c] * old[a];
      x[i * dim + c] = sum;
    }
  }
  for (size_t c = 0; c < dim; c++)
    if (sign_of(p, x, c) < 0)
      for (size_t i = 0; i < p->count; i++)
        x[i * dim + c] = -x[i * dim + c];
}

/* The width and height of the points if turned by an angle. */
static void
extent_at(const mg_points *p, const double *x, double angle, double size[2])
{
  double c = cos(angle), s = sin(angle);
  double most[4] = { -INFINITY, -INFINITY, -INFINITY, -INFINITY };

  for (size_t i = 0; i < p->count; i++) {
    double u = c * x[2 * i] + s * x[2 * i + 1];
    double v = c * x[2 * i + 1] - s * x[2 * i];

    most[0] = u > most[0] ? u : most[0];
    most[1] = -u > most[1] ? -u : most[1];
    most[2] = v > most[2] ? v : most[2];
    most[3] = -v > most[3] ? -v : most[3];
  }
  mg_reduce_most(p->reducer, most, 4);
  size[0] = most[0] + most[1];
  size[1] = most[2] + most[3];
}

/* The angle among `middle` + k `step`, k from -`reach` to `reach`, with the
 * smallest rectangle around the points; *least is its area. */
static double
best_angle(const mg_points *p, const double *x, double middle, double step, int reach,
           double *least)
{
  double size[2], best = middle;

  for (int k = -reach; k <= reach; k++) {
    extent_at(p, x, middle + k * step, size);
    if (size[0] * size[1] < *least) {
      *least = size[0] * size[1];
      best = middle + k * step;
    }
  }
  return best;
}

/* The angle of the smallest rectangle, to about a hundredth of a degree, found with
 * ever smaller steps; a quarter turn more if the rectangle would stand upright. */
static double
smallest_angle(const mg_points *p, const double *x)
{
  const double pi = 3.14159265358979323846, worth = 0.97;
  double size[2], least = INFINITY, first, best = 0;

  best_angle(p, x, 0, 0, 0, &least);
  first = least;
  best = best_angle(p, x, 0, pi / 90, 22, &least);
  for (double step = pi / 180; step > 1e-4; step /= 2)
    best = best_angle(p, x, best, step, 1, &least);
  /* Rounding must not choose among equally good rectangles. */
  best = least < worth * first ? best : 0;
  extent_at(p, x, best, size);
  return size[0] < size[1] ? best + pi / 2 : best;
}

mgnn_status
mg_orient(size_t dim, size_t count, double *x, mgnn_error *err)
{
  return mg_orient_all(&(mg_points){ dim, count, (double)count, NULL, NULL }, x, err);
}

mgnn_status
mg_orient_all(const mg_points *p, double *x, mgnn_error *err)
{
  size_t dim = p->dim, square = dim <= DIM_MOST ? dim * dim : 0;
  double *mean = mg_alloc(dim + dim + 2 * square, sizeof *mean);
  double *value, *covariance, *axes;
  mgnn_status status = MGNN_OK;

  TRY(mg_reduce_agree(p->reducer, mg_allocated(mean, err), err));
  value = mean + dim;
  covariance = value + dim;
  axes = covariance + square;
  memset(mean, 0, dim * sizeof *mean);
  for (size_t k = 0; k < p->count * dim; k++)
    mean[k % dim] += x[k] / p->all;
  mg_reduce_add(p->reducer, mean, dim);
  for (size_t k = 0; k < p->count * dim; k++)
    x[k] -= mean[k % dim];
  if (dim <= DIM_MOST) {
    /* sum_i x_i x_i^T; not dividing by the count leaves the axes as they are. */
    memset(covariance, 0, square * sizeof *covariance);
    for (size_t i = 0; i < p->count; i++)
      for (size_t a = 0; a < dim; a++)
        for (size_t b = 0; b < dim; b++)
          covariance[a * dim + b] += x[i * dim + a] * x[i * dim + b];
    mg_reduce_add(p->reducer, covariance, square);
    TRY(mg_reduce_agree(p->reducer, mg_eigen_symmetric(dim, covariance, value, axes, NULL,
                                                       err), err));
    turn(p, x, axes);
    if (dim == 2) {
      double angle = smallest_angle(p, x), c = cos(angle), s = sin(angle);

      turn(p, x, (const double[]){ c, -s, s, c });
    }
  }
end:
  mg_free(mean);
  return status;
}

/* Fit a rigid motion to pinned coordinates.  If all coordinates of the nodes
 * are pinned this is Kabsch's fit; free ones are taken from the last fit, and
 * the fit is repeated. */

enum { ROUNDS = 60, TURNS = 8 };

typedef struct {
  const unsigned char *pin;
  const double *given;
  size_t dim, count;
  size_t *node;
  int partial;                 /* nonzero: some node has free coordinates */
  double *x;                   /* count*dim: positions without pins */
  double *now;                 /* the same, moved by the present fit */
  double *goal;                /* pinned coordinates as given, others as now */
  double *best;                /* the goal of the closest fit */
} held;

static mgnn_status
held_init(held *h, size_t n, mgnn_error *err)
{
  size_t dim = h->dim;

  PASS(mg_allocated(h->node = mg_alloc(n, sizeof *h->node), err));
  for (size_t i = 0; i < n; i++) {
    size_t pins = 0;

    for (size_t c = i * dim; c < (i + 1) * dim; c++)
      pins += h->pin[c] != 0;
    if (pins > 0)
      h->node[h->count++] = i;
    h->partial |= pins > 0 && pins < dim;
  }
  PASS(mg_allocated(h->x = mg_alloc(4 * h->count, dim * sizeof *h->x), err));
  h->now = h->x + h->count * dim;
  h->goal = h->now + h->count * dim;
  h->best = h->goal + h->count * dim;
  return MGNN_OK;
}

/* Set the goal from `given` and `now`; returns the sum of squared distances of
 * the pinned coordinates. */
static double
goal_set(held *h)
{
  double sum = 0;

  for (size_t k = 0; k < h->count; k++)
    for (size_t c = 0; c < h->dim; c++) {
      size_t at = h->node[k] * h->dim + c, here = k * h->dim + c;
      double gap = h->pin[at] ? h->given[at] - h->now[here] : 0;

      h->goal[here] = h->now[here] + gap;
      sum += gap * gap;
    }
  return sum;
}

/* Make one of several starts, because alternating fits end in a local minimum:
 * the axes permuted by `turn` and mirrored by its bits, shifted so that the
 * means of the pinned coordinates agree. */
static void
start_set(held *h, size_t turn)
{
  for (size_t c = 0; c < h->dim; c++) {
    double sign = (turn >> (c % 3)) & 1 ? -1 : 1, gap = 0;
    size_t from = (c + turn) % h->dim, count = 0;

    for (size_t k = 0; k < h->count; k++) {
      size_t at = h->node[k] * h->dim + c;

      h->now[k * h->dim + c] = sign * h->x[k * h->dim + from];
      if (h->pin[at]) {
        gap += h->given[at] - h->now[k * h->dim + c];
        count++;
      }
    }
    for (size_t k = 0; k < h->count && count > 0; k++)
      h->now[k * h->dim + c] += gap / (double)count;
  }
}

/* Alternate between the best motion for the goal and the best goal for the
 * motion: neither step raises the squared distance, which is left in *left. */
static mgnn_status
fit(held *h, double *left, mgnn_error *err)
{
  double before = INFINITY;

  *left = goal_set(h);
  for (int round = 0; round < ROUNDS && *left < (1 - 1e-9) * before; round++) {
    mg_motion motion;

    PASS(mg_motion_fit(&motion, h->dim, h->count, h->x, h->goal, 0, err));
    for (size_t k = 0; k < h->count; k++)
      mg_motion_apply(&motion, h->x + k * h->dim, h->now + k * h->dim);
    mg_motion_free(&motion);
    before = *left;
    *left = goal_set(h);
  }
  return MGNN_OK;
}

/* Find the best fit of several starts; its goal is left in h->best. */
static mgnn_status
search(held *h, mgnn_error *err)
{
  size_t tries = h->partial ? TURNS * h->dim : 1;
  double least = INFINITY, left;

  for (size_t turn = 0; turn < tries; turn++) {
    start_set(h, turn);
    PASS(fit(h, &left, err));
    if (left < least || turn == 0) {
      least = left;
      memcpy(h->best, h->goal, h->count * h->dim * sizeof *h->best);
    }
  }
  return MGNN_OK;
}

mgnn_status
mg_align_to_pins(size_t n, size_t dim, const unsigned char *pin,
                 const double *given, double *y, mgnn_error *err)
{
  double *moved = mg_alloc(dim, sizeof *moved);
  mg_motion motion = { 0 };
  held h = { .pin = pin, .given = given, .dim = dim };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(moved, err));
  TRY(held_init(&h, n, err));
  for (size_t k = 0; k < h.count; k++)
    memcpy(h.x + k * dim, y + h.node[k] * dim, dim * sizeof *h.x);
  TRY(search(&h, err));
  TRY(mg_motion_fit(&motion, dim, h.count, h.x, h.best, 0, err));
  for (size_t i = 0; i < n; i++) {
    mg_motion_apply(&motion, y + i * dim, moved);
    for (size_t c = 0; c < dim; c++)
      y[i * dim + c] = pin[i * dim + c] ? given[i * dim + c] : moved[c];
  }
end:
  mg_motion_free(&motion);
  mg_free_all(h.x, h.node, moved);
  return status;
}

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

/* The sign of the determinant of an orthogonal matrix; -1 is a mirror image. */
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
  TRY(mg_allocated(out->turn = mg_zalloc(4 * square + 3 * dim, sizeof *out->turn), err));
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

/* Recording a trajectory.  All points are kept until the memory is full; then
 * they are thinned to about a quarter by motion and a quarter by decrease of
 * the logarithm of the value, and recording continues. */
#include "trajectory.h"
#include "align.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { MOST = 192, LEAST = 8 };
#define MEMORY 6.4e7           /* memory limit for the points of one, in bytes */

void
mg_trajectory_init(mg_trajectory *t, size_t n, size_t dim, size_t most)
{
  double fit = MEMORY / (8 * (double)(n * dim) + 1);

  *t = (mg_trajectory){ .n = n, .dim = dim };
  t->most = most > 0 ? most : fit < MOST ? (size_t)fit : MOST;
  if (t->most < LEAST)
    t->most = LEAST;
}

void
mg_trajectory_free(mg_trajectory *t)
{
  mg_free_all(t->x, t->iteration, t->value);
  memset(t, 0, sizeof *t);
}

void
mg_trajectory_clear(mg_trajectory *t)
{
  t->count = t->before = 0;
}

void
mg_trajectory_swap(mg_trajectory *a, mg_trajectory *b)
{
  mg_trajectory swap = *a;

  *a = *b;
  *b = swap;
}

double
mg_rms_distance(const double *x, const double *y, size_t n, size_t dim)
{
  double sum = 0;

  for (size_t c = 0; c < n * dim; c++)
    sum += (x[c] - y[c]) * (x[c] - y[c]);
  return n > 0 ? sqrt(sum / (double)n) : 0;
}

/* Ensure capacity for one more point, by doubling, so that copying stays O(1)
 * per point.  Returns 0 on allocation failure. */
static int
capacity_ensure(mg_trajectory *t)
{
  size_t capacity = t->capacity > 0 ? 2 * t->capacity : LEAST;
  double *x;

  if (t->count < t->capacity)
    return 1;
  if (capacity > t->most)
    capacity = t->most;
  if (t->value == NULL)
    t->value = mg_alloc(2 * t->most, sizeof *t->value);
  if (t->iteration == NULL)
    t->iteration = mg_alloc(t->most, sizeof *t->iteration);
  x = mg_resize(t->x, capacity, t->n * t->dim * sizeof *x);
  if (x != NULL)
    t->x = x;
  if (x == NULL || t->value == NULL || t->iteration == NULL)
    return 0;
  t->length = t->value + t->most;
  t->capacity = capacity;
  return 1;
}

static double
log_of(double value)
{
  return log(fmax(value, 1e-300));
}

static void
keep_as(mg_trajectory *t, size_t from, size_t to)
{
  size_t size = t->n * t->dim;

  if (from == to)
    return;
  memcpy(t->x + to * size, t->x + from * size, size * sizeof *t->x);
  t->iteration[to] = t->iteration[from];
  t->value[to] = t->value[from];
  t->length[to] = t->length[from];
}

/* Keep the first and last point, and each that is 1/(most/4) of the whole
 * motion, or of the decrease of log value, past the last one kept: at most half
 * of the points.  Motion alone would lose the long end of a descent, value
 * alone the moves that gain little. */
static void
thin(mg_trajectory *t)
{
  size_t last = t->count - 1, kept = 1;
  double quarter = (double)(t->most / 4);
  double step = t->length[last] / quarter;
  double fall = (log_of(t->value[0]) - log_of(t->value[last])) / quarter;

  for (size_t k = 1; k <= last; k++) {
    int far = step > 0 && t->length[k] - t->length[kept - 1] >= step;
    int low = fall > 0
              && log_of(t->value[kept - 1]) - log_of(t->value[k]) >= fall;

    if (far || low || k == last)
      keep_as(t, k, kept++);
  }
  t->count = kept;
}

void
mg_trajectory_add(mg_trajectory *t, size_t iteration, const double *x, double value)
{
  size_t size = t->n * t->dim;
  double step = 0;

  if (isnan(value) && t->evaluate != NULL
      && t->evaluate(t->ctx, x, &value) != MGNN_OK)
    t->failed = 1;
  if (t->count > 0) {
    size_t last = t->count - 1;

    step = mg_rms_distance(x, t->x + last * size, t->n, t->dim);
    if (iteration == 0)
      t->before = t->iteration[last];
    if (!(value <= t->value[last]) || (step == 0 && value == t->value[last]))
      return;
  }
  if (t->count >= t->most)
    thin(t);
  if (!capacity_ensure(t)) {
    t->failed = 1;
    return;
  }
  memcpy(t->x + t->count * size, x, size * sizeof *x);
  t->value[t->count] = value;
  t->iteration[t->count] = t->before + iteration;
  t->length[t->count] = t->count > 0 ? t->length[t->count - 1] + step : 0;
  t->count++;
}

mgnn_status
mg_trajectory_check(const mg_trajectory *t, mgnn_error *err)
{
  return t->failed ? mg_fail_memory(err) : MGNN_OK;
}

mgnn_status
mg_trajectory_renumber(mg_trajectory *t, const unsigned *node, mgnn_error *err)
{
  size_t dim = t->dim, size = t->n * dim;
  double *old = mg_alloc(size, sizeof *old);

  PASS(mg_allocated(old, err));
  for (size_t k = 0; k < t->count; k++) {
    double *x = t->x + k * size;

    memcpy(old, x, size * sizeof *x);
    for (size_t a = 0; a < t->n; a++)
      memcpy(x + node[a] * dim, old + a * dim, dim * sizeof *x);
  }
  mg_free(old);
  return MGNN_OK;
}

/* Apply to all `count` points at x the motion that brings `from` nearest to
 * `to`, so that the trajectory keeps its shape. */
static mgnn_status
points_move(const mg_trajectory *t, const double *from, const double *to,
            int proper, double *x, size_t count, mgnn_error *err)
{
  double *old = mg_alloc(t->dim, sizeof *old);
  mg_motion m = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(old, err));
  TRY(mg_motion_fit(&m, t->dim, t->n, from, to, proper, err));
  for (size_t i = 0; i < count * t->n; i++) {
    memcpy(old, x + i * t->dim, t->dim * sizeof *old);
    mg_motion_apply(&m, old, x + i * t->dim);
  }
end:
  mg_motion_free(&m);
  mg_free(old);
  return status;
}

mgnn_status
mg_trajectory_align(mg_trajectory *t, const double *y, int steady, mgnn_error *err)
{
  size_t size = t->n * t->dim;

  if (t->count > 0 && t->n > 0)
    PASS(points_move(t, t->x + (t->count - 1) * size, y, 0, t->x, t->count, err));
  for (size_t k = t->count; steady && k-- > 1;) {
    double *x = t->x + (k - 1) * size;

    PASS(points_move(t, x, x + size, 1, x, 1, err));
  }
  for (size_t k = 1; k < t->count; k++)
    t->length[k] = t->length[k - 1]
                   + mg_rms_distance(t->x + (k - 1) * size, t->x + k * size,
                                     t->n, t->dim);
  return MGNN_OK;
}

/* Parts have different numbers of points: point k of the `count` of the whole
 * shows point round(k (part->count - 1) / (count - 1)) of a part. */
static void
join_point(const mg_trajectory *part, const unsigned *node, size_t k,
           size_t count, double *x, size_t *iteration, double *value)
{
  size_t dim = part->dim, at;

  if (part->count == 0)
    return;
  at = count > 1 ? (k * (part->count - 1) + (count - 1) / 2) / (count - 1)
                 : part->count - 1;
  for (size_t a = 0; a < part->n; a++)
    memcpy(x + node[a] * dim, part->x + (at * part->n + a) * dim, dim * sizeof *x);
  *iteration += part->iteration[at];
  *value += part->value[at];
}

mgnn_status
mg_trajectory_join(mg_trajectory *out, const double *y, size_t n, size_t dim,
                   const mg_trajectory_parts *parts, mgnn_error *err)
{
  size_t count = 1, size = n * dim;
  double *x = mg_alloc(size, sizeof *x);
  mgnn_status status = MGNN_OK;

  for (size_t p = 0; p < parts->count; p++)
    count = parts->part[p].count > count ? parts->part[p].count : count;
  mg_trajectory_init(out, n, dim, count);
  TRY(mg_allocated(x, err));
  for (size_t k = 0; k < count; k++) {
    size_t iteration = 0;
    double value = 0;

    memcpy(x, y, size * sizeof *x);
    for (size_t p = 0; p < parts->count; p++)
      join_point(&parts->part[p], parts->node[p], k, count, x, &iteration, &value);
    mg_trajectory_add(out, iteration, x, value);
    TRY(mg_trajectory_check(out, err));
  }
  /* The parts were aligned to y up to rounding; make the last point y itself. */
  memcpy(out->x + (out->count - 1) * size, y, size * sizeof *y);
end:
  if (status != MGNN_OK)
    mg_trajectory_free(out);
  mg_free(x);
  return status;
}

/* Recording a way down.  Everything is kept until the room is full; then the
 * points are thinned to a quarter by motion and a quarter by the fall of the
 * value, in its logarithm, and recording goes on. */
#include "trajectory.h"
#include "align.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

enum { MOST = 192, LEAST = 8 };
#define MEMORY 6.4e7           /* bytes, about, for the points of one trace */

void
mg_trace_init(mg_trace *t, size_t n, size_t dim, size_t most)
{
  double fit = MEMORY / (8 * (double)(n * dim) + 1);

  memset(t, 0, sizeof *t);
  t->n = n;
  t->dim = dim;
  t->most = most > 0 ? most : fit < MOST ? (size_t)fit : MOST;
  if (t->most < LEAST)
    t->most = LEAST;
}

void
mg_trace_free(mg_trace *t)
{
  mg_free(t->x);
  mg_free(t->iteration);
  mg_free(t->value);
  mg_free(t->way);
  memset(t, 0, sizeof *t);
}

void
mg_trace_clear(mg_trace *t)
{
  t->count = t->before = 0;
}

void
mg_trace_swap(mg_trace *a, mg_trace *b)
{
  mg_trace swap = *a;

  *a = *b;
  *b = swap;
}

double
mg_trace_between(const double *x, const double *y, size_t n, size_t dim)
{
  double sum = 0;

  for (size_t c = 0; c < n * dim; c++)
    sum += (x[c] - y[c]) * (x[c] - y[c]);
  return n > 0 ? sqrt(sum / (double)n) : 0;
}

/* Room for one more point, by doubling. */
static int
make_room(mg_trace *t)
{
  size_t room = t->room > 0 ? 2 * t->room : LEAST;
  double *x, *value, *way;
  size_t *iteration;

  if (t->count < t->room)
    return 1;
  if (room > t->most)
    room = t->most;
  x = mg_resize(t->x, room, t->n * t->dim * sizeof *x);
  if (x != NULL)
    t->x = x;
  value = mg_resize(t->value, room, sizeof *value);
  if (value != NULL)
    t->value = value;
  way = mg_resize(t->way, room, sizeof *way);
  if (way != NULL)
    t->way = way;
  iteration = mg_resize(t->iteration, room, sizeof *iteration);
  if (iteration != NULL)
    t->iteration = iteration;
  if (x == NULL || value == NULL || way == NULL || iteration == NULL)
    return 0;
  t->room = room;
  return 1;
}

static double
log_of(double value)
{
  return log(fmax(value, 1e-300));
}

static void
keep_as(mg_trace *t, size_t from, size_t to)
{
  size_t size = t->n * t->dim;

  if (from == to)
    return;
  memcpy(t->x + to * size, t->x + from * size, size * sizeof *t->x);
  t->iteration[to] = t->iteration[from];
  t->value[to] = t->value[from];
  t->way[to] = t->way[from];
}

/* At most three quarters of the points stay, the first and the last among
 * them. */
static void
thin(mg_trace *t)
{
  size_t last = t->count - 1, kept = 1;
  double quarter = (double)(t->most / 4);
  double step = t->way[last] / quarter;
  double fall = (log_of(t->value[0]) - log_of(t->value[last])) / quarter;

  for (size_t k = 1; k <= last; k++) {
    int far = step > 0 && t->way[k] - t->way[kept - 1] >= step;
    int low = fall > 0
              && log_of(t->value[kept - 1]) - log_of(t->value[k]) >= fall;

    if (far || low || k == last)
      keep_as(t, k, kept++);
  }
  t->count = kept;
}

void
mg_trace_add(mg_trace *t, size_t iteration, const double *x, double value)
{
  size_t size = t->n * t->dim;
  double step = 0;

  if (isnan(value) && t->judge != NULL)
    value = t->judge(t->judge_ctx, x);
  if (isinf(value))
    t->failed = 1;
  if (t->count > 0) {
    size_t last = t->count - 1;

    step = mg_trace_between(x, t->x + last * size, t->n, t->dim);
    if (iteration == 0)
      t->before = t->iteration[last];
    if (!(value <= t->value[last]) || (step == 0 && value == t->value[last]))
      return;
  }
  if (t->count >= t->most)
    thin(t);
  if (!make_room(t)) {
    t->failed = 1;
    return;
  }
  memcpy(t->x + t->count * size, x, size * sizeof *x);
  t->value[t->count] = value;
  t->iteration[t->count] = t->before + iteration;
  t->way[t->count] = t->count > 0 ? t->way[t->count - 1] + step : 0;
  t->count++;
}

mgnn_status
mg_trace_check(const mg_trace *t, mgnn_error *err)
{
  return t->failed ? mg_fail_memory(err) : MGNN_OK;
}

mgnn_status
mg_trace_renumber(mg_trace *t, const unsigned *node, mgnn_error *err)
{
  size_t dim = t->dim, size = t->n * dim;
  double *old = mg_alloc(size, sizeof *old);

  if (old == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k < t->count; k++) {
    double *x = t->x + k * size;

    memcpy(old, x, size * sizeof *x);
    for (size_t a = 0; a < t->n; a++)
      memcpy(x + node[a] * dim, old + a * dim, dim * sizeof *x);
  }
  mg_free(old);
  return MGNN_OK;
}

static void
point_move(const mg_motion *m, size_t n, double *x, double *old)
{
  for (size_t i = 0; i < n; i++) {
    memcpy(old, x + i * m->dim, m->dim * sizeof *old);
    mg_motion_apply(m, old, x + i * m->dim);
  }
}

mgnn_status
mg_trace_lay(mg_trace *t, const double *y, int steady, mgnn_error *err)
{
  size_t size = t->n * t->dim;
  double *old = mg_alloc(t->dim, sizeof *old);
  mgnn_status status = MGNN_OK;
  mg_motion m;

  if (old == NULL)
    return mg_fail_memory(err);
  if (t->count > 0 && t->n > 0) {
    status = mg_motion_fit(&m, t->dim, t->n, t->x + (t->count - 1) * size, y, 0,
                           err);
    for (size_t k = 0; k < t->count && status == MGNN_OK; k++)
      point_move(&m, t->n, t->x + k * size, old);
    mg_motion_free(&m);
  }
  for (size_t k = t->count; steady && k-- > 1 && status == MGNN_OK;) {
    double *x = t->x + (k - 1) * size;

    status = mg_motion_fit(&m, t->dim, t->n, x, x + size, 1, err);
    if (status == MGNN_OK)
      point_move(&m, t->n, x, old);
    mg_motion_free(&m);
  }
  for (size_t k = 1; k < t->count; k++)
    t->way[k] = t->way[k - 1]
                + mg_trace_between(t->x + (k - 1) * size, t->x + k * size, t->n,
                                   t->dim);
  mg_free(old);
  return status;
}

/* Point k of the whole, from `count`. */
static void
join_point(const mg_trace *part, const unsigned *node, size_t k, size_t count,
           double *x, size_t *iteration, double *value)
{
  size_t dim = part->dim, at;

  if (part->count == 0)
    return;
  at = count > 1 ? (k * (part->count - 1) + (count - 1) / 2) / (count - 1)
                 : part->count - 1;
  for (size_t a = 0; a < part->n; a++)
    memcpy(x + node[a] * dim, part->x + (at * part->n + a) * dim,
           dim * sizeof *x);
  *iteration += part->iteration[at];
  *value += part->value[at];
}

mgnn_status
mg_trace_join(mg_trace *out, const double *y, size_t n, size_t dim,
              const mg_trace *part, const unsigned *const *node, size_t parts,
              mgnn_error *err)
{
  size_t count = 1, size = n * dim;
  double *x = mg_alloc(size, sizeof *x);
  mgnn_status status = x != NULL ? MGNN_OK : mg_fail_memory(err);

  for (size_t p = 0; p < parts; p++)
    count = part[p].count > count ? part[p].count : count;
  mg_trace_init(out, n, dim, count);
  for (size_t k = 0; k < count && status == MGNN_OK; k++) {
    size_t iteration = 0;
    double value = 0;

    memcpy(x, y, size * sizeof *x);
    for (size_t p = 0; p < parts; p++)
      join_point(&part[p], node[p], k, count, x, &iteration, &value);
    mg_trace_add(out, iteration, x, value);
    status = mg_trace_check(out, err);
  }
  if (status == MGNN_OK)       /* the motion that fits is a rounding off */
    memcpy(out->x + (out->count - 1) * size, y, size * sizeof *y);
  else
    mg_trace_free(out);
  mg_free(x);
  return status;
}

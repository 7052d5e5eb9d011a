/* A motion followed along the positions that have the same lengths, by steps along
 * the tangent and Newton's method back to the lengths.
 *
 * Where the rigidity matrix has not the full rank its rows would ask for, as in
 * flexible octahedra, that rank is the same along the path: as many rows as it says
 * are solved for, the most independent ones, and the others must then hold by
 * themselves.  Where the start alone has a lower rank, all rows count. */
#include "flexes.h"

#include "base/dense.h"
#include "base/mem.h"
#include "realize.h"
#include "solve/arrange/align.h"

#include <math.h>
#include <string.h>

enum {
  HALVINGS = 10,               /* of a step that fails */
  NEWTON_MOST = 30,
  CLOSES_AFTER = 8             /* steps at least */
};

static const double kept = 1e-11;      /* a length, relatively */
static const double least_row = 1e-7;  /* below this a row depends on others */

typedef struct {
  const mgnn_problem *p;
  const mg_flex_params *par;
  const double *start;         /* the positions that were given */
  mg_bars b;
  size_t dim, size;
  size_t rank;                 /* rows that count, at most */
  double *length;              /* b.real: at the start */
  double *x, *next;            /* size: where it is, where it may be next */
  double *v;                   /* size: the direction, of length 1 */
  double *scratch;             /* size */
  double radius;
  /* The rows, orthonormal as far as they are taken: row = factor times these. */
  double *row;                 /* b.real * size */
  double *factor;              /* rank * rank, lower triangle */
  unsigned *taken;             /* b.real: which bar is row k */
  size_t rows;
  double *solution;            /* b.real */
  double *rigid;               /* rigid motions */
  size_t rigid_count;
} walk;

static void
walk_free(walk *w)
{
  mg_bars_free(&w->b);
  mg_free(w->length);
  mg_free(w->row);
  mg_free(w->taken);
  mg_free(w->rigid);
}

static mgnn_status
walk_init(walk *w, mgnn_error *err)
{
  size_t m, dim = w->dim;
  mgnn_status status = MGNN_OK;

  TRY(mg_bars_init(&w->b, &w->p->graph, dim, w->p->pin, err));
  m = w->b.real;
  TRY(mg_allocated(w->length = mg_alloc(2 * m + 4 * w->size,
                                        sizeof *w->length), err));
  w->solution = w->length + m;
  w->x = w->solution + m;
  w->next = w->x + w->size;
  w->v = w->next + w->size;
  w->scratch = w->v + w->size;
  TRY(mg_allocated(w->row = mg_alloc(m, (w->size + m) * sizeof *w->row), err));
  w->factor = w->row + m * w->size;
  TRY(mg_allocated(w->taken = mg_alloc(m, sizeof *w->taken), err));
  TRY(mg_allocated(w->rigid = mg_alloc(dim * (dim + 1) / 2, w->size
                                       * sizeof *w->rigid), err));
  for (size_t k = 0; k < m; k++)
    w->length[k] = mg_distance(w->start + w->b.ends[2 * k] * dim,
                               w->start + w->b.ends[2 * k + 1] * dim, dim);
  w->radius = mg_radius(w->b.n, dim, w->start);
end:
  return status;
}

/* ---- lengths ---- */

/* The largest relative error of a bar at x.  One of length 0 has no direction, and
 * counts for nothing unless it opens. */
static double
error_at(const walk *w, const double *x)
{
  double worst = 0;

  for (size_t k = 0; k < w->b.real; k++) {
    double gap = mg_distance(x + w->b.ends[2 * k] * w->dim,
                             x + w->b.ends[2 * k + 1] * w->dim, w->dim);
    double scale = w->length[k] > 0 ? w->length[k] : w->radius;

    worst = fmax(worst, fabs(gap - w->length[k]) / scale);
  }
  return worst;
}

/* Whether intervals that held at the start do so at x. */
static int
within_bounds(const walk *w, const double *x)
{
  const mg_graph *g = &w->p->graph;

  for (size_t e = 0; e < g->m && g->target_upper != NULL; e++) {
    const unsigned *ends = g->ends + 2 * e;
    double slack = 1e-9 * g->target_upper[e], gap[2];

    if (mg_is_bar(g, e) || mg_is_loose(g, e))
      continue;
    gap[0] = mg_distance(w->start + ends[0] * w->dim, w->start + ends[1] * w->dim,
                         w->dim);
    gap[1] = mg_distance(x + ends[0] * w->dim, x + ends[1] * w->dim, w->dim);
    if ((gap[1] > g->target_upper[e] + slack && gap[1] > gap[0])
        || (gap[1] < g->target[e] - slack && gap[1] < gap[0]))
      return 0;
  }
  return 1;
}

/* ---- the rigidity matrix ---- */

static void
rows_fill(walk *w, const double *x)
{
  size_t dim = w->dim;

  memset(w->row, 0, w->b.real * w->size * sizeof *w->row);
  for (size_t k = 0; k < w->b.real; k++) {
    const unsigned *ends = w->b.ends + 2 * k;
    double gap = mg_distance(x + ends[0] * dim, x + ends[1] * dim, dim);

    w->taken[k] = (unsigned)k;
    for (size_t side = 0; side < 2 && gap > 0; side++)
      for (size_t c = 0; c < dim && !w->b.pin[ends[side]]; c++)
        w->row[k * w->size + ends[side] * dim + c]
          = (x[ends[side] * dim + c] - x[ends[!side] * dim + c]) / gap;
  }
}

static void
swap_doubles(double *a, double *b, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    double swap = a[k];

    a[k] = b[k];
    b[k] = swap;
  }
}

/* Gram and Schmidt, the longest remainder first. */
static void
rows_orthogonalise(walk *w, const double *x)
{
  size_t m = w->b.real, size = w->size;

  rows_fill(w, x);
  for (w->rows = 0; w->rows < w->rank; w->rows++) {
    size_t r = w->rows, best = r;
    double longest = 0, *q = w->row + r * size;
    unsigned swap;

    for (size_t k = r; k < m; k++) {
      double left = mg_inner(w->row + k * size, w->row + k * size, size);

      if (left > longest) {
        longest = left;
        best = k;
      }
    }
    if (!(longest > least_row * least_row))
      return;
    swap_doubles(q, w->row + best * size, size);
    swap_doubles(w->factor + r * m, w->factor + best * m, r);
    swap = w->taken[r];
    w->taken[r] = w->taken[best];
    w->taken[best] = swap;
    for (size_t c = 0; c < size; c++)
      q[c] /= sqrt(longest);
    w->factor[r * m + r] = sqrt(longest);
    for (size_t k = r + 1; k < m; k++) {
      double *other = w->row + k * size, along = mg_inner(q, other, size);

      w->factor[k * m + r] = along;
      for (size_t c = 0; c < size; c++)
        other[c] -= along * q[c];
    }
  }
}

/* From x, near the lengths, to where they hold: Newton's method, by the shortest
 * corrections.  Returns whether it gets there, within `reach`. */
static int
restore(walk *w, double *x, double reach)
{
  double before = HUGE_VAL;

  for (int round = 0; round < NEWTON_MOST; round++) {
    double error = error_at(w, x), moved = 0;

    if (error < kept && !(error < 0.5 * before))
      return 1;
    if (!(error < 2 * before))
      return 0;
    before = error;
    rows_orthogonalise(w, x);
    for (size_t r = 0; r < w->rows; r++) {
      const unsigned *ends = w->b.ends + 2 * (size_t)w->taken[r];
      double z = w->length[w->taken[r]]
                 - mg_distance(x + ends[0] * w->dim, x + ends[1] * w->dim, w->dim);

      for (size_t k = 0; k < r; k++)
        z -= w->factor[r * w->b.real + k] * w->solution[k];
      w->solution[r] = z / w->factor[r * w->b.real + r];
      moved += w->solution[r] * w->solution[r];
    }
    if (!(sqrt(moved) < reach))
      return 0;
    for (size_t r = 0; r < w->rows; r++)
      for (size_t c = 0; c < w->size; c++)
        x[c] += w->solution[r] * w->row[r * w->size + c];
  }
  return error_at(w, x) < kept;
}

/* The part of v that changes no length at x and is no rigid motion, of length 1, in
 * `out`; returns how long it was. */
static mgnn_status
tangent(walk *w, const double *x, const double *v, double *out, double *norm,
        mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memcpy(out, v, w->size * sizeof *out);
  rows_orthogonalise(w, x);
  TRY(mg_rigid_basis(&w->b, w->dim, x, w->rigid, &w->rigid_count, err));
  for (int again = 0; again < 2; again++) {
    mg_orthogonalise(w->size, w->row, w->rows, out);
    *norm = mg_orthogonalise(w->size, w->rigid, w->rigid_count, out);
  }
  for (size_t c = 0; c < w->size && *norm > 0; c++)
    out[c] /= *norm;
end:
  return status;
}

/* ---- steps ---- */

static double
fastest(const walk *w)
{
  double most = 0;

  for (size_t i = 0; i < w->b.n; i++)
    most = fmax(most, mg_inner(w->v + i * w->dim, w->v + i * w->dim, w->dim));
  return sqrt(most);
}

/* One step, shorter where the path bends; *went is 0 if there is no way on. */
static mgnn_status
advance(walk *w, int *went, mgnn_error *err)
{
  double step = w->par->stride * w->radius / fastest(w);
  mgnn_status status = MGNN_OK;

  *went = 0;
  for (int half = 0; half < HALVINGS; half++, step /= 2) {
    double along = 0;

    for (size_t c = 0; c < w->size; c++)
      w->next[c] = w->x[c] + step * w->v[c];
    if (!restore(w, w->next, step)
        || !(mg_distance(w->next, w->x, w->size) > 0.5 * step))
      continue;                /* also where all of it was taken back */
    TRY(tangent(w, w->next, w->v, w->scratch, &along, err));
    if (!(along > 0.7))
      continue;
    memcpy(w->x, w->next, w->size * sizeof *w->x);
    memcpy(w->v, w->scratch, w->size * sizeof *w->v);
    *went = 1;
    break;
  }
end:
  return status;
}

/* Back to the start, in the direction of the motion or against it. */
static mgnn_status
begin(walk *w, double sign, mgnn_error *err)
{
  double norm;
  mgnn_status status = MGNN_OK;

  memcpy(w->x, w->start, w->size * sizeof *w->x);
  for (size_t c = 0; c < w->size; c++)
    w->scratch[c] = sign * w->par->direction[c];
  TRY(tangent(w, w->x, w->scratch, w->v, &norm, err));
end:
  return status;
}

/* ---- the path ---- */

/* The walk's place, put where the ground stays as it was. */
static mgnn_status
ground(const walk *w, double *out, mgnn_error *err)
{
  const mg_flex_params *par = w->par;
  size_t count = par->ground != NULL ? par->ground_count : w->b.n, dim = w->dim;
  double *at = NULL;
  mg_motion motion = { 0 };
  mgnn_status status = MGNN_OK;

  memcpy(out, w->x, w->size * sizeof *out);
  if (w->b.pinned > 0)
    return MGNN_OK;
  TRY(mg_allocated(at = mg_alloc(count, 2 * dim * sizeof *at), err));
  for (size_t k = 0; k < count; k++) {
    size_t i = par->ground != NULL ? par->ground[k] : k;

    memcpy(at + k * dim, w->x + i * dim, dim * sizeof *at);
    memcpy(at + (count + k) * dim, w->start + i * dim, dim * sizeof *at);
  }
  TRY(mg_motion_fit(&motion, dim, count, at, at + count * dim, 1, err));
  for (size_t i = 0; i < w->b.n; i++)
    mg_motion_apply(&motion, w->x + i * dim, out + i * dim);
end:
  mg_motion_free(&motion);
  mg_free(at);
  return status;
}

/* Whether positions y + count * size are next to the first, and it goes on as it
 * began. */
static int
is_closed(const walk *w, const double *y, size_t count)
{
  const double *last = y + count * w->size, *before = last - w->size;
  double step = mg_distance(last, before, w->size), along = 0;

  if (count < CLOSES_AFTER || !(mg_distance(last, y, w->size) < 0.75 * step))
    return 0;
  for (size_t c = 0; c < w->size; c++)
    along += (last[c] - before[c]) * (y[w->size + c] - y[c]);
  return along > 0;
}

/* One way: positions from the start on, which is y[0] and is there.  *count becomes
 * how many there are. */
static mgnn_status
follow(walk *w, size_t most, double *y, size_t *count, const char **why,
       mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *count = 1;
  *why = "steps";
  while (*count <= most) {
    int went;

    TRY(advance(w, &went, err));
    if (!went || !within_bounds(w, w->x)) {
      *why = went ? "bound" : "held";
      break;
    }
    TRY(ground(w, y + *count * w->size, err));
    if (is_closed(w, y, *count)) {
      *why = "closed";
      break;
    }
    ++*count;
  }
end:
  return status;
}

/* Both ways, with as many rows as w->rank says. */
static mgnn_status
walk_both(walk *w, mg_flex_path *out, mgnn_error *err)
{
  size_t size = w->size, most = w->par->most + 2, ahead, back = 1;
  double *y = out->y;
  mgnn_status status = MGNN_OK;

  memcpy(y, w->start, size * sizeof *y);
  TRY(begin(w, 1, err));
  TRY(follow(w, w->par->most, y, &ahead, &out->forwards, err));
  out->closed = *out->forwards == 'c';
  out->backwards = out->forwards;
  if (!out->closed) {
    double *other = y + 2 * most * size;

    if (ahead > w->par->open + 1) {
      ahead = w->par->open + 1;
      out->forwards = "steps";
    }
    memcpy(other, w->start, size * sizeof *y);
    TRY(begin(w, -1, err));
    TRY(follow(w, w->par->open, other, &back, &out->backwards, err));
    /* Backwards first, in reverse, then the start and what was ahead of it. */
    for (size_t k = 1; 2 * k < back; k++)
      swap_doubles(other + k * size, other + (back - k) * size, size);
    memmove(y + (back - 1) * size, y, ahead * size * sizeof *y);
    memmove(y, other + size, (back - 1) * size * sizeof *y);
  }
  out->start = back - 1;
  out->count = back - 1 + ahead;
  out->max_error = 0;
  for (size_t k = 0; k < out->count; k++)
    out->max_error = fmax(out->max_error, error_at(w, y + k * size));
end:
  return status;
}

mgnn_status
mg_flex_path_find(const mgnn_problem *p, size_t dim, const double *y,
                  const mgnn_flexes *f, const mg_flex_params *par,
                  mg_flex_path *out, mgnn_error *err)
{
  walk w = { .p = p, .par = par, .start = y, .dim = dim,
             .size = p->graph.n * dim };
  mgnn_status status = MGNN_OK;

  *out = (mg_flex_path){ 0 };
  TRY(walk_init(&w, err));
  TRY(mg_allocated(out->y = mg_alloc(3 * (par->most + 2), w.size
                                     * sizeof *out->y), err));
  w.rank = w.b.real - mgnn_flexes_stresses(f);
  TRY(walk_both(&w, out, err));
  if (out->count == 1 && w.rank < w.b.real) {
    w.rank = w.b.real;
    TRY(walk_both(&w, out, err));
  }
end:
  walk_free(&w);
  if (status != MGNN_OK)
    mg_flex_path_free(out);
  return status;
}

void
mg_flex_path_free(mg_flex_path *path)
{
  mg_free(path->y);
  memset(path, 0, sizeof *path);
}

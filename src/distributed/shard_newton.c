/* Gauss and Newton's steps as in solve/descent/newton, which says what they are good
 * for, with conjugate gradients instead of a factorization: a rank multiplies the rows
 * of its own nodes, in their order, and sums have none.
 *
 * Along a step nodes go straight where edges that keep their lengths turn: E rises by
 * the fourth power of the step, and would allow short steps only.  A few iterations from
 * there correct that (the second-order correction of Fletcher, 1982). */
#include "shard_newton.h"
#include "base/dense.h"
#include "base/mem.h"
#include "problem/energy.h"
#include "rank_sums.h"

#include <math.h>
#include <string.h>

enum {
  BACKTRACKS = 4, PATIENCE = 2, ASKED = 16, LEAST_ITERATIONS = 100,
  CORRECTIONS = 2, CORRECTION_ITERATIONS = 20,
  STEP_ITERATIONS = 20,        /* what else a step takes, in iterations */
  WINDOW = 2,                  /* times the most iterations: after these E is looked at */
  BELOW = 1,                   /* times the most iterations: for the last digits */
  CHUNK = 1024                 /* nodes whose vectors are in the first cache */
};

static const double damping_first = 1e-2, damping_least = 1e-9, damping_most = 1e6;
static const double damping_blocks = 1e-2;       /* so that no node goes far at once in a
                                            direction that its own edges do not hold */
static const double across = 16;         /* times the root of the nodes: iterations */
static const double solved = 0.1;        /* of the gradient, in the metric of blocks */
static const double fallen = 0.99;       /* of E: as good as solved */
static const double floor_least = 1e-20; /* of the scale: there are no more digits */
static const double accepted = 1e-4;     /* of what was foreseen */
static const double wild = 100;          /* times E: not worth a correction */

typedef struct {
  double *y, *grad;
  double value;
} place;

/* How E fell so far. */
typedef struct {
  double mark;                 /* E when `work` was 0 */
  size_t work;                 /* iterations since */
  size_t below;                /* iterations since E was below what is as good as 0 */
  size_t idle;                 /* steps in a row that gained little */
  int stalled;                 /* too little was gained by many iterations */
} progress;

typedef struct {
  const mg_shard_newton_task *t;
  mg_shard *s;
  size_t dim, size;
  double *space;               /* of the following, size each */
  place here, ahead, next;     /* where we are, and might go */
  double *step, *whole;        /* the step that is made; without its correction */
  double *rest, *image;        /* of conjugate gradients */
  double *way;                 /* own + ghosts: their direction */
  float *block;                /* own * dim * dim: inverses of the diagonal blocks */
  float *edge;                 /* slots * (dim + 1): direction of a slot times the root
                                  of its curvature beyond that across, and that */
  double foreseen;             /* how far the model falls by the step */
  size_t iterations;           /* it took */
  double damping;
  progress made;
} state;

static void
state_free(state *n)
{
  mg_free(n->space);
  mg_free(n->way);
  mg_free(n->block);
  mg_free(n->edge);
}

static mgnn_status
state_init(state *n, const mg_shard_newton_task *t, const double *y, mgnn_error *err)
{
  mg_shard *s = t->task->shard;
  size_t dim = t->task->dim, size = s->own * dim;

  *n = (state){ .t = t, .s = s, .dim = dim, .size = size,
                .damping = damping_first };
  n->space = mg_alloc(10, size * sizeof *n->space);
  n->way = mg_alloc(s->own + s->ghosts, dim * sizeof *n->way);
  n->block = mg_alloc(size, dim * sizeof *n->block);
  n->edge = mg_alloc(s->row[s->own], (dim + 1) * sizeof *n->edge);
  if (n->space != NULL) {
    double **const part[] = { &n->here.y, &n->here.grad, &n->ahead.y, &n->ahead.grad,
                              &n->next.y, &n->next.grad, &n->step, &n->whole,
                              &n->rest, &n->image };

    for (size_t k = 0; k < sizeof part / sizeof *part; k++)
      *part[k] = n->space + k * size;
    memcpy(n->here.y, y, size * sizeof *y);
  }
  return mg_ranks_agree(s->ranks, n->space != NULL && n->way != NULL && n->block != NULL
                                  && n->edge != NULL ? MGNN_OK : mg_fail_memory(err),
                        err);
}

static int
is_pinned(const state *n, size_t c)
{
  const unsigned char *pin = n->t->task->pin;

  return pin != NULL && pin[c];
}

static double
degree_of(const state *n, size_t i)
{
  return fmax(n->s->degree[i], 1e-300);
}

/* ---- the metric: that of solve/descent/edge_metric, and damping times the degrees */

/* Of the edge in slot k of node i, at the positions in n->way. */
static void
edge_fill(state *n, size_t i, size_t k)
{
  const mg_graph *g = n->t->view;
  const double *a = n->way + i * n->dim, *b = n->way + (size_t)g->to[k] * n->dim;
  double r = mg_distance(a, b, n->dim), target = mg_target(g, k, r);
  double w = g->upper != NULL && target == r ? 0 : g->weight != NULL ? g->weight[k] : 1;
  double bend = r > 0 ? w * fmax(0, 1 - target / r) : w;
  double by = r > 0 && w > bend ? sqrt(w - bend) / r : 0;
  float *out = n->edge + k * (n->dim + 1);

  for (size_t c = 0; c < n->dim; c++)
    out[c] = (float)(by * (a[c] - b[c]));
  out[n->dim] = (float)bend;
}

/* The block of node i, inverted; only its diagonal where rounding leaves nothing else. */
static void
block_fill(state *n, size_t i)
{
  size_t dim = n->dim;
  double keep = fmax(n->damping, damping_blocks) * degree_of(n, i), block[64], column[8];
  float *out = n->block + i * dim * dim;

  for (int plain = 0; plain < 2; plain++) {
    for (size_t c = 0; c < dim; c++)
      for (size_t d = 0; d < dim; d++) {
        double sum = c == d ? keep : 0;
        int held = is_pinned(n, i * dim + c) || is_pinned(n, i * dim + d);

        for (size_t k = n->s->row[i]; k < n->s->row[i + 1]; k++) {
          const float *e = n->edge + k * (dim + 1);

          sum += (double)e[c] * (double)e[d] + (c == d ? (double)e[dim] : 0);
        }
        block[c * dim + d] = held || (plain && c != d) ? c == d : sum;
      }
    if (mg_cholesky(dim, block))
      break;
  }
  for (size_t c = 0; c < dim; c++) {
    memset(column, 0, sizeof column);
    column[c] = 1;
    mg_cholesky_solve(dim, block, column);
    for (size_t d = c; d < dim; d++)
      out[c * dim + d] = out[d * dim + c] = (float)column[d];
  }
}

static mgnn_status
metric_make(state *n, const double *y, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  memcpy(n->way, y, n->size * sizeof *n->way);
  TRY(mg_shard_exchange(n->s, MG_DOUBLE, n->dim, n->way, err));
  for (size_t i = 0; i < n->s->own; i++) {
    for (size_t k = n->s->row[i]; k < n->s->row[i + 1]; k++)
      edge_fill(n, i, k);
    block_fill(n, i);
  }
end:
  return status;
}

static inline __attribute__((always_inline)) void
rows_multiply(const state *n, size_t dim, size_t begin, size_t end)
{
  const mg_shard *s = n->s;
  const double *x = n->way;

  for (size_t i = begin; i < end; i++) {
    double keep = n->damping * degree_of(n, i), sum[8];

    for (size_t c = 0; c < dim; c++)
      sum[c] = keep * x[i * dim + c];
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++) {
      const float *e = n->edge + k * (dim + 1);
      const double *other = x + (size_t)s->to[k] * dim;
      double along = 0;

      for (size_t c = 0; c < dim; c++)
        along += (double)e[c] * (x[i * dim + c] - other[c]);
      for (size_t c = 0; c < dim; c++)
        sum[c] += along * (double)e[c] + (double)e[dim] * (x[i * dim + c] - other[c]);
    }
    for (size_t c = 0; c < dim; c++)
      n->image[i * dim + c] = is_pinned(n, i * dim + c) ? 0 : sum[c];
  }
}

static void
some_multiply(const state *n, size_t begin, size_t end)
{
  if (n->dim == 2)
    rows_multiply(n, 2, begin, end);
  else if (n->dim == 3)
    rows_multiply(n, 3, begin, end);
  else
    rows_multiply(n, n->dim, begin, end);
}

/* image = metric way of some rows, and their part of way . image. */
static void
chunks_multiply(const state *n, size_t begin, size_t end, mg_sum *curve)
{
  size_t dim = n->dim;

  for (size_t i = begin, next; i < end; i = next) {
    next = end - i < CHUNK ? end : i + CHUNK;
    some_multiply(n, i, next);
    mg_sum_add_dot(curve, (next - i) * dim, n->way + i * dim, n->image + i * dim);
  }
}

/* The same of all rows; ghosts are on their way meanwhile. */
static mgnn_status
multiply(state *n, double *curve, mgnn_error *err)
{
  mg_sum sum = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_shard_exchange_begin(n->s, MG_DOUBLE, n->dim, n->way, err));
  chunks_multiply(n, 0, n->s->interior, &sum);
  TRY(mg_shard_exchange_end(n->s, MG_DOUBLE, n->dim, n->way, err));
  chunks_multiply(n, n->s->interior, n->s->own, &sum);
end:
  mg_rank_sums(n->s->ranks, &sum, 1);
  *curve = mg_sum_value(&sum);
  return status;
}

/* ---- conjugate gradients ---- */

/* image = blocks^-1 rest of some nodes. */
static void
blocks_multiply(const state *n, size_t begin, size_t end)
{
  size_t dim = n->dim;

  for (size_t i = begin; i < end; i++) {
    const float *b = n->block + i * dim * dim;
    const double *x = n->rest + i * dim;
    double *out = n->image + i * dim;

    if (dim == 2) {
      out[0] = (double)b[0] * x[0] + (double)b[1] * x[1];
      out[1] = (double)b[2] * x[0] + (double)b[3] * x[1];
      continue;
    }
    for (size_t c = 0; c < dim; c++) {
      out[c] = 0;
      for (size_t d = 0; d < dim; d++)
        out[c] += (double)b[c * dim + d] * x[d];
    }
  }
}

/* Go `by` along the way; then image = blocks^-1 rest.  Returns rest . image. */
static double
advance(state *n, double by)
{
  size_t own = n->s->own;
  mg_sum sum = { 0 };

  for (size_t i = 0, next; i < own; i = next) {
    next = own - i < CHUNK ? own : i + CHUNK;
    for (size_t c = i * n->dim; c < next * n->dim; c++) {
      n->step[c] += by * n->way[c];
      n->rest[c] -= by * n->image[c];
    }
    blocks_multiply(n, i, next);
    mg_sum_add_dot(&sum, (next - i) * n->dim, n->rest + i * n->dim,
                   n->image + i * n->dim);
  }
  mg_rank_sums(n->s->ranks, &sum, 1);
  return mg_sum_value(&sum);
}

/* From the step 0.  Returns the square of the rest in the metric of blocks. */
static double
step_begin(state *n, const place *at)
{
  double square;

  for (size_t c = 0; c < n->size; c++) {
    n->way[c] = n->image[c] = n->step[c] = 0;
    n->rest[c] = is_pinned(n, c) ? 0 : -at->grad[c];
  }
  square = advance(n, 0);
  memcpy(n->way, n->image, n->size * sizeof *n->way);
  n->foreseen = 0;
  n->iterations = 0;
  return square;
}

/* step = -metric^-1 grad, about; every iterate from 0 on lowers the model.  *over is set
 * if a limit was reached. */
static mgnn_status
step_find(state *n, const place *at, size_t most, int *over, mgnn_error *err)
{
  double now = step_begin(n, at), first = now, curve, before;
  mgnn_status status = MGNN_OK;

  while (n->iterations < most && now > solved * solved * first
         && n->foreseen < fallen * at->value) {
    *over = n->iterations % ASKED == 0 && mg_shard_over(n->s->ranks,
                                                       n->t->task->limits);
    if (*over)
      break;
    TRY(multiply(n, &curve, err));
    if (!(curve > 0))
      break;
    n->foreseen += now / curve * now;
    n->iterations++;
    before = now;
    now = advance(n, before / curve);
    for (size_t c = 0; c < n->size; c++)
      n->way[c] = n->image[c] + now / before * n->way[c];
  }
end:
  return status;
}

/* ---- steps ---- */

static void
places_swap(place *a, place *b)
{
  place was = *a;

  *a = *b;
  *b = was;
}

/* Go from a place along a step to another. */
static void
go(const state *n, const place *from, double far, const double *step, place *to,
   mg_lbfgs_result *out)
{
  const mg_objective *f = n->t->f;

  for (size_t c = 0; c < n->size; c++)
    to->y[c] = from->y[c] + far * step[c];
  to->value = f->value(f->ctx, to->y, to->grad);
  out->evaluations++;
}

/* Correct where a step led, as long as E is not below `enough` there. */
static mgnn_status
correct(state *n, double enough, int *over, mg_lbfgs_result *out, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  for (int k = 0; k < CORRECTIONS && n->ahead.value > enough
                  && n->ahead.value < wild * n->here.value; k++) {
    TRY(metric_make(n, n->ahead.y, err));
    TRY(step_find(n, &n->ahead, CORRECTION_ITERATIONS, over, err));
    if (*over)
      break;
    go(n, &n->ahead, 1, n->step, &n->next, out);
    if (!(n->next.value < n->ahead.value))
      break;
    places_swap(&n->ahead, &n->next);
  }
end:
  return status;
}

/* Go along the step, with a correction, or less far without one until E falls.  *far is
 * how far, 0 if it falls nowhere. */
static mgnn_status
step_try(state *n, double *far, int *over, mg_lbfgs_result *out, mgnn_error *err)
{
  double slope = 2 * mg_rank_dot(n->s->ranks, n->size, n->here.grad, n->step), there;
  mgnn_status status = MGNN_OK;

  memcpy(n->whole, n->step, n->size * sizeof *n->step);
  *far = 1;
  for (int k = 0; k < BACKTRACKS && slope < 0; k++) {
    go(n, &n->here, *far, n->whole, &n->ahead, out);
    there = n->ahead.value;
    if (k == 0)
      TRY(correct(n, n->here.value + slope / 4, over, out, err));
    if (*over)
      goto end;
    if (n->ahead.value < n->here.value + accepted * *far * slope) {
      places_swap(&n->here, &n->ahead);
      goto end;
    }
    *far *= fmin(0.5, fmax(0.1, -slope * *far
                                / (2 * (there - n->here.value - slope * *far))));
  }
  *far = 0;
end:
  return status;
}

static size_t
iterations_most(const state *n)
{
  return LEAST_ITERATIONS + (size_t)(across * sqrt((double)n->t->task->nodes));
}

/* Whether E falls too slowly: from one step to the next, or for the iterations made.
 * Those of a step that was cut short count for nothing: the next is damped more. */
static void
progress_judge(state *n, double before, double foreseen, size_t iterations, double far)
{
  progress *m = &n->made;
  double now = n->here.value, tolerance = n->t->tolerance;

  m->idle = foreseen <= tolerance * before
            || (now < before && before - now <= tolerance * before) ? m->idle + 1 : 0;
  m->below += now <= n->t->floor * n->t->scale ? iterations + 1 : 0;
  m->work += far < 1 ? 0 : iterations + STEP_ITERATIONS;
  if (m->work < WINDOW * iterations_most(n))
    return;
  m->stalled = m->mark - now <= fmin(0.5, tolerance * (double)m->work) * m->mark;
  m->mark = now;
  m->work = 0;
}

/* Lengths are met, and the last digits are not to be had cheaply, or are there. */
static int
is_solved(const state *n)
{
  return n->here.value <= floor_least * n->t->scale
         || (n->here.value <= n->t->floor * n->t->scale
             && n->made.below >= BELOW * iterations_most(n));
}

/* One step: the damping falls where E fell as foreseen. */
static mgnn_status
step_make(state *n, int *over, mg_lbfgs_result *out, mgnn_error *err)
{
  size_t iterations;
  double before = n->here.value, foreseen, gain, far;
  mgnn_status status = MGNN_OK;

  TRY(metric_make(n, n->here.y, err));
  TRY(step_find(n, &n->here, iterations_most(n), over, err));
  if (*over)
    goto end;
  foreseen = n->foreseen;
  iterations = n->iterations;
  TRY(step_try(n, &far, over, out, err));
  if (*over)
    goto end;
  gain = foreseen > 0 ? (before - n->here.value) / foreseen : 0;
  if (far < 1 || gain < 0.25)
    n->damping *= far > 0.1 ? 4 : 16;
  else if (gain > 0.7)
    n->damping = fmax(n->damping / 8, damping_least);
  progress_judge(n, before, foreseen, iterations, far);
  out->iterations++;
  n->t->task->limits->done++;
end:
  return status;
}

/* What is kept is where we are, the damping, and how E fell: the rest follows from
 * them. */
static mgnn_status
state_keep(const state *n, const mg_lbfgs_result *out, int *over, mgnn_error *err)
{
  mg_checkpoint *keep = n->t->keep;

  if (!mg_checkpoint_due(keep, n->s->ranks, n->t->task->limits, over))
    return MGNN_OK;
  memcpy(keep->vector, n->here.y, n->size * sizeof *n->here.y);
  keep->state.stage = MG_STAGE_NEWTON;
  keep->state.iterations = n->t->task->limits->done;
  keep->state.descent.idle = n->made.idle;
  keep->state.descent.kept = n->made.work;
  keep->state.descent.next = n->made.below;
  keep->state.descent.iterations = out->iterations;
  keep->state.descent.evaluations = out->evaluations;
  keep->state.descent.value = n->damping;
  keep->state.descent.rho[0] = n->made.mark;
  keep->state.pivots = 0;
  return mg_checkpoint_write(keep, 1, err);
}

static int
state_resume(state *n, mg_lbfgs_result *out)
{
  mg_checkpoint *keep = n->t->keep;

  if (keep == NULL || !keep->resumed || keep->state.stage != MG_STAGE_NEWTON)
    return 0;
  memcpy(n->here.y, keep->vector, n->size * sizeof *n->here.y);
  n->made.idle = keep->state.descent.idle;
  n->made.work = keep->state.descent.kept;
  n->made.below = keep->state.descent.next;
  n->damping = keep->state.descent.value;
  n->made.mark = keep->state.descent.rho[0];
  out->iterations = keep->state.descent.iterations;
  out->evaluations = keep->state.descent.evaluations;
  keep->resumed = 0;
  return 1;
}

mgnn_status
mg_shard_newton(const mg_shard_newton_task *t, double *y, mg_lbfgs_result *out,
                mgnn_error *err)
{
  state n;
  int over = 0, resumed;
  mgnn_status status = MGNN_OK;

  TRY(state_init(&n, t, y, err));
  resumed = state_resume(&n, out);
  n.here.value = t->f->value(t->f->ctx, n.here.y, n.here.grad);
  n.made.mark = resumed ? n.made.mark : n.here.value;
  out->evaluations++;
  out->end = MG_LBFGS_CONVERGED;
  while (!is_solved(&n) && n.made.idle < PATIENCE && !n.made.stalled
         && n.damping <= damping_most) {
    TRY(state_keep(&n, out, &over, err));
    if (!over)
      TRY(step_make(&n, &over, out, err));
    if (over) {
      out->end = MG_LBFGS_STOPPED;
      break;
    }
  }
  memcpy(y, n.here.y, n.size * sizeof *y);
  out->value = n.here.value;
end:
  state_free(&n);
  return status;
}

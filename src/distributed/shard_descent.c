/* E over shards: the rows of mg_energy_rows, one energy each, summed without an order;
 * ghosts are on their way while rows without any are computed. */
#include "shard_descent.h"
#include "base/mem.h"
#include "problem/energy.h"
#include "rank_sums.h"
#include "shard_newton.h"

#include <math.h>
#include <string.h>

/* As in solve/descent/descend. */
enum { STEPS_FIRST = 200, TOLERANCE_TIMES = 20 };
#define TOLERANCE_MOST 0.01

/* Relative stress that is as good as 0; of conjugate gradients, whose last digits take
 * most of the time, errors of so much of the tolerance: 1e-8 by default. */
static const double floor_least = 1e-20, floor_root = 0.01;

typedef struct {
  mg_shard *s;
  mg_graph view;               /* own rows, as the kernel wants them */
  size_t dim;
  unsigned long seed;
  double *at;                  /* own + ghosts: positions */
  double *row;                 /* own: energies */
  double *length;              /* where the shard has none: all 1 */
  mgnn_status failed;
  mgnn_error *err;
} energy;

static void
energy_free(energy *e)
{
  mg_free(e->at);
  mg_free(e->row);
  mg_free(e->length);
}

static mgnn_status
energy_init(energy *e, mg_shard *s, size_t dim, unsigned long seed, mgnn_error *err)
{
  size_t slots = s->row[s->own];

  *e = (energy){ .s = s, .dim = dim, .seed = seed, .err = err };
  e->at = mg_alloc(s->own + s->ghosts, dim * sizeof *e->at);
  e->row = mg_alloc(s->own, sizeof *e->row);
  e->length = mg_alloc(s->length == NULL ? slots : 0, sizeof *e->length);
  e->view = (mg_graph){ .n = s->own, .row = s->row, .to = s->to, .name = s->name,
                        .length = s->length != NULL ? s->length : e->length,
                        .upper = s->upper, .weight = s->weight };
  for (size_t k = 0; s->length == NULL && e->length != NULL && k < slots; k++)
    e->length[k] = 1;
  return mg_ranks_agree(s->ranks, e->at != NULL && e->row != NULL && e->length != NULL
                                  ? MGNN_OK : mg_fail_memory(err), err);
}

static void
rows_evaluate(energy *e, size_t begin, size_t end, double *grad)
{
  for (size_t i = begin; i < end; i++)
    e->row[i] = mg_energy_rows(&e->view, e->dim, e->seed, e->at, grad, i, i + 1);
}

static double
value(void *ctx, const double *x, double *grad)
{
  energy *e = ctx;
  mg_shard *s = e->s;
  mgnn_status status = MGNN_OK;

  memcpy(e->at, x, s->own * e->dim * sizeof *x);
  TRY(mg_shard_exchange_begin(s, MG_DOUBLE, e->dim, e->at, e->err));
  rows_evaluate(e, 0, s->interior, grad);
  TRY(mg_shard_exchange_end(s, MG_DOUBLE, e->dim, e->at, e->err));
  rows_evaluate(e, s->interior, s->own, grad);
end:
  e->failed = status != MGNN_OK ? status : e->failed;
  return mg_rank_sum_all(s->ranks, s->own, e->row);
}

mgnn_status
mg_shard_energy(mg_shard *s, size_t dim, unsigned long seed, const double *y,
                double *out, mgnn_error *err)
{
  energy e;
  mgnn_status status = MGNN_OK;

  TRY(energy_init(&e, s, dim, seed, err));
  *out = value(&e, y, NULL);
  TRY(e.failed);
end:
  energy_free(&e);
  return status;
}

/* ---- the search ---- */

typedef struct {
  const mg_shard_task *task;
  mg_checkpoint *keep;
  mg_lbfgs_state state;
  size_t before;               /* iterations of all, without those of the state */
  mgnn_status status;
  mgnn_error *err;
} watched;

/* x, the gradient, and the pairs: between the state and the checkpoint. */
static void
state_move(mg_lbfgs_state *t, mg_checkpoint *keep, int back)
{
  double *const of[] = { t->x, t->grad, t->s, t->y };
  double *at = keep->vector;

  for (size_t a = 0; a < 4; a++) {
    size_t count = (a < 2 ? 1 : MG_KEPT_PAIRS) * t->size;

    memcpy(back ? of[a] : at, back ? at : of[a], count * sizeof *at);
    at += count;
  }
}

static mgnn_status
state_keep(watched *w)
{
  mg_lbfgs_state *t = &w->state;
  mg_kept_state *kept = &w->keep->state;

  state_move(t, w->keep, 0);
  for (size_t a = t->kept; a < MG_KEPT_PAIRS; a++) {     /* not used yet */
    size_t at = (t->next + a - t->kept) % MG_KEPT_PAIRS;

    memset(w->keep->vector + (2 + at) * t->size, 0, t->size * sizeof(double));
    memset(w->keep->vector + (2 + MG_KEPT_PAIRS + at) * t->size, 0,
           t->size * sizeof(double));
  }
  kept->stage = MG_STAGE_DESCENT;
  kept->iterations = w->task->limits->done;
  kept->descent.kept = t->kept;
  kept->descent.next = t->next;
  kept->descent.idle = t->idle;
  kept->descent.iterations = t->result.iterations;
  kept->descent.evaluations = t->result.evaluations;
  kept->descent.value = t->result.value;
  for (size_t k = 0; k < MG_KEPT_PAIRS; k++)
    kept->descent.rho[k] = t->rho[k];
  kept->pivots = 0;
  return mg_checkpoint_write(w->keep, MG_KEPT_VECTORS, w->err);
}

static void
state_resume(mg_lbfgs_state *t, mg_checkpoint *keep)
{
  const mg_kept_state *kept = &keep->state;

  state_move(t, keep, 1);
  t->kept = kept->descent.kept;
  t->next = kept->descent.next;
  t->idle = kept->descent.idle;
  t->result.iterations = kept->descent.iterations;
  t->result.evaluations = kept->descent.evaluations;
  t->result.value = kept->descent.value;
  memcpy(t->rho, kept->descent.rho, sizeof kept->descent.rho);
  keep->resumed = 0;
}

static int
on_iteration(void *ctx, size_t iteration, const double *x, double energy_now)
{
  watched *w = ctx;
  mg_shard_limits *limits = w->task->limits;
  int over;

  (void)x;
  (void)energy_now;
  limits->done = w->before + iteration;
  if (mg_checkpoint_due(w->keep, w->task->shard->ranks, limits, &over))
    w->status = state_keep(w);
  return over || w->status != MGNN_OK;
}

/* D^-1, 0 where a coordinate is pinned; and sum of w M^2, in row order. */
static double
metric_fill(const mg_shard_task *t, const energy *e, double *inverse)
{
  const mg_shard *s = t->shard;

  for (size_t i = 0; i < s->own; i++) {
    e->row[i] = 0;
    for (size_t k = s->row[i]; k < s->row[i + 1]; k++)
      e->row[i] += (s->weight != NULL ? s->weight[k] : 1) * e->view.length[k]
                   * e->view.length[k] / 2;
    for (size_t c = i * t->dim; c < (i + 1) * t->dim; c++)
      inverse[c] = s->degree[i] > 0 && (t->pin == NULL || !t->pin[c])
                   ? 1 / s->degree[i] : 0;
  }
  return mg_rank_sum_all(s->ranks, s->own, e->row);
}

/* The first steps, by L-BFGS: to y, which may be as it was. */
static mgnn_status
descend_first(watched *w, const mg_objective *f, const mg_lbfgs_options *opt, double *y,
              mg_lbfgs_result *out, mgnn_error *err)
{
  const mg_shard_task *t = w->task;
  mg_checkpoint *keep = w->keep;
  mg_lbfgs_state *state = &w->state;
  mgnn_status status = MGNN_OK;

  TRY(mg_ranks_agree(t->shard->ranks, mg_lbfgs_state_init(state, f, opt, err), err));
  memcpy(state->x, y, f->size * sizeof *y);
  if (keep != NULL && keep->resumed && keep->state.stage == MG_STAGE_DESCENT) {
    w->before -= keep->state.descent.iterations;
    state_resume(state, keep);
  }
  mg_lbfgs_run(state);
  t->limits->done = w->before + state->result.iterations;
  TRY(w->status);
  memcpy(y, state->x, f->size * sizeof *y);
  *out = state->result;
end:
  mg_lbfgs_state_free(state);
  return status;
}

mgnn_status
mg_shard_descend(const mg_shard_task *t, double tolerance, double *y,
                 mg_checkpoint *keep, mg_lbfgs_result *out, mgnn_error *err)
{
  mg_shard *s = t->shard;
  size_t size = s->own * t->dim;
  energy e = { 0 };
  double *inverse = mg_alloc(size, sizeof *inverse);
  mg_objective f = { size, value, &e, inverse, NULL };
  mg_sums sums = { mg_rank_dot_hook, (void *)s->ranks };
  mg_lbfgs_options opt;
  double scale;
  watched w = { .task = t, .keep = keep, .before = t->limits->done, .err = err };
  int later = keep != NULL && keep->resumed && keep->state.stage == MG_STAGE_NEWTON;
  mgnn_status status = MGNN_OK;

  mg_lbfgs_init(&opt);
  TRY(energy_init(&e, s, t->dim, t->seed, err));
  TRY(mg_ranks_agree(s->ranks, mg_allocated(inverse, err), err));
  opt.tolerance = tolerance;
  opt.patience = 5;
  scale = metric_fill(t, &e, inverse);
  opt.floor = floor_least * scale;
  opt.threads = 1;
  opt.max_iterations = STEPS_FIRST;
  opt.watch = on_iteration;
  opt.watch_ctx = &w;
  opt.sums = &sums;
  *out = (mg_lbfgs_result){ .end = MG_LBFGS_LIMIT };
  if (!later)
    TRY(descend_first(&w, &f, &opt, y, out, err));
  if (out->end == MG_LBFGS_LIMIT)
    TRY(mg_shard_newton(&(mg_shard_newton_task){
          t, &e.view, &f, fmin(TOLERANCE_TIMES * tolerance, TOLERANCE_MOST), scale,
          pow(floor_root * tolerance, 2), keep }, y, out, err));
  TRY(e.failed);
end:
  energy_free(&e);
  mg_free(inverse);
  return status;
}

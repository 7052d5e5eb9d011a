/* Minimises E on many ranks by Levenberg-Marquardt steps, whose systems PETSc solves.
 * E is summed rank by rank, so its last bits depend on the number of ranks. */
#include "checkpoint.h"
#include "base/mem.h"
#include "problem/energy.h"
#include "shard_metric.h"

#include <math.h>
#include <string.h>

enum { PATIENCE = 3 };

static const double damping_first = 1e-2, damping_least = 1e-9, damping_most = 1e6;
static const double less = 0.3, more = 5;        /* after success; after failure */
static const double floor_least = 1e-24; /* relative to sum w M^2: rounding level */
static const double gain_least = 1e-3;   /* relative to E, in units of the tolerance */

typedef struct {
  mg_shard *s;
  mg_graph view;               /* own rows, as the kernel needs them */
  size_t dim;
  unsigned long seed;
  double *at;                  /* positions of own + ghosts */
  double *length;              /* all 1, if the shard has no lengths */
} energy;

static void
energy_free(energy *e)
{
  mg_free_all(e->at, e->length);
}

static mgnn_status
energy_init(energy *e, mg_shard *s, size_t dim, unsigned long seed, mgnn_error *err)
{
  size_t slots = s->row[s->own];

  *e = (energy){ .s = s, .dim = dim, .seed = seed };
  e->at = mg_alloc(s->own + s->ghosts, dim * sizeof *e->at);
  e->length = mg_alloc(s->length == NULL ? slots : 0, sizeof *e->length);
  e->view = (mg_graph){ .n = s->own, .row = s->row, .to = s->to, .name = s->name,
                        .length = s->length != NULL ? s->length : e->length,
                        .upper = s->upper, .weight = s->weight };
  for (size_t k = 0; s->length == NULL && e->length != NULL && k < slots; k++)
    e->length[k] = 1;
  return mg_ranks_have(s->ranks, e->at != NULL && e->length != NULL, err);
}

/* E at x (own * dim), and half its gradient unless grad is NULL.  Rows that
 * need no ghosts are computed while ghosts are sent. */
static mgnn_status
evaluate(energy *e, const double *x, double *grad, double *value, mgnn_error *err)
{
  mg_shard *s = e->s;

  memcpy(e->at, x, s->own * e->dim * sizeof *x);
  PASS(mg_shard_exchange_begin(s, MG_DOUBLE, e->dim, e->at, err));
  *value = mg_energy_rows(&e->view, e->dim, e->seed, e->at, grad, 0, s->interior);
  PASS(mg_shard_exchange_end(s, MG_DOUBLE, e->dim, e->at, err));
  *value += mg_energy_rows(&e->view, e->dim, e->seed, e->at, grad, s->interior, s->own);
  mg_rank_add(s->ranks, value, 1);
  return MGNN_OK;
}

mgnn_status
mg_shard_energy(mg_shard *s, size_t dim, unsigned long seed, const double *y,
                double *out, mgnn_error *err)
{
  energy e;
  mgnn_status status = MGNN_OK;

  TRY(energy_init(&e, s, dim, seed, err));
  TRY(evaluate(&e, y, NULL, out, err));
end:
  energy_free(&e);
  return status;
}

/* ---- the search ---- */

typedef struct {
  const mg_shard_task *t;
  energy e;
  mg_shard_metric *metric;
  size_t size;
  double *space;               /* memory for the arrays below, size each */
  double *y, *grad;            /* present positions; half gradient */
  double *ahead, *ahead_grad, *step;
  double value, damping;
  size_t idle;                 /* consecutive steps with little gain */
  mg_checkpoint *keep;
} search;

static mgnn_status
search_init(search *n, const mg_shard_task *t, const double *y, mgnn_error *err)
{
  n->size = t->shard->own * t->dim;
  PASS(energy_init(&n->e, t->shard, t->dim, t->seed, err));
  n->space = mg_alloc(5, n->size * sizeof *n->space);
  PASS(mg_ranks_agree(t->shard->ranks, mg_allocated(n->space, err), err));
  n->y = n->space;
  n->grad = n->y + n->size;
  n->ahead = n->grad + n->size;
  n->ahead_grad = n->ahead + n->size;
  n->step = n->ahead_grad + n->size;
  memcpy(n->y, y, n->size * sizeof *y);
  return mg_shard_metric_init(&n->metric, t->shard, &n->e.view, t->dim, t->pin, err);
}

static void
swap(double **a, double **b)
{
  double *was = *a;

  *a = *b;
  *b = was;
}

/* Try one step, and make it if E falls. */
static mgnn_status
step_make(search *n, double tolerance, mgnn_error *err)
{
  double before = n->value, there;

  memcpy(n->e.at, n->y, n->size * sizeof *n->y);
  PASS(mg_shard_exchange(n->e.s, MG_DOUBLE, n->t->dim, n->e.at, err));
  PASS(mg_shard_metric_solve(n->metric, n->e.at, n->damping, n->grad, n->step, err));
  for (size_t c = 0; c < n->size; c++)
    n->ahead[c] = n->y[c] + n->step[c];
  PASS(evaluate(&n->e, n->ahead, n->ahead_grad, &there, err));
  if (there < before) {
    swap(&n->y, &n->ahead);
    swap(&n->grad, &n->ahead_grad);
    n->value = there;
    n->damping = fmax(n->damping * less, damping_least);
    n->idle = before - there <= gain_least * tolerance * before ? n->idle + 1 : 0;
  } else {
    n->damping *= more;
    n->idle += there - before <= gain_least * tolerance * before;
  }
  return MGNN_OK;
}

/* Save positions, damping and idle steps if a checkpoint is due. */
static mgnn_status
search_keep(const search *n, int *over, mgnn_error *err)
{
  mg_checkpoint *keep = n->keep;

  if (!mg_checkpoint_due(keep, n->e.s->ranks, n->t->limits, over))
    return MGNN_OK;
  memcpy(keep->vector, n->y, n->size * sizeof *n->y);
  keep->state.stage = MG_STAGE_DESCENT;
  keep->state.iterations = n->t->limits->done;
  keep->state.step = n->idle;
  keep->state.damping = n->damping;
  return mg_checkpoint_write(keep, 1, err);
}

static void
search_resume(search *n)
{
  mg_checkpoint *keep = n->keep;

  if (keep == NULL || !keep->resumed || keep->state.stage != MG_STAGE_DESCENT)
    return;
  memcpy(n->y, keep->vector, n->size * sizeof *n->y);
  n->idle = (size_t)keep->state.step;
  n->damping = keep->state.damping;
  keep->resumed = 0;
}

mgnn_status
mg_shard_descend(const mg_shard_task *t, double tolerance, double *y, mg_checkpoint *keep,
                 double *value, mgnn_error *err)
{
  search n = { .t = t, .damping = damping_first, .keep = keep };
  double scale;
  int over = 0;
  mgnn_status status = MGNN_OK;

  TRY(search_init(&n, t, y, err));
  search_resume(&n);
  /* sum of w M^2, the value of E if all nodes coincide */
  scale = 0;
  for (size_t k = 0; k < n.e.s->row[n.e.s->own]; k++)
    scale += (n.e.s->weight != NULL ? n.e.s->weight[k] : 1) * n.e.view.length[k]
             * n.e.view.length[k] / 2;
  mg_rank_add(n.e.s->ranks, &scale, 1);
  TRY(evaluate(&n.e, n.y, n.grad, &n.value, err));
  while (n.value > floor_least * scale && n.idle < PATIENCE && n.damping <= damping_most) {
    TRY(search_keep(&n, &over, err));
    if (over)
      break;
    TRY(step_make(&n, tolerance, err));
    t->limits->done++;
  }
  memcpy(y, n.y, n.size * sizeof *y);
  *value = n.value;
end:
  mg_shard_metric_free(n.metric);
  energy_free(&n.e);
  mg_free(n.space);
  return status;
}

/* Random starts and basin hopping against local minima.  If lengths do not fit,
 * above all on a line, the choice of sides is a combinatorial problem that no
 * single start solves reliably: of 1920 small graphs the search was over 1 %
 * behind the best of 60 random descents in 82, with these restarts in 4. */
#include "restarts.h"
#include "base/mem.h"
#include "base/random.h"
#include "solve/descent/descend.h"
#include "solve/descent/length_error.h"
#include "solve/descent/lift.h"

#include <math.h>
#include <string.h>

enum {
  WORK = 6000,                 /* limit of nodes times tries, */
  LEAST = 24, MOST = 200,      /* but between these numbers of tries */
  AGREE = 3,                   /* finds of the lowest energy that are enough; */
  LINE = 12,                   /* on a line, up to so many nodes, other limits: */
  AGREE_LINE = 60, LIFT_LINE = 8       /* finds, as few starts lead to the best order,
                                          and tries per lift, as lifts lead to fewer */
};

typedef struct {
  const mg_task *task;
  double *y;                   /* the best positions */
  double mean;                 /* mean length */
  double *trial, *height;      /* n*dim, n */
  double *centre;              /* dim: mean of the best positions */
  double spread;               /* deviation of the best, per coordinate */
  unsigned *near;              /* n: nodes perturbed */
  unsigned char *seen;         /* n: all 0 */
  uint64_t stream;
} restarts;

static void
spread_find(restarts *t)
{
  size_t n = t->task->graph->n, dim = t->task->dim;
  double sum = 0;

  memset(t->centre, 0, dim * sizeof *t->centre);
  for (size_t c = 0; c < n * dim; c++)
    t->centre[c % dim] += t->y[c] / (double)n;
  for (size_t c = 0; c < n * dim; c++)
    sum += (t->y[c] - t->centre[c % dim]) * (t->y[c] - t->centre[c % dim]);
  t->spread = fmax(sqrt(sum / (double)(n * dim)), t->mean / 2);
}

/* Place all nodes at random, as widely spread as the best positions. */
static void
scatter(restarts *t)
{
  size_t n = t->task->graph->n, dim = t->task->dim;
  const unsigned char *pin = t->task->pin;

  for (size_t c = 0; c < n * dim; c++)
    t->trial[c] = pin != NULL && pin[c] ? t->y[c]
                  : t->centre[c % dim]
                    + t->spread * mg_random_deviate(&t->stream);
  for (size_t i = 0; i < n; i++)
    t->height[i] = t->spread * mg_random_deviate(&t->stream);
}

static size_t
near_collect(restarts *t, size_t hops)
{
  const mg_graph *g = t->task->graph;
  size_t count;

  t->near[0] = (unsigned)mg_random_below(&t->stream, g->n);
  t->seen[t->near[0]] = 1;
  count = mg_breadth_first_from(g, t->near, 0, 1, hops, t->seen);
  for (size_t a = 0; a < count; a++)
    t->seen[t->near[a]] = 0;
  return count;
}

/* Perturb the best positions in a random neighbourhood of up to two hops: shift
 * each of its nodes separately, or reflect them through the middle one;
 * remaining errors are in such groups. */
static void
perturb(restarts *t)
{
  size_t n = t->task->graph->n, dim = t->task->dim;
  size_t count = near_collect(t, mg_random_below(&t->stream, 3));
  int turn = count > 1 && mg_random_uniform(&t->stream) < 0.5;

  memcpy(t->trial, t->y, n * dim * sizeof *t->y);
  memset(t->height, 0, n * sizeof *t->height);
  for (size_t a = 0; a < count; a++) {
    t->height[t->near[a]] = t->mean * mg_random_deviate(&t->stream);
    for (size_t c = 0; c < dim; c++) {
      size_t at = t->near[a] * dim + c;
      double shift = 2 * t->mean * mg_random_deviate(&t->stream);

      if (t->task->pin == NULL || !t->task->pin[at])
        t->trial[at] = turn ? 2 * t->y[t->near[0] * dim + c] - t->y[at]
                       : t->y[at] + shift;
    }
  }
}

static mgnn_status
tries(restarts *t, mg_search *best, mgnn_error *err)
{
  const mg_graph *g = t->task->graph;
  size_t most = WORK / g->n, agree = 0;
  int line = t->task->dim == 1 && g->n <= LINE;
  size_t enough = line ? AGREE_LINE : AGREE;

  most = most < LEAST ? LEAST : most > MOST ? MOST : most;
  for (size_t k = 0; k < most; k++) {
    double before = best->energy;
    mg_search found = { .energy = INFINITY };

    if ((agree >= enough && k >= LEAST) || mg_run_over(t->task->control)
        || mg_run_floored(t->task->control, before))
      break;
    if (k % 4 < 2)
      scatter(t);
    else
      perturb(t);
    if (k % (line ? LIFT_LINE : 2) == 0)
      PASS(mg_lift(t->task, t->height, t->trial, &found, err));
    else
      PASS(mg_descend_from(t->task, (mg_depth){ 0, 1e-5, 1e-20, 5 }, t->trial,
                           &found, err));
    best->iterations += found.iterations;
    if (found.energy < (1 - 1e-6) * before) {
      best->energy = found.energy;
      memcpy(t->y, t->trial, g->n * t->task->dim * sizeof *t->y);
    }
    if (found.energy < (1 - 1e-4) * before)
      agree = 0;
    agree += k % 4 < 2 && found.energy <= (1 + 1e-4) * best->energy;
  }
  return MGNN_OK;
}

mgnn_status
mg_restarts(const mg_task *task, double *y, mg_search *found, mgnn_error *err)
{
  size_t n = task->graph->n, dim = task->dim;
  restarts t = { .task = task, .y = y,
                 .mean = mg_mean_positive_length(task->graph),
                 .stream = mg_random_stream(task->control->seed, 11) };
  mgnn_status status = MGNN_OK;

  if (n == 0 || n > MG_RESTARTS_MOST)
    return MGNN_OK;
  TRY(mg_allocated(t.trial = mg_alloc(n * (dim + 1) + dim, sizeof *t.trial), err));
  TRY(mg_allocated(t.near = mg_alloc(n, sizeof *t.near), err));
  TRY(mg_allocated(t.seen = mg_zalloc(n, 1), err));
  t.height = t.trial + n * dim;
  t.centre = t.height + n;
  spread_find(&t);
  status = tries(&t, found, err);
end:
  mg_free_all(t.trial, t.near, t.seen);
  return status;
}

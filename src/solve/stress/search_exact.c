/* Find the lowest stress of given distances: stochastic gradient descent from
 * several starts, and L-BFGS from each.  L-BFGS alone keeps the folds of PivotMDS,
 * which a few epochs remove: the graph 1138_bus reaches 39860 instead of 40000. */
#include "search_exact.h"
#include "base/mem.h"
#include "solve/descent/descend.h"
#include "dense_stress.h"
#include "sgd.h"
#include "problem/energy.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <string.h>

/* Stress per ordered pair that counts as 0 in single precision. */
#define FLOOR 1e-11

/* Starts are made in pairs, until the two lowest agree.  Small graphs get more
 * starts, large ones fewer: in all about this many pairs of nodes. */
enum { TOGETHER = 2, STARTS_MOST = 12 };
#define PAIRS_LEAST 1e6
#define PAIRS_MOST 4e6         /* more starts gained less than 0.2 % */
#define AGREE 2e-4             /* relative; smaller from 1000 nodes on, as 1/n^2 */
#define ROUGH 2e-5             /* relative decrease that ends a start */

/* Graphs with fewer nodes (SLOWLY) are cooled twice as slowly, as that is
 * cheap.  Large ones are cooled more slowly too, as other methods would take
 * minutes; in between it gains nothing. */
enum { SLOWLY = 800, LARGE = 2000 };

/* Graphs up to this size are too small for threads, so starts run in parallel
 * instead, unless they end before a thread would have begun. */
enum { SIDE_BY_SIDE = 5000, SIDE_LEAST = 200 };

/* The two kinds of start, by the rates of stochastic descent: the first rate in
 * squared largest distances, but at most `most` squared mean lengths, the last
 * in squared mean lengths.  The hot one forgets where it began, and removes
 * folds that the warm one keeps. */
static const struct {
  const char *name;
  size_t epochs;
  double first, most, last;
} kinds[TOGETHER] = {
  { "warm", 15, 1.0 / 30, 20, 0.3 },
  { "hot", 15, 1, INFINITY, 0.1 }
};

typedef struct {
  const mg_distances *d;
  const mg_task *task;
  mg_stiff_pairs stiff;
  double mean;
  mg_rounds rounds;
  const double *begin;         /* n*dim: where all starts begin */
  double *best;                /* n*dim: positions of lowest stress so far */
  double second;               /* the second lowest stress */
  mg_search found;
  mg_trajectory *trajectory;   /* to the best; NULL: not wanted */
} search;

typedef struct {
  double *x;
  mg_search found;
  mg_trajectory trajectory;
  mgnn_status status;
} trial;

static mgnn_status
descend(const search *s, const mg_run_control *control, double tolerance,
        double *x, mg_search *found, mgnn_error *err)
{
  double n = (double)s->d->n;
  mg_depth depth = { 0, tolerance, FLOOR * n * n, 3 };
  mg_lbfgs_result result;
  mg_full_stress f = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_full_stress_init(&f, s->d, s->task->dim, s->task->pin,
                          control->threads, err));
  mg_full_stress_stiffen(&f, &s->stiff);
  TRY(mg_descend_on(&f.objective, control, depth, x, &result, err));
  found->energy = result.value;
  found->iterations += result.iterations;
end:
  mg_full_stress_free(&f);
  return status;
}

static mgnn_status
stress_measure(const search *s, const double *x, int threads, double *stress,
               mgnn_error *err)
{
  size_t dim = s->task->dim;
  mgnn_status status = mg_full_stress_measure(s->d, dim, x, threads, stress,
                                              err);

  if (status == MGNN_OK)
    *stress += mg_stiff_pairs_sum(&s->stiff, dim, x);
  return status;
}

/* Compute the stress of a recorded point, which stochastic descent does not
 * know. */
static mgnn_status
trajectory_value(void *ctx, const double *x, double *stress)
{
  const search *s = ctx;

  return stress_measure(s, x, 1, stress, NULL);
}

static void
trajectory_init(search *s, mg_trajectory *t)
{
  mg_trajectory_init(t, s->d->n, s->task->dim, 0);
  t->evaluate = trajectory_value;
  t->ctx = s;
}

/* Make start number k.  It depends only on k and the seed, so any thread may
 * make it. */
static void
start_make(const search *s, size_t k, trial *t)
{
  size_t n = s->d->n, kind = k % TOGETHER;
  double mean = s->mean;
  double first = fmin(kinds[kind].first * s->d->far * s->d->far,
                      kinds[kind].most * mean * mean);
  mg_sgd_rules rules = {
    .dim = s->task->dim, .pin = s->task->pin,
    .seed = s->task->control->seed + k,
    .epochs = kinds[kind].epochs * (n < SLOWLY ? 2 : 1) + (n > LARGE ? 5 : 0),
    .first = first, .last = fmin(kinds[kind].last * mean * mean, first)
  };
  mg_run_control control = *s->task->control;

  if (kind > 0)                /* only one of the parallel starts reports */
    control.report = NULL;
  mg_trajectory_clear(&t->trajectory);
  control.trajectory = s->trajectory != NULL ? &t->trajectory : NULL;
  memcpy(t->x, s->begin, n * rules.dim * sizeof *t->x);
  t->found = (mg_search){ 0 };
  t->status = mg_sgd(&s->rounds, &rules, &control, t->x, NULL);
  if (t->status == MGNN_OK)
    t->status = descend(s, &control, fmax(control.tolerance, ROUGH), t->x,
                        &t->found, NULL);
}

static mgnn_status
trial_judge(search *s, size_t k, trial *t, mgnn_error *err)
{
  double stress = t->found.energy;

  if (t->status != MGNN_OK)
    return mg_fail_memory(err);
  s->found.iterations += t->found.iterations;
  if (!(stress < s->found.energy)) {
    s->second = fmin(s->second, stress);
    return MGNN_OK;
  }
  s->second = s->found.energy;
  s->found.energy = stress;
  s->found.stage = kinds[k % TOGETHER].name;
  memcpy(s->best, t->x, s->d->n * s->task->dim * sizeof *s->best);
  if (s->trajectory != NULL)
    mg_trajectory_swap(s->trajectory, &t->trajectory);
  return MGNN_OK;
}

static size_t
clamp(double x, size_t low, size_t high)
{
  return x < (double)low ? low : x < (double)high ? (size_t)x : high;
}

/* Make starts in pairs until the two lowest agree: a minimum found twice is
 * probably a good one.  The result does not depend on the threads. */
static mgnn_status
starts_run(search *s, mgnn_error *err)
{
  const mg_run_control *control = s->task->control;
  size_t n = s->d->n, size = n * s->task->dim;
  double pairs = (double)n * (double)n / 2;
  size_t some = control->brief ? TOGETHER : STARTS_MOST;
  size_t least = clamp(PAIRS_LEAST / pairs, TOGETHER, some);
  size_t most = clamp(PAIRS_MOST / pairs, TOGETHER, some);
  double *both = mg_alloc(TOGETHER, size * sizeof *both);
  double agree = AGREE * fmin(1, 5e5 / pairs);
  mgnn_status status = MGNN_OK;
  trial t[TOGETHER] = { { 0 } };
  /* A limit of iterations is shared; who uses them must not depend on timing. */
  int apart = n >= SIDE_LEAST && n <= SIDE_BY_SIDE
              && control->max_iterations == 0;

  TRY(mg_allocated(both, err));
  for (size_t k = 0; k < TOGETHER; k++) {
    t[k].x = both + k * size;
    trajectory_init(s, &t[k].trajectory);
  }
  for (size_t done = 0; done < most; done += TOGETHER) {
    if (done > 0 && mg_run_over(control))
      break;
    if (done >= least && s->second - s->found.energy <= agree * s->found.energy)
      break;
#pragma omp parallel for schedule(static, 1) if (apart) \
  num_threads(mg_threads(control->threads) > 1 ? 2 : 1)
    for (size_t k = 0; k < TOGETHER; k++)
      start_make(s, done + k, &t[k]);
    for (size_t k = 0; k < TOGETHER; k++)
      TRY(trial_judge(s, done + k, &t[k], err));
  }
end:
  for (size_t k = 0; k < TOGETHER; k++)
    mg_trajectory_free(&t[k].trajectory);
  mg_free(both);
  return status;
}

mgnn_status
mg_search_exact(const mg_distances *d, const mg_task *t, double mean, double *x,
                mg_search *out, mgnn_error *err)
{
  const mg_run_control *control = t->control;
  size_t size = d->n * t->dim;
  search s = { .d = d, .task = t, .mean = mean, .begin = x, .second = INFINITY,
               .found = { INFINITY, 0, "start" },
               .trajectory = control->trajectory };
  mgnn_status status = MGNN_OK;

  if (s.trajectory != NULL)    /* like those of the trials, with which it is swapped */
    trajectory_init(&s, s.trajectory);
  TRY(mg_stiff_pairs_init(&s.stiff, t->graph, d, err));
  TRY(mg_allocated(s.best = mg_alloc(size, sizeof *s.best), err));
  memcpy(s.best, x, size * sizeof *x);
  if (mean > 0) {
    TRY(mg_rounds_init(&s.rounds, d, err));
    TRY(starts_run(&s, err));
    mg_rounds_free(&s.rounds);
  }
  TRY(descend(&s, control, control->tolerance * fmin(1, 1e3 / (double)d->n),
              s.best, &s.found, err));
  TRY(stress_measure(&s, s.best, control->threads, &s.found.energy, err));
  memcpy(x, s.best, size * sizeof *x);
  *out = s.found;
end:
  if (s.trajectory != NULL)
    s.trajectory->evaluate = NULL;
  mg_rounds_free(&s.rounds);
  mg_stiff_pairs_free(&s.stiff);
  mg_free(s.best);
  return status;
}

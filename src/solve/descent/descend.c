/* L-BFGS and Gauss-Newton descents on E, with a watcher that records the
 * trajectory and estimates the remaining iterations. */
#include "descend.h"
#include "base/mem.h"
#include "lbfgs.h"
#include "solve/arrange/trajectory.h"

#include <math.h>
#include <string.h>

/* Gauss-Newton with Levenberg-Marquardt damping in proportion to the degrees: one
 * step corrects all lengths at once, whereas L-BFGS passes a correction on from
 * neighbour to neighbour.  A road-like graph of 20,000 nodes reaches a stress of
 * 1e-20 after 200 steps of L-BFGS and some 20 of Gauss-Newton, each of which takes
 * as long as 15 of L-BFGS; L-BFGS alone reaches 1e-9 after 12,000. */

enum { BACKTRACKS = 4 };

static const double damping_first = 1e-2, damping_least = 1e-9;
static const double damping_most = 1e6;

typedef struct {
  const mg_edge_energy *e;
  size_t size;
  double *y;                   /* current positions */
  double *grad, *trial, *trial_grad, *step;
  double *degree;              /* n */
  double value, damping;
} state;

static double
dot(size_t size, const double *a, const double *b)
{
  double sum = 0;

  for (size_t c = 0; c < size; c++)
    sum += a[c] * b[c];
  return sum;
}

/* damping s^T D s */
static double
damped(const state *t)
{
  double sum = 0;

  for (size_t c = 0; c < t->size; c++)
    sum += t->degree[c / t->e->dim] * t->step[c] * t->step[c];
  return t->damping * sum;
}

/* Move along the step, backtracking until E falls.  Returns the fraction of the
 * step taken, or 0 if E did not fall. */
static double
go(state *t, size_t *evaluations)
{
  const mg_objective *f = &t->e->objective;
  double far = 1, slope = 2 * dot(t->size, t->grad, t->step), there, *swap;

  for (int k = 0; k < BACKTRACKS && slope < 0; k++) {
    for (size_t c = 0; c < t->size; c++)
      t->trial[c] = t->y[c] + far * t->step[c];
    there = f->value(f->ctx, t->trial, t->trial_grad);
    ++*evaluations;
    if (there < t->value + 1e-4 * far * slope) {
      t->value = there;
      memcpy(t->y, t->trial, t->size * sizeof *t->y);
      swap = t->grad, t->grad = t->trial_grad, t->trial_grad = swap;
      return far;
    }
    far *= fmin(0.5, fmax(0.1, -slope * far / (2 * (there - t->value
                                                    - slope * far))));
  }
  return 0;
}

/* Make one step; lower the damping if E fell about as much as predicted. */
static mgnn_status
step_make(state *t, mg_lbfgs_result *out, mgnn_error *err)
{
  double before = t->value, foreseen, gain, far;

  PASS(mg_edge_metric_factor(t->e->metric, t->y, &(mg_metric_terms){
     .by = 1, .share = t->damping, .node = t->degree }, err));
  for (size_t c = 0; c < t->size; c++)
    t->step[c] = -t->grad[c];
  if (mg_edge_metric_solve(t->e->metric, t->step) != 0)
    PASS(mg_fail_memory(err));
  foreseen = -dot(t->size, t->grad, t->step) + damped(t);
  far = go(t, &out->evaluations);
  gain = far > 0 && foreseen > 0 ? (before - t->value) / foreseen : 0;
  if (far < 1 || gain < 0.25)
    t->damping *= far > 0 ? 4 : 16;
  else if (gain > 0.7)
    t->damping = fmax(t->damping / 8, damping_least);
  return MGNN_OK;
}

/* Whether the descent ends before its next step; sets out->end. */
static int
is_over(const state *t, const mg_lbfgs_options *opt, mg_lbfgs_result *out)
{
  out->end = MG_LBFGS_CONVERGED;
  if (!(t->value > opt->floor) || t->damping > damping_most)
    return 1;
  out->end = MG_LBFGS_STOPPED;
  if (opt->watch != NULL
      && opt->watch(opt->watch_ctx, out->iterations, t->y, t->value))
    return 1;
  out->end = MG_LBFGS_LIMIT;
  return opt->max_iterations > 0 && out->iterations >= opt->max_iterations;
}

mgnn_status
mg_newton(const mg_edge_energy *e, const mg_lbfgs_options *opt, double *y,
          mg_lbfgs_result *out, mgnn_error *err)
{
  size_t n = e->graph->n, size = n * e->dim, idle = 0;
  double *four = mg_alloc(4 * size + n, sizeof *four);
  state t = { .e = e, .size = size, .y = y, .damping = damping_first };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(four, err));
  t.grad = four;
  t.trial = four + size;
  t.trial_grad = four + 2 * size;
  t.step = four + 3 * size;
  t.degree = four + 4 * size;
  for (size_t i = 0; i < n; i++)
    t.degree[i] = fmax(mg_degree(e->graph, i), 1e-300);
  t.value = e->objective.value(e->objective.ctx, y, t.grad);
  out->evaluations++;
  while (!is_over(&t, opt, out)) {
    double before = t.value;

    TRY(step_make(&t, out, err));
    out->iterations++;
    idle = before - t.value <= opt->tolerance * before ? idle + 1 : 0;
    if (idle >= opt->patience) {
      out->end = MG_LBFGS_CONVERGED;
      break;
    }
  }
  out->value = t.value;
end:
  mg_free(four);
  return status;
}

/* When to change from L-BFGS to Gauss-Newton: first considered after STEPS_FIRST steps
 * of L-BFGS, if a factorization takes no longer than STEPS_PER_FACTOR of them.  About
 * thirty factorizations are mostly enough, where L-BFGS takes thousands of steps along
 * chains.  Each time the number of steps doubles, so does this limit. */
enum { STEPS_FIRST = 60 };
#define STEPS_PER_FACTOR 60.0
#define STEPS_BRACED 20.0      /* for braced graphs, where L-BFGS needs fewer */
#define TOLERANCE_TIMES 20
#define TOLERANCE_MOST 0.01

typedef struct {
  const mg_run_control *control;
  size_t size;
  mg_depth depth;
  mg_eta eta;
  mg_edge_energy *edges;       /* E if that is minimised, else NULL */
  size_t ask;                  /* step at which to consider Gauss-Newton next */
  int change;                  /* nonzero: go on with Gauss-Newton */
  mgnn_status status;
  mgnn_error *err;
} witness;

static int
on_iteration(void *ctx, size_t iteration, const double *y, double value)
{
  witness *w = ctx;
  mg_descent_progress progress = { .size = w->size, .iteration = iteration,
                                   .value = value, .left = NAN };

  if (w->control->trajectory != NULL)
    mg_trajectory_add(w->control->trajectory, iteration, y, value);
  if (w->edges != NULL && w->edges->graph == w->control->shown) {
    progress.y = y;
    progress.called = w->control->called;
  } else if (w->edges == NULL && w->control->frame != NULL)
    mg_progress_frame(&progress, w->control, y);
  mg_eta_add(&w->eta, value);
  progress.left = mg_eta_left(&w->eta, w->depth.tolerance, w->depth.floor);
  if (w->depth.most > 0)
    progress.left = fmin(progress.left, (double)(w->depth.most - iteration));
  if (mg_run_step(w->control, progress))
    return 1;
  if (w->edges == NULL || w->change || iteration != w->ask)
    return 0;
  w->status = mg_edge_energy_plan(w->edges, (double)(w->ask / STEPS_FIRST)
                                            * (mg_graph_braced(w->edges->graph,
                                                               w->edges->dim)
                                               ? STEPS_BRACED : STEPS_PER_FACTOR),
                                  w->err);
  w->ask *= 2;
  w->change = w->edges->metric != NULL;
  return w->change || w->status != MGNN_OK;
}

static mgnn_status
descend(witness *w, const mg_objective *f, double *y, mg_lbfgs_result *out,
        mgnn_error *err)
{
  const mg_run_control *control = w->control;
  mg_lbfgs_options opt;
  mgnn_status status = MGNN_OK;

  mg_lbfgs_init(&opt);
  opt.max_iterations = w->depth.most;
  opt.tolerance = w->depth.tolerance;
  opt.patience = w->depth.patience;
  opt.floor = w->depth.floor;
  opt.threads = control->threads;
  opt.watch = on_iteration;
  opt.watch_ctx = w;
  w->size = f->size;
  w->err = err;
  TRY(mg_lbfgs(f, &opt, y, out, err));
  TRY(w->status);
  if (w->change) {             /* one such step does the work of many of L-BFGS */
    opt.tolerance = fmin(TOLERANCE_TIMES * opt.tolerance, TOLERANCE_MOST);
    opt.patience = 2;
    TRY(mg_newton(w->edges, &opt, y, out, err));
  }
  if (control->trajectory == NULL)
    goto end;
  mg_trajectory_add(control->trajectory, out->iterations, y, out->value);
  TRY(mg_trajectory_check(control->trajectory, err));
end:
  return status;
}

mgnn_status
mg_descend_on(const mg_objective *f, const mg_run_control *control,
              mg_depth depth, double *y, mg_lbfgs_result *out, mgnn_error *err)
{
  witness w = { .control = control, .depth = depth };

  return descend(&w, f, y, out, err);
}

mgnn_status
mg_descend(mg_edge_energy *e, const mg_run_control *control, mg_depth depth,
           double *y, mg_lbfgs_result *out, mgnn_error *err)
{
  witness w = { .control = control, .depth = depth, .edges = e,
                .ask = STEPS_FIRST };

  w.depth.floor *= e->scale;
  return descend(&w, &e->objective, y, out, err);
}

mgnn_status
mg_descend_from(const mg_task *t, mg_depth depth, double *y, mg_search *found,
                mgnn_error *err)
{
  mg_lbfgs_result result;
  mg_edge_energy edges = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_edge_energy_init(&edges, t->graph, t->dim, t->pin, t->control->seed,
                    t->control->threads, err));
  edges.terms = t->terms;
  TRY(mg_descend(&edges, t->control, depth, y, &result, err));
  if (edges.failed != MGNN_OK)
    TRY(mg_fail_memory(err));
  found->energy = result.value;
  found->iterations += result.iterations;
end:
  mg_edge_energy_free(&edges);
  return status;
}

/* Descents as the searches make them: L-BFGS with a watcher that records the
 * trajectory and estimates how much is left. */
#include "descend.h"
#include "eta.h"
#include "newton.h"
#include "solve/arrange/trajectory.h"

#include <math.h>

/* Steps of L-BFGS after which the normal equations are asked for, and how many of
 * these a factorization may take: some thirty factorizations are mostly enough,
 * where L-BFGS takes thousands of steps along chains. */
enum { STEPS_FIRST = 200 };
#define STEPS_PER_FACTOR 60.0
#define STEPS_BRACED 20.0      /* where fewer steps of L-BFGS are to be saved */
#define TOLERANCE_TIMES 20
#define TOLERANCE_MOST 0.01

typedef struct {
  const mg_run_control *control;
  size_t size;
  mg_depth depth;
  mg_eta eta;
  mg_edge_energy *edges;       /* what is minimised; NULL: something else */
  int change;                  /* to the normal equations */
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
  if (w->edges == NULL || iteration != STEPS_FIRST || w->change)
    return 0;
  w->status = mg_edge_energy_plan(w->edges, mg_graph_braced(w->edges->graph,
                                                            w->edges->dim)
                                            ? STEPS_BRACED : STEPS_PER_FACTOR,
                                  w->err);
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
  if (w->change) {             /* a step does what many did */
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
  witness w = { .control = control, .depth = depth, .edges = e };

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

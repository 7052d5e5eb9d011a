/* Descents as the searches make them: L-BFGS with a watcher that records the
 * trajectory and estimates how much is left. */
#include "descend.h"
#include "eta.h"
#include "solve/arrange/trajectory.h"

#include <math.h>

typedef struct {
  const mg_run_control *control;
  size_t size;
  mg_depth depth;
  mg_eta eta;
} witness;

static int
on_iteration(void *ctx, size_t iteration, const double *y, double value)
{
  witness *w = ctx;
  mg_descent_progress progress = { w->size, iteration, value, NAN };

  if (w->control->trajectory != NULL)
    mg_trajectory_add(w->control->trajectory, iteration, y, value);
  mg_eta_add(&w->eta, value);
  progress.left = mg_eta_left(&w->eta, w->depth.tolerance, w->depth.floor);
  if (w->depth.most > 0)
    progress.left = fmin(progress.left, (double)(w->depth.most - iteration));
  return mg_run_step(w->control, progress);
}

mgnn_status
mg_descend_on(const mg_objective *f, const mg_run_control *control,
              mg_depth depth, double *y, mg_lbfgs_result *out, mgnn_error *err)
{
  mg_lbfgs_options opt;
  witness w = { .control = control, .size = f->size, .depth = depth };
  mgnn_status status;

  mg_lbfgs_init(&opt);
  opt.max_iterations = depth.most;
  opt.tolerance = depth.tolerance;
  opt.patience = depth.patience;
  opt.floor = depth.floor;
  opt.threads = control->threads;
  opt.watch = on_iteration;
  opt.watch_ctx = &w;
  status = mg_lbfgs(f, &opt, y, out, err);
  if (status != MGNN_OK || control->trajectory == NULL)
    return status;
  mg_trajectory_add(control->trajectory, out->iterations, y, out->value);
  return mg_trajectory_check(control->trajectory, err);
}

mgnn_status
mg_descend(const mg_edge_energy *e, const mg_run_control *control,
           mg_depth depth, double *y, mg_lbfgs_result *out, mgnn_error *err)
{
  depth.floor *= e->scale;
  return mg_descend_on(&e->objective, control, depth, y, out, err);
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
  TRY(mg_descend(&edges, t->control, depth, y, &result, err));
  found->energy = result.value;
  found->iterations += result.iterations;
end:
  mg_edge_energy_free(&edges);
  return status;
}

/* Descents as the searches make them: L-BFGS with a watcher that records the
 * trajectory and estimates how much is left. */
#include "descend.h"
#include "eta.h"
#include "solve/arrange/trajectory.h"

#include <math.h>

/* What the watcher of a descent needs. */
typedef struct {
  const mg_effort *how;
  size_t size;
  mg_depth depth;
  mg_outlook outlook;
} witness;

static int
on_iteration(void *ctx, size_t iteration, const double *y, double value)
{
  witness *w = ctx;
  mg_stand stand = { w->size, iteration, value, NAN };

  if (w->how->trace != NULL)
    mg_trace_add(w->how->trace, iteration, y, value);
  mg_outlook_add(&w->outlook, value);
  stand.left = mg_outlook_left(&w->outlook, w->depth.tolerance, w->depth.floor);
  if (w->depth.most > 0)
    stand.left = fmin(stand.left, (double)(w->depth.most - iteration));
  return mg_effort_step(w->how, stand);
}

mgnn_status
mg_descend_on(const mg_objective *f, const mg_effort *how, mg_depth depth,
              double *y, mg_lbfgs_result *out, mgnn_error *err)
{
  mg_lbfgs_options opt;
  witness w = { how, f->size, depth, { 0, 0, 0, { 0 } } };
  mgnn_status status;

  mg_lbfgs_init(&opt);
  opt.max_iterations = depth.most;
  opt.tolerance = depth.tolerance;
  opt.patience = depth.patience;
  opt.floor = depth.floor;
  opt.threads = how->threads;
  opt.watch = on_iteration;
  opt.watch_ctx = &w;
  status = mg_lbfgs(f, &opt, y, out, err);
  if (status != MGNN_OK || how->trace == NULL)
    return status;
  mg_trace_add(how->trace, out->iterations, y, out->value);
  return mg_trace_check(how->trace, err);
}

mgnn_status
mg_descend(const mg_edges *e, const mg_effort *how, mg_depth depth, double *y,
           mg_lbfgs_result *out, mgnn_error *err)
{
  depth.floor *= e->scale;
  return mg_descend_on(&e->objective, how, depth, y, out, err);
}

mgnn_status
mg_descend_from(const mg_task *t, mg_depth depth, double *y, mg_search *found,
                mgnn_error *err)
{
  mg_lbfgs_result result;
  mg_edges edges = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_edges_init(&edges, t->graph, t->dim, t->pin, t->how->seed,
                    t->how->threads, err));
  TRY(mg_descend(&edges, t->how, depth, y, &result, err));
  found->energy = result.value;
  found->iterations += result.iterations;
end:
  mg_edges_free(&edges);
  return status;
}

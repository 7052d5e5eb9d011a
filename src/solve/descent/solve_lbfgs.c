/* L-BFGS on E, with the MGNN step as its metric: the usual way down. */
#include "base/mem.h"
#include "edge_energy.h"
#include "eta.h"
#include "solve/solver.h"

#include <math.h>
#include <string.h>

/* What the watcher of L-BFGS passes on to mg_descent_limit. */
typedef struct {
  const mg_descent *descent;
  double floor;
  const char *reason;
  mg_outlook outlook;
} guard;

static int
on_iteration(void *ctx, size_t iteration, const double *y, double energy)
{
  guard *g = ctx;

  mg_outlook_add(&g->outlook, energy);
  g->reason = mg_descent_limit(g->descent, iteration, y, energy,
                               mg_outlook_left(&g->outlook,
                                               g->descent->par->tolerance,
                                               g->floor));
  return g->reason != NULL;
}

mgnn_status
mg_solve_lbfgs(const mg_descent *d, double *y, mgnn_outcome *out,
               mgnn_error *err)
{
  guard g = { .descent = d };
  const mgnn_control *control = &d->par->control;
  mg_lbfgs_options opt;
  mg_lbfgs_result result;
  mg_edges edges;
  mgnn_status status = mg_edges_init(&edges, &d->p->graph, d->dim, d->p->pin,
                                     control->seed, control->threads, err);

  if (status != MGNN_OK)
    return status;
  mg_lbfgs_init(&opt);
  opt.tolerance = d->par->tolerance;
  opt.floor = g.floor = 1e-30 * edges.scale;
  opt.threads = control->threads;
  opt.watch = on_iteration;
  opt.watch_ctx = &g;
  status = mg_lbfgs(&edges.objective, &opt, y, &result, err);
  if (status == MGNN_OK) {
    out->iterations = result.iterations;
    out->energy = result.value;
    out->reason = g.reason != NULL ? g.reason : "converged";
    status = g.reason != NULL ? MGNN_ENOCONV : MGNN_OK;
  }
  mg_edges_free(&edges);
  return status;
}

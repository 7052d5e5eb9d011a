/* L-BFGS on E, with the MGNN step as its metric: the default. */
#include "edge_energy.h"
#include "lbfgs.h"
#include "solve/solver.h"

typedef struct {
  const mg_descent *descent;
  double floor;
  const char *reason;
  mg_eta eta;
} guard;

static int
on_iteration(void *ctx, size_t iteration, const double *y, double energy)
{
  guard *g = ctx;
  double left;

  mg_eta_add(&g->eta, energy);
  left = mg_eta_left(&g->eta, g->descent->par->tolerance, g->floor);
  g->reason = mg_descent_limit(g->descent, iteration, y, energy, left);
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
  mg_edge_energy edges = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_edge_energy_init(&edges, &d->p->graph, d->dim, d->p->pin,
                          control->seed, control->threads, err));
  edges.terms = mg_terms_any(&d->p->terms) ? &d->p->terms : NULL;
  mg_lbfgs_init(&opt);
  opt.tolerance = d->par->tolerance;
  opt.floor = g.floor = 1e-30 * edges.scale;
  opt.threads = control->threads;
  opt.watch = on_iteration;
  opt.watch_ctx = &g;
  TRY(mg_lbfgs(&edges.objective, &opt, y, &result, err));
  if (edges.failed != MGNN_OK)
    TRY(mg_fail_memory(err));
  out->iterations = result.iterations;
  out->energy = result.value;
  out->reason = g.reason != NULL ? g.reason : "converged";
  status = g.reason != NULL ? MGNN_ENOCONV : MGNN_OK;
end:
  mg_edge_energy_free(&edges);
  return status;
}

/* The plain iteration: MGNN layers with alpha 0, beta 1, eps 0, averaged with
 * the old positions.  Each layer is a step of majorization halved, so the
 * energy cannot rise.  It takes some twenty times the iterations of L-BFGS, and
 * serves for comparison. */
#include "base/mem.h"
#include "lbfgs.h"
#include "problem/energy.h"
#include "solve/solver.h"

#include <math.h>
#include <string.h>

/* y_i - (1/2) D^-1 grad_i, where grad is half the gradient of E; pinned
 * coordinates stay. */
static void
half_step(const mgnn_problem *p, size_t dim, const double *y,
          const double *grad, double *next)
{
  const mg_graph *g = &p->graph;

  for (size_t i = 0; i < g->n; i++)
    for (size_t c = i * dim; c < (i + 1) * dim; c++)
      if (mg_degree(g, i) > 0 && (p->pin == NULL || !p->pin[c]))
        next[c] = y[c] - 0.5 * grad[c] / mg_degree(g, i);
      else
        next[c] = y[c];
}

static const char *
limit_ask(const mg_descent *d, mg_eta *eta, size_t iteration, double energy,
          const double *y)
{
  mg_eta_add(eta, energy);
  return mg_descent_limit(d, iteration, y, energy,
                          mg_eta_left(eta, d->par->tolerance, 0));
}

mgnn_status
mg_solve_damped(const mg_descent *d, double *y, mgnn_outcome *out,
                mgnn_error *err)
{
  const mg_graph *g = &d->p->graph;
  const mgnn_control *control = &d->par->control;
  size_t dim = d->dim, size = g->n * dim;
  double *grad = mg_alloc(size, sizeof *grad);
  double *next = mg_alloc(size, sizeof *next);
  double *partial = mg_alloc(mg_blocks(g->n), sizeof *partial);
  double energy, fall = INFINITY;
  mg_eta eta = { 0 };
  const char *limit = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(grad, err));
  TRY(mg_allocated(next, err));
  TRY(mg_allocated(partial, err));
  energy = mg_energy(g, dim, control->seed, control->threads, y, grad, partial);
  out->iterations = 0;
  while (fall > d->par->tolerance * energy
         && (limit = limit_ask(d, &eta, out->iterations, energy, y)) == NULL) {
    double before = energy;

    half_step(d->p, dim, y, grad, next);
    energy = mg_energy(g, dim, control->seed, control->threads, next, grad,
                       partial);
    if (!(energy < before)) {  /* no gain beyond rounding */
      energy = before;
      break;
    }
    memcpy(y, next, size * sizeof *y);
    fall = before - energy;
    out->iterations++;
  }
  out->energy = energy;
  out->reason = limit != NULL ? limit : "converged";
  status = limit != NULL ? MGNN_ENOCONV : MGNN_OK;
end:
  mg_free_all(grad, next, partial);
  return status;
}

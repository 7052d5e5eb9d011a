/* The plain iteration: MGNN layers with alpha 0, beta 1, eps 0, averaged with
 * the old positions.  Each layer is a step of majorization halved, so the
 * energy cannot rise; it is slow, and the yardstick of the others. */
#include "base/mem.h"
#include "eta.h"
#include "solve/solver.h"

#include <math.h>
#include <string.h>

/* y_i - (1/2) D^-1 grad_i, where grad is half the gradient of E; coordinates
 * that are pinned stay. */
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

/* Tell the watcher how far it is, and ask the limits. */
static const char *
limit_ask(const mg_descent *d, mg_outlook *o, size_t iteration, double energy,
          const double *y)
{
  mg_outlook_add(o, energy);
  return mg_descent_limit(d, iteration, y, energy,
                          mg_outlook_left(o, d->par->tolerance, 0));
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
  mg_outlook outlook = { 0, 0, 0, { 0 } };
  const char *limit = NULL;
  mgnn_status status = MGNN_OK;

  if (grad == NULL || next == NULL || partial == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  energy = mg_energy(g, dim, control->seed, control->threads, y, grad, partial);
  out->iterations = 0;
  while (fall > d->par->tolerance * energy
         && (limit = limit_ask(d, &outlook, out->iterations, energy, y)) == NULL) {
    double before = energy;

    half_step(d->p, dim, y, grad, next);
    energy = mg_energy(g, dim, control->seed, control->threads, next, grad, partial);
    if (!(energy < before)) {  /* rounding: there is nothing left to gain */
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
leave:
  mg_free(grad);
  mg_free(next);
  mg_free(partial);
  return status;
}

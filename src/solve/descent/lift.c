/* Dimensional relaxation: the penalty of the added coordinate rises in stages.
 * It starts small but not at 0: without a penalty a good start folds up in the
 * added dimension, and flattening that leaves more stress than before. */
#include "lift.h"
#include "base/mem.h"
#include "descend.h"

#include <string.h>

enum { STAGES = 5, STEPS = 50 };       /* iterations of L-BFGS per weight */

static const double weights[STAGES] = { 0.003, 0.01, 0.03, 0.1, 0.3 };

void
mg_lift_raise(size_t n, size_t dim, const double *y, const double *height,
              double *high)
{
  for (size_t i = 0; i < n; i++) {
    memcpy(high + i * (dim + 1), y + i * dim, dim * sizeof *high);
    high[i * (dim + 1) + dim] = height != NULL ? height[i] : 0;
  }
}

void
mg_lift_flatten(size_t n, size_t dim, const double *high, double *y)
{
  for (size_t i = 0; i < n; i++)
    memmove(y + i * dim, high + i * (dim + 1), dim * sizeof *y);
}

typedef struct {
  mg_edge_energy edges;        /* E in dim + 1 dimensions */
  double weight;
} lifted;

/* E and weight * sum_i degree_i z_i^2, z_i the height of node i. */
static double
value(void *ctx, const double *x, double *grad)
{
  lifted *l = ctx;
  const mg_graph *g = l->edges.graph;
  size_t dim = l->edges.dim;
  double sum = l->edges.objective.value(&l->edges, x, grad);

  for (size_t i = 0; i < g->n; i++) {
    size_t c = i * dim + dim - 1;
    double w = l->weight * mg_degree(g, i);

    sum += w * x[c] * x[c];
    grad[c] += w * x[c];
  }
  return sum;
}

mgnn_status
mg_lift_descend(const mg_task *t, const unsigned char *pin, const double *weight,
                size_t stages, size_t steps, double *high, mg_search *found,
                mgnn_error *err)
{
  lifted l = { .weight = 0 };
  mgnn_status status = MGNN_OK;
  mg_objective f;

  TRY(mg_edge_energy_init(&l.edges, t->graph, t->dim + 1, pin, t->control->seed,
                    t->control->threads, err));
  l.edges.terms = t->terms;
  f = l.edges.objective;
  f.value = value;
  f.ctx = &l;
  for (size_t k = 0; k < stages; k++) {
    mg_lbfgs_result result;

    l.weight = weight[k];
    TRY(mg_descend_on(&f, t->control, (mg_depth){ steps, 1e-4, 0, 5 }, high,
                      &result, err));
    found->iterations += result.iterations;
  }
  if (l.edges.failed != MGNN_OK)
    TRY(mg_fail_memory(err));
end:
  mg_edge_energy_free(&l.edges);
  return status;
}

mgnn_status
mg_lift(const mg_task *t, const double *height, double *y, mg_search *found,
        mgnn_error *err)
{
  size_t n = t->graph->n, dim = t->dim;
  double *high = mg_alloc(n, (dim + 1) * sizeof *high);
  unsigned char *held = mg_zalloc(n, dim + 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(high, err));
  TRY(mg_allocated(held, err));
  mg_lift_raise(n, dim, y, height, high);
  for (size_t i = 0; i < n; i++) {
    if (t->pin != NULL)
      memcpy(held + i * (dim + 1), t->pin + i * dim, dim);
    held[i * (dim + 1) + dim] = height[i] == 0;
  }
  TRY(mg_lift_descend(t, held, weights, STAGES, STEPS, high, found,
                      err));
  mg_lift_flatten(n, dim, high, y);
  status = mg_descend_from(t, (mg_depth){ 0, 1e-4, 1e-20, 5 }, y, found, err);
end:
  mg_free_all(high, held);
  return status;
}

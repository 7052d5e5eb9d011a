/* Pressing a drawing flat, slowly.  The weight of the press starts small but
 * not at 0: from a good start a free phase in space would only crumple it. */
#include "lift.h"
#include "base/mem.h"
#include "descend.h"

#include <string.h>

static const double press[] = { 0.003, 0.01, 0.03, 0.1, 0.3 };
enum { PRESSES = sizeof press / sizeof *press, STEPS = 50 };

typedef struct {
  mg_edges edges;              /* in dim + 1 dimensions */
  double mu;
} pressed;

/* E plus the press, and half its gradient. */
static double
value(void *ctx, const double *y, double *grad)
{
  pressed *p = ctx;
  const mg_graph *g = p->edges.graph;
  size_t dim = p->edges.dim;
  double sum = p->edges.objective.value(&p->edges, y, grad);

  for (size_t i = 0; i < g->n; i++) {
    double h = y[i * dim + dim - 1];

    sum += p->mu * mg_degree(g, i) * h * h;
    grad[i * dim + dim - 1] += p->mu * mg_degree(g, i) * h;
  }
  return sum;
}

/* Press `high`, n*(dim+1), flat; pin has as many bytes. */
static mgnn_status
flatten(const mg_graph *g, size_t dim, const unsigned char *pin,
        const mg_effort *how, double *high, size_t *iterations, mgnn_error *err)
{
  pressed p;
  mgnn_status status = mg_edges_init(&p.edges, g, dim + 1, pin, how->seed,
                                     how->threads, err);

  if (status != MGNN_OK)
    return status;
  for (size_t k = 0; k < PRESSES && status == MGNN_OK; k++) {
    mg_objective f = p.edges.objective;
    mg_lbfgs_result result = { 0 };

    f.value = value;
    f.ctx = &p;
    p.mu = press[k];
    status = mg_descend_on(&f, how, (mg_depth){ STEPS, 1e-4, 0, 5 }, high,
                           &result, err);
    *iterations += result.iterations;
  }
  mg_edges_free(&p.edges);
  return status;
}

/* Put y and the heights together, press them flat, take y back. */
static mgnn_status
detour(const mg_graph *g, size_t dim, const unsigned char *pin,
       const mg_effort *how, const double *height, double *y,
       size_t *iterations, mgnn_error *err)
{
  double *high = mg_alloc(g->n, (dim + 1) * sizeof *high);
  unsigned char *held = mg_zalloc(g->n, dim + 1);
  mgnn_status status = MGNN_OK;

  if (high == NULL || held == NULL) {
    status = mg_fail_memory(err);
    goto leave;
  }
  for (size_t i = 0; i < g->n; i++) {
    size_t at = i * (dim + 1);

    memcpy(high + at, y + i * dim, dim * sizeof *high);
    high[at + dim] = height[i];
    if (pin != NULL)
      memcpy(held + at, pin + i * dim, dim);
    held[at + dim] = height[i] == 0;
  }
  status = flatten(g, dim, held, how, high, iterations, err);
  for (size_t i = 0; i < g->n && status == MGNN_OK; i++)
    memcpy(y + i * dim, high + i * (dim + 1), dim * sizeof *y);
leave:
  mg_free(high);
  mg_free(held);
  return status;
}

mgnn_status
mg_lift(const mg_graph *g, size_t dim, const unsigned char *pin,
        const mg_effort *how, const double *height, double *y, double *energy,
        size_t *iterations, mgnn_error *err)
{
  mgnn_status status = detour(g, dim, pin, how, height, y, iterations, err);

  if (status == MGNN_OK)
    status = mg_descend_from(g, dim, pin, how, (mg_depth){ 0, 1e-4, 1e-20, 5 },
                             y, energy, iterations, err);
  return status;
}

/* E as an objective: the sum of the terms, and D^-1 as the metric. */
#include "edge_energy.h"
#include "base/mem.h"
#include "core_width.h"

#include <string.h>

static double
value(void *ctx, const double *y, double *grad)
{
  mg_edge_energy *e = ctx;
  const mg_energy_input in = { e->graph, e->dim, e->seed, e->threads, e->partial,
                               e->terms, &e->failed };

  return mg_energy_sum(&in, y, grad);
}

mgnn_status
mg_edge_energy_init(mg_edge_energy *e, const mg_graph *g, size_t dim,
              const unsigned char *pin, unsigned long seed, int threads,
              mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  *e = (mg_edge_energy){ .graph = g, .dim = dim, .seed = seed,
                         .threads = threads, .pin = pin };
  TRY(mg_allocated(e->inverse = mg_alloc(g->n * dim, sizeof *e->inverse), err));
  e->partial = mg_alloc(mg_blocks(g->n), sizeof *e->partial);
  TRY(mg_allocated(e->partial, err));
  for (size_t c = 0; c < g->n * dim; c++)
    e->inverse[c] = mg_degree(g, c / dim) > 0 && (pin == NULL || !pin[c])
                    ? 1 / mg_degree(g, c / dim) : 0;
  for (size_t k = 0; k < g->m; k++)
    e->scale += (g->stiffness != NULL ? g->stiffness[k] : 1) * g->target[k]
                * g->target[k];
  e->objective = (mg_objective){ g->n * dim, value, e, e->inverse, NULL };
end:
  if (status != MGNN_OK)
    mg_edge_energy_free(e);
  return status;
}

void
mg_edge_energy_free(mg_edge_energy *e)
{
  mg_edge_metric_free(e->metric);
  mg_free(e->inverse);
  mg_free(e->partial);
  memset(e, 0, sizeof *e);
}

/* A step of L-BFGS passes some forty times over the coordinates, and over the
 * slots once for each dimension with ten operations, about.  If only the nodes of
 * one cut fill up, to a dense block of its width, that takes width^3 / 6. */
mgnn_status
mg_edge_energy_plan(mg_edge_energy *e, double steps, mgnn_error *err)
{
  const mg_graph *g = e->graph;
  double dim = (double)e->dim, most, block;
  size_t width;
  mgnn_status status = MGNN_OK;

  if (e->planned)
    goto end;
  e->planned = 1;
  most = steps * dim * (40.0 * (double)g->n + 20.0 * (double)g->m);
  TRY(mg_core_width(g, &width, err));
  block = dim * (double)width;
  if (block * block * block / 6 > most)
    goto end;
  TRY(mg_edge_metric_init(&e->metric, g, e->dim, e->pin, err));
  if (mg_edge_metric_work(e->metric) <= most)
    goto end;
  mg_edge_metric_free(e->metric);
  e->metric = NULL;
end:
  return status;
}

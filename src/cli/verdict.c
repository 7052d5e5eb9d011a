/* Can the lengths of a layout be met, and do they determine the drawing? */
#include "verdict.h"
#include "inspect/feasible.h"
#include "inspect/rigidity.h"
#include "problem/components.h"

/* The rigid motions of n nodes in d dimensions: d n - n (n-1)/2 where there are
 * fewer than d, else d (d+1)/2. */
static size_t
motions(size_t n, size_t dim)
{
  return n < dim ? dim * n - n * (n - 1) / 2 : dim * (dim + 1) / 2;
}

/* A component has its own rigid motions; all of them but those of the whole are
 * degrees of freedom of the graph. */
static mgnn_status
inner_freedom_find(mg_verdict *v, const mg_results *runs, mgnn_error *err)
{
  const mg_graph *g = &runs->in->problem->graph;
  size_t apart = 0;
  mg_components c = { 0 };
  mgnn_status status = MGNN_OK;

  v->inner_known = v->rigidity_known
                   && (runs->in->pinned == 0 || runs->in->parts.count == 1);
  if (!v->inner_known)
    return MGNN_OK;
  TRY(mg_components_find(&c, g, err));
  for (size_t k = 0; k < c.count; k++)
    apart += motions(c.first[k + 1] - c.first[k], runs->dim);
  v->inner_freedom = v->rigidity.degrees_of_freedom;
  if (c.count > 1)
    v->inner_freedom -= apart - motions(g->n, runs->dim);
end:
  mg_components_free(&c);
  return status;
}

mgnn_status
mg_verdict_find(mg_verdict *v, const mg_results *runs, mgnn_error *err)
{
  static const mg_verdict_budget budget = { 2e8, 300 };
  const mg_input *in = runs->in;
  mgnn_status status = MGNN_OK;

  if (runs->in_layers || (runs->paths && !in->lengths_given))
    return MGNN_OK;
  TRY(mg_feasibility_find(in->problem, runs->dim, MG_MET, &budget,
                          runs->run[0].last, &v->lengths, err));
  v->known = 1;
  TRY(mg_rigidity_quick(in->problem, runs->dim, &v->rigidity,
                        &v->rigidity_known, err));
  TRY(inner_freedom_find(v, runs, err));
end:
  return status;
}

void
mg_verdict_free(mg_verdict *v)
{
  mgnn_feasibility_free(&v->lengths);
  mgnn_rigidity_free(&v->rigidity);
}

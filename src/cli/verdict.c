/* Can the lengths of a layout be met, and do they determine the drawing? */
#include "verdict.h"
#include "inspect/feasible.h"
#include "inspect/rigidity.h"

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
  v->inner_known = v->rigidity_known && (in->pinned == 0 || in->parts.count == 1);
  if (v->inner_known)
    TRY(mg_rigidity_inner(in->problem, &v->rigidity, &v->inner_freedom, err));
end:
  return status;
}

void
mg_verdict_free(mg_verdict *v)
{
  mgnn_feasibility_free(&v->lengths);
  mgnn_rigidity_free(&v->rigidity);
}

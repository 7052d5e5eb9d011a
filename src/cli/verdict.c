/* Can the lengths of a layout be met, and do they determine the drawing? */
#include "verdict.h"
#include "inspect/feasible.h"

mgnn_status
mg_verdict_find(mg_verdict *v, const mg_results *runs, double work,
                mgnn_error *err)
{
  static const mg_verdict_budget budget = { 2e8, 300 };
  const mg_input *in = runs->in;
  mgnn_status status = MGNN_OK;

  if (runs->in_layers || (runs->paths && !in->lengths_given))
    return MGNN_OK;
  TRY(mg_feasibility_find(in->problem, runs->dim, MG_MET, &budget,
                          runs->run[0].last, &v->lengths, err));
  v->known = 1;
  v->kinds = mg_edge_kinds_count(&in->problem->graph);
  TRY(mg_rigidity_quick(in->problem, runs->dim, work, &v->rigidity,
                        &v->rigidity_known, err));
  if (v->rigidity_known) {
    const double *y = runs->run[0].last;

    TRY(mg_determined_find(in->problem, 1, &v->rigidity, work, &v->determined,
                           err));
    TRY(mg_determined_anchors(v->determined, in->problem, runs->dim, y, err));
    TRY(mg_verified_find(v->determined, in->problem, runs->dim, y, work,
                         &v->verified, err));
  }
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
  mgnn_determined_free(v->determined);
  mg_verified_free(&v->verified);
}

/* Tests whether the lengths can be met and whether they determine the drawing,
 * each once: paths before the search, tests that need a drawing after it. */
#include "inspect/feasible.h"
#include "measure/measure.h"
#include "policy.h"
#include "solve/descent/length_error.h"

#include <math.h>

static const mg_verdict_budget budget = { 2e8, 300 };

mgnn_status
mg_lengths_judge(const mg_plan *plan, mg_found *f, const double *y, mgnn_error *err)
{
  mg_verdict *v = &f->verdict;

  if (v->asked == MG_LENGTHS_OPEN) {
    PASS(mg_feasibility_begin(plan->p, f->dim, MG_MET, &budget, &v->lengths, err));
    v->asked = MG_LENGTHS_PATHS;
  }
  if (y == NULL)
    return MGNN_OK;
  v->lengths.dim = f->dim;     /* a search may have changed it */
  PASS(v->asked == MG_LENGTHS_PATHS
       ? mg_feasibility_finish(&v->lengths, plan->p, &budget, y, err)
       : mgnn_feasibility_certify(&v->lengths, plan->p, y, err));
  v->asked = MG_LENGTHS_JUDGED;
  return MGNN_OK;
}

/* Count the edges that y misses beyond the rounding of the lengths, if a search for
 * lengths ended by itself without having tried everything.  Counts only errors
 * above a tenth of the worst, since one bad edge pulls at all edges around it.  A
 * descent from a given start, which has no stages, has nothing else to try. */
static mgnn_status
count_unmet(const mg_plan *plan, mg_found *f, const double *y, mgnn_error *err)
{
  const mgnn_problem *p = plan->p;
  mg_verdict *v = &f->verdict;
  mgnn_figures figures;
  mg_error_unit unit;

  v->unmet = 0;
  if (f->best->stage == NULL || !isnan(f->best->pair_stress) || f->stopped || f->moved
      || v->lengths.feasible >= 0 || p->noise.kind != NULL || f->exhausted)
    return MGNN_OK;
  PASS(mgnn_measure(p, f->dim, y, NULL, 0, &figures, err));
  v->unmet_beyond = fmax(MG_MET, figures.max_relative_error / 10);
  unit = mg_error_unit_of(&p->graph);
  for (size_t e = 0; e < p->graph.m; e++) {
    double r = mg_edge_length(&p->graph, e, f->dim, y);
    double to = mg_edge_fit_of(&p->graph, e, r).target;

    v->unmet += !mg_is_loose(&p->graph, e)
                && fabs(r - to) > v->unmet_beyond * (to > 0 ? to : unit.mean)
                                  + mg_rounding_at(&unit, to);
  }
  return MGNN_OK;
}

mgnn_status
mg_determined_judge(const mg_plan *plan, mg_found *f, const double *y, double work,
                    mgnn_error *err)
{
  const mgnn_problem *p = plan->p;
  mg_verdict *v = &f->verdict;

  if (!v->rigidity_asked)
    PASS(mg_rigidity_quick(p, f->dim, work, &v->rigidity, &v->rigidity_known, err));
  v->rigidity_asked = 1;
  if (v->rigidity_known && v->determined == NULL) {
    PASS(mg_determined_find(p, 1, &v->rigidity, work, &v->determined, err));
    PASS(mg_determined_anchors(v->determined, p, f->dim, y, err));
    PASS(mg_determined_given(v->determined, p, f->dim, y, v->lengths.feasible,
                             err));
  }
  return MGNN_OK;
}

mgnn_status
mg_verdict_find(const mg_plan *plan, mg_found *f, const double *y, double work,
                mgnn_error *err)
{
  const mgnn_problem *p = plan->p;
  mg_verdict *v = &f->verdict;

  PASS(mg_lengths_judge(plan, f, y, err));
  PASS(count_unmet(plan, f, y, err));
  PASS(mg_determined_judge(plan, f, y, work, err));
  if (v->rigidity_known)
    PASS(mg_verified_find(v->determined, p, f->dim, y, &v->verified, err));
  v->inner_known = v->rigidity_known && (p->pin == NULL || plan->connected);
  if (v->inner_known)
    PASS(mg_rigidity_inner(p, &v->rigidity, &v->inner_freedom, err));
  return MGNN_OK;
}

void
mg_verdict_free(mg_verdict *v)
{
  mgnn_feasibility_free(&v->lengths);
  mgnn_rigidity_free(&v->rigidity);
  mgnn_determined_free(v->determined);
  mg_verified_free(&v->verified);
  *v = (mg_verdict){ 0 };
}

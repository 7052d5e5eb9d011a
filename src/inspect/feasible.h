/* Can the lengths be met? */
#ifndef MG_FEASIBLE_H
#define MG_FEASIBLE_H

#include "problem/problem.h"

/* How exact a length has to be met unless the user says otherwise. */
#define MG_MET 1e-5

/* Limits of the work for a verdict. */
typedef struct {
  double neighbours;           /* looked at in the search for violations, or
                                  as much other work */
  size_t nodes;                /* where all pairs are given */
} mg_verdict_budget;

/* mgnn_feasibility_find in two steps, within a budget.  The first asks whether paths
 * contradict lengths, which is cheap and the same in all dimensions; out->dim may be
 * changed between them.  The second asks the rest; y: NULL, or positions that are
 * tried (see mgnn_feasibility_certify) before more costly witnesses. */
mgnn_status mg_feasibility_begin(const mgnn_problem *p, size_t dim,
                                 double tolerance,
                                 const mg_verdict_budget *budget,
                                 mgnn_feasibility *out, mgnn_error *err);
mgnn_status mg_feasibility_finish(mgnn_feasibility *out, const mgnn_problem *p,
                                  const mg_verdict_budget *budget, const double *y,
                                  mgnn_error *err);

/* Turn "not known" into "no" if pins, which are where y has them, contradict the
 * length of an edge between two of them: that is the group then. */
mgnn_status mg_feasibility_pins(mgnn_feasibility *f, const mgnn_problem *p,
                                const double *y, mgnn_error *err);

#endif

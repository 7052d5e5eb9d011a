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

/* As mgnn_feasibility_find, within a budget; y: NULL, or positions that are
 * tried (see mgnn_feasibility_certify) before more costly witnesses. */
mgnn_status mg_feasibility_find(const mgnn_problem *p, size_t dim,
                                double tolerance,
                                const mg_verdict_budget *budget,
                                const double *y, mgnn_feasibility *out,
                                mgnn_error *err);

#endif

/* What a solver is: a method to minimise E from given positions. */
#ifndef MG_SOLVER_H
#define MG_SOLVER_H

#include "limit.h"

/* Minimise from y, in place; fill *out.  Returns MGNN_OK, MGNN_ENOCONV or
 * MGNN_ENOMEM. */
typedef mgnn_status mg_solve(const mg_descent *d, double *y, mgnn_outcome *out,
                             mgnn_error *err);

mg_solve mg_solve_lbfgs, mg_solve_damped;

typedef struct {
  const char *name;
  const char *summary;
  mg_solve *run;
} mg_solver;

extern const mg_solver mg_solvers[];   /* for E; the first is the default; ends
                                          with name NULL */

#endif

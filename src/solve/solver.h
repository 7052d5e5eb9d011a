/* The interface of solvers: methods to minimise E, or the stress of all pairs,
 * from given positions.  solver.c has the table of them. */
#ifndef MG_SOLVER_H
#define MG_SOLVER_H

#include "limit.h"

/* Minimise from y, in place; fill *out.  Returns MGNN_OK, MGNN_ENOCONV or
 * MGNN_ENOMEM. */
typedef mgnn_status mg_solve(const mg_descent *d, double *y, mgnn_outcome *out,
                             mgnn_error *err);

mg_solve mg_solve_lbfgs, mg_solve_damped;      /* on E */

/* Check that there is a solver of that name; NULL is the default. */
mgnn_status mg_solver_check(const char *name, mgnn_error *err);

#endif

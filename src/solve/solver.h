/* What a solver is: a way down the energy from given positions. */
#ifndef MG_SOLVER_H
#define MG_SOLVER_H

#include "base/clock.h"
#include "problem/energy.h"
#include "problem/problem.h"

typedef struct {
  const char *name;
  const char *summary;
  /* Minimise E from y, in place; fill *out.  par is checked.  Returns MGNN_OK,
   * MGNN_ENOCONV or MGNN_ENOMEM. */
  mgnn_status (*run)(const mgnn_problem *p, const mgnn_params *par, double *y,
                     mgnn_outcome *out, mgnn_error *err);
} mg_solver;

extern const mg_solver mg_solvers[];   /* the first is the default; ends with
                                          name NULL */

/* For solvers: the limit that ends the search after this iteration (0: the
 * start): "stopped" by the watcher, which is called here, "iterations" or
 * "time"; NULL: none.  `start` is when the solve began, by mg_clock. */
const char *mg_solver_limit(const mgnn_params *par, size_t iteration,
                            double start, const double *y);

/* What par->pairs says: *paths is 1 if all pairs count.  MGNN_EINVAL if it is
 * no word for it. */
mgnn_status mg_solver_pairs(const mgnn_params *par, int *paths,
                            mgnn_error *err);

/* For the watcher, before it is asked: the energy of this iteration, and how
 * many seconds it will yet take if `left` more iterations are needed (NAN:
 * cannot be told) and go as fast as those since `start`. */
void mg_solver_tell(const mgnn_params *par, size_t iteration, double start,
                    double energy, double left);

/* All pairs, each component from where y has it; the table is for E. */
mgnn_status mg_solve_pairs(const mgnn_problem *p, const mgnn_params *par,
                           double *y, mgnn_outcome *out, mgnn_error *err);
mgnn_status mg_solve_lbfgs(const mgnn_problem *p, const mgnn_params *par,
                           double *y, mgnn_outcome *out, mgnn_error *err);
mgnn_status mg_solve_damped(const mgnn_problem *p, const mgnn_params *par,
                            double *y, mgnn_outcome *out, mgnn_error *err);

#endif

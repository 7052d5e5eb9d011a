/* What a solver is: a way down the energy from given positions. */
#ifndef MG_SOLVER_H
#define MG_SOLVER_H

#include "base/clock.h"
#include "problem/energy.h"
#include "problem/problem.h"

/* What is minimised, and how. */
typedef struct mg_descent {
  const mgnn_problem *p;
  size_t dim;
  const mgnn_search_params *par;         /* checked */
  double start;                          /* when it began, by mg_clock */
} mg_descent;

typedef struct {
  const char *name;
  const char *summary;
  /* Minimise E from y, in place; fill *out.   Returns MGNN_OK,
   * MGNN_ENOCONV or MGNN_ENOMEM. */
  mgnn_status (*run)(const mg_descent *d, double *y, mgnn_outcome *out,
                     mgnn_error *err);
} mg_solver;

extern const mg_solver mg_solvers[];   /* the first is the default; ends with
                                          name NULL */

/* The limit that ends a search that began at `start` by mg_clock: "stopped" by
 * the watcher, which is told here, "iterations" or "time"; NULL: none. */
const char *mg_solver_limit(const mgnn_control *control, double start,
                            const mgnn_progress *now);

/* For solvers: the same after an iteration (0: the start) that brought y and
 * the energy, where about `left` more iterations are needed (NAN: not known). */
const char *mg_descent_limit(const mg_descent *d, size_t iteration,
                             const double *y, double energy, double left);

/* What par->pairs says: *paths is 1 if all pairs count.  MGNN_EINVAL if it is
 * no word for it. */
mgnn_status mg_solver_pairs(const mgnn_search_params *par, int *paths,
                            mgnn_error *err);

/* All pairs, each component from where y has it; the table is for E. */
mgnn_status mg_solve_pairs(const mg_descent *d, double *y, mgnn_outcome *out,
                           mgnn_error *err);
mgnn_status mg_solve_lbfgs(const mg_descent *d, double *y, mgnn_outcome *out,
                           mgnn_error *err);
mgnn_status mg_solve_damped(const mg_descent *d, double *y, mgnn_outcome *out,
                            mgnn_error *err);

#endif

/* The limits of a search: iterations, time and the user's watcher. */
#ifndef MG_LIMIT_H
#define MG_LIMIT_H

#include "base/threads.h"
#include "problem/problem.h"

/* The objective and settings of a descent. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const mgnn_search_params *par;         /* checked */
  double start;                          /* when the search began, by mg_clock */
  int radial;                            /* nonzero: draw trees around their middle */
  const double *floor;                   /* n: lower bound of the energy, each
                                            edge at its first end; NULL: none */
} mg_descent;

/* The limit that ends a search begun at `start` (by mg_clock): "stopped" if the
 * watcher, which this calls, says so, else "iterations" or "time"; NULL: none. */
const char *mg_limit_reached(const mgnn_control *control, double start,
                             const mgnn_progress *now);

/* For solvers: the same after an iteration (0: the start) with its y and
 * energy, and an estimate of the iterations left (NAN: not known). */
const char *mg_descent_limit(const mg_descent *d, size_t iteration,
                             const double *y, double energy, double left);

/* Copy the parameters of a caller of the library (mg_params_take), and choose
 * the number of threads. */
mgnn_status mg_search_params_take(mgnn_search_params *own,
                                  const mgnn_search_params *par, mgnn_error *err);

/* Check all parameters but the name of the solver.  *paths is 1 if they select
 * all pairs. */
mgnn_status mg_search_params_check(const mgnn_search_params *par, int *paths,
                                   mgnn_error *err);

#endif

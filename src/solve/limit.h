/* The limits of a search: iterations, time and the user's watcher. */
#ifndef MG_LIMIT_H
#define MG_LIMIT_H

#include "base/threads.h"
#include "problem/problem.h"

/* What is minimised, and how. */
typedef struct {
  const mgnn_problem *p;
  size_t dim;
  const mgnn_search_params *par;         /* checked */
  double start;                          /* when it began, by mg_clock */
  int radial;                            /* trees are drawn around their middle */
  const double *floor;                   /* n: energy that no positions go below, for
                                            each edge at its first end; NULL: none */
} mg_descent;

/* The limit that ends a search that began at `start` by mg_clock: "stopped" by
 * the watcher, which is called here, "iterations" or "time"; NULL: none. */
const char *mg_limit_reached(const mgnn_control *control, double start,
                             const mgnn_progress *now);

/* For solvers: the same after an iteration (0: the start) that brought y and
 * the energy, where about `left` more iterations are needed (NAN: not known). */
const char *mg_descent_limit(const mg_descent *d, size_t iteration,
                             const double *y, double energy, double left);

/* Copy what a caller of the library gives (mg_params_take), with the threads that a run
 * is to use. */
mgnn_status mg_search_params_take(mgnn_search_params *own,
                                  const mgnn_search_params *par, mgnn_error *err);

/* Check all of them but the name of the solver.  *paths is 1 if all pairs
 * count. */
mgnn_status mg_search_params_check(const mgnn_search_params *par, int *paths,
                                   mgnn_error *err);

#endif

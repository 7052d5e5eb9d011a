/* A small graph solved on its own, by one thread: a start from shortest paths,
 * descents, and detours through one more dimension. */
#ifndef MG_LOCAL_SOLVE_H
#define MG_LOCAL_SOLVE_H

#include "base/graph.h"

typedef struct {
  const mg_graph *graph;
  size_t dim;
  const unsigned char *fixed;  /* per node, nonzero stays; or NULL */
  double mean, scale;          /* mean length; sum of w M^2 */
  double rest;                 /* energy between fixed nodes; not counted */
  uint64_t stream;             /* chance */
  double *inverse;             /* n * (dim+1): the metric */
  double *wide;                /* n * (dim+1): positions being tried */
  unsigned char *shaken;       /* n: nodes that a detour sets off */
} mg_small;

/* The graph and `fixed` are borrowed; x, n*dim, is read for the fixed nodes
 * only, and may be NULL if there are none.  Free with mg_small_free. */
mgnn_status mg_small_init(mg_small *s, const mg_graph *g, size_t dim,
                          const unsigned char *fixed, const double *x,
                          uint64_t stream, mgnn_error *err);
void mg_small_free(mg_small *s);

/* Positions from shortest paths inside the graph, by classical scaling.  Parts
 * that are not connected are set apart.  Time O(n m log n + n^2). */
mgnn_status mg_small_start(mg_small *s, double *x, mgnn_error *err);

/* L-BFGS from x, in place, at most so many iterations; *stress is where it
 * ends. */
mgnn_status mg_small_descend(mg_small *s, size_t iterations, double *x,
                             double *stress, mgnn_error *err);

/* Gauss and Newton's steps from x, in place, if the stress is low enough for
 * them to end in a place where the lengths are met; L-BFGS is slow on the last
 * digits.  GSL's error handler must be off. */
mgnn_status mg_small_refine(mg_small *s, double *x, double *stress,
                            mgnn_error *err);

/* Detours: nodes near wrong edges are set off into one more dimension, from
 * which growing weights bring them back.  Up to `tries` of them, as long as
 * the stress is above `good`; x is the best found.  Each ends with
 * mg_small_refine if `refine`. */
mgnn_status mg_small_detour(mg_small *s, size_t tries, double good, int refine,
                            double *x, double *stress, mgnn_error *err);

#endif

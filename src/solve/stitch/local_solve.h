/* A small graph solved on its own, by one thread: a start from shortest paths,
 * descents, Gauss-Newton steps, and lifts through one more dimension. */
#ifndef MG_LOCAL_SOLVE_H
#define MG_LOCAL_SOLVE_H

#include "base/graph.h"

typedef struct {
  const mg_graph *graph;
  size_t dim;
  const unsigned char *fixed;  /* per node, nonzero stays; or NULL */
  double mean, scale;          /* mean length; sum of w M^2 */
  double rest;                 /* energy between fixed nodes; not counted */
  uint64_t stream;             /* of random numbers */
  double *inverse;             /* n * (dim+1): the metric */
  double *high;                /* n * (dim+1): positions being tried */
  unsigned char *perturbed;    /* n: nodes that a lift moves at first */
} mg_local;

/* The graph and `fixed` are borrowed; x, n*dim, is read for the fixed nodes
 * only, and may be NULL if there are none.  Free with mg_local_free. */
mgnn_status mg_local_init(mg_local *s, const mg_graph *g, size_t dim,
                          const unsigned char *fixed, const double *x,
                          uint64_t stream, mgnn_error *err);
void mg_local_free(mg_local *s);

/* Positions from shortest paths inside the graph, by classical scaling.  Parts
 * that are not connected are set apart.  Time O(n m log n + n^2). */
mgnn_status mg_local_start(mg_local *s, double *x, mgnn_error *err);

/* How much is tried. */
typedef struct {
  size_t steps;                /* of L-BFGS, at most */
  size_t refinements;          /* by Gauss-Newton; 0: none after lifts either */
  size_t lifts;                /* at most, */
  double good;                 /* as long as the stress is above this */
} mg_local_effort;

/* From x, in place: L-BFGS, then Gauss-Newton steps, if the stress is low
 * enough for them to end in a place where the lengths are met (L-BFGS is slow
 * on the last digits); then lifts: nodes near wrong edges are moved into one
 * more dimension, from which growing weights bring them back.  x is the best
 * found, *stress its stress. */
mgnn_status mg_local_solve(mg_local *s, mg_local_effort effort, double *x,
                           double *stress, mgnn_error *err);

#endif

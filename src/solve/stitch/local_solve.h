/* Solve a small graph by itself in one thread: descents, and lifts through one
 * more dimension. */
#ifndef MG_LOCAL_SOLVE_H
#define MG_LOCAL_SOLVE_H

#include "solve/descent/descend.h"

typedef struct {
  mg_task task;
  mg_run_control control;      /* without limits; they are checked between graphs */
  mg_depth depth;
  double mean, scale;          /* mean length; sum of w M^2 */
  double rest;                 /* energy between fixed nodes; not part of the stress */
  uint64_t stream;             /* of random numbers */
  double *high;                /* n * (dim+1): trial positions, then heights */
  unsigned char *bytes;        /* n: nodes to lift; n*dim: pins */
} mg_local;

/* Prepare to solve g, which is borrowed.  fixed: one per node, nonzero keeps it
 * in place; or NULL.  x, n*dim, is read for fixed nodes only, and may be NULL
 * without any.  *s must not be moved in memory.  Free with mg_local_free. */
mgnn_status mg_local_init(mg_local *s, const mg_graph *g, size_t dim,
                          const unsigned char *fixed, const double *x,
                          uint64_t stream, mgnn_error *err);
void mg_local_free(mg_local *s);

/* Descend from x, in place; then, while the stress is above `good`, make at most
 * `lifts` lifts: nodes near wrong edges get a height in one more dimension, and
 * rising weights flatten them again.  x is the best result, *stress its stress. */
mgnn_status mg_local_solve(mg_local *s, size_t lifts, double good, double *x,
                           double *stress, mgnn_error *err);

#endif

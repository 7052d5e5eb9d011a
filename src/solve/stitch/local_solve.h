/* A small graph solved on its own, by one thread: descents, and lifts through one more
 * dimension. */
#ifndef MG_LOCAL_SOLVE_H
#define MG_LOCAL_SOLVE_H

#include "solve/descent/descend.h"

typedef struct {
  mg_task task;
  mg_run_control control;      /* no limits: they are asked for between graphs */
  mg_depth depth;
  double mean, scale;          /* mean length; sum of w M^2 */
  double rest;                 /* energy between fixed nodes; not counted */
  uint64_t stream;             /* of random numbers */
  double *high;                /* n * (dim+1): positions being tried, then heights */
  unsigned char *bytes;        /* n: nodes that a lift moves; n*dim: pins */
} mg_local;

/* The graph is borrowed; fixed: per node, nonzero stays; or NULL; x, n*dim, is read
 * for these nodes only, and may be NULL if there are none.  *s must not be moved in
 * memory.  Free with mg_local_free. */
mgnn_status mg_local_init(mg_local *s, const mg_graph *g, size_t dim,
                          const unsigned char *fixed, const double *x,
                          uint64_t stream, mgnn_error *err);
void mg_local_free(mg_local *s);

/* Descend from x, in place; then, while the stress is above `good`, at most so many
 * lifts: nodes near wrong edges are moved into one more dimension, from which growing
 * weights bring them back.  x is the best found, *stress its stress. */
mgnn_status mg_local_solve(mg_local *s, size_t lifts, double good, double *x,
                           double *stress, mgnn_error *err);

#endif

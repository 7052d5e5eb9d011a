/* The curvature of E as a PETSc matrix, and PETSc's solvers for it: a direct
 * factorization if its memory suffices, else conjugate gradients with algebraic
 * multigrid, unless PETSc's options choose otherwise. */
#ifndef MG_SHARD_METRIC_H
#define MG_SHARD_METRIC_H

#include "base/graph.h"
#include "shard.h"

typedef struct mg_shard_metric mg_shard_metric;

/* view: own rows, with ghosts as neighbours.  pin: own * dim, nonzero for fixed
 * coordinates; or NULL on all ranks.  Both are borrowed.  All calls are collective. */
mgnn_status mg_shard_metric_init(mg_shard_metric **out, mg_shard *s, const mg_graph *view,
                                 size_t dim, const unsigned char *pin, mgnn_error *err);
void mg_shard_metric_free(mg_shard_metric *m);

/* step (own * dim) = -(metric + damping D)^-1 grad, where D has the degrees and
 * the metric is that of E/2 at the positions `at` (own + ghosts): for each edge
 *   w ((1 - t) u u^T + t 1),   t = max(0, 1 - M/r),
 * u its direction.  Pinned coordinates get step 0.  Returns MGNN_OK or
 * MGNN_ENOMEM.  If the solver does not converge, the step is its last iterate. */
mgnn_status mg_shard_metric_solve(mg_shard_metric *m, const double *at, double damping,
                                  const double *grad, double *step, mgnn_error *err);

#endif

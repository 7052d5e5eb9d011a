/* The curvature of E as a matrix of PETSc, and PETSc's solvers for its systems: a direct
 * factorization while its memory fits, conjugate gradients with algebraic multigrid beyond,
 * or what PETSc's options say. */
#ifndef MG_SHARD_METRIC_H
#define MG_SHARD_METRIC_H

#include "base/graph.h"
#include "shard.h"

typedef struct mg_shard_metric mg_shard_metric;

/* view: the own rows, whose neighbours may be ghosts; pin: own * dim, nonzero coordinates
 * stay; or NULL on all ranks.  Both are borrowed.  Collective, as the rest is. */
mgnn_status mg_shard_metric_init(mg_shard_metric **out, mg_shard *s, const mg_graph *view,
                                 size_t dim, const unsigned char *pin, mgnn_error *err);
void mg_shard_metric_free(mg_shard_metric *m);

/* step (own * dim) = -(metric + damping D)^-1 grad, with D the degrees and the metric that
 * of E/2 at the positions `at` (own + ghosts): for each edge
 *   w ((1 - t) u u^T + t 1),   t = max(0, 1 - M/r),
 * u its direction.  0 if pinned.  Returns MGNN_OK or MGNN_ENOMEM; the step of a solver
 * that did not converge is its last iterate. */
mgnn_status mg_shard_metric_solve(mg_shard_metric *m, const double *at, double damping,
                                  const double *grad, double *step, mgnn_error *err);

#endif

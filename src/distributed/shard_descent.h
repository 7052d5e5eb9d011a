/* Descent on E in a graph that is divided among ranks. */
#ifndef MG_SHARD_DESCENT_H
#define MG_SHARD_DESCENT_H

#include "checkpoint.h"
#include "shard_task.h"
#include "solve/descent/lbfgs.h"

/* Minimise E from y (own * dim), in place, by L-BFGS and, where that takes many steps, by
 * those of shard_newton, with sums that have no order: the same bits for every
 * division of the nodes; E never rises.  `keep` as in mg_shard_stress; its vectors hold
 * MG_KEPT_VECTORS.  Collective. */
mgnn_status mg_shard_descend(const mg_shard_task *t, double tolerance, double *y,
                             mg_checkpoint *keep, mg_lbfgs_result *out,
                             mgnn_error *err);

/* E of positions.  Collective. */
mgnn_status mg_shard_energy(mg_shard *s, size_t dim, unsigned long seed,
                            const double *y, double *energy, mgnn_error *err);

#endif

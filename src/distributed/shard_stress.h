/* All pairs by a sample of them, in a graph that is divided among ranks. */
#ifndef MG_SHARD_STRESS_H
#define MG_SHARD_STRESS_H

#include "shard_task.h"

struct mg_checkpoint;

/* Lower the stress of y (own * dim), rough positions, as mg_sparse_improve does; if
 * `given`, without rearranging them; if `rough`, only its first round.  y does not
 * depend on the division of the nodes.  `keep` NULL, or where the search is kept from
 * time to time and taken up again.  Collective. */
mgnn_status mg_shard_stress(const mg_shard_task *t, int given, int rough, double *y,
                            struct mg_checkpoint *keep, mgnn_error *err);

/* Full stress, from the pairs of some random nodes with all others, as
 * mg_sparse_stress does it.  Collective. */
mgnn_status mg_shard_stress_estimate(const mg_shard_task *t, const double *y,
                                     double *stress, mgnn_error *err);

#endif

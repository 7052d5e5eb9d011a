/* The edges that are farthest from their lengths. */
#ifndef MG_SHARD_WORST_H
#define MG_SHARD_WORST_H

#include "measure/measure.h"
#include "shard.h"

typedef struct {
  unsigned ends[2];            /* names, the lower one first */
  mg_edge_fit fit;
} mg_shard_fit;

/* The `capacity` worst edges by relative error, as mg_edges_worst finds them, ties in
 * the order of their ends: the same on all ranks.  y has own * dim numbers.  *count: how
 * many there are.  Collective. */
mgnn_status mg_shard_worst(mg_shard *s, size_t dim, const double *y, size_t capacity,
                           mg_shard_fit *worst, size_t *count, mgnn_error *err);

#endif

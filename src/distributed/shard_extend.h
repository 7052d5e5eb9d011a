/* Places for nodes that are new in a drawing, in a graph that is divided among ranks. */
#ifndef MG_SHARD_EXTEND_H
#define MG_SHARD_EXTEND_H

#include "shard.h"

/* As mg_extend_places, and with its bytes: has (own) tells which own nodes have a place
 * in x (own * dim), all have one in the end.  Rank 0 gets the rows of those that have
 * none, and of their neighbours.  Collective. */
mgnn_status mg_shard_extend(mg_shard *s, size_t dim, unsigned long seed,
                            const unsigned char *has, double *x, mgnn_error *err);

#endif

/* The nearest nodes of every node, which may be on other ranks. */
#ifndef MG_SHARD_NEAREST_H
#define MG_SHARD_NEAREST_H

#include "shard_paths.h"

enum { MG_NEAREST = 16 };

/* Make a graph with the same own nodes, in an order of its own, whose rows have the
 * MG_NEAREST nearest nodes, then those neighbours that are not among them.  Its lengths
 * are the distances, for such neighbours the lengths; its weights are those of the
 * edges, 1 elsewhere, and NULL where the graph has none.  Of equals the lower number is
 * nearer.  Collective; mg_shard_free is due in any case. */
mgnn_status mg_shard_nearest(mg_shard *out, const mg_shard_paths *p,
                             const mg_owners *owners, mgnn_error *err);

#endif

/* Kinds of partitions that have a file of their own; see partition.h. */
#ifndef MG_PARTITION_KINDS_H
#define MG_PARTITION_KINDS_H

#include "partition.h"

mgnn_status mg_partition_hilbert(const mg_partition_graph *g, const mg_ranks *ranks,
                                 int *owner, mgnn_error *err);
mgnn_status mg_partition_scotch(const mg_partition_graph *g, const mg_ranks *ranks,
                                int *owner, mgnn_error *err);

/* The rank whose share of `total` something at place `at` falls into. */
static inline int
mg_partition_share(uint64_t at, uint64_t total, const mg_ranks *ranks)
{
  int rank = (int)((double)at / (double)total * (double)ranks->size);

  return rank < ranks->size ? rank : ranks->size - 1;
}

/* New nodes two steps away, over the ways there, of some nodes of each rank: 1 where
 * neighbours have no other neighbour in common.  Collective. */
mgnn_status mg_partition_expansion(const mg_shard_rows *rows, const mg_ranks *ranks,
                                   const mg_owners *homes, double *out, mgnn_error *err);

#endif

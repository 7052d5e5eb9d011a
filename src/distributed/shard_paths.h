/* Shortest paths in a graph divided among ranks, from several nodes at once. */
#ifndef MG_SHARD_PATHS_H
#define MG_SHARD_PATHS_H

#include "problem/paths.h"
#include "shard.h"

enum { MG_PATHS_AT_ONCE = 8 };

typedef struct {
  mg_shard *shard;
  mg_graph view;               /* rows of own nodes, empty rows of ghosts;
                                  lengths, or the middles of intervals */
  mg_paths search;
  double least, most, mean;    /* of all lengths; mean of the nonzero lengths, 1
                                  if all are 0 */
  double *distance;            /* MG_PATHS_AT_ONCE columns of own + ghosts;
                                  INFINITY: not reached */
  unsigned *seed;              /* own: nodes whose distance has decreased */
} mg_shard_paths;

/* This and all calls below are collective.  mg_shard_paths_free is due in any case. */
mgnn_status mg_shard_paths_init(mg_shard_paths *p, mg_shard *s, mgnn_error *err);
void mg_shard_paths_free(mg_shard_paths *p);

/* The distances found by search b: own nodes, then ghosts. */
static inline double *
mg_shard_path(const mg_shard_paths *p, size_t b)
{
  return p->distance + b * p->view.n;
}

/* Distances from `count` (at most MG_PATHS_AT_ONCE) nodes to all own nodes.  A
 * distance is the least sum of lengths over all paths, added in path order, and
 * so independent of the division among ranks. */
mgnn_status mg_shard_paths_from(mg_shard_paths *p, size_t count, const int64_t *source,
                                mgnn_error *err);

#endif

/* Shortest paths in a graph that is divided among ranks: several searches at once. */
#ifndef MG_SHARD_PATHS_H
#define MG_SHARD_PATHS_H

#include "problem/paths.h"
#include "shard.h"

enum { MG_PATHS_AT_ONCE = 8 };

typedef struct {
  mg_shard *shard;
  mg_graph view;               /* own rows, and empty ones of ghosts; of an interval its
                                  middle is the length */
  mg_paths search;
  double least, most, mean;    /* of all lengths; the mean of those that are not 0,
                                  1 if there are none */
  double *distance;            /* MG_PATHS_AT_ONCE columns of own + ghosts, INFINITY if
                                  not reached */
  unsigned *seed;              /* own: nodes that have become nearer */
} mg_shard_paths;

/* Collective, and so is the rest.  mg_shard_paths_free is due in any case. */
mgnn_status mg_shard_paths_init(mg_shard_paths *p, mg_shard *s, mgnn_error *err);
void mg_shard_paths_free(mg_shard_paths *p);

/* The distances of search b: of own nodes, then of ghosts. */
static inline double *
mg_shard_path(const mg_shard_paths *p, size_t b)
{
  return p->distance + b * p->view.n;
}

/* Distances from `count` nodes, at most MG_PATHS_AT_ONCE, to all own nodes.  They are
 * the least over all paths of the sum of the lengths in their order, whatever the
 * division of the nodes. */
mgnn_status mg_shard_paths_from(mg_shard_paths *p, size_t count, const int64_t *source,
                                mgnn_error *err);

#endif

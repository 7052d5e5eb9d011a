/* Shortest paths in a graph that is divided among ranks: several searches at once. */
#ifndef MG_SHARD_PATHS_H
#define MG_SHARD_PATHS_H

#include "shard.h"

#include <math.h>

enum { MG_PATHS_AT_ONCE = 8 };

struct mg_shard_wave;

typedef struct {
  mg_shard *shard;
  double *length;              /* slots: of an interval its middle */
  double least, most, mean;    /* of all lengths; the mean of those that are not 0,
                                  1 if there are none */
  double *distance;            /* own + ghosts rows of MG_PATHS_AT_ONCE, INFINITY if
                                  not reached; NULL if all lengths are the same */
  unsigned *hops;              /* then: edges, in MG_PATHS_AT_ONCE columns of own + ghosts
                                  nodes; UINT32_MAX where not reached */
  unsigned *queue;             /* own: nodes to be scanned */
  int *border;                 /* own + ghosts rows of hops, as they are sent */
  double *sum;                 /* the length of so many edges, added one by one */
  size_t sums, sum_cap;
  struct mg_shard_wave *wave;  /* of each search: what is to be scanned */
} mg_shard_paths;

/* Collective, and so is the rest.  mg_shard_paths_free is due in any case. */
mgnn_status mg_shard_paths_init(mg_shard_paths *p, mg_shard *s, mgnn_error *err);
void mg_shard_paths_free(mg_shard_paths *p);

/* All lengths are the same: edges are counted. */
static inline int
mg_shard_paths_equal(const mg_shard_paths *p)
{
  return p->least == p->most;
}

/* The distance of own node i in search b. */
static inline double
mg_shard_path(const mg_shard_paths *p, size_t i, size_t b)
{
  size_t column = p->shard->own + p->shard->ghosts;

  if (p->distance != NULL)
    return p->distance[i * MG_PATHS_AT_ONCE + b];
  return p->hops[b * column + i] < UINT32_MAX ? p->sum[p->hops[b * column + i]]
                                              : INFINITY;
}

/* Distances from `count` nodes, at most MG_PATHS_AT_ONCE, to all own nodes.  They are
 * the least over all paths of the sum of the lengths in their order, whatever the
 * division of the nodes. */
mgnn_status mg_shard_paths_from(mg_shard_paths *p, size_t count, const int64_t *source,
                                mgnn_error *err);

#endif

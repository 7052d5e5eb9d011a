/* The components of a graph that is divided among ranks. */
#ifndef MG_SHARD_COMPONENTS_H
#define MG_SHARD_COMPONENTS_H

#include "shard_task.h"

/* A component is called by the lowest name of its nodes. */
typedef struct {
  int64_t *label;              /* own + ghosts: of the node's component */
  uint64_t *size;              /* own: nodes of that */
  int64_t *large;              /* those with more nodes than asked for, ascending */
  size_t large_count;
  uint64_t count;              /* of all components */
} mg_shard_components;

/* Collective.  mg_shard_components_free is due in any case. */
mgnn_status mg_shard_components_find(mg_shard_components *out, mg_shard *s,
                                     const mg_owners *owners, uint64_t large,
                                     mgnn_error *err);
void mg_shard_components_free(mg_shard_components *c);

/* One component as a graph of its own; at[k] is the number in s of its own node k, and
 * belongs to the caller.  Collective; mg_shard_free is due in any case. */
mgnn_status mg_shard_component(mg_shard *out, const mg_shard *s,
                               const mg_shard_components *c, int64_t label,
                               const mg_owners *owners, unsigned **at,
                               mgnn_error *err);

/* Search all components with no more nodes than `large` was, each on one rank that gets
 * all of it, by mgnn_layout: y (own * dim) in and out, pins or NULL on all ranks.
 * Isolated nodes are put at 0, unless given or pinned.  The limits are those of each
 * search, but for the time, which is that of all.  Collective. */
typedef struct {
  size_t dim;
  unsigned long seed;
  int paths, given;
  double tolerance;
  const unsigned char *pin;
  mg_shard_limits *limits;
} mg_small_search;

/* How it went: the iterations of all, and the limit that ended one of them, as in
 * mg_shard_limits, or NULL. */
typedef struct {
  uint64_t iterations;
  double stress;               /* with paths: of all pairs; else 0 */
  const char *reached;
} mg_small_outcome;

mgnn_status mg_shard_small(const mg_shard *s, const mg_shard_components *c,
                           const mg_small_search *how, double *y,
                           mg_small_outcome *out, mgnn_error *err);

/* Pack all components as mg_pack_components does.  All ranks hold a box for each
 * component.  Collective. */
typedef struct {
  size_t dim;
  const unsigned char *pin;    /* own * dim, or NULL */
  double mean, aspect;         /* length of the edges; of the page, width to height */
} mg_shard_packing;

mgnn_status mg_shard_pack(const mg_shard *s, const mg_shard_components *c,
                          const mg_shard_packing *how, double *y, mgnn_error *err);

#endif

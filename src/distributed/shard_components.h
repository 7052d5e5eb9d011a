/* Finds, searches and packs the components of a graph that is divided among ranks. */
#ifndef MG_SHARD_COMPONENTS_H
#define MG_SHARD_COMPONENTS_H

#include "shard_task.h"

/* The label of a component is the lowest name of its nodes. */
typedef struct {
  int64_t *label;              /* own + ghosts: label of the node's component */
  uint64_t *size;              /* own: number of nodes of the component */
  int64_t *large;              /* labels of components above the limit, ascending */
  size_t large_count;
  uint64_t count;              /* number of all components */
} mg_shard_components;

/* Find all components; `large` lists those of more than `large` nodes.  Collective. */
mgnn_status mg_shard_components_find(mg_shard_components *out, mg_shard *s,
                                     const mg_owners *owners, uint64_t large,
                                     mgnn_error *err);
void mg_shard_components_free(mg_shard_components *c);

/* Make a shard of one component; at[k] is the number in s of its own node k,
 * and belongs to the caller.  Collective; mg_shard_free is due in any case. */
mgnn_status mg_shard_component(mg_shard *out, const mg_shard *s,
                               const mg_shard_components *c, int64_t label,
                               const mg_owners *owners, unsigned **at,
                               mgnn_error *err);

/* Lay out all components of at most `large` nodes, each by mgnn_layout on one rank
 * that receives the whole component.  y (own * dim): in and out; pin: NULL on all
 * ranks or on none.  Isolated nodes go to 0 unless given or pinned.  The iteration
 * limit applies to each search, the time limit to all together.  Collective. */
typedef struct {
  size_t dim;
  unsigned long seed;
  int paths, given;
  double tolerance;
  const unsigned char *pin;
  mg_shard_limits *limits;
} mg_small_search;

/* Outcome: total iterations, and the limit that ended a search, as in
 * mg_shard_limits, or NULL. */
typedef struct {
  uint64_t iterations;
  double stress;               /* with paths: sum over all pairs; else 0 */
  const char *reached;
} mg_small_outcome;

mgnn_status mg_shard_small(const mg_shard *s, const mg_shard_components *c,
                           const mg_small_search *how, double *y,
                           mg_small_outcome *out, mgnn_error *err);

/* Pack all components like mg_pack_components.  Every rank holds a box for each
 * component.  Collective. */
typedef struct {
  size_t dim;
  const unsigned char *pin;    /* own * dim, or NULL */
  double mean, aspect;         /* mean edge length; width of the page by its height */
} mg_shard_packing;

mgnn_status mg_shard_pack(const mg_shard *s, const mg_shard_components *c,
                          const mg_shard_packing *how, double *y, mgnn_error *err);

#endif

/* What is done with components that are placed: turned, and packed side by side. */
#ifndef MG_SHARD_ARRANGE_H
#define MG_SHARD_ARRANGE_H

#include "shard_components.h"

/* Turn the own nodes of one component, y (own * dim), of `nodes` on all ranks, as
 * mg_orient does.  Collective. */
mgnn_status mg_shard_orient(const mg_shard *s, uint64_t nodes, size_t dim, double *y,
                            mgnn_error *err);

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

/* Positions from intervals, by the metric matrix of distances between the bounds. */
#ifndef MG_EMBED_BOUNDS_H
#define MG_EMBED_BOUNDS_H

#include "solve/run_control.h"

/* Whether there are no pins and not too many nodes. */
int mg_embed_suits(const mg_task *t);
/* So much energy of pairs that are too near counts as none: 1 % of X each, for all. */
static inline double
mg_close_energy(const mg_task *t)
{
  return 1e-4 * t->terms->min_distance * t->terms->min_distance * (double)t->graph->n;
}

/* Minimise E and the terms of the task, from embeddings in one dimension more of random
 * distances within bounds, as many as it takes to meet all or some seconds allow; the
 * best counts.  y: out; found->energy receives E and the terms.
 * MGNN_OK or MGNN_ENOMEM.  Time O(n^2) and memory 12 n^2 bytes. */
mgnn_status mg_embed_bounds(const mg_task *t, double *y, mg_search *found,
                            mgnn_error *err);

#endif

/* Positions from intervals, by the metric matrix of distances within the bounds. */
#ifndef MG_EMBED_BOUNDS_H
#define MG_EMBED_BOUNDS_H

#include "solve/run_control.h"

/* Whether embedding suits the task: no pins and not too many nodes. */
int mg_embed_suits(const mg_task *t);
/* Energy of too near pairs that counts as 0: errors of 1 % of X per node. */
static inline double
mg_close_energy(const mg_task *t)
{
  return 1e-4 * t->terms->min_distance * t->terms->min_distance * (double)t->graph->n;
}

/* Minimise E and the terms of the task from random distances within the bounds,
 * embedded in one dimension more; repeats that until all bounds are met or for
 * some seconds, and keeps the best.  y: out; found->energy receives E and the
 * terms.  MGNN_OK or MGNN_ENOMEM.  Time O(n^2) and memory 12 n^2 bytes. */
mgnn_status mg_embed_bounds(const mg_task *t, double *y, mg_search *found,
                            mgnn_error *err);

#endif

/* Minimise the stress of all pairs exactly, from given distances. */
#ifndef MG_SEARCH_EXACT_H
#define MG_SEARCH_EXACT_H

#include "distances.h"

/* Minimise the full stress of x (n*dim, in units), a rough arrangement.  The
 * graph of the task is that of the distances, for its stiffness; or NULL. mean:
 * the mean length of an edge, in units; 0: only improve the arrangement,
 * without new starts.  *out: the stress, and the kind of start that was best.
 * MGNN_OK or MGNN_ENOMEM (x untouched).  Time O(n^2) for some dozens of
 * iterations, memory n^2/2 entries more. */
mgnn_status mg_search_exact(const mg_distances *d, const mg_task *t,
                            double mean, double *x, mg_search *out,
                            mgnn_error *err);

#endif

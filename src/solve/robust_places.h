/* Nodes that wrong lengths have brought to a wrong place. */
#ifndef MG_ROBUST_PLACES_H
#define MG_ROBUST_PLACES_H

#include "base/graph.h"

/* Where a wrong length and some right ones agree on another place, weights that
 * follow from residuals keep a node there.  Look, for each node with mark[i] nonzero
 * and without pin, for the place in y where the sum of min((r - m)^2 w, most) is least,
 * among those that few of its lengths give.  *moved: how many nodes found a better
 * one.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_robust_places(const mg_graph *g, size_t dim, const unsigned char *pin,
                             const unsigned char *mark, double most, double *y,
                             size_t *moved, mgnn_error *err);

#endif

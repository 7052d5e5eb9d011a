/* Places for nodes that are new in a drawing. */
#ifndef MG_EXTEND_H
#define MG_EXTEND_H

#include "base/graph.h"

/* Give the nodes with has[i] 0 a place in x, n*dim: near the mean of their
 * neighbours, one length from a lone neighbour, away from the others of that
 * one; so on from these to theirs.  Components without any place are put at
 * random, beside the rest.  The same seed gives the same places.  MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_extend_places(const mg_graph *g, size_t dim, unsigned long seed,
                             const unsigned char *has, double *x,
                             mgnn_error *err);

#endif

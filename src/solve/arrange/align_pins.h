/* Nodes that are held: bring a free drawing to them. */
#ifndef MG_ALIGN_PINS_H
#define MG_ALIGN_PINS_H

#include "base/subgraph.h"

/* Turn, mirror and shift y (n*dim) so that its pinned coordinates come nearest
 * to those of `given`, then put the pinned coordinates where `given` has them.
 * Where only single coordinates are pinned the fit is the best of a few.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_pins_align(size_t n, size_t dim, const unsigned char *pin,
                          const double *given, double *y, mgnn_error *err);

/* The same graph with an edge between pinned nodes, as long as they are apart
 * in `given`: what a search without pins has to know.  Of nodes with all
 * coordinates pinned a few are joined to all others.  Node i stays node i.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_pins_join(mg_subgraph *out, const mg_graph *g, size_t dim,
                         const unsigned char *pin, const double *given,
                         mgnn_error *err);

#endif

/* Nodes that hang on too few others to be held by them. */
#ifndef MG_K_CORE_H
#define MG_K_CORE_H

#include "base/graph.h"

/* Take away nodes with at most `degree` neighbours left, as long as there are
 * any.  order receives all n nodes: first those taken away, in that order,
 * then the rest, by number.  *peeled is how many were taken away.  Returns
 * MGNN_OK or MGNN_ENOMEM.  Time O(n + m). */
mgnn_status mg_peel(const mg_graph *g, size_t degree, unsigned *order,
                    size_t *peeled, mgnn_error *err);

#endif

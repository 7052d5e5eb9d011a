/* The k-core of a graph: what nodes with too few neighbours to be held by them
 * are outside of. */
#ifndef MG_K_CORE_H
#define MG_K_CORE_H

#include "base/graph.h"

/* Take away nodes with fewer than k neighbours left, as long as there are any.
 * order receives all n nodes: first those taken away, in that order, then the
 * k-core, by number.  *outside is how many were taken away.  Returns MGNN_OK or
 * MGNN_ENOMEM.  Time O(n + m). */
mgnn_status mg_k_core(const mg_graph *g, size_t k, unsigned *order,
                      size_t *outside, mgnn_error *err);

#endif

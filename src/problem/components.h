/* Connected components. */
#ifndef MG_COMPONENTS_H
#define MG_COMPONENTS_H

#include "base/graph.h"

/* Count the components; 0 for an empty graph.  Time almost O(n + m). */
mgnn_status mg_components_count(const mg_graph *g, size_t *count,
                                mgnn_error *err);

#endif

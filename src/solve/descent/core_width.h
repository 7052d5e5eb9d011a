/* Whether a sparse matrix of the shape of a graph can be factored cheaply. */
#ifndef MG_CORE_WIDTH_H
#define MG_CORE_WIDTH_H

#include "base/graph.h"

/* The most nodes that are equally many hops from some node, each component of the
 * core having one: these cut it in two.  Trees hang on the core and fill nothing.
 * Few such nodes mean that little of a matrix fills up when it is eliminated;
 * where much does, finding an order to eliminate it in may take minutes, this is
 * O(n + m).  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_core_width(const mg_graph *g, size_t *width, mgnn_error *err);

#endif

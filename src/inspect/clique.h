/* Groups of nodes that are all joined, and do not fit into the space. */
#ifndef MG_CLIQUE_H
#define MG_CLIQUE_H

#include "base/graph.h"

/* The largest dimension in which they are looked for. */
enum { MG_CLIQUE_DIM = 6 };

/* Look for dim + 2 nodes with exact lengths between all of them which are not
 * the distances of points in `dim` dimensions, nor are any lengths within the
 * tolerance of them (see gram.h).  Nodes joined by edges of length 0 count as
 * one, named by the lowest.  nodes: dim + 2 numbers, rising; *found is 1
 * if there are such, and 0 if there are none among those looked at: 200000
 * groups, or 50 million steps.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_clique_misfit(const mg_graph *g, size_t dim, double tolerance,
                             unsigned *nodes, int *found, mgnn_error *err);

#endif

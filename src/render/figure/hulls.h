/* Boxes and hulls around groups of nodes. */
#ifndef MG_HULLS_H
#define MG_HULLS_H

#include "figure.h"

/* What they need around the nodes, in pixels; 0 if there are none. */
double mg_hulls_space(const mg_figure *f);

/* Put them, with their texts, into the panel: its first plates, of which it has room
 * for all, in a layer below all others; pictures with depth have none.  `corner`, which
 * they keep, has MG_HULL_CORNERS for each. */
enum { MG_HULL_CORNERS = 16 };
mgnn_status mg_hulls_put(const mg_figure *f, mg_point *corner, mgnn_error *err);

#endif

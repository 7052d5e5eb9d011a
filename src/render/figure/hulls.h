/* Draws boxes and hulls around groups of nodes. */
#ifndef MG_HULLS_H
#define MG_HULLS_H

#include "figure.h"

/* The space that they need around the nodes, in pixels; 0 if there are no groups. */
double mg_hulls_space(const mg_figure *f);

/* Put boxes and hulls with their texts into the panel, as its first plates, in a layer
 * below all others; the panel must have room for them.  Pictures with depth get none.
 * `corner`, to which the plates keep pointing, has MG_HULL_CORNERS per group. */
enum { MG_HULL_CORNERS = 16 };
mgnn_status mg_hulls_put(const mg_figure *f, mg_point *corner, mgnn_error *err);

#endif

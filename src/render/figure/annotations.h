/* Places the remarks at edges and nodes, and draws the arrows at nodes. */
#ifndef MG_ANNOTATIONS_H
#define MG_ANNOTATIONS_H

#include "occupancy.h"
#include "figure.h"

/* Put remarks into the panel of a figure, which must have room for as many words.
 * Remarks do not cover each other nor, if that can be avoided, nodes; a remark
 * without a free place is left out and counted in scene->remarks_hidden.
 * placed->rect, of `count` places, receives the rectangles of the remarks. */
mgnn_status mg_annotations_put(const mg_figure *f, const mg_remark *remark,
                               size_t count, mg_placed *placed,
                               mgnn_error *err);

/* The colour of the arrows. */
mg_colour mg_velocities_colour(const mg_look *look);

/* Add the arrows of the picture, if it has any, to the panel after its other
 * strokes. */
mgnn_status mg_velocities_put(const mg_figure *f, mgnn_error *err);

#endif

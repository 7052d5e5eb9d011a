/* Where the remarks on edges and nodes go, and the arrows at nodes. */
#ifndef MG_ANNOTATIONS_H
#define MG_ANNOTATIONS_H

#include "occupancy.h"
#include "figure.h"

/* Put remarks on a figure into its panel, which can hold as many words.  A
 * remark covers neither another nor, where that can be avoided, a node; one
 * that finds no place is left out and counted in scene->remarks_hidden.
 * placed->rect, of `count` places, receives what the remarks cover. */
mgnn_status mg_annotations_put(const mg_figure *f, const mg_remark *remark,
                               size_t count, mg_placed *placed,
                               mgnn_error *err);

/* The colour of the arrows. */
mg_colour mg_velocities_colour(const mg_look *look);

/* Put the arrows of the picture into the panel, after its strokes; nothing where
 * it has none. */
mgnn_status mg_velocities_put(const mg_figure *f, mgnn_error *err);

#endif

/* Arrows at nodes: where they go. */
#ifndef MG_VELOCITIES_H
#define MG_VELOCITIES_H

#include "figure.h"

/* The colour of the arrows. */
mg_colour mg_velocities_colour(const mg_look *look);

/* Put the arrows of the picture into the panel, after its strokes; nothing where
 * it has none. */
mgnn_status mg_velocities_put(const mg_figure *f, mgnn_error *err);

#endif

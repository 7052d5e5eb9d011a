/* Paints scenes on Cairo surfaces of any kind. */
#ifndef MG_DRAW_CAIRO_H
#define MG_DRAW_CAIRO_H

#include "render/canvas/scene.h"
#include <cairo.h>

/* Paint a scene on a surface of the size of the page times `scale`.  Edges are stroked
 * in lots of `together` edges: within a lot, crossing edges do not darken each other.
 * Checks Cairo's status once, at the end. */
mgnn_status mg_cairo_paint(cairo_surface_t *surface, const mg_scene *scene,
                           double scale, size_t together, mgnn_error *err);

/* Convert a status of Cairo into ours, with an error message. */
mgnn_status mg_cairo_fail(cairo_status_t status, mgnn_error *err);

#endif

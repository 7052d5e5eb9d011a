/* The one paint function behind every Cairo surface. */
#ifndef MG_DRAW_CAIRO_H
#define MG_DRAW_CAIRO_H

#include "render/canvas/scene.h"
#include <cairo.h>

/* Paint a scene on a surface whose size is that of the page times `scale`.
 * Edges are stroked in lots of `together`: within a lot, crossing edges do not
 * darken each other.  Asks Cairo for its status once, at the end. */
mgnn_status mg_cairo_paint(cairo_surface_t *surface, const mg_scene *scene,
                           double scale, size_t together, mgnn_error *err);

/* What Cairo says, as ours. */
mgnn_status mg_cairo_fail(cairo_status_t status, mgnn_error *err);

#endif

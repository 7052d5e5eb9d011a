/* A node's shape for Cairo; and very many small nodes into pixels, faster than
 * Cairo fills and strokes them. */
#ifndef MG_DRAW_DOTS_H
#define MG_DRAW_DOTS_H

#include "draw_lines.h"

#include <cairo.h>

/* A node's shape, as a closed path. */
void mg_cairo_mark(cairo_t *cr, const mg_node_run *run, const mg_dot *dot);

/* Draw runs of nodes of one shape and width of outline, one over the other,
 * `scale` pixels to the CSS pixel.  Each is as Cairo draws it, up to 1/32 of a pixel from where it should be.
 * Returns 0, having drawn nothing, if they are too large or of too many sizes
 * for that, or there is no memory: let Cairo do it then. */
int mg_dots_draw(const mg_pixels *pixels, const mg_node_run *run, size_t runs,
                 double scale);

#endif

/* Draws the shape of a node with Cairo; and very many small nodes directly into
 * pixels, faster than Cairo. */
#ifndef MG_DRAW_DOTS_H
#define MG_DRAW_DOTS_H

#include "draw_lines.h"

#include <cairo.h>

/* Add a node's shape to Cairo's path, closed. */
void mg_cairo_mark(cairo_t *cr, const mg_node_run *run, const mg_dot *dot);

/* Draw runs of nodes of one shape and outline width, in their order, at `scale` pixels
 * per CSS pixel.  Each looks as drawn by Cairo, displaced by up to 1/32 of a pixel.
 * Returns 0, having drawn nothing, if nodes are too large or of too many sizes, or
 * memory is short; then draw them with Cairo. */
int mg_dots_draw(const mg_pixels *pixels, const mg_node_run *run, size_t runs,
                 double scale);

#endif

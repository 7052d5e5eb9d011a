/* Draws a picture with all its texts into a panel; every page consists of these. */
#ifndef MG_DRAWING_H
#define MG_DRAWING_H

#include "render/figure/figure.h"

/* The most words that the panel of a picture can need, captions included. */
size_t mg_drawing_words(const mg_page *page, const mg_picture *pic);

/* Draw the edges, nodes, remarks and names of a figure into its panel, which must
 * have room for mg_drawing_words.  Before: the first five members of *f and the
 * sizes of the look are set.  Afterwards f->unit is set and f->at freed. */
mgnn_status mg_drawing_put(mg_figure *f, mgnn_error *err);

#endif

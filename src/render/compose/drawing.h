/* A picture with all its words in a panel: what every page is composed of. */
#ifndef MG_DRAWING_H
#define MG_DRAWING_H

#include "render/figure/figure.h"

/* How many words the panel of a picture may come to hold, captions included. */
size_t mg_drawing_words(const mg_page *page, const mg_picture *pic);

/* Draw a figure, whose first five members are set, into its panel, which can
 * hold mg_drawing_words: edges, nodes, remarks, names.  The look's sizes are
 * set for it.  f->unit is set afterwards, f->at is gone. */
mgnn_status mg_drawing_put(mg_figure *f, mgnn_error *err);

#endif

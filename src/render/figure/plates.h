/* Nodes with shapes, and their texts, put into a panel. */
#ifndef MG_PLATES_H
#define MG_PLATES_H

#include "figure.h"

/* The words that this may add. */
size_t mg_plates_words(const mg_picture *pic);

/* Nothing where the figure has no plates; after mg_figure_put. */
mgnn_status mg_plates_put(const mg_figure *f, mgnn_error *err);

#endif

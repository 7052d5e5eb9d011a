/* Nodes with shapes, and their texts, put into a panel. */
#ifndef MG_PLATES_H
#define MG_PLATES_H

#include "figure.h"

/* The words that this may add. */
size_t mg_plates_words(const mg_picture *pic);

/* Nothing where the figure has no plates; after mg_figure_put. */
mgnn_status mg_plates_put(const mg_figure *f, mgnn_error *err);

/* Where a line ends that is to lead to a port of node i: NAME of a cell, of the
 * compass, or NAME:COMPASS; the middle where that is not known. */
mg_xy mg_plates_port(const mg_figure *f, size_t i, const char *port);

#endif

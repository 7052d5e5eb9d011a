/* Puts nodes with shapes, and their texts, into a panel. */
#ifndef MG_PLATES_H
#define MG_PLATES_H

#include "figure.h"

/* The most words that mg_plates_put adds. */
size_t mg_plates_words(const mg_picture *pic);

/* Add the nodes with shapes and the hulls to the panel, after mg_figure_put. */
mgnn_status mg_plates_put(const mg_figure *f, mgnn_error *err);

/* The point where a line to a port of node i ends; the port is the NAME of a cell, a
 * compass point, or NAME:COMPASS.  The node's centre if the port is unknown. */
mg_xy mg_plates_port(const mg_figure *f, size_t i, const char *port);

#endif

/* Places the names of nodes. */
#ifndef MG_LABELS_H
#define MG_LABELS_H

#include "occupancy.h"

/* Put the names of the nodes of a figure, which must have names, beside them; the
 * panel must have room for them.  A name never covers another one or a text already
 * `placed`; a name without a free place is left out and counted in
 * scene->hidden. */
mgnn_status mg_labels_put(const mg_figure *f, const mg_placed *placed,
                          mgnn_error *err);

/* The number of names without a place if no other texts are on the page. */
mgnn_status mg_labels_missing(const mg_figure *f, size_t *missing, mgnn_error *err);

/* The width and height of each node's name at the largest font size, 2n numbers in
 * pixels; 0 for nodes without name. */
mgnn_status mg_labels_sizes(const mg_figure *f, double *size, mgnn_error *err);

#endif

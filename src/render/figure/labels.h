/* Where the names of nodes go. */
#ifndef MG_LABELS_H
#define MG_LABELS_H

#include "occupancy.h"

/* Put the names of a figure's nodes, which has some, beside them into its
 * panel, which can hold n more words.  A name never covers another, nor what is
 * `placed` already; one that finds no place is left out and counted in
 * scene->hidden. */
mgnn_status mg_labels_put(const mg_figure *f, const mg_placed *placed,
                          mgnn_error *err);

/* For how many names mg_labels_put finds no place where nothing else is written. */
mgnn_status mg_labels_missing(const mg_figure *f, size_t *missing, mgnn_error *err);

/* How wide and high the names of the nodes are at the largest font size, 2n
 * pixels; 0 if there is none. */
mgnn_status mg_labels_sizes(const mg_figure *f, double *size, mgnn_error *err);

#endif

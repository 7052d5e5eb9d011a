/* Where the names of nodes go. */
#ifndef MG_LABELS_H
#define MG_LABELS_H

#include "occupancy.h"

/* Put the names of a picture's nodes, which are at `at` and of this radius,
 * beside them into the panel, which has room for n more words, all within the
 * box.  A name never covers another, nor what is `taken` already; one that finds no room is left out and counted in
 * scene->hidden.  `names` are clean. */
mgnn_status mg_labels_place(mg_page *page, mg_panel *panel,
                            const mg_picture *pic, const char **names,
                            const mg_point *at, double radius,
                            const mg_region *box, const mg_rect *taken,
                            size_t taken_count, mgnn_error *err);

#endif

/* Where the remarks on edges and nodes go. */
#ifndef MG_ANNOTATIONS_H
#define MG_ANNOTATIONS_H

#include "occupancy.h"

/* Put remarks on a picture whose nodes are at `at` and have the largest radius
 * `radius` into the panel, which has room for as many words.  A remark covers
 * neither another nor, where that can be avoided, a node; one that finds no
 * room is left out and counted in scene->remarks_hidden.  taken, with room for
 * `count`, receives what the remarks cover, *used of them. */
mgnn_status mg_remarks_place(mg_page *page, mg_panel *panel,
                           const mg_picture *pic, const mg_remark *remark,
                           size_t count, const mg_point *at, double radius,
                           const mg_region *box, mg_rect *taken, size_t *used,
                           mgnn_error *err);

#endif

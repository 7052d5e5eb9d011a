/* The edges and nodes of a picture, as runs of a panel. */
#ifndef MG_FIGURE_H
#define MG_FIGURE_H

#include "render/canvas/page.h"

/* Put the edges and nodes of a picture, which are at `at` on the page, into the
 * panel; where the picture has a depth, in layers from the back to the front.
 * `names` are clean, or NULL.  The look's sizes are set for the picture. */
mgnn_status mg_figure_put(mg_page *page, mg_panel *panel,
                          const mg_picture *pic, const mg_viewport *view,
                          const char **names, const mg_point *at,
                          mgnn_error *err);

/* Where nodes lie on one spot because edges of length 0 are met, put a ring
 * around it.  The picture's nodes are in the panel and pic->joined is there.
 * remark, with room for n / 2, receives how many nodes each ring holds. */
mgnn_status mg_figure_rings(mg_page *page, mg_panel *panel,
                            const mg_picture *pic, const mg_viewport *view,
                            const mg_point *at, mg_remark *remark,
                            size_t *count, mgnn_error *err);

/* The largest radius that a node is drawn with, outline included. */
double mg_figure_radius(const mg_page *page, const mg_picture *pic,
                        const mg_viewport *view);

/* What the steps of a shade look like on this page. */
mg_colour mg_figure_step(const mg_look *look, const mg_shade *shade,
                         size_t step);

#endif

/* A page that shows one picture. */
#ifndef MG_STILL_H
#define MG_STILL_H

#include "render/figure/viewport.h"
#include "solve/arrange/pack.h"

/* Lay out a page that shows one picture, with the title, legend and scale bar of the
 * style around it, and its caption and note below.  view NULL: fitted to the
 * picture.  Everything is copied into *out, which mg_scene_free empties; on
 * failure *out is left zeroed.  Returns MGNN_OK, MGNN_EINVAL (a bad value in
 * the style) or MGNN_ENOMEM.  Time O(n + m) without names. */
mgnn_status mg_scene_build(mg_scene *out, const mg_picture *pic,
                           const mg_style *style, const mg_viewport *view,
                           mgnn_error *err);

/* Measure the nodes of that drawing, in the units of the picture, without building a
 * scene.  *gap: the distance at which no nodes overlap, slightly more than the
 * largest diameter with outline; 0 if all nodes are at one place or none is drawn.
 * extent, n or NULL: the space of each node with its name or text; *named: an
 * MG_EXTENT_ value, MG_EXTENT_NONE if extent is not to be used.
 * Sets the style's name_side.  Time O(n + m). */
mgnn_status mg_still_extents(const mg_picture *pic, mg_style *style,
                             double *gap, mg_extent *extent, int *named,
                             mgnn_error *err);

/* Begin a page of at most four panels: set its size and put the style's title; *box
 * receives the remaining space.  End it with mg_page_close, also after a failure. */
mgnn_status mg_still_open(mg_page *page, mg_scene *out, const mg_style *style,
                          mg_region *box, mgnn_error *err);

/* A callback that puts everything around the picture on the page, and reduces *box
 * to the remaining space; ctx is the caller's. */
typedef mgnn_status mg_still_divide(mg_page *page, void *ctx, mg_region *box,
                                    mgnn_error *err);

/* Copy the style, and choose the size of the page if it is not set: the picture gets
 * the shape of its viewport, and the page has space for everything that `divide` puts
 * around it. */
mgnn_status mg_still_fit(mg_style *fitted, const mg_style *style,
                         const mg_viewport *view, mg_still_divide *divide,
                         void *ctx, mgnn_error *err);

/* Draw the picture into the box: make a panel, set the sizes of the look, and call
 * mg_drawing_put.  *unit, if unit is not NULL, receives how many pixels a unit of
 * length is. */
mgnn_status mg_still_picture(mg_page *page, const mg_picture *pic,
                             const mg_viewport *view, const mg_region *box,
                             mg_panel **panel, double *unit, mgnn_error *err);

#endif

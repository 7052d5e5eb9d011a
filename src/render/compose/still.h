/* A page that shows one picture. */
#ifndef MG_STILL_H
#define MG_STILL_H

#include "render/figure/viewport.h"
#include "solve/arrange/pack.h"

/* Lay out a page that shows one picture, with what the style asks for around
 * it; the picture's caption and note go below.  view NULL: fitted to the
 * picture.  Everything is copied into *out, which mg_scene_free empties; on
 * failure *out is left zeroed.  Returns MGNN_OK, MGNN_EINVAL (a bad value in
 * the style) or MGNN_ENOMEM.  Time O(n + m) without names. */
mgnn_status mg_scene_build(mg_scene *out, const mg_picture *pic,
                           const mg_style *style, const mg_viewport *view,
                           mgnn_error *err);

/* How far apart nodes would have to be in that drawing, in the units of the
 * picture, not to cover each other: the largest diameter, outline included, and
 * a hair.  0 if nothing can be said (all nodes at one place, or none drawn).
 * extent, n or NULL, receives what each node takes with its name; *named says
 * whether it does.  The style's name_side is set.
 * Builds no scene.  Time O(n + m). */
mgnn_status mg_still_extents(const mg_picture *pic, mg_style *style,
                             double *gap, mg_extent *extent, int *named,
                             mgnn_error *err);

/* Begin such a page of at most four panels: its size, and the style's title;
 * *box is what is left.  End it with mg_page_close, also after a failure. */
mgnn_status mg_still_open(mg_page *page, mg_scene *out, const mg_style *style,
                          mg_region *box, mgnn_error *err);

/* Put what goes around the picture on such a page, and say what it leaves;
 * ctx is the caller's. */
typedef mgnn_status mg_still_divide(mg_page *page, void *ctx, mg_region *box,
                                    mgnn_error *err);

/* The style with the size of the page set, if it is not: the picture gets
 * the shape and size of its viewport, and the page has space for what `divide`
 * puts around it. */
mgnn_status mg_still_fit(mg_style *fitted, const mg_style *style,
                         const mg_viewport *view, mg_still_divide *divide,
                         void *ctx, mgnn_error *err);

/* Put the picture into the box: the panel, the sizes of the look, and all of
 * mg_drawing_put.  *unit, where not NULL, receives pixels of a unit of
 * length. */
mgnn_status mg_still_picture(mg_page *page, const mg_picture *pic,
                             const mg_viewport *view, const mg_region *box,
                             mg_panel **panel, double *unit, mgnn_error *err);

#endif

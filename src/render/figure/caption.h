/* Caption, note and scale bar below a picture. */
#ifndef MG_CAPTION_H
#define MG_CAPTION_H

#include "picture.h"
#include "render/canvas/page.h"

/* The height of both at a font size, in lines of at most this width; 0 if there
 * are none. */
mgnn_status mg_caption_height(mg_page *page, const mg_picture *pic, double font,
                              double width, double *height, mgnn_error *err);

/* Put them below y, in the middle of the box's width; the panel can hold
 * 2 * MG_LINES_MAX more words.  A page without title takes the first caption for its own. */
mgnn_status mg_caption_put(mg_page *page, mg_panel *panel,
                           const mg_picture *pic, const mg_region *box,
                           double y, double font, mgnn_error *err);

/* Put it at the left of the box's width, below y; `unit` is how many pixels a
 * unit of length is, `scale` that of the picture.  Nothing where the drawing
 * has no extent. */
mgnn_status mg_scale_bar_put(mg_page *page, const mg_region *box, double y,
                             double unit, const mg_bar_scale *scale,
                             mgnn_error *err);

#endif

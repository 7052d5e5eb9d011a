/* Puts the caption, note and scale bar below a picture. */
#ifndef MG_CAPTION_H
#define MG_CAPTION_H

#include "picture.h"
#include "render/canvas/page.h"

/* The height of caption and note at a font size, in lines of at most this width; 0 if
 * the picture has neither. */
mgnn_status mg_caption_height(mg_page *page, const mg_picture *pic, double font,
                              double width, double *height, mgnn_error *err);

/* Put caption and note below y, centred in the box; the panel must have room for
 * 2 * MG_LINES_MAX more words.  If the page has no title, the caption becomes it. */
mgnn_status mg_caption_put(mg_page *page, mg_panel *panel,
                           const mg_picture *pic, const mg_region *box,
                           double y, double font, mgnn_error *err);

/* Put the scale bar below y, at the left of the box; `unit` is how many pixels a unit
 * of length is, `scale` comes from the picture.  Does nothing if the drawing has no
 * extent. */
mgnn_status mg_scale_bar_put(mg_page *page, const mg_region *box, double y,
                             double unit, const mg_bar_scale *scale,
                             mgnn_error *err);

#endif

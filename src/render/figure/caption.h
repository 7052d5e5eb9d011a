/* Caption and note below a picture. */
#ifndef MG_CAPTION_H
#define MG_CAPTION_H

#include "picture.h"
#include "render/canvas/page.h"

/* The height of both at a font size; 0 if there are none. */
double mg_caption_height(const mg_picture *pic, double font);

/* Put them below y, in the middle of the box's width; the panel can hold two
 * more words.  A page without title takes the first caption for its own. */
mgnn_status mg_caption_put(mg_page *page, mg_panel *panel,
                           const mg_picture *pic, const mg_region *box,
                           double y, double font, mgnn_error *err);

#endif

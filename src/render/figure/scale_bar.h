/* A round length as it is on the page. */
#ifndef MG_SCALE_BAR_H
#define MG_SCALE_BAR_H

#include "picture.h"
#include "render/canvas/page.h"

/* Put it at the left of the box's width, below y; `unit` is how many pixels a
 * unit of length is, `scale` that of the picture.  Nothing where the drawing
 * has no extent. */
mgnn_status mg_scale_bar_put(mg_page *page, const mg_region *box, double y,
                             double unit, const mg_bar_scale *scale,
                             mgnn_error *err);

#endif

/* A page of many pictures. */
#ifndef MG_SHEET_H
#define MG_SHEET_H

#include "render/figure/viewport.h"

/* Lay out rows * cols pictures, row after row (a row per model, a column per layer),
 * each with its caption and note below.  views: one for each picture; NULL: all share
 * one, so that lengths can be compared across the sheet.  A picture without nodes and
 * caption leaves its place empty.  The page is as large as the panels need unless the
 * style sets its size.  Ownership and failures as in mg_scene_build. */
mgnn_status mg_sheet_build(mg_scene *out, const mg_picture *pics, size_t rows,
                           size_t cols, const mg_viewport *views,
                           const mg_style *style, mgnn_error *err);

#endif

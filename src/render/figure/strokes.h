/* Edges one by one, put into a panel: directions, parallel edges, loops. */
#ifndef MG_STROKES_H
#define MG_STROKES_H

#include "annotations.h"

/* The texts of edges, with the places they belong to.  Zeroed, it is empty;
 * free it with mg_stroke_texts_free. */
typedef struct {
  mg_remark *remark;
  mg_segment *along;
  size_t count;
} mg_stroke_texts;

/* How many edges have one. */
size_t mg_strokes_words(const mg_picture *pic);

/* Nothing where edges are plain; after mg_figure_put. */
mgnn_status mg_strokes_put(const mg_figure *f, mg_stroke_texts *texts,
                           mgnn_error *err);
void mg_stroke_texts_free(mg_stroke_texts *texts);

#endif

/* A picture with all its words in a panel.  Words look for free places, so
 * their order counts: how many nodes a ring holds, remarks, then names. */
#include "drawing.h"
#include "render/figure/annotations.h"
#include "render/figure/labels.h"
#include "render/figure/plates.h"
#include "render/figure/rings.h"
#include "render/figure/strokes.h"
#include "render/figure/velocities.h"

#include <string.h>

/* Rings that a picture may have: each holds two nodes at least. */
static size_t
rings_most(const mg_page *page, const mg_picture *pic)
{
  return page->style->rings && pic->n <= MG_RINGS_NODES ? pic->n / 2 : 0;
}

size_t
mg_drawing_words(const mg_page *page, const mg_picture *pic)
{
  return 2 + pic->remarks.count + rings_most(page, pic) + mg_plates_words(pic)
         + mg_strokes_words(pic)
         + (mg_figure_names(page, pic, 0) != MG_NAMED_NONE
            ? MG_LINES_MAX * pic->n : 0);
}

static mgnn_status
put_words(const mg_figure *f, const mg_rings *rings,
          const mg_stroke_texts *texts, mgnn_error *err)
{
  const mg_picture *pic = f->pic;
  size_t most = pic->remarks.count + rings->rings + texts->count;
  mg_remark *remark = mg_alloc(most, sizeof *remark);
  mg_placed placed = { mg_alloc(most, sizeof *placed.rect), 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(remark, err));
  TRY(mg_allocated(placed.rect, err));
  TRY(mg_rings_put(f, rings, remark, err));
  if (pic->remarks.count > 0)
    memcpy(remark + rings->rings, pic->remarks.list,
           pic->remarks.count * sizeof *remark);
  if (texts->count > 0)
    memcpy(remark + rings->rings + pic->remarks.count, texts->remark,
           texts->count * sizeof *remark);
  if (most > 0)
    TRY(mg_annotations_put(f, remark, most, &placed, err));
  if (mg_figure_names(f->page, pic, f->small) != MG_NAMED_NONE)
    TRY(mg_labels_put(f, &placed, err));
end:
  mg_free(placed.rect);
  mg_free(remark);
  return status;
}

mgnn_status
mg_drawing_put(mg_figure *f, mgnn_error *err)
{
  mg_panel *panel = f->panel;
  size_t n = f->pic->n;
  mg_rings rings = { NULL, 0, 0, 0, NULL };
  mg_stroke_texts texts = { NULL, NULL, 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_figure_place(f, err));
  if (f->names != NULL) {
    panel->names = mg_alloc(n, sizeof *panel->names);
    TRY(mg_allocated(panel->names, err));
    memcpy(panel->names, f->names, n * sizeof *f->names);
  }
  if (f->plate == NULL)
    TRY(mg_rings_find(f, &rings, err));
  f->spare_runs = mg_rings_runs(f, &rings);
  f->spare_dots = rings.wedges + rings.rings;
  TRY(mg_figure_put(f, err));
  TRY(mg_strokes_put(f, &texts, err));
  TRY(mg_velocities_put(f, err));
  TRY(mg_plates_put(f, err));
  TRY(put_words(f, &rings, &texts, err));
end:
  mg_stroke_texts_free(&texts);
  mg_rings_free(&rings);
  mg_free(f->plate);
  mg_free(f->at);
  f->at = NULL;
  f->plate = NULL;
  return status;
}

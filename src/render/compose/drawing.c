/* A picture with all its words in a panel.  Words look for free places, so
 * their order counts: how many nodes a ring holds, remarks, then names. */
#include "drawing.h"
#include "render/figure/annotations.h"
#include "render/figure/hulls.h"
#include "render/figure/labels.h"
#include "render/figure/plates.h"
#include "render/figure/rings.h"
#include "render/figure/strokes.h"
#include "render/figure/velocities.h"

#include <string.h>

size_t
mg_drawing_words(const mg_page *page, const mg_picture *pic)
{
  int named = mg_figure_names(page, pic, 0);
  size_t names = named == MG_NAMED_NONE ? 0
                 : named == MG_NAMED_HUBS ? MG_HUBS_NAMED : pic->n;
  /* Each ring holds two nodes at least. */
  size_t rings = page->style->rings && pic->n <= MG_RINGS_NODES ? pic->n / 2 : 0;

  return 2 * MG_LINES_MAX + pic->remarks.count + rings + mg_plates_words(pic)
         + mg_strokes_words(pic) + (pic->appearance != NULL ? pic->appearance->groups : 0)
         + MG_NAME_LINES * names;
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
  double space = mg_hulls_space(f);
  mg_rings rings = { NULL, 0, 0, 0, NULL };
  mg_stroke_texts texts = { NULL, NULL, 0 };
  mgnn_status status = MGNN_OK;

  f->box = (mg_region){ f->box.x + space, f->box.y + space, f->box.width - 2 * space,
                        f->box.height - 2 * space };
  TRY(mg_figure_place(f, err));
  if (f->names != NULL) {
    TRY(mg_allocated(panel->names = mg_alloc(n, sizeof *panel->names), err));
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
  if (panel->layer != NULL && panel->layers == 0) {    /* that of groups */
    panel->layer[1] = mg_panel_layer(panel, 0);
    panel->layers = 2;
  }
end:
  mg_stroke_texts_free(&texts);
  mg_rings_free(&rings);
  mg_plates_free(f->plate, n);
  mg_free(f->at);
  f->at = NULL;
  f->plate = NULL;
  return status;
}

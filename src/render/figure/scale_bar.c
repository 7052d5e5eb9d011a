/* The scale bar: a line with a tick at each end, and its length. */
#include "scale_bar.h"

#include <math.h>
#include <stdio.h>

mgnn_status
mg_scale_bar_put(mg_page *page, const mg_region *box, double y, double unit,
                 const mg_bar_scale *scale, mgnn_error *err)
{
  double font = page->font, tick = 0.3 * font, length, x0 = box->x, x1;
  char number[MG_TEXT_NUMBER], text[MG_TEXT_NUMBER + 64];
  mg_region strip = { box->x, y, box->width, 1.7 * font };
  const char *kept;
  mg_panel *panel;

  if (!(unit > 0) || !isfinite(unit))
    return MGNN_OK;
  /* From a twelfth to a third of the width, or so. */
  length = mg_round_up(box->width / 8 / unit);
  x1 = x0 + length * unit;
  mg_text_number(number, length, 1);
  if (scale->kind == MG_SCALE_LENGTH && scale->unit != NULL && scale->unit[0] != '\0')
    snprintf(text, sizeof text, "%s %s", number, scale->unit);
  else
    snprintf(text, sizeof text, "%s%s", scale->kind == MG_SCALE_LENGTH ? "length " : "",
             number);
  PASS(mg_page_keep(page, text, &kept, err));
  PASS(mg_page_panel(page, "scale-bar", &strip, 1, &panel, err));
  panel->segment = mg_alloc(3, sizeof *panel->segment);
  panel->edges = mg_alloc(1, sizeof *panel->edges);
  PASS(mg_allocated(panel->segment, err));
  PASS(mg_allocated(panel->edges, err));
  y = floor(y + 1.1 * font) + 0.5;
  panel->segment[0] = mg_line(x0, y, x1, y);
  panel->segment[1] = mg_line(x0, y - tick, x0, y + tick);
  panel->segment[2] = mg_line(x1, y - tick, x1, y + tick);
  panel->edges[panel->edge_runs++] = (mg_edge_run){
    "scale-bar", page->look.ink, MG_UNITS, 3, panel->segment
  };
  mg_panel_word(panel, kept, x1 + 0.7 * font, y + 0.35 * font,
                (mg_type){ "scale-bar", font, MG_START, page->look.ink });
  return MGNN_OK;
}

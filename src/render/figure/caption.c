/* Puts the caption, note and scale bar below a picture; caption and note are broken
 * into lines if they are wider than the picture. */
#include "caption.h"

#include <math.h>
#include <stdio.h>

/* The font size of the note, as a part of the caption's. */
static const double note_part = 0.88;

/* The height of a line, and of the baseline from its top, in font sizes. */
static const struct {
  const char *class;
  double line, base;
} looks[] = { { "caption", 1.5, 1.2 }, { "note", 1.4, 1.1 } };

/* Put caption and note below *y, which becomes the end of the last line.  If panel is
 * NULL, only compute *y. */
static mgnn_status
go_through(mg_page *page, mg_panel *panel, const mg_picture *pic, mg_region box,
           double font, double *y, mgnn_error *err)
{
  const char *const text[] = { pic->caption, pic->note };
  const mg_colour ink[] = { page->look.ink, page->look.faint };

  for (int k = 0; k < 2; k++) {
    double size = k > 0 ? note_part * font : font;
    mg_text_lines lines = { .count = 0 };

    if (mg_is_text(text[k]))
      PASS(mg_page_wrap(page, text[k], &size, box.width, &lines, err));
    for (size_t l = 0; l < lines.count; l++) {
      if (panel != NULL)
        mg_panel_word(panel, lines.line[l], box.x + box.width / 2,
                      *y + looks[k].base * size,
                      (mg_type){ looks[k].class, size, MG_MIDDLE, ink[k] });
      *y += (l + 1 < lines.count ? looks[k].base : looks[k].line) * size;
    }
  }
  return MGNN_OK;
}

mgnn_status
mg_caption_height(mg_page *page, const mg_picture *pic, double font, double width,
                  double *height, mgnn_error *err)
{
  *height = 0;
  return go_through(page, NULL, pic, (mg_region){ .width = width }, font, height,
                    err);
}

mgnn_status
mg_caption_put(mg_page *page, mg_panel *panel, const mg_picture *pic,
               const mg_region *box, double y, double font, mgnn_error *err)
{
  if (mg_is_text(pic->caption) && page->scene->title == NULL)
    PASS(mg_page_keep(page, pic->caption, &page->scene->title, err));
  return go_through(page, panel, pic, *box, font, &y, err);
}

/* ---- scale bar ---- */

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
  /* An eighth of the width, rounded up to 1, 2 or 5 times a power of ten. */
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
  PASS(mg_allocated_all(err, panel->segment, panel->edges));
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

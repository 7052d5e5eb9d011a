/* Caption and note below a picture, each broken into lines where it is wider than
 * the picture. */
#include "caption.h"

/* The note's letters, as a part of the caption's. */
static const double note_part = 0.88;

/* The height of a line in font sizes, and where in it the letters stand. */
static const struct {
  const char *class;
  double line, base;
} looks[] = { { "caption", 1.5, 1.2 }, { "note", 1.4, 1.1 } };

/* Put both from *y on, which becomes the end of the last line; without a panel
 * only that. */
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

/* Caption and note below a picture, each one line, cut to the picture's
 * width. */
#include "caption.h"

enum { NOTE_PERCENT = 88 };

double
mg_caption_height(const mg_picture *pic, double font)
{
  return (mg_is_text(pic->caption) ? 1.5 * font : 0)
         + (mg_is_text(pic->note) ? 1.4 * font * NOTE_PERCENT / 100 : 0);
}

mgnn_status
mg_caption_put(mg_page *page, mg_panel *panel, const mg_picture *pic,
               const mg_region *box, double y, double font, mgnn_error *err)
{
  double middle = box->x + box->width / 2, small = font * NOTE_PERCENT / 100;
  const char *caption = pic->caption, *note = pic->note;
  double width;
  mgnn_status status = MGNN_OK;

  if (mg_is_text(caption)) {
    if (page->scene->title == NULL)
      TRY(mg_page_keep(page, caption, &page->scene->title, err));
    TRY(mg_page_fit(page, &caption, font, box->width, &width, err));
    mg_panel_word(panel, caption, middle, y + 1.2 * font,
                  (mg_type){ "caption", font, MG_MIDDLE, page->look.ink });
    y += 1.5 * font;
  }
  if (mg_is_text(note)) {
    TRY(mg_page_fit(page, &note, small, box->width, &width, err));
    mg_panel_word(panel, note, middle, y + 1.1 * small,
                  (mg_type){ "note", small, MG_MIDDLE, page->look.faint });
  }
end:
  return status;
}

/* Many pictures on one page: rows of framed panels with captions. */
#include "sheet.h"
#include "render/figure/legend.h"
#include "render/canvas/page.h"

#include <math.h>
#include <string.h>

/* How the page is divided. */
typedef struct {
  size_t rows, cols;
  double side_x, side_y;       /* of a panel */
  double gap;                  /* between panels */
  double below;                /* caption and note */
  double font;                 /* of captions */
  double x, y;                 /* of the first panel */
  double legend_x, legend_y;
} division;

/* The tallest caption there is. */
static double
captions_height(const mg_picture *pics, size_t count, double font)
{
  double height = 0;

  for (size_t k = 0; k < count; k++)
    height = fmax(height, mg_page_caption_height(&pics[k], font));
  return height;
}

static int
is_empty(const mg_picture *pic)
{
  return pic->n == 0 && pic->caption == NULL;
}

/* Panels as large as a reader needs, smaller where there are many columns. */
static double
panel_side(size_t rows, size_t cols)
{
  size_t most = cols > rows ? cols : rows;
  double side = 1600 / (most > 0 ? (double)most : 1);

  return side < 170 ? 170 : side > 340 ? 340 : side;
}

/* Between panels, and of captions, as a part of a panel's side. */
static const double gap_part = 0.07, font_part = 0.065;

/* Divide a page of the wanted size; where that is NAN it follows from the
 * panels, which are then square. */
static mgnn_status
divide(division *d, mg_page *page, const mg_picture *pics, mg_legend *legend,
       mgnn_error *err)
{
  const mg_style *style = page->style;
  double cols = (double)d->cols, rows = (double)d->rows;
  double margin = isnan(style->margin) ? 16 : style->margin;
  double side = panel_side(d->rows, d->cols), heading, extra, width, height;
  mgnn_status status;

  if (!isnan(style->width))
    side = (style->width - 2 * margin) / (cols + gap_part * (cols - 1));
  else if (!isnan(style->height))      /* a fifth is for the words */
    side = (style->height - 2 * margin) / (1.2 * rows + gap_part * (rows - 1));
  d->gap = gap_part * side;
  d->font = isnan(style->font_size) ? fmax(fmin(font_part * side, 14), 5)
                                    : style->font_size;
  d->below = captions_height(pics, d->rows * d->cols, d->font);
  width = isnan(style->width) ? cols * (side + d->gap) - d->gap
                              : style->width - 2 * margin;
  status = mg_legend_init(legend, page, pics, d->rows * d->cols, d->font,
                          width / 3, err);
  if (status != MGNN_OK)
    return status;
  mg_legend_lie(legend, width, isnan(style->height) ? 400
                                                    : style->height / 4);
  status = mg_page_heading(page, 1.1 * d->font, width, &heading, err);
  if (status != MGNN_OK)
    return status;
  extra = heading + (legend->height > 0 ? legend->height + d->font : 0);
  height = isnan(style->height)
           ? rows * (side + d->below + d->gap) - d->gap + extra
           : style->height - 2 * margin;

  d->side_x = (width - (cols - 1) * d->gap) / cols;
  d->side_y = (height - extra - (rows - 1) * d->gap) / rows - d->below;
  if (d->side_x < 10 || d->side_y < 10)
    return mg_fail(err, MGNN_EINVAL, "a page of %.0f x %.0f pixels is too "
                   "small for %zu rows of %zu drawings", width + 2 * margin,
                   height + 2 * margin, d->rows, d->cols);
  mg_page_size(page, ceil(width + 2 * margin), ceil(height + 2 * margin));
  page->margin = margin;
  page->font = 1.1 * d->font;
  d->x = margin;
  d->y = margin + heading;
  d->legend_x = margin + (width - legend->width) / 2;
  d->legend_y = margin + height - legend->height;
  return MGNN_OK;
}

/* One picture in its frame, which is on whole pixels so that it is sharp. */
static mgnn_status
put_panel(mg_page *page, const division *d, const mg_picture *pic,
          const mg_viewport *view, size_t row, size_t col, mgnn_error *err)
{
  mg_region box = { floor(d->x + (double)col * (d->side_x + d->gap)) + 0.5,
                 floor(d->y + (double)row * (d->side_y + d->below + d->gap))
                 + 0.5,
                 floor(d->side_x), floor(d->side_y) };
  double inset = 0.04 * fmin(d->side_x, d->side_y);
  mg_region inner = { box.x + inset, box.y + inset, box.width - 2 * inset,
                   box.height - 2 * inset };
  size_t words = mg_page_words(page, pic);
  mg_panel *panel;
  mgnn_status status = mg_page_panel(page, "drawing", &box, words, &panel,
                                     err);

  if (status != MGNN_OK)
    return status;
  panel->frame = mg_colour_faded(page->look.faint, 0.45);
  mg_page_look(page, pic->n, pic->m, view, &inner);
  if (isnan(page->style->font_size))   /* names, smaller than captions */
    page->look.font = fmin(page->look.font, 0.75 * d->font);
  page->look.font_least = fmin(page->look.font_least, page->look.font);
  status = mg_page_picture(page, panel, pic, view, &inner, err);
  if (status == MGNN_OK)
    status = mg_page_caption(page, panel, pic, &box, box.y + box.height,
                             d->font, err);
  return status;
}

static mgnn_status
put_all(mg_page *page, const mg_picture *pics, const mg_viewport *views,
        division *d, mgnn_error *err)
{
  mg_legend legend;
  mgnn_status status;

  memset(&legend, 0, sizeof legend);
  status = divide(d, page, pics, &legend, err);
  if (status == MGNN_OK) {
    mg_region box = { page->margin, page->margin,
                   page->width - 2 * page->margin, page->height };

    status = mg_page_title(page, &box, err);
  }
  for (size_t row = 0; status == MGNN_OK && row < d->rows; row++) {
    mg_viewport view;

    mg_viewport_init(&view);
    for (size_t col = 0; col < d->cols; col++)
      mg_viewport_fit(&view, &pics[row * d->cols + col]);
    for (size_t col = 0; status == MGNN_OK && col < d->cols; col++)
      if (!is_empty(&pics[row * d->cols + col]))
        status = put_panel(page, d, &pics[row * d->cols + col],
                           views != NULL ? &views[row * d->cols + col] : &view,
                           row, col, err);
  }
  if (status == MGNN_OK)
    status = mg_legend_draw(&legend, page, d->legend_x, d->legend_y, err);
  mg_legend_free(&legend);
  return status;
}

/* views: one per picture, or NULL: one for each row. */
static mgnn_status
build(mg_scene *out, const mg_picture *pics, size_t rows, size_t cols,
      const mg_viewport *views, const mg_style *style, mgnn_error *err)
{
  division d;
  mg_page page;
  mgnn_status status = mg_page_open(&page, out, style, rows * cols + 2, err);

  if (status == MGNN_OK && (rows == 0 || cols == 0))
    status = mg_fail(err, MGNN_EINVAL, "a sheet needs at least one drawing");
  if (status != MGNN_OK)
    return mg_page_close(&page, status);
  memset(&d, 0, sizeof d);
  d.rows = rows;
  d.cols = cols;
  return mg_page_close(&page, put_all(&page, pics, views, &d, err));
}

mgnn_status
mg_sheet_build(mg_scene *out, const mg_picture *pics, size_t rows, size_t cols,
               const mg_style *style, mgnn_error *err)
{
  return build(out, pics, rows, cols, NULL, style, err);
}

mgnn_status
mg_sheet_frame(mg_scene *out, const mg_picture *pics, size_t cols,
               const mg_viewport *views, const mg_style *style, mgnn_error *err)
{
  return build(out, pics, 1, cols, views, style, err);
}

/* Lays out many pictures on one page, in rows of framed panels with captions. */
#include "sheet.h"
#include "drawing.h"
#include "render/figure/caption.h"
#include "render/figure/legend.h"

#include <math.h>
#include <string.h>

typedef struct {
  size_t rows, cols;
  double shape;                /* height of a panel over its width; used if the
                                * style does not set the page's height */
  double side_x, side_y;       /* of a panel */
  double gap;                  /* between panels */
  double below;                /* caption and note */
  double bar;                  /* for scale bars, at the foot of panels */
  double font;                 /* of captions */
  double x, y;                 /* of the first panel */
  double legend_x, legend_y;
} sheet_division;

static mgnn_status
captions_height(mg_page *page, const mg_picture *pics, size_t count, double font,
                double width, double *out, mgnn_error *err)
{
  double height;

  *out = 0;
  for (size_t k = 0; k < count; k++) {
    PASS(mg_caption_height(page, &pics[k], font, width, &height, err));
    *out = fmax(*out, height);
  }
  return MGNN_OK;
}

static int
is_empty(const mg_picture *pic)
{
  return pic->n == 0 && pic->caption == NULL;
}

static int
have_bars(const mg_picture *pics, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (!is_empty(&pics[k]) && pics[k].to_scale.kind != MG_SCALE_NONE)
      return 1;
  return 0;
}

/* The gap between panels and the font of captions, as parts of a panel's side. */
static const double gap_part = 0.07, font_part = 0.065;

/* The font size of scale bars, as a part of the captions' font size. */
static const double bar_part = 0.88;

/* Height over width of panels: that of the drawings if all are wide, else 1. */
static double
panel_shape(const mg_viewport *views, size_t count)
{
  double shape = 0.4;

  for (size_t k = 0; k < count; k++) {
    double half_x = views[k].x1 / 2 - views[k].x0 / 2;
    double half_y = views[k].y1 / 2 - views[k].y0 / 2;

    if (views[k].x0 <= views[k].x1)
      shape = half_y < half_x ? fmax(shape, half_y / half_x) : 1;
  }
  return shape;
}

/* Divide the page into panels and texts.  A width or height that is NAN in the style
 * follows from the panels. */
static mgnn_status
divide(sheet_division *d, mg_page *page, const mg_picture *pics,
       mg_legend *legend, mgnn_error *err)
{
  const mg_style *style = page->style;
  double cols = (double)d->cols, rows = (double)d->rows;
  double margin = isnan(style->margin) ? 16 : style->margin;
  /* 340 pixels can be read well; smaller, down to 170, in many columns or rows. */
  double side = fmin(fmax(1600 / fmax(fmax(cols, rows), 1), 170), 340);
  double heading, extra, width, height;

  if (!isnan(style->width))
    side = (style->width - 2 * margin) / (cols + gap_part * (cols - 1));
  else if (!isnan(style->height))      /* 0.2 of a side for the texts */
    side = (style->height - 2 * margin) / (1.2 * rows + gap_part * (rows - 1));
  d->gap = gap_part * side;
  d->font = isnan(style->font_size) ? fmax(fmin(font_part * side, 14), 5)
                                    : style->font_size;
  PASS(captions_height(page, pics, d->rows * d->cols, d->font, floor(side),
                       &d->below, err));
  d->bar = have_bars(pics, d->rows * d->cols) ? 1.3 * bar_part * d->font : 0;
  width = isnan(style->width) ? cols * (side + d->gap) - d->gap
                              : style->width - 2 * margin;
  mg_legend_init(legend, d->font, fmax(width / 3, fmin(width, 15 * d->font)));
  PASS(mg_legend_collect(legend, page, pics, d->rows * d->cols, err));
  mg_legend_below(legend, width, isnan(style->height) ? 400
                                                    : style->height / 4);
  PASS(mg_page_heading(page, 1.1 * d->font, width, &heading, err));
  extra = heading + (legend->height > 0 ? legend->height + d->font : 0);
  height = isnan(style->height)
           ? rows * (d->shape * side + d->below + d->gap) - d->gap + extra
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

/* Draw one picture in its frame, which lies on whole pixels to look sharp. */
static mgnn_status
put_panel(mg_page *page, const sheet_division *d, const mg_picture *pic,
          const mg_viewport *view, size_t row, size_t col, mgnn_error *err)
{
  mg_region box = { floor(d->x + (double)col * (d->side_x + d->gap)) + 0.5,
                    floor(d->y + (double)row * (d->side_y + d->below + d->gap))
                    + 0.5,
                    floor(d->side_x), floor(d->side_y) };
  double inset = 0.04 * fmin(d->side_x, d->side_y);
  mg_figure f = { .page = page, .pic = pic, .view = view, .small = 1,
                  .box = { box.x + inset, box.y + inset, box.width - 2 * inset,
                           box.height - 2 * inset - d->bar } };
  double font = page->font;
  mgnn_status status = MGNN_OK;

  TRY(mg_page_panel(page, "drawing", &box, mg_drawing_words(page, pic),
                    &f.panel, err));
  f.panel->frame = mg_colour_faded(page->look.faint, 0.45);
  mg_figure_look(page, pic, view, &f.box);
  if (isnan(page->style->font_size))   /* names, smaller than captions */
    page->look.font = fmin(page->look.font, 0.75 * d->font);
  page->look.font_least = fmin(page->look.font_least, page->look.font);
  TRY(mg_drawing_put(&f, err));
  TRY(mg_caption_put(page, f.panel, pic, &box, box.y + box.height, d->font, err));
  if (pic->to_scale.kind != MG_SCALE_NONE) {
    page->font = bar_part * d->font;
    TRY(mg_scale_bar_put(page, &f.box, box.y + box.height - inset / 2 - d->bar
                         - 0.1 * d->font, f.unit, &pic->to_scale, err));
  }
end:
  page->font = font;
  return status;
}

mgnn_status
mg_sheet_build(mg_scene *out, const mg_picture *pics, size_t rows, size_t cols,
               const mg_viewport *views, const mg_style *style, mgnn_error *err)
{
  sheet_division d = { .rows = rows, .cols = cols };
  mg_viewport shared;
  mg_legend legend;
  mg_region box;
  mg_page page;
  mgnn_status status = MGNN_OK;

  memset(&legend, 0, sizeof legend);
  TRY(mg_page_open(&page, out, style, 2 * rows * cols + 2, err));
  if (rows == 0 || cols == 0)
    TRY(mg_fail(err, MGNN_EINVAL, "a sheet needs at least one drawing"));
  mg_viewport_init(&shared);
  for (size_t k = 0; k < rows * cols && views == NULL; k++)
    TRY(mg_viewport_fit(&shared, &pics[k], err));
  d.shape = views != NULL ? panel_shape(views, rows * cols)
                          : panel_shape(&shared, 1);
  TRY(divide(&d, &page, pics, &legend, err));
  box = (mg_region){ page.margin, page.margin, page.width - 2 * page.margin,
                     page.height };
  TRY(mg_page_title(&page, &box, err));
  for (size_t k = 0; k < rows * cols; k++)
    if (!is_empty(&pics[k]))
      TRY(put_panel(&page, &d, &pics[k], views != NULL ? &views[k] : &shared,
                    k / cols, k % cols, err));
  TRY(mg_legend_draw(&legend, &page, d.legend_x, d.legend_y, err));
end:
  mg_legend_free(&legend);
  return mg_page_close(&page, status, err);
}

/* One picture on a page: what goes where.  Also what every scene has. */
#include "scene.h"
#include "render/figure/legend.h"
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void
mg_viewport_init(mg_viewport *view)
{
  *view = (mg_viewport){ HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL, HUGE_VAL,
                         -HUGE_VAL, NAN, NAN };
}

static void
widen(double x, double *low, double *high)
{
  *low = x < *low ? x : *low;
  *high = x > *high ? x : *high;
}

/* How far apart nodes are where they are: the mean over nodes of
 * sqrt(area of a cell / nodes in it), in a grid with four nodes to a cell.
 * Smaller than sqrt(area / n) where they crowd.  The frame is that of the
 * picture alone.  NAN if it has no extent, or no memory is left. */
static double
gap_between(const mg_picture *pic, const mg_viewport *frame)
{
  double wide = frame->x1 - frame->x0, high = frame->y1 - frame->y0;
  double side = sqrt(4 * wide / (double)pic->n) * sqrt(high), sum = 0;
  size_t cols, rows, found = 0;
  unsigned *count;

  if (!(side > 0) || !(wide / side < 4e3) || !(high / side < 4e3))
    return NAN;
  cols = (size_t)(wide / side) + 1;
  rows = (size_t)(high / side) + 1;
  count = mg_zalloc(cols * rows, sizeof *count);
  if (count == NULL)
    return NAN;                /* only the looks suffer */
  for (size_t i = 0; i < pic->n; i++) {
    double x = (pic->xy[2 * i] - frame->x0) / side;
    double y = (pic->xy[2 * i + 1] - frame->y0) / side;

    if (x >= 0 && x < (double)cols && y >= 0 && y < (double)rows) {
      count[(size_t)y * cols + (size_t)x]++;
      found++;
    }
  }
  for (size_t k = 0; k < cols * rows; k++)
    sum += sqrt(count[k]);
  mg_free(count);
  return sum * side / (double)found;
}

void
mg_viewport_fit(mg_viewport *view, const mg_picture *pic)
{
  mg_viewport own;
  double mean = 0, gap;
  size_t count = 0;

  mg_viewport_init(&own);
  for (size_t i = 0; i < pic->n; i++) {
    double x = pic->xy[2 * i], y = pic->xy[2 * i + 1];

    if (isfinite(x) && isfinite(y)) {
      widen(x, &own.x0, &own.x1);
      widen(y, &own.y0, &own.y1);
    }
    if (pic->depth != NULL && isfinite(pic->depth[i]))
      widen(pic->depth[i], &view->z0, &view->z1);
  }
  for (size_t e = 0; e < pic->m; e++) {
    const double *a = pic->xy + 2 * (size_t)pic->ends[2 * e];
    const double *b = pic->xy + 2 * (size_t)pic->ends[2 * e + 1];
    /* Not by squares, which leave the range of doubles long before the
     * coordinates do. */
    double length = hypot(a[0] - b[0], a[1] - b[1]);

    if (isfinite(length)) {
      count++;
      mean += (length - mean) / (double)count;
    }
  }
  if (count > 0 && !(view->length >= mean))
    view->length = mean;
  gap = gap_between(pic, &own);
  if (!isnan(gap) && !(view->gap >= gap))
    view->gap = gap;
  view->x0 = fmin(view->x0, own.x0);
  view->y0 = fmin(view->y0, own.y0);
  view->x1 = fmax(view->x1, own.x1);
  view->y1 = fmax(view->y1, own.y1);
}

static void
panel_free(mg_panel *panel)
{
  mg_free(panel->edges);
  mg_free(panel->nodes);
  mg_free(panel->words);
  mg_free(panel->segment);
  mg_free(panel->dot);
  mg_free(panel->layer);
  mg_free(panel->names);
}

void
mg_scene_free(mg_scene *scene)
{
  for (size_t i = 0; i < scene->panels; i++)
    panel_free(&scene->panel[i]);
  mg_free(scene->panel);
  mg_pool_free(&scene->pool);
  memset(scene, 0, sizeof *scene);
}

/* Put the legend beside or below the drawing, wherever the drawing remains
 * larger; the box becomes what is left. */
static mgnn_status
put_legend(mg_page *page, const mg_picture *pic, const mg_viewport *view,
           mg_region *box, double below, mgnn_error *err)
{
  double gap = 1.5 * page->font, side = 0, bottom = 0;
  double width = box->width, height = box->height;
  mg_legend stand, lie;
  mgnn_status status;

  memset(&lie, 0, sizeof lie);
  status = mg_legend_init(&stand, page, pic, 1, page->font, width / 3, err);
  if (status == MGNN_OK)
    status = mg_legend_init(&lie, page, pic, 1, page->font, width / 3, err);
  if (status != MGNN_OK)
    goto done;
  mg_legend_stand(&stand, 0.4 * width, height);
  mg_legend_lie(&lie, width, 0.3 * height);
  if (stand.height > 0)
    side = mg_page_scale(view, width - stand.width - gap, height - below);
  if (lie.height > 0)
    bottom = mg_page_scale(view, width, height - below - lie.height - gap);
  if (side > 0 && (side >= bottom || lie.shown < stand.shown)) {
    box->width -= stand.width + gap;
    status = mg_legend_draw(&stand, page, box->x + box->width + gap,
                            box->y + (height - below - stand.height) / 2, err);
  } else if (bottom > 0) {
    box->height -= lie.height + gap;
    status = mg_legend_draw(&lie, page, box->x + (width - lie.width) / 2,
                            box->y + box->height + gap, err);
  }
done:
  mg_legend_free(&lie);
  mg_legend_free(&stand);
  return status;
}

/* The scale bar: a round length as it is on the page, below the drawing at the
 * left.  Not drawn where the drawing has no extent. */
static mgnn_status
put_scale(mg_page *page, const mg_region *box, double y, mgnn_error *err)
{
  double font = page->font, length, width;
  char number[MG_TEXT_NUMBER], text[MG_TEXT_NUMBER + 16];
  mg_region strip = { box->x, y, box->width, 1.7 * font };
  const char *kept;
  mg_segment *line;
  mg_panel *panel;
  mgnn_status status;

  if (!(page->unit > 0) || !isfinite(page->unit))
    return MGNN_OK;
  /* From a twelfth to a third of the width, or so. */
  length = mg_round_up(box->width / 8 / page->unit);
  width = length * page->unit;
  snprintf(text, sizeof text, "length %s", mg_text_number(number, length, 1));
  kept = mg_text_keep(&page->scene->pool, text);
  if (kept == NULL)
    return mg_fail_memory(err);
  status = mg_page_panel(page, "scale-bar", &strip, 1, &panel, err);
  if (status != MGNN_OK)
    return status;
  line = panel->segment = mg_zalloc(3, sizeof *line);
  panel->edges = mg_alloc(1, sizeof *panel->edges);
  if (line == NULL || panel->edges == NULL)
    return mg_fail_memory(err);
  y = floor(y + 1.1 * font) + 0.5;
  for (int k = 0; k < 3; k++) {
    double tick = k > 0 ? 0.3 * font : 0;

    line[k].a = (mg_point){ mg_page_units(box->x + (k == 2 ? width : 0)),
                            mg_page_units(y - tick) };
    line[k].b = (mg_point){ mg_page_units(box->x + (k == 1 ? 0 : width)),
                            mg_page_units(y + tick) };
  }
  panel->edges[panel->edge_runs++] = (mg_edge_run){
    "scale-bar", page->look.ink, MG_UNITS, 3, line
  };
  mg_page_word(panel, "scale-bar", kept, box->x + width + 0.7 * font,
               y + 0.35 * font, MG_START, font, page->look.ink);
  return MGNN_OK;
}

static mgnn_status
put_all(mg_page *page, const mg_picture *pic, const mg_viewport *view,
        mgnn_error *err)
{
  double font = 1.1 * page->font;
  double below = mg_page_caption_height(pic, font);
  double scale = pic->to_scale ? 1.9 * page->font : 0;
  mg_region box = { page->margin, page->margin, page->width - 2 * page->margin,
                 page->height - 2 * page->margin };
  mg_panel *panel;
  mgnn_status status;

  if (box.width <= 0 || box.height <= 0)
    return mg_fail(err, MGNN_EINVAL, "a margin of %.0f pixels on each side "
                   "leaves nothing of a page of %.0f x %.0f pixels",
                   page->margin, page->width, page->height);
  status = mg_page_title(page, &box, err);
  if (below > 0.4 * box.height)
    below = 0;
  if (scale > 0.15 * box.height)
    scale = 0;
  below += scale;
  if (status == MGNN_OK)
    status = put_legend(page, pic, view, &box, below, err);
  if (status != MGNN_OK)
    return status;
  box.height -= below;
  status = mg_page_panel(page, "drawing", &box,
                         mg_page_words(page, pic), &panel, err);
  mg_page_look(page, pic->n, pic->m, view, &box);
  if (status == MGNN_OK)
    status = mg_page_picture(page, panel, pic, view, &box, err);
  if (status == MGNN_OK && scale > 0)
    status = put_scale(page, &box, box.y + box.height, err);
  if (status == MGNN_OK && below > scale)
    status = mg_page_caption(page, panel, pic, &box, box.y + box.height + scale,
                             font, err);
  return status;
}

mgnn_status
mg_scene_build(mg_scene *out, const mg_picture *pic, const mg_style *style,
               const mg_viewport *view, mgnn_error *err)
{
  mg_viewport own;
  mg_page page;
  mgnn_status status = mg_page_open(&page, out, style, 4, err);

  if (status != MGNN_OK)
    return mg_page_close(&page, status);
  if (view == NULL) {
    mg_viewport_init(&own);
    mg_viewport_fit(&own, pic);
    view = &own;
  }
  mg_page_size(&page, mg_style_width(style), mg_style_height(style));
  return mg_page_close(&page, put_all(&page, pic, view, err));
}

/* The corners of the shapes, in hundredths of the disc's radius; sized so that
 * all look as large as the disc. */
static const struct {
  size_t count;
  signed char at[MG_CORNERS_MAX][2];
} shape[MG_MARKS] = {
  [MG_SQUARE] = { 4, { { -89, -89 }, { 89, -89 }, { 89, 89 }, { -89, 89 } } },
  [MG_DIAMOND] = { 4, { { 0, -124 }, { 124, 0 }, { 0, 124 }, { -124, 0 } } },
  [MG_TRIANGLE] = { 3, { { 0, -127 }, { 124, 76 }, { -124, 76 } } },
  [MG_CROSS] = { 12, { { -42, -118 }, { 42, -118 }, { 42, -42 }, { 118, -42 },
                       { 118, 42 }, { 42, 42 }, { 42, 118 }, { -42, 118 },
                       { -42, 42 }, { -118, 42 }, { -118, -42 },
                       { -42, -42 } } },
  [MG_STAR] = { 10, { { 0, -127 }, { 34, -43 }, { 125, -39 }, { 55, 20 },
                      { 78, 108 }, { 0, 58 }, { -78, 108 }, { -55, 20 },
                      { -125, -39 }, { -34, -43 } } },
  [MG_FUNNEL] = { 3, { { -124, -76 }, { 124, -76 }, { 0, 127 } } },
  [MG_HEXAGON] = { 6, { { -110, 0 }, { -55, -95 }, { 55, -95 }, { 110, 0 },
                        { 55, 95 }, { -55, 95 } } }
};

size_t
mg_mark_corners(mg_mark mark, int radius, mg_point *corner)
{
  for (size_t k = 0; k < shape[mark].count; k++)
    corner[k] = (mg_point){ radius * shape[mark].at[k][0] / 100,
                            radius * shape[mark].at[k][1] / 100 };
  return shape[mark].count;
}

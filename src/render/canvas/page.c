/* A page being laid out: its panels and words, and pictures put into boxes. */
#include "page.h"
#include "render/figure/figure.h"
#include "render/figure/labels.h"
#include "render/figure/annotations.h"

#include <math.h>
#include <string.h>

mgnn_status
mg_page_open(mg_page *page, mg_scene *scene, const mg_style *style,
             size_t panels, mgnn_error *err)
{
  mgnn_status status;

  memset(page, 0, sizeof *page);
  memset(scene, 0, sizeof *scene);
  page->scene = scene;
  page->style = style;
  status = mg_style_check(style, err);
  if (status == MGNN_OK)
    status = mg_look_colours(&page->look, style, err);
  if (status != MGNN_OK)
    return status;
  scene->dpi = style->dpi;
  scene->background = page->look.background;
  scene->panel = mg_zalloc(panels, sizeof *scene->panel);
  if (scene->panel == NULL)
    return mg_fail_memory(err);
  page->panels_cap = panels;
  page->ruler = mg_ruler_new();
  return page->ruler != NULL ? MGNN_OK : mg_fail_memory(err);
}

mgnn_status
mg_page_close(mg_page *page, mgnn_status status)
{
  mg_free(page->clean);
  mg_ruler_free(page->ruler);
  if (status != MGNN_OK)
    mg_scene_free(page->scene);
  return status;
}

static double
least(double a, double b)
{
  return a < b ? a : b;
}

void
mg_page_size(mg_page *page, double width, double height)
{
  double side = least(width, height);

  page->width = width;
  page->height = height;
  page->scene->width = mg_page_units(width);
  page->scene->height = mg_page_units(height);
  page->margin = page->style->margin;
  if (isnan(page->margin))
    page->margin = least(0.04 * side, 12 + 0.02 * side);
  /* Larger pages are read from farther away, but not as much farther. */
  page->font = 12.5 * sqrt(side / 800);
  page->font = page->font < 9 ? 9 : page->font;
  if (!isnan(page->style->font_size))
    page->font = page->style->font_size;
}

int
mg_page_units(double px)
{
  /* Also sends NAN to 0. */
  if (!(px > -1e7))
    px = px < 0 ? -1e7 : 0;
  if (px > 1e7)
    px = 1e7;
  return (int)floor(px * MG_UNITS + 0.5);
}

mgnn_status
mg_page_panel(mg_page *page, const char *name, const mg_region *box,
              size_t words, mg_panel **out, mgnn_error *err)
{
  mg_scene *scene = page->scene;
  mg_panel *panel = &scene->panel[scene->panels];

  panel->words = mg_alloc(words, sizeof *panel->words);
  if (panel->words == NULL)
    return mg_fail_memory(err);
  panel->name = name;
  panel->page = page->look.background;
  panel->low = (mg_point){ mg_page_units(box->x), mg_page_units(box->y) };
  panel->high = (mg_point){ mg_page_units(box->x + box->width),
                            mg_page_units(box->y + box->height) };
  scene->panels++;
  *out = panel;
  return MGNN_OK;
}

mg_word *
mg_page_word(mg_panel *panel, const char *name, const char *text, double x,
             double y, mg_anchor anchor, double size, mg_colour colour)
{
  mg_word *word = &panel->words[panel->word_count++];

  *word = (mg_word){
    .name = name, .text = text,
    .at = { mg_page_units(x), mg_page_units(y) }, .anchor = anchor,
    .size = mg_page_units(size), .colour = colour
  };
  return word;
}

/* A text in the middle of a box, cut to its width. */
static mgnn_status
centred(mg_page *page, mg_panel *panel, const char *name, const char *text,
        const mg_region *box, double y, double size, mg_colour colour,
        mgnn_error *err)
{
  mg_pool *pool = &page->scene->pool;
  double width;

  text = mg_text_keep(pool, text);
  if (text != NULL)
    text = mg_ruler_fit(page->ruler, pool, text, size, box->width, &width);
  if (text == NULL)
    return mg_fail_memory(err);
  mg_page_word(panel, name, text, box->x + box->width / 2, y, MG_MIDDLE, size,
               colour);
  return MGNN_OK;
}

static int
is_text(const char *s)
{
  return s != NULL && s[0] != '\0';
}

enum { TITLE_LINES = 3 };
static const double title_size = 1.35, title_leading = 1.25;

/* The lines of the style's title at a font of the page, and their height: 0
 * lines if it has none. */
static mgnn_status
title_lines(mg_page *page, double font, double width, const char **line,
            size_t *count, double *height, mgnn_error *err)
{
  double size = title_size * font, widest;
  const char *text;

  *count = 0;
  *height = 0;
  if (!is_text(page->style->title))
    return MGNN_OK;
  text = mg_text_keep(&page->scene->pool, page->style->title);
  if (text != NULL) {
    page->scene->title = text;
    *count = mg_ruler_wrap(page->ruler, &page->scene->pool, text, size, width,
                           line, TITLE_LINES, &widest);
  }
  if (*count == 0)
    return mg_fail_memory(err);
  *height = (1.9 + title_leading * (double)(*count - 1)) * size;
  return MGNN_OK;
}

mgnn_status
mg_page_heading(mg_page *page, double font, double width, double *height,
                mgnn_error *err)
{
  const char *line[TITLE_LINES];
  size_t count;

  return title_lines(page, font, width, line, &count, height, err);
}

mgnn_status
mg_page_title(mg_page *page, mg_region *box, mgnn_error *err)
{
  double size = title_size * page->font, height;
  const char *line[TITLE_LINES];
  mg_region strip = *box;
  mg_panel *panel;
  size_t count;
  mgnn_status status = title_lines(page, page->font, box->width, line, &count,
                                   &height, err);

  if (status != MGNN_OK || count == 0 || height > 0.5 * box->height)
    return status;             /* the file still has it */
  strip.height = height;
  status = mg_page_panel(page, "heading", &strip, count, &panel, err);
  for (size_t k = 0; k < count && status == MGNN_OK; k++)
    mg_page_word(panel, "title", line[k], box->x + box->width / 2,
                 box->y + (0.9 + title_leading * (double)k) * size, MG_MIDDLE,
                 size, page->look.ink);
  box->y += height;
  box->height -= height;
  return status;
}

enum { NOTE_PERCENT = 82 };

double
mg_page_caption_height(const mg_picture *pic, double font)
{
  return (is_text(pic->caption) ? 1.5 * font : 0)
         + (is_text(pic->note) ? 1.4 * font * NOTE_PERCENT / 100 : 0);
}

mgnn_status
mg_page_caption(mg_page *page, mg_panel *panel, const mg_picture *pic,
                const mg_region *box, double y, double font, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (is_text(pic->caption)) {
    if (page->scene->title == NULL) {
      page->scene->title = mg_text_keep(&page->scene->pool, pic->caption);
      if (page->scene->title == NULL)
        return mg_fail_memory(err);
    }
    status = centred(page, panel, "caption", pic->caption, box, y + 1.2 * font,
                     font, page->look.ink, err);
    y += 1.5 * font;
  }
  if (status == MGNN_OK && is_text(pic->note)) {
    double small = font * NOTE_PERCENT / 100;

    status = centred(page, panel, "note", pic->note, box, y + 1.1 * small,
                     small, page->look.faint, err);
  }
  return status;
}

/* How the plane is put on the page: half the distance from the viewport's lower
 * left corner, divided by `half`, times 2 px.  Halves, because the distance of
 * two doubles may not be one; divided first, so that 1e300 and 1e-300 stay in
 * range; from the corner, because a middle may lie between two doubles. */
typedef struct {
  double x0, y0, half, px;
  double left, low;            /* the corner, on the page */
  double width, height;        /* of the viewport, on the page */
} transform;

static transform
fit(const mg_viewport *view, const mg_region *box)
{
  transform t = { 0, 0, 1, 0, box->x + box->width / 2,
                  box->y + box->height / 2, 0, 0 };   /* all in the middle */
  double half_x, half_y, most;

  if (!(view->x0 <= view->x1))
    return t;
  half_x = view->x1 / 2 - view->x0 / 2;
  half_y = view->y1 / 2 - view->y0 / 2;
  most = half_x > half_y ? half_x : half_y;
  t.x0 = view->x0;
  t.y0 = view->y0;
  if (most == 0)
    return t;
  if (half_x / most * box->height > half_y / most * box->width) {
    t.half = half_x;
    t.px = box->width / 2;
  } else {
    t.half = half_y;
    t.px = box->height / 2;
  }
  t.width = 2 * (half_x / t.half * t.px);
  t.height = 2 * (half_y / t.half * t.px);
  t.left -= t.width / 2;
  t.low += t.height / 2;
  return t;
}

static mg_point
put(const transform *t, double x, double y)
{
  double dx = (x / 2 - t->x0 / 2) / t->half * (2 * t->px);
  double dy = (y / 2 - t->y0 / 2) / t->half * (2 * t->px);

  if (!isfinite(dx) || !isfinite(dy)) {
    dx = t->width / 2;
    dy = t->height / 2;
  }
  return (mg_point){ mg_page_units(t->left + dx), mg_page_units(t->low - dy) };
}

double
mg_page_scale(const mg_viewport *view, double width, double height)
{
  mg_region box = { 0, 0, width > 0 ? width : 0, height > 0 ? height : 0 };
  transform t = fit(view, &box);

  return t.width == 0 && t.height == 0 ? least(box.width, box.height)
                                       : t.width + t.height;
}

void
mg_page_look(mg_page *page, size_t n, size_t m, const mg_viewport *view,
             const mg_region *box)
{
  transform t = fit(view, box);
  double area = t.width * t.height, whole = box->width * box->height;

  /* All on a line is not on no area at all. */
  if (area < 0.2 * whole)
    area = 0.2 * whole;
  mg_look_sizes(&page->look, page->style, n, m, area > 1 ? area : 1,
                view->length / t.half * t.px, view->gap / t.half * t.px);
}

/* The names as they are drawn; the last picture's are kept, because the frames
 * of a sheet share theirs.  NULL in *out: the picture has none. */
static mgnn_status
clean_names(mg_page *page, const mg_picture *pic, const char ***out,
            mgnn_error *err)
{
  *out = NULL;
  if (pic->names == NULL)
    return MGNN_OK;
  if (page->names != pic->names) {
    mg_free(page->clean);
    page->names = NULL;
    page->clean = mg_alloc(pic->n, sizeof *page->clean);
    if (page->clean == NULL)
      return mg_fail_memory(err);
    for (size_t i = 0; i < pic->n; i++) {
      page->clean[i] = NULL;
      if (pic->names[i] == NULL)
        continue;
      page->clean[i] = mg_text_keep(&page->scene->pool, pic->names[i]);
      if (page->clean[i] == NULL)
        return mg_fail_memory(err);
    }
    page->names = pic->names;
  }
  *out = page->clean;
  return MGNN_OK;
}

/* Room around the nodes: their own size, and for names. */
static mg_region
pad(const mg_page *page, const mg_picture *pic, const mg_viewport *view,
    const mg_region *box, int named)
{
  double side = mg_figure_radius(page, pic, view) * 1.3, high;
  mg_region inner = *box;

  high = side + (named ? page->look.font : 0);
  side += named ? 2 * page->look.font : 0;
  side = least(side, 0.4 * box->width);
  high = least(high, 0.4 * box->height);
  inner.x += side;
  inner.y += high;
  inner.width -= 2 * side;
  inner.height -= 2 * high;
  return inner;
}

/* Remarks, the rings' first, and then names, which keep clear of them. */
static mgnn_status
put_words(mg_page *page, mg_panel *panel, const mg_picture *pic,
          const mg_viewport *view, const char **names, const mg_point *at,
          const mg_region *box, mgnn_error *err)
{
  size_t most = pic->remark_count + (pic->joined != NULL ? pic->n / 2 : 0);
  mg_remark *remark = mg_alloc(most, sizeof *remark);
  mg_rect *taken = mg_alloc(most, sizeof *taken);
  size_t count = 0, used = 0;
  mgnn_status status = MGNN_OK;

  if (remark == NULL || taken == NULL)
    status = mg_fail_memory(err);
  if (status == MGNN_OK && pic->joined != NULL && page->look.node > 0)
    status = mg_figure_rings(page, panel, pic, view, at, remark, &count,
                             err);
  if (status == MGNN_OK && pic->remark_count > 0)
    memcpy(remark + count, pic->remarks, pic->remark_count * sizeof *remark);
  count += pic->remark_count;
  if (status == MGNN_OK && count > 0)
    status = mg_remarks_place(page, panel, pic, remark, count, at,
                            mg_figure_radius(page, pic, view), box, taken,
                            &used, err);
  if (status == MGNN_OK && page->style->labels && names != NULL && pic->n > 0)
    status = mg_labels_place(page, panel, pic, names, at,
                             mg_figure_radius(page, pic, view), box, taken,
                             used, err);
  mg_free(taken);
  mg_free(remark);
  return status;
}

size_t
mg_page_words(const mg_page *page, const mg_picture *pic)
{
  return 2 + (page->style->labels ? pic->n : 0) + pic->remark_count
         + (pic->joined != NULL ? pic->n / 2 : 0);
}

mgnn_status
mg_page_picture(mg_page *page, mg_panel *panel, const mg_picture *pic,
                const mg_viewport *view, const mg_region *box, mgnn_error *err)
{
  const char **names;
  mg_region inner;
  mg_point *at;
  transform t;
  mgnn_status status;

  status = clean_names(page, pic, &names, err);
  if (status != MGNN_OK)
    return status;
  at = mg_alloc(pic->n, sizeof *at);
  if (names != NULL)
    panel->names = mg_alloc(pic->n, sizeof *panel->names);
  if (at == NULL || (names != NULL && panel->names == NULL)) {
    mg_free(at);
    return mg_fail_memory(err);
  }
  if (names != NULL)
    memcpy(panel->names, names, pic->n * sizeof *names);
  inner = pad(page, pic, view, box, page->style->labels && names != NULL);
  t = fit(view, &inner);
  page->unit = t.px / t.half;
  for (size_t i = 0; i < pic->n; i++)
    at[i] = put(&t, pic->xy[2 * i], pic->xy[2 * i + 1]);
  status = mg_figure_put(page, panel, pic, view, names, at, err);
  if (status == MGNN_OK)
    status = put_words(page, panel, pic, view, names, at, box, err);
  mg_free(at);
  return status;
}

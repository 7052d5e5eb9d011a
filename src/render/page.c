/* A page being laid out: its panels and words, and pictures put into boxes. */
#include "page.h"
#include "labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
  return MGNN_OK;
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

mgnn_status
mg_page_title(mg_page *page, mg_region *box, mgnn_error *err)
{
  double size = 1.35 * page->font, height = 1.9 * size;
  const char *title = page->style->title;
  mg_region strip = { box->x, box->y, box->width, height };
  mgnn_status status;
  mg_panel *panel;

  if (title == NULL || title[0] == '\0')
    return MGNN_OK;
  page->scene->title = mg_text_keep(&page->scene->pool, title);
  if (page->scene->title == NULL)
    return mg_fail_memory(err);
  if (height > 0.5 * box->height)
    return MGNN_OK;            /* the file still has it */
  status = mg_page_panel(page, "heading", &strip, 1, &panel, err);
  if (status == MGNN_OK)
    status = centred(page, panel, "title", title, &strip, box->y + 0.9 * size,
                     size, page->look.ink, err);
  box->y += height;
  box->height -= height;
  return status;
}

enum { NOTE_PERCENT = 82 };

static int
is_text(const char *s)
{
  return s != NULL && s[0] != '\0';
}

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
                view->length / t.half * t.px);
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

typedef struct {
  size_t count, class;
} tally;

static int
more_members(const void *a, const void *b)
{
  const tally *p = a, *q = b;

  if (p->count != q->count)
    return p->count > q->count ? -1 : 1;
  return p->class < q->class ? -1 : p->class > q->class;
}

/* Sort classes by how many members they have, most first: what is rare is
 * drawn last and so is seen. */
static void
most_first(tally *order, size_t classes)
{
  for (size_t k = 0; k < classes; k++)
    order[k].class = k;
  qsort(order, classes, sizeof *order, more_members);
}

/* Edges in up to three runs: with an end outside all groups, within a group,
 * between groups. */
static mgnn_status
put_edges(const mg_page *page, mg_panel *panel, const mg_picture *pic,
          const mg_point *at, mgnn_error *err)
{
  static const char *const name[] = { "edge", "edge within", "edge between" };
  const mg_look *look = &page->look;
  const mg_colour colour[] = { look->edge, look->within, look->between };
  tally order[3] = { { 0, 0 } };
  size_t next[3], start = 0;

  panel->edges = mg_alloc(3, sizeof *panel->edges);
  panel->segment = mg_alloc(pic->m, sizeof *panel->segment);
  if (panel->edges == NULL || panel->segment == NULL)
    return mg_fail_memory(err);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t e = 0; e < pic->m; e++) {
      unsigned i = pic->ends[2 * e], j = pic->ends[2 * e + 1];
      size_t a = mg_picture_group(pic, i), b = mg_picture_group(pic, j);
      int kind = a >= pic->group_count || b >= pic->group_count ? 0
               : a == b ? 1 : 2;

      if (pass == 0)
        order[kind].count++;
      else
        panel->segment[next[kind]++] = (mg_segment){ at[i], at[j] };
    }
    if (pass == 1)
      break;
    most_first(order, 3);
    for (int k = 0; k < 3; k++) {
      size_t kind = order[k].class, held = order[k].count;

      next[kind] = start;
      if (held > 0)
        panel->edges[panel->edge_runs++] = (mg_edge_run){
          name[kind], mg_colour_faded(colour[kind], look->opacity),
          mg_page_units(look->edge_width), held, panel->segment + start
        };
      start += held;
    }
  }
  return MGNN_OK;
}

/* The run of the nodes of group g, which has that many. */
static mgnn_status
node_run(mg_page *page, mg_panel *panel, const mg_picture *pic, size_t g,
         size_t count, const mg_dot *dot, mgnn_error *err)
{
  const mg_look *look = &page->look;
  int grouped = pic->group != NULL && pic->group_count > 0;
  char class[40] = "node";
  mg_node_run run = {
    .fill = g < pic->group_count || !grouped
            ? mg_look_fill(look, grouped ? g : 0) : look->lone,
    .outline = look->outline, .radius = mg_page_units(look->node / 2),
    .outline_width = mg_page_units(look->outline_width),
    .mark = grouped && g < pic->group_count ? mg_look_mark(look, g) : MG_DISC,
    .count = count, .dot = dot
  };

  if (grouped && g < pic->group_count)
    snprintf(class, sizeof class, "node label-%zu", g);
  else if (grouped)
    snprintf(class, sizeof class, "node no-label");
  run.name = mg_text_keep(&page->scene->pool, class);
  if (run.name == NULL)
    return mg_fail_memory(err);
  panel->nodes[panel->node_runs++] = run;
  return MGNN_OK;
}

static mgnn_status
put_nodes(mg_page *page, mg_panel *panel, const mg_picture *pic,
          const char **names, const mg_point *at, mgnn_error *err)
{
  size_t classes = pic->group_count + 1, start = 0;
  tally *order = mg_zalloc(classes, sizeof *order);
  size_t *next = mg_alloc(classes, sizeof *next);
  mgnn_status status = MGNN_OK;

  panel->nodes = mg_alloc(classes, sizeof *panel->nodes);
  panel->dot = mg_alloc(pic->n, sizeof *panel->dot);
  if (order == NULL || next == NULL || panel->nodes == NULL
      || panel->dot == NULL) {
    status = mg_fail_memory(err);
    goto done;
  }
  for (size_t i = 0; i < pic->n; i++)
    order[mg_picture_group(pic, i)].count++;
  most_first(order, classes);
  for (size_t k = 0; status == MGNN_OK && k < classes; k++) {
    next[order[k].class] = start;
    if (order[k].count > 0)
      status = node_run(page, panel, pic, order[k].class, order[k].count,
                        panel->dot + start, err);
    start += order[k].count;
  }
  for (size_t i = 0; status == MGNN_OK && i < pic->n; i++)
    panel->dot[next[mg_picture_group(pic, i)]++] = (mg_dot){
      at[i], names != NULL ? names[i] : NULL, 0
    };
done:
  mg_free(next);
  mg_free(order);
  return status;
}

mgnn_status
mg_page_picture(mg_page *page, mg_panel *panel, const mg_picture *pic,
                const mg_viewport *view, const mg_region *box, mgnn_error *err)
{
  const mg_look *look = &page->look;
  mg_region inner = *box;
  double pad = look->node * 0.65 + look->outline_width, pad_y = pad;
  const char **names;
  mg_point *at;
  transform t;
  mgnn_status status;

  status = clean_names(page, pic, &names, err);
  if (status != MGNN_OK)
    return status;
  at = mg_alloc(pic->n, sizeof *at);
  if (at == NULL)
    return mg_fail_memory(err);
  if (page->style->labels && names != NULL) {
    pad += 2 * look->font;
    pad_y += look->font;
  }
  pad = least(pad, 0.4 * box->width);
  pad_y = least(pad_y, 0.4 * box->height);
  inner.x += pad;
  inner.y += pad_y;
  inner.width -= 2 * pad;
  inner.height -= 2 * pad_y;
  t = fit(view, &inner);
  for (size_t i = 0; i < pic->n; i++)
    at[i] = put(&t, pic->xy[2 * i], pic->xy[2 * i + 1]);
  if (look->edge_width > 0 && look->opacity > 0)
    status = put_edges(page, panel, pic, at, err);
  if (status == MGNN_OK && look->node > 0)
    status = put_nodes(page, panel, pic, names, at, err);
  if (status == MGNN_OK && page->style->labels && names != NULL && pic->n > 0)
    status = mg_labels_place(page, panel, pic, names, at, box, err);
  mg_free(at);
  return status;
}

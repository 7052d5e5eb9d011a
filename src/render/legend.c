/* The legend: which keys it has, and how they are arranged in a strip. */
#include "legend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* More groups than this are not listed: nobody tells them apart. */
enum { GROUPS_MOST = 30, COLUMNS_MOST = 3, LINES_MOST = 6 };

/* In font sizes: from line to line, the sample's width, and between columns. */
static const double leading = 1.5, sample = 1.7, between_columns = 1.6;

static mg_key *
add_key(mg_legend *legend, int kind, const char *name, const char *text,
        mg_colour colour, mg_mark mark)
{
  mg_key *key = &legend->key[legend->count++];

  *key = (mg_key){ text, 0, kind, name, colour, mark };
  return key;
}

/* Which groups and kinds of edges occur. */
typedef struct {
  unsigned char *group;        /* by group, then for nodes without one */
  int any_group, within, between;
} seen;

static void
look_through(seen *s, const mg_picture *pic)
{
  for (size_t i = 0; pic->group != NULL && i < pic->n; i++) {
    size_t g = mg_picture_group(pic, i);

    s->group[g] = 1;
    s->any_group |= g < pic->group_count;
  }
  for (size_t e = 0; pic->group != NULL && e < pic->m
                     && !(s->within && s->between); e++) {
    size_t a = mg_picture_group(pic, pic->ends[2 * e]);
    size_t b = mg_picture_group(pic, pic->ends[2 * e + 1]);

    if (a < pic->group_count && b < pic->group_count)
      *(a == b ? &s->within : &s->between) = 1;
  }
}

static mgnn_status
collect(mg_legend *legend, mg_page *page, const mg_picture *pic, const seen *s,
        mgnn_error *err)
{
  const mg_look *look = &page->look;
  mg_pool *pool = &page->scene->pool;

  for (size_t g = 0; g < pic->group_count; g++) {
    char class[40];
    const char *name, *text;

    if (!s->group[g])
      continue;
    if (legend->count == GROUPS_MOST) {
      legend->unlisted++;
      continue;
    }
    snprintf(class, sizeof class, "node label-%zu", g);
    name = mg_text_keep(pool, class);
    text = mg_text_keep(pool, pic->groups[g]);
    if (name == NULL || text == NULL)
      return mg_fail_memory(err);
    add_key(legend, MG_KEY_NODE, name, text, mg_look_fill(look, g),
            mg_look_mark(look, g));
  }
  legend->groups = legend->count;
  if (s->group[pic->group_count])
    add_key(legend, MG_KEY_NODE, "node no-label", "no label", look->lone,
            MG_DISC);
  if (look->palette->by_group && s->within)
    add_key(legend, MG_KEY_EDGE, "edge within", "edge within a label",
            look->within, MG_DISC);
  if (look->palette->by_group && s->between)
    add_key(legend, MG_KEY_EDGE, "edge between", "edge between labels",
            look->between, MG_DISC);
  return MGNN_OK;
}

mgnn_status
mg_legend_init(mg_legend *legend, mg_page *page, const mg_picture *pics,
               size_t count, double font, double limit, mgnn_error *err)
{
  size_t groups = count > 0 ? pics[0].group_count : 0;
  seen s = { NULL, 0, 0, 0 };
  mgnn_status status = MGNN_OK;

  memset(legend, 0, sizeof *legend);
  legend->font = font;
  if (!page->style->legend || groups == 0 || pics[0].groups == NULL)
    return MGNN_OK;
  s.group = mg_zalloc(groups + 1, 1);
  legend->key = mg_alloc(GROUPS_MOST + 3, sizeof *legend->key);
  if (s.group == NULL || legend->key == NULL) {
    status = mg_fail_memory(err);
    goto done;
  }
  for (size_t k = 0; k < count; k++)
    if (pics[k].group_count == groups)
      look_through(&s, &pics[k]);
  if (s.any_group)
    status = collect(legend, page, &pics[0], &s, err);
  for (size_t k = 0; status == MGNN_OK && k < legend->count; k++) {
    mg_key *key = &legend->key[k];

    key->text = mg_ruler_fit(page->ruler, &page->scene->pool, key->text, font,
                             limit, &key->width);
    if (key->text == NULL)
      status = mg_fail_memory(err);
  }
done:
  mg_free(s.group);
  return status;
}

void
mg_legend_free(mg_legend *legend)
{
  mg_free(legend->key);
  memset(legend, 0, sizeof *legend);
}

/* Whether a line says that there are more groups than the `shown` ones. */
static size_t
is_cut(const mg_legend *legend, size_t shown)
{
  return shown < legend->groups || legend->unlisted > 0;
}

/* How many lines are drawn: `shown` groups, a word about the others if there
 * are any, then what is not a group. */
static size_t
lines_for(const mg_legend *legend, size_t shown)
{
  return legend->count - legend->groups + shown + is_cut(legend, shown);
}

/* The key on line k; NULL for the word about the others. */
static const mg_key *
line_key(const mg_legend *legend, size_t shown, size_t k)
{
  if (k < shown)
    return &legend->key[k];
  if (is_cut(legend, shown) && k == shown)
    return NULL;
  return &legend->key[k - shown - is_cut(legend, shown) + legend->groups];
}

static double
column_width(const mg_legend *legend, size_t shown, size_t rows, size_t column)
{
  double width = 7 * legend->font;     /* enough for "and 99 more" */
  int wide = 0;

  for (size_t k = column * rows; k < (column + 1) * rows
                                 && k < lines_for(legend, shown); k++) {
    const mg_key *key = line_key(legend, shown, k);
    double w = key != NULL ? key->width : 7 * legend->font;

    width = wide++ == 0 || w > width ? w : width;
  }
  return sample * legend->font + width;
}

static double
all_columns(const mg_legend *legend, size_t shown, size_t rows, size_t cols)
{
  double width = between_columns * legend->font * (double)(cols - 1);

  for (size_t c = 0; c < cols; c++)
    width += column_width(legend, shown, rows, c);
  return width;
}

/* Take `rows` lines a column for so many groups. */
static void
arrange(mg_legend *legend, size_t shown, size_t rows)
{
  size_t lines = lines_for(legend, shown);

  legend->shown = shown;
  legend->rows = rows;
  legend->cols = (lines + rows - 1) / rows;
  legend->width = all_columns(legend, shown, rows, legend->cols);
  legend->height = leading * legend->font * (double)rows;
}

/* No legend: there is no room for one, or nothing to say. */
static int
none(mg_legend *legend, size_t fit)
{
  legend->width = legend->height = 0;
  legend->rows = legend->cols = 0;
  return legend->count == 0 || fit == 0;
}

void
mg_legend_stand(mg_legend *legend, double width, double height)
{
  size_t fit = (size_t)(height / (leading * legend->font));
  size_t shown = legend->groups;

  if (none(legend, fit))
    return;
  for (;; shown--) {
    size_t lines = lines_for(legend, shown);
    size_t rows = lines < fit ? lines : fit;
    size_t cols = (lines + rows - 1) / rows;

    if (cols <= COLUMNS_MOST
        && all_columns(legend, shown, rows, cols) <= width) {
      /* Columns of equal length look better than a full one and a stub. */
      arrange(legend, shown, (lines + cols - 1) / cols);
      return;
    }
    if (shown == 0)
      return;
  }
}

void
mg_legend_lie(mg_legend *legend, double width, double height)
{
  size_t fit = (size_t)(height / (leading * legend->font));
  size_t shown = legend->groups;

  if (none(legend, fit))
    return;
  if (fit > LINES_MOST)
    fit = LINES_MOST;
  for (;; shown--) {
    size_t lines = lines_for(legend, shown);

    for (size_t rows = 1; rows <= fit && rows <= lines; rows++)
      if (all_columns(legend, shown, rows, (lines + rows - 1) / rows)
          <= width) {
        arrange(legend, shown, rows);
        return;
      }
    if (shown == 0)
      return;
  }
}

/* One key with its sample, its line's middle at y. */
static mgnn_status
draw_key(const mg_legend *legend, mg_page *page, mg_panel *panel,
         const mg_key *key, double x, double y, mgnn_error *err)
{
  double font = legend->font, middle = x + 0.5 * font;
  const char *text = key != NULL ? key->text : NULL;

  if (key == NULL) {
    char more[40];

    snprintf(more, sizeof more, "and %zu more", legend->groups
             - legend->shown + legend->unlisted);
    text = mg_text_keep(&page->scene->pool, more);
    if (text == NULL)
      return mg_fail_memory(err);
  } else if (key->kind == MG_KEY_NODE) {
    mg_dot *dot = &panel->dot[panel->node_runs];
    mg_node_run *run = &panel->nodes[panel->node_runs++];

    *dot = (mg_dot){ { mg_page_units(middle), mg_page_units(y) }, NULL, 0 };
    *run = (mg_node_run){ key->name, key->colour, page->look.outline,
                          mg_page_units(0.42 * font), 0, key->mark, 1, dot };
  } else {
    mg_segment *line = &panel->segment[panel->edge_runs];
    mg_edge_run *run = &panel->edges[panel->edge_runs++];

    line->a = (mg_point){ mg_page_units(middle - 0.6 * font),
                          mg_page_units(y) };
    line->b = (mg_point){ mg_page_units(middle + 0.6 * font),
                          mg_page_units(y) };
    *run = (mg_edge_run){ key->name, key->colour,
                          mg_page_units(0.12 * font), 1, line };
  }
  mg_page_word(panel, "legend", text, x + sample * font, y + 0.35 * font,
               MG_START, font, page->look.ink);
  return MGNN_OK;
}

mgnn_status
mg_legend_draw(const mg_legend *legend, mg_page *page, double x, double y,
               mgnn_error *err)
{
  mg_region box = { x, y, legend->width, legend->height };
  size_t shown = legend->shown;
  size_t lines = lines_for(legend, shown);
  mg_panel *panel;
  mgnn_status status;

  if (legend->rows == 0)
    return MGNN_OK;
  status = mg_page_panel(page, "legend", &box, lines, &panel, err);
  if (status != MGNN_OK)
    return status;
  panel->dot = mg_alloc(lines, sizeof *panel->dot);
  panel->segment = mg_alloc(lines, sizeof *panel->segment);
  panel->nodes = mg_alloc(lines, sizeof *panel->nodes);
  panel->edges = mg_alloc(lines, sizeof *panel->edges);
  if (panel->dot == NULL || panel->segment == NULL || panel->nodes == NULL
      || panel->edges == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; status == MGNN_OK && k < lines; k++) {
    size_t column = k / legend->rows, row = k % legend->rows;

    if (row == 0 && column > 0)
      x += column_width(legend, shown, legend->rows, column - 1)
           + between_columns * legend->font;
    status = draw_key(legend, page, panel, line_key(legend, shown, k), x,
                      y + ((double)row + 0.5) * leading * legend->font, err);
  }
  return status;
}

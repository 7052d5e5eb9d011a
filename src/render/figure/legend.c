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
  unsigned char *edge;         /* by group of edges, then for those without */
  int any_group, within, between;
} seen;

static int
nodes_by_group(const mg_picture *pic)
{
  return pic->groups != NULL
         && (pic->node_shade == NULL || pic->node_shade->kind == MG_SHADE_PLAIN
             || pic->node_shade->kind == MG_SHADE_LABEL);
}

/* Edges of the palette's colours for within and between labels. */
static int
edges_by_ends(const mg_page *page, const mg_picture *pic)
{
  return pic->groups != NULL && page->look.palette->by_group
         && (pic->edge_shade == NULL || pic->edge_shade->kind == MG_SHADE_PLAIN
             || pic->edge_shade->kind == MG_SHADE_LABEL);
}

static size_t
edge_groups(const mg_picture *pic)
{
  return pic->edge_shade != NULL && pic->edge_shade->kind == MG_SHADE_GROUP
         ? pic->edge_shade->group_count : 0;
}

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
  for (size_t e = 0; edge_groups(pic) > 0 && e < pic->m; e++)
    s->edge[pic->edge_group[e] >= 0 ? (size_t)pic->edge_group[e]
                                    : edge_groups(pic)] = 1;
}

/* The key of group g. */
static mgnn_status
add_group(mg_legend *legend, mg_page *page, int kind, const char *form,
          const char *label, size_t g, mgnn_error *err)
{
  char class[40];
  const char *name, *text;

  snprintf(class, sizeof class, form, g);
  name = mg_text_keep(&page->scene->pool, class);
  text = mg_text_keep(&page->scene->pool, label);
  if (name == NULL || text == NULL)
    return mg_fail_memory(err);
  add_key(legend, kind, name, text, mg_look_fill(&page->look, g),
          mg_look_mark(&page->look, g));
  return MGNN_OK;
}

static mgnn_status
collect(mg_legend *legend, mg_page *page, const mg_picture *pic, const seen *s,
        mgnn_error *err)
{
  const mg_look *look = &page->look;
  mgnn_status status = MGNN_OK;

  for (size_t g = 0; g < pic->group_count && status == MGNN_OK; g++)
    if (nodes_by_group(pic) && s->group[g]) {
      if (legend->count == GROUPS_MOST)
        legend->unlisted++;
      else
        status = add_group(legend, page, MG_KEY_NODE, "node label-%zu",
                           pic->groups[g], g, err);
    }
  legend->groups = legend->count;
  if (nodes_by_group(pic) && s->group[pic->group_count])
    add_key(legend, MG_KEY_NODE, "node no-label", "no label", look->lone,
            MG_DISC);
  if (edges_by_ends(page, pic) && s->within)
    add_key(legend, MG_KEY_EDGE, "edge within", "edge within a label",
            look->within, MG_DISC);
  if (edges_by_ends(page, pic) && s->between)
    add_key(legend, MG_KEY_EDGE, "edge between", "edge between labels",
            look->between, MG_DISC);
  return status;
}

/* The keys of groups of edges: as many as there are colours, and one for the
 * rest. */
static mgnn_status
collect_edges(mg_legend *legend, mg_page *page, const mg_picture *pic,
              const seen *s, mgnn_error *err)
{
  size_t colours = page->look.palette->count, rest = 0;
  const mg_shade *shade = pic->edge_shade;
  char text[40] = "other edges";
  mgnn_status status = MGNN_OK;

  for (size_t g = 0; g < edge_groups(pic) && status == MGNN_OK; g++)
    if (s->edge[g] && g < colours)
      status = add_group(legend, page, MG_KEY_EDGE, "edge kind-%zu",
                         shade->groups[g], g, err);
    else
      rest += s->edge[g];
  if (status == MGNN_OK && edge_groups(pic) > 0
      && (rest > 0 || s->edge[edge_groups(pic)])) {
    const char *kept;

    if (rest > 0)
      snprintf(text, sizeof text, "%zu others", rest);
    kept = mg_text_keep(&page->scene->pool, text);
    if (kept == NULL)
      return mg_fail_memory(err);
    add_key(legend, MG_KEY_EDGE, "edge", kept, page->look.edge, MG_DISC);
  }
  return status;
}

/* What the sizes of the nodes mean. */
static mgnn_status
collect_size(mg_legend *legend, mg_page *page, const mg_picture *pic,
             mgnn_error *err)
{
  const char *text;

  if (pic->size_title == NULL)
    return MGNN_OK;
  text = mg_text_keep(&page->scene->pool, pic->size_title);
  if (text == NULL)
    return mg_fail_memory(err);
  add_key(legend, MG_KEY_TEXT, "legend", text, page->look.ink, MG_DISC);
  return MGNN_OK;
}

/* The bars of those of the two shades that are by numbers. */
static mgnn_status
collect_bars(mg_legend *legend, mg_page *page, const mg_picture *pic,
             double limit, mgnn_error *err)
{
  const mg_shade *const shade[] = { pic->edge_shade, pic->node_shade };
  mgnn_status status = MGNN_OK;

  for (int k = 0; k < 2 && status == MGNN_OK; k++)
    if (shade[k] != NULL && shade[k]->kind == MG_SHADE_NUMBER)
      status = mg_bar_init(&legend->bar[legend->bars++], page, shade[k],
                           legend->font, limit, err);
  return status;
}

mgnn_status
mg_legend_init(mg_legend *legend, mg_page *page, const mg_picture *pics,
               size_t count, double font, double limit, mgnn_error *err)
{
  size_t groups = count > 0 ? pics[0].group_count : 0;
  seen s = { NULL, NULL, 0, 0, 0 };
  mgnn_status status = MGNN_OK;

  memset(legend, 0, sizeof *legend);
  legend->font = font;
  if (!page->style->legend || count == 0)
    return MGNN_OK;
  s.group = mg_zalloc(groups + 1, 1);
  s.edge = mg_zalloc(edge_groups(&pics[0]) + 1, 1);
  legend->key = mg_alloc(GROUPS_MOST + 5 + MG_PALETTE_MAX,
                         sizeof *legend->key);
  if (s.group == NULL || s.edge == NULL || legend->key == NULL) {
    status = mg_fail_memory(err);
    goto done;
  }
  for (size_t k = 0; k < count; k++)
    if (pics[k].group_count == groups)
      look_through(&s, &pics[k]);
  if (s.any_group)
    status = collect(legend, page, &pics[0], &s, err);
  if (status == MGNN_OK)
    status = collect_edges(legend, page, &pics[0], &s, err);
  if (status == MGNN_OK)
    status = collect_size(legend, page, &pics[0], err);
  if (status == MGNN_OK)
    status = collect_bars(legend, page, &pics[0], limit, err);
  for (size_t k = 0; status == MGNN_OK && k < legend->count; k++) {
    mg_key *key = &legend->key[k];

    key->text = mg_ruler_fit(page->ruler, &page->scene->pool, key->text, font,
                             limit, &key->width);
    if (key->text == NULL)
      status = mg_fail_memory(err);
  }
done:
  mg_free(s.edge);
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
  legend->keys_width = all_columns(legend, shown, rows, legend->cols);
  legend->keys_height = leading * legend->font * (double)rows;
}

/* No keys: there is no room for them, or nothing to say. */
static int
none(mg_legend *legend, size_t fit)
{
  legend->keys_width = legend->keys_height = 0;
  legend->rows = legend->cols = 0;
  return legend->count == 0 || fit == 0;
}

/* Arrange the keys in an upright strip, or in a lying one. */
static void
keys_stand(mg_legend *legend, double width, double height)
{
  size_t fit = height > 0 ? (size_t)(height / (leading * legend->font)) : 0;
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

static void
keys_lie(mg_legend *legend, double width, double height)
{
  size_t fit = height > 0 ? (size_t)(height / (leading * legend->font)) : 0;
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

/* Set the size of the whole from the keys and the bars, which have been told
 * their places; no legend if it is too large. */
static void
enclose(mg_legend *legend, double width, double height)
{
  legend->width = legend->keys_width;
  legend->height = legend->keys_height;
  for (size_t k = 0; k < legend->bars; k++) {
    const mg_bar *bar = &legend->bar[k];

    legend->width = fmax(legend->width, bar->x + bar->width);
    legend->height = fmax(legend->height, bar->y + bar->height);
  }
  if (legend->width > width || legend->height > height)
    legend->width = legend->height = 0;
}

void
mg_legend_stand(mg_legend *legend, double width, double height)
{
  double gap = 1.2 * legend->font, bars = 0;
  double room = legend->count > 0 ? 0.5 * height : height;

  for (size_t k = 0; k < legend->bars; k++) {
    mg_bar_arrange(&legend->bar[k], 1, room / (double)legend->bars - gap);
    bars += legend->bar[k].height + gap;
  }
  keys_stand(legend, width, height - bars);
  bars = legend->keys_height > 0 ? legend->keys_height + gap : 0;
  for (size_t k = 0; k < legend->bars; k++) {
    legend->bar[k].x = 0;
    legend->bar[k].y = bars;
    bars += legend->bar[k].height + gap;
  }
  enclose(legend, width, height);
}

void
mg_legend_lie(mg_legend *legend, double width, double height)
{
  double gap = 2.2 * legend->font, bars = 0, high = 0;
  double x, y = 0;

  for (size_t k = 0; k < legend->bars; k++) {
    mg_bar_arrange(&legend->bar[k], 0, width / (double)legend->bars - gap);
    bars += legend->bar[k].width + gap;
    high = fmax(high, legend->bar[k].height);
  }
  /* Beside the keys if they all have room there, else below them. */
  keys_lie(legend, width - bars, height);
  x = legend->keys_width > 0 ? legend->keys_width + gap : 0;
  if (legend->bars > 0 && legend->count > 0
      && (legend->rows == 0 || legend->shown < legend->groups)) {
    keys_lie(legend, width, height - high - legend->font);
    y = legend->keys_height > 0 ? legend->keys_height + legend->font : 0;
    x = 0;
  }
  for (size_t k = 0; k < legend->bars; k++) {
    legend->bar[k].x = x;
    legend->bar[k].y = y;
    x += legend->bar[k].width + gap;
  }
  enclose(legend, width, height);
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
  } else if (key->kind == MG_KEY_TEXT) {
    x -= sample * font;        /* no sample */
  } else if (key->kind == MG_KEY_NODE) {
    mg_dot *dot = &panel->dot[panel->node_runs];
    mg_node_run *run = &panel->nodes[panel->node_runs++];

    *dot = (mg_dot){ { mg_page_units(middle), mg_page_units(y) }, NULL, 0 };
    *run = (mg_node_run){ key->name, key->colour, page->look.outline,
                          mg_page_units(0.42 * font), 0, key->mark, 1, dot };
  } else {
    mg_segment *line = &panel->segment[panel->edge_runs];
    mg_edge_run *run = &panel->edges[panel->edge_runs++];

    *line = (mg_segment){ { mg_page_units(middle - 0.6 * font),
                            mg_page_units(y) },
                          { mg_page_units(middle + 0.6 * font),
                            mg_page_units(y) }, 0, 0 };
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
  size_t lines = legend->rows > 0 ? lines_for(legend, shown) : 0;
  size_t runs = lines + legend->bars * MG_BAR_RUNS;
  mg_panel *panel;
  mgnn_status status;

  if (!(legend->height > 0))
    return MGNN_OK;
  status = mg_page_panel(page, "legend", &box,
                         lines + legend->bars * MG_BAR_WORDS, &panel, err);
  if (status != MGNN_OK)
    return status;
  panel->dot = mg_alloc(lines, sizeof *panel->dot);
  panel->segment = mg_alloc(runs, sizeof *panel->segment);
  panel->nodes = mg_alloc(lines, sizeof *panel->nodes);
  panel->edges = mg_alloc(runs, sizeof *panel->edges);
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
  for (size_t k = 0; status == MGNN_OK && k < legend->bars; k++)
    mg_bar_draw(&legend->bar[k], page, panel, box.x + legend->bar[k].x,
                y + legend->bar[k].y);
  return status;
}

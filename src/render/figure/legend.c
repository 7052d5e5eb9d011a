/* Collects the keys of the legend, arranges them in a strip, and draws them. */
#include "legend.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most groups listed (more could not be told apart), columns, and rows. */
enum { GROUPS_MOST = 30, COLUMNS_MOST = 3, LINES_MOST = 6 };

/* In font sizes: distance of lines, width of a sample, and gap between columns. */
static const double leading = 1.5, sample = 1.7, between_columns = 1.6;

void
mg_legend_init(mg_legend *legend, double font, double limit)
{
  memset(legend, 0, sizeof *legend);
  legend->font = font;
  legend->limit = limit;
}

mgnn_status
mg_legend_add(mg_legend *legend, mg_page *page, mg_key key, mgnn_error *err)
{
  PASS(mg_room(&legend->key, legend->count, &legend->capacity, sizeof *legend->key,
               err));
  PASS(mg_page_fit(page, &key.text, legend->font, legend->limit, &key.width, err));
  legend->key[legend->count++] = key;
  return MGNN_OK;
}

/* Which groups and kinds of edges occur, as only these get a key. */
typedef struct {
  unsigned char *group;        /* by group, then for nodes without one */
  unsigned char *edge;         /* by group of edges, then for those without */
  int any_group, within, between;
} occurrence;

static int
is_by_label(const mg_shade *shade)
{
  return shade == NULL || shade->kind == MG_SHADE_PLAIN
         || shade->kind == MG_SHADE_LABEL;
}

static int
nodes_by_group(const mg_picture *pic)
{
  return pic->groups != NULL && is_by_label(pic->nodes.shade);
}

/* Whether edges have the palette's colours for edges within and between labels. */
static int
edges_by_ends(const mg_page *page, const mg_picture *pic)
{
  return pic->groups != NULL && page->look.palette.by_group
         && is_by_label(pic->edges.shade);
}

static size_t
edge_groups(const mg_picture *pic)
{
  return pic->edges.shade != NULL && pic->edges.shade->kind == MG_SHADE_GROUP
         ? pic->edges.shade->group_count : 0;
}

static void
look_through(occurrence *s, const mg_picture *pic)
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
    s->edge[pic->edges.group[e] >= 0 ? (size_t)pic->edges.group[e]
                                    : edge_groups(pic)] = 1;
}

static mgnn_status
add_group(mg_legend *legend, mg_page *page, int kind, const char *form,
          const char *label, size_t g, mgnn_error *err)
{
  mg_key key = { .kind = kind, .text = label,
                 .colour = mg_look_fill(&page->look, g),
                 .mark = mg_look_mark(&page->look, g) };
  char class[40];

  snprintf(class, sizeof class, form, g);
  PASS(mg_page_keep(page, class, &key.name, err));
  return mg_legend_add(legend, page, key, err);
}

static mgnn_status
add_edge(mg_legend *legend, mg_page *page, const char *name, const char *text,
         mg_colour colour, mgnn_error *err)
{
  return mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_EDGE,
                       .name = name, .text = text, .colour = colour }, err);
}

/* Add a line of text without a sample. */
static mgnn_status
add_text(mg_legend *legend, mg_page *page, const char *text, mgnn_error *err)
{
  return mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_TEXT,
                       .name = "legend", .text = text,
                       .colour = page->look.ink }, err);
}

/* Sort numbers by value, and other texts so that numbers in them count by value. */
static int
by_text(const void *a, const void *b)
{
  const char *p = ((const mg_key *)a)->text, *q = ((const mg_key *)b)->text;
  double x, y;

  if (mg_number_whole(p, strlen(p), &x) && mg_number_whole(q, strlen(q), &y))
    return (x > y) - (x < y);
  for (; *p != '\0' && *q != '\0'; p++, q++) {
    size_t m = strspn(p, "0123456789"), n = strspn(q, "0123456789");

    if (m != n && m > 0 && n > 0)
      return m < n ? -1 : 1;
    if (*p != *q)
      return (unsigned char)*p < (unsigned char)*q ? -1 : 1;
  }
  return (*p != '\0') - (*q != '\0');
}

static mgnn_status
collect_labels(mg_legend *legend, mg_page *page, const mg_picture *pic,
               const occurrence *s, mgnn_error *err)
{
  const mg_look *look = &page->look;
  size_t first;

  if (nodes_by_group(pic) && mg_is_text(pic->groups_title))
    PASS(add_text(legend, page, pic->groups_title, err));
  first = legend->count;
  for (size_t g = 0; g < pic->group_count; g++)
    if (nodes_by_group(pic) && s->group[g]) {
      if (legend->count == GROUPS_MOST)
        legend->unlisted++;
      else
        PASS(add_group(legend, page, MG_KEY_NODE, "node label-%zu",
                       pic->groups[g], g, err));
    }
  legend->groups = legend->count;
  if (legend->count > first)
    qsort(legend->key + first, legend->count - first, sizeof *legend->key, by_text);
  if (nodes_by_group(pic) && s->group[pic->group_count])
    PASS(mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_NODE,
                       .name = "node no-label", .text = "no label",
                       .colour = look->lone }, err));
  if (edges_by_ends(page, pic) && s->within)
    PASS(add_edge(legend, page, "edge within", "edge within a label",
                  look->within, err));
  if (edges_by_ends(page, pic) && s->between)
    PASS(add_edge(legend, page, "edge between", "edge between labels",
                  look->between, err));
  return MGNN_OK;
}

/* Add the keys of groups of edges: one for each group with a colour, and one for all
 * others. */
static mgnn_status
collect_edges(mg_legend *legend, mg_page *page, const mg_picture *pic,
              const occurrence *s, mgnn_error *err)
{
  size_t colours = page->look.palette.count, groups = edge_groups(pic);
  size_t rest = 0, first;
  char text[40] = "other edges";

  if (groups > 0 && mg_is_text(pic->edges.shade->title))
    PASS(add_text(legend, page, pic->edges.shade->title, err));
  first = legend->count;
  for (size_t g = 0; g < groups; g++)
    if (s->edge[g] && g < colours)
      PASS(add_group(legend, page, MG_KEY_EDGE, "edge kind-%zu",
                     pic->edges.shade->groups[g], g, err));
    else
      rest += s->edge[g];
  if (legend->count > first)
    qsort(legend->key + first, legend->count - first, sizeof *legend->key, by_text);
  if (rest > 0)
    snprintf(text, sizeof text, "%zu others", rest);
  if (groups > 0 && (rest > 0 || s->edge[groups]))
    PASS(add_edge(legend, page, "edge", text, page->look.edge, err));
  return MGNN_OK;
}

/* Explain the sizes of nodes by three samples: the largest, half of its width, and the
 * smallest; drawn at their true size if a line has room for it. */
static mgnn_status
collect_sizes(mg_legend *legend, mg_page *page, const mg_picture *pic,
              mgnn_error *err)
{
  const double value[] = { pic->size.most, pic->size.most / 4, pic->size.least };
  double times = 0, room;

  PASS(add_text(legend, page, pic->size.title, err));
  for (size_t i = 0; i < pic->n && pic->size.times != NULL; i++)
    times = fmax(times, pic->size.times[i]);
  room = fmin(times * page->look.node / 2, 0.7 * legend->font);
  for (int k = 0; k < 3 && pic->size.most > 0; k++) {
    char number[MG_TEXT_NUMBER], text[MG_TEXT_NUMBER + 8];

    snprintf(text, sizeof text, "%s%s", k == 2 ? "up to " : "",
             mg_text_number(number, value[k], 3));
    PASS(mg_legend_add(legend, page, (mg_key){ .kind = MG_KEY_NODE, .name = "node size",
                       .text = text, .colour = page->look.edge,
                       .radius = room * sqrt(value[k] / pic->size.most) }, err));
  }
  return MGNN_OK;
}

/* Explain the sizes of nodes and the widths of edges, and add a bar for each colour
 * scale. */
static mgnn_status
collect_numbers(mg_legend *legend, mg_page *page, const mg_picture *pic,
                mgnn_error *err)
{
  const mg_shade *const shade[] = { pic->edges.shade, pic->nodes.shade };

  if (pic->size.title != NULL)
    PASS(collect_sizes(legend, page, pic, err));
  if (pic->appearance != NULL && pic->appearance->width_title != NULL)
    PASS(add_text(legend, page, pic->appearance->width_title, err));
  for (int k = 0; k < 2; k++)
    if (shade[k] != NULL && shade[k]->kind == MG_SHADE_NUMBER)
      PASS(mg_bar_init(&legend->bar[legend->bars++], page, shade[k],
                       legend->font, legend->limit, err));
  return MGNN_OK;
}

mgnn_status
mg_legend_collect(mg_legend *legend, mg_page *page, const mg_picture *pics,
                  size_t count, mgnn_error *err)
{
  size_t groups = pics[0].group_count;
  occurrence s = { NULL, NULL, 0, 0, 0 };
  mgnn_status status = MGNN_OK;

  if (!page->style->legend)
    return MGNN_OK;
  TRY(mg_allocated_all(err, s.group = mg_zalloc(groups + 1, 1),
                       s.edge = mg_zalloc(edge_groups(&pics[0]) + 1, 1)));
  for (size_t k = 0; k < count; k++)
    if (pics[k].group_count == groups)
      look_through(&s, &pics[k]);
  if (s.any_group)
    TRY(collect_labels(legend, page, &pics[0], &s, err));
  TRY(collect_edges(legend, page, &pics[0], &s, err));
  TRY(collect_numbers(legend, page, &pics[0], err));
end:
  mg_free_all(s.edge, s.group);
  return status;
}

void
mg_legend_free(mg_legend *legend)
{
  mg_free(legend->key);
  memset(legend, 0, sizeof *legend);
}

/* Whether the line "and N more" is needed, since not all groups are shown. */
static size_t
is_cut(const mg_legend *legend, size_t shown)
{
  return shown < legend->groups || legend->unlisted > 0;
}

/* The number of lines: `shown` groups, "and N more" if groups are left out, and the
 * keys that are not groups. */
static size_t
lines_for(const mg_legend *legend, size_t shown)
{
  return legend->count - legend->groups + shown + is_cut(legend, shown);
}

/* The key on line k; NULL for "and N more". */
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
  double width = 0;

  for (size_t k = column * rows; k < (column + 1) * rows
                                 && k < lines_for(legend, shown); k++) {
    const mg_key *key = line_key(legend, shown, k);

    /* 7 font sizes are enough for "and 99 more". */
    width = fmax(width, key == NULL ? 7 * legend->font
                        : key->kind != MG_KEY_TEXT ? key->width
                        : key->width - sample * legend->font);
  }
  return sample * legend->font + width;
}

static size_t
columns(size_t lines, size_t rows)
{
  return (lines + rows - 1) / rows;
}

static double
all_columns(const mg_legend *legend, size_t shown, size_t rows)
{
  size_t cols = columns(lines_for(legend, shown), rows);
  double width = between_columns * legend->font * (double)(cols - 1);

  for (size_t c = 0; c < cols; c++)
    width += column_width(legend, shown, rows, c);
  return width;
}

/* The number of rows, at most `fit`, at which `shown` groups fit into the width; 0 if
 * they do not fit.  An upright strip gets few columns of nearly equal length, which
 * looks better than a full column and a short one; a horizontal strip gets as few
 * rows as possible. */
static size_t
rows_for(const mg_legend *legend, size_t shown, size_t fit, double width,
         int upright)
{
  size_t lines = lines_for(legend, shown);

  if (upright) {
    size_t rows = lines < fit ? lines : fit, cols = columns(lines, rows);

    return cols <= COLUMNS_MOST && all_columns(legend, shown, rows) <= width
           ? columns(lines, cols) : 0;
  }
  for (size_t rows = 1; rows <= fit && rows <= lines && rows <= LINES_MOST;
       rows++)
    if (all_columns(legend, shown, rows) <= width)
      return rows;
  return 0;
}

/* Arrange the keys in an upright or a horizontal strip, with as many groups as
 * fit. */
static void
arrange_keys(mg_legend *legend, double width, double height, int upright)
{
  size_t fit = height > 0 ? (size_t)(height / (leading * legend->font)) : 0;

  legend->keys_width = legend->keys_height = 0;
  legend->rows = 0;
  if (legend->count == 0 || fit == 0)
    return;
  for (size_t left = legend->groups + 1; left-- > 0;) {
    size_t rows = rows_for(legend, left, fit, width, upright);

    if (rows > 0) {
      legend->shown = left;
      legend->rows = rows;
      legend->keys_width = all_columns(legend, left, rows);
      legend->keys_height = leading * legend->font * (double)rows;
      return;
    }
  }
}

/* Set the size of the legend from the arranged keys and bars, or to 0 (no legend) if
 * it is too large. */
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
mg_legend_beside(mg_legend *legend, double width, double height)
{
  double gap = 1.2 * legend->font, bars = 0;
  double longest = legend->count > 0 ? 0.5 * height : height;

  for (size_t k = 0; k < legend->bars; k++) {
    mg_bar_arrange(&legend->bar[k], 1, longest / (double)legend->bars - gap);
    bars += legend->bar[k].height + gap;
  }
  arrange_keys(legend, width, height - bars, 1);
  bars = legend->keys_height > 0 ? legend->keys_height + gap : 0;
  for (size_t k = 0; k < legend->bars; k++) {
    legend->bar[k].x = 0;
    legend->bar[k].y = bars;
    bars += legend->bar[k].height + gap;
  }
  enclose(legend, width, height);
}

void
mg_legend_below(mg_legend *legend, double width, double height)
{
  double gap = 2.2 * legend->font, bars = 0, high = 0;
  double x, y = 0;

  for (size_t k = 0; k < legend->bars; k++) {
    mg_bar_arrange(&legend->bar[k], 0, width / (double)legend->bars - gap);
    bars += legend->bar[k].width + gap;
    high = fmax(high, legend->bar[k].height);
  }
  /* The bars go beside the keys if all keys fit there, else below them. */
  arrange_keys(legend, width - bars, height, 0);
  x = legend->keys_width > 0 ? legend->keys_width + gap : 0;
  if (legend->bars > 0 && legend->count > 0
      && (legend->rows == 0 || legend->shown < legend->groups)) {
    arrange_keys(legend, width, height - high - legend->font, 0);
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

/* Draw one key with its sample, vertically centred at y; NULL: draw "and N more" for
 * the groups that are not shown. */
static mgnn_status
draw_key(const mg_legend *legend, mg_page *page, mg_panel *panel,
         const mg_key *key, double x, double y, mgnn_error *err)
{
  double font = legend->font, middle = x + 0.5 * font;
  const char *text;

  if (key == NULL) {
    char more[40];

    snprintf(more, sizeof more, "and %zu more", legend->groups
             - legend->shown + legend->unlisted);
    PASS(mg_page_keep(page, more, &text, err));
  } else {
    text = key->text;
    if (key->kind == MG_KEY_TEXT)
      x -= sample * font;      /* no sample */
    else if (key->kind == MG_KEY_NODE) {
      mg_dot *dot = &panel->dot[panel->node_runs];

      *dot = (mg_dot){ .at = mg_at(middle, y) };
      panel->nodes[panel->node_runs++] = (mg_node_run){
        key->name, key->colour, page->look.outline, mg_units(key->radius > 0 ? key->radius : 0.42 * font), 0,
        key->mark, 1, dot
      };
    } else
      mg_panel_line(panel, key->name, key->colour, 0.12 * font,
                    mg_line(middle - 0.6 * font, y, middle + 0.6 * font, y));
  }
  mg_panel_word(panel, text, x + sample * font, y + 0.35 * font,
                (mg_type){ "legend", font, MG_START, page->look.ink });
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

  if (!(legend->height > 0))
    return MGNN_OK;
  PASS(mg_page_panel(page, "legend", &box, lines + legend->bars * MG_BAR_WORDS,
                     &panel, err));
  PASS(mg_allocated_all(err, MG_NEW(panel->dot, lines), MG_NEW(panel->nodes, lines),
                        MG_NEW(panel->segment, runs),
                        MG_NEW(panel->edges, runs)));
  for (size_t k = 0; k < lines; k++) {
    size_t column = k / legend->rows, row = k % legend->rows;

    if (row == 0 && column > 0)
      x += column_width(legend, shown, legend->rows, column - 1)
           + between_columns * legend->font;
    PASS(draw_key(legend, page, panel, line_key(legend, shown, k), x,
                  y + ((double)row + 0.5) * leading * legend->font, err));
  }
  for (size_t k = 0; k < legend->bars; k++)
    mg_bar_draw(&legend->bar[k], &page->look, panel, box.x + legend->bar[k].x,
                y + legend->bar[k].y);
  return MGNN_OK;
}

/* Writes looks and attributes as JSON: rows of numbers, colours and texts, in the order
 * defined in viewer/looks.js. */
#include "html_looks.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/write/json.h"
#include "render/canvas/style.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* If there are more values, attributes are left out: the page would be too large. */
enum { VALUES_MOST = 500000 };

void
mg_html_colour(mg_json *j, mg_colour c)
{
  char text[8];

  snprintf(text, sizeof text, "#%02x%02x%02x", c.r, c.g, c.b);
  mg_json_text(j, text);
}

void
mg_html_row(mg_json *j, const char *key)
{
  put_row(j, key, '[');
}

/* Write a colour, or null if its alpha is 0. */
static void
put_own(mg_json *j, mg_colour c)
{
  if (c.a > 0)
    mg_html_colour(j, c);
  else
    mg_json_null(j);
}

static void
put_line(mg_json *j, const mg_line_look *line, const unsigned *ends)
{
  int own = line->width != 1 || line->colour.a > 0 || line->label != NULL;
  double flags = line->to_b + 4u * line->to_a + 16u * line->dash + 64u * line->head_b
                 + 1024u * line->head_a;

  mg_json_row(j, '[');
  if (line->edge != SIZE_MAX && line->place == 0 && line->of == 1 && !own) {
    double e = (double)line->edge;

    mg_json_number(j, line->a == ends[2 * line->edge] ? e : -1 - e);
    mg_json_number(j, flags);
    mg_json_close(j);
    return;
  }
  mg_json_count(j, line->a);
  mg_json_count(j, line->b);
  mg_json_count(j, line->place);
  mg_json_count(j, line->of);
  mg_json_number(j, flags);
  if (line->edge == SIZE_MAX)
    mg_json_number(j, -1);
  else
    mg_json_count(j, line->edge);
  if (own) {
    mg_json_number(j, line->width);
    put_own(j, line->colour);
    mg_json_text(j, line->label);
  }
  mg_json_close(j);
}

static void
put_lines_of_text(mg_json *j, const char *text)
{
  mg_json_row(j, '[');
  static const char ends[] = { '\n', MG_TEXT_NEXT, MG_TEXT_OPEN, MG_TEXT_CLOSE,
                               MG_TEXT_PORT, '\0' };

  while (text != NULL && *text != '\0') {
    char line[200];
    size_t len = strcspn(text, ends);

    snprintf(line, sizeof line, "%.*s", (int)(len < 190 ? len : 190), text);
    if (len > 0 || *text == '\n')
      mg_json_text(j, line);
    text += len;
    if (*text == MG_TEXT_PORT)         /* skip the name of the port */
      text += 1 + strcspn(text + 1, ends);
    text += *text != '\0';
  }
  mg_json_close(j);
}

static void
put_node(mg_json *j, const mg_picture *pic, size_t i, int with_text)
{
  const mg_node_look *node = &pic->appearance->node[i];
  const char *text = pic->shown != NULL ? pic->shown[i]
                     : node->text != NULL ? node->text : pic->names[i];

  mg_json_row(j, '[');
  mg_json_count(j, node->shape);
  put_lines_of_text(j, with_text && mg_node_shapes[node->shape].holds_text
                       ? text : NULL);
  put_own(j, node->fill);
  put_own(j, node->outline);
  mg_json_flag(j, node->clear);
  mg_json_number(j, node->pen > 0 ? node->pen : 1);
  mg_json_count(j, node->dash);
  mg_json_number(j, node->width);
  mg_json_number(j, node->height);
  if (node->borders > 1 || node->rounded || node->ink.a > 0 || node->font > 0) {
    mg_json_count(j, node->borders > 1 ? node->borders : 1);
    mg_json_flag(j, node->rounded);
    put_own(j, node->ink);
    mg_json_number(j, node->font > 0 ? node->font : 1);
  }
  mg_json_close(j);
}

/* Write the tables of shapes, arrows, arrowheads and dashes for the page. */
static void
put_tables(mg_json *j)
{
  put_open(j, "shapes", '[');
  for (int k = 0; k < MG_NODE_SHAPES; k++) {
    const mg_node_shape_row *row = &mg_node_shapes[k];
    double around, high;       /* for a text 3 times as wide as high */

    mg_json_row(j, '{');
    mg_outline_around(row->border, 3, 1, &around, &high);
    put_number(j, "around", high);
    mg_html_row(j, "path");
    for (const mg_path_step *s = mg_border_path(row->border); s != NULL && s->op != 0;
         s++) {
      mg_json_row(j, '[');
      mg_json_text(j, (char[]){ s->op, '\0' });
      for (int c = 0; c < 4; c++)
        mg_json_number(j, (c == 0 ? s->x : c == 1 ? s->y : c == 2 ? s->dx : s->dy) / 100.0);
      mg_json_close(j);
    }
    mg_json_close(j);
    put_flag(j, "even", row->even != 0);
    put_flag(j, "drawn", row->drawn != 0);
    mg_html_row(j, "pads");
    mg_json_number(j, row->drawn ? row->border == MG_BORDER_BOX ? 0.45 : 0.2
                                 : 0.12);
    mg_json_number(j, row->drawn ? row->border == MG_BORDER_BOX ? 0.28 : 0.13
                                 : 0.12);
    mg_json_close(j);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_html_row(j, "arrows");
  for (int k = 0; k < MG_ARROWS; k++)
    mg_json_number(j, mg_arrows[k].along);
  mg_json_close(j);
  mg_json_key(j, "heads");     /* where the line ends, then the corners */
  mg_json_open(j, '[');
  for (const mg_head_row *row = mg_heads; row < mg_heads + MG_HEADS; row++) {
    mg_json_row(j, '[');
    mg_json_number(j, row->back);
    for (int k = 0; k < 2 * row->corners; k++)
      mg_json_number(j, row->at[k / 2][k % 2]);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_html_row(j, "dashes");
  for (int k = 0; k < MG_DASHES; k++) {
    mg_json_row(j, '[');
    if (mg_dashes[k].on > 0) {
      mg_json_number(j, mg_dashes[k].on);
      mg_json_number(j, mg_dashes[k].off);
    }
    mg_json_close(j);
  }
  mg_json_close(j);
}

static void
put_groups(mg_json *j, const mg_appearance *look, size_t n)
{
  mg_html_row(j, "groupOf");
  for (size_t i = 0; i < n; i++)
    mg_json_number(j, look->group_of[i]);
  mg_json_close(j);
  put_open(j, "groups", '[');
  for (const mg_group_look *g = look->group; g < look->group + look->groups; g++) {
    mg_json_row(j, '[');
    mg_json_text(j, g->text);
    mg_json_number(j, g->up);
    mg_json_flag(j, g->round);
    put_own(j, g->fill);
    put_own(j, g->outline);
    put_own(j, g->ink);
    mg_json_number(j, g->pen);
    mg_json_count(j, g->dash);
    mg_json_flag(j, g->rounded);
    mg_json_close(j);
  }
  mg_json_close(j);
}

void
mg_html_looks(mg_json *j, const mg_picture *pic, const mg_graph *g, int named)
{
  const mg_appearance *look = pic->appearance;
  int with_text = named == MG_NAMED_ALL
                  || (named == MG_NAMED_AUTO && g->n <= MG_TEXTS_WITHIN);

  if (look == NULL || (look->line == NULL && look->node == NULL && look->groups == 0))
    return;
  put_open(j, "looks", '{');
  put_tables(j);
  if (look->line != NULL) {
    put_open(j, "lines", '[');
    for (size_t k = 0; k < look->lines; k++)
      put_line(j, &look->line[k], g->ends);
    mg_json_close(j);
  }
  if (look->groups > 0)
    put_groups(j, look, g->n);
  if (look->node != NULL) {
    put_open(j, "nodes", '[');
    for (size_t i = 0; i < g->n; i++)
      put_node(j, pic, i, with_text);
    mg_json_close(j);
  }
  mg_json_close(j);
}

/* The nodes or the edges of a page: item k of the page is item of[k] of the file, or
 * item k if `of` is NULL. */
typedef struct {
  const mg_source *src;
  const mg_attributes *at;
  const size_t *of;
  size_t count;
  const double *target;        /* lengths of edges; NULL for nodes */
} page_items;

static size_t
item_of(const page_items *items, size_t k)
{
  return items->of != NULL ? items->of[k] : k;
}

/* Whether a column holds the target lengths. */
static int
is_target(const page_items *items, const mg_column *col)
{
  double x;

  for (size_t k = 0; k < items->count && items->target != NULL; k++)
    if (!mg_column_number(col, item_of(items, k), &x) || x != items->target[k])
      return 0;
  return items->target != NULL;
}

/* Whether the page already shows an attribute in another way: as the name, place,
 * direction or target length. */
static int
is_shown_already(const page_items *items, const mg_column *col)
{
  static const char *const known[] = { MG_DIRECTED, "id", "x", "y", "z", "pos",
                                       "graphics.x", "graphics.y",
                                       "graphics.z" };

  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcmp(col->name, known[k]) == 0)
      return 1;
  return (items->src->named_by != NULL
          && strcmp(col->name, items->src->named_by) == 0)
         || is_target(items, col);
}

/* Write the attribute columns of the nodes or of the edges. */
static void
put_columns(mg_json *j, const char *key, const page_items *items)
{
  const mg_attributes *at = items->at;
  char buf[MG_NUMBER_MAX + 1];

  put_open(j, key, '{');
  mg_html_row(j, "names");
  for (size_t c = 0; c < at->count; c++)
    if (!is_shown_already(items, &at->column[c]))
      mg_json_text(j, at->column[c].name);
  mg_json_close(j);
  put_open(j, "values", '[');
  for (size_t c = 0; c < at->count; c++) {
    if (is_shown_already(items, &at->column[c]))
      continue;
    mg_json_row(j, '[');
    for (size_t k = 0; k < items->count; k++)
      mg_json_text(j, mg_column_text(&at->column[c], item_of(items, k), buf));
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

int
mg_html_attributes(mg_json *j, const mg_given *given, const mg_graph *g)
{
  size_t m = g->m;
  const mg_source *src = given != NULL ? given->src : NULL;
  size_t *of = NULL;

  if (src == NULL || src->node.count + src->edge.count == 0
      || (double)src->node.count * (double)src->n
         + (double)src->edge.count * (double)m > VALUES_MOST)
    return 1;
  if (given->into != NULL) {
    of = mg_zalloc(m, sizeof *of);
    if (of == NULL)
      return 0;
    for (size_t r = src->m; r-- > 0;)  /* backwards: the first one wins */
      if (given->into[r] < m)
        of[given->into[r]] = r;
  }
  put_open(j, "attributes", '{');
  put_columns(j, "node", &(page_items){ .src = src, .at = &src->node,
                                        .count = src->n });
  put_columns(j, "edge", &(page_items){ src, &src->edge, of, m, g->target });
  mg_json_close(j);
  mg_free(of);
  return 1;
}

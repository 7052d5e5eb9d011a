/* Looks and attributes as JSON.  Rows of numbers, colours and texts in the order
 * that viewer/looks.js names them in. */
#include "html_looks.h"
#include "base/mem.h"
#include "base/number.h"
#include "io/write/json_items.h"
#include "render/canvas/style.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* More values are left out: the page would get too large. */
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
  mg_json_key(j, key);
  mg_json_row(j, '[');
}

/* A colour, null where there is none. */
static void
put_own(mg_json *j, mg_colour c)
{
  if (c.a > 0)
    mg_html_colour(j, c);
  else
    mg_json_null(j);
}

static void
put_line(mg_json *j, const mg_line_look *line)
{
  mg_json_row(j, '[');
  mg_json_count(j, line->a);
  mg_json_count(j, line->b);
  mg_json_count(j, line->place);
  mg_json_count(j, line->of);
  mg_json_count(j, line->to_b + 4u * line->to_a + 16u * line->dash
                   + 64u * line->head_b + 1024u * line->head_a);
  if (line->edge == SIZE_MAX)
    mg_json_number(j, -1);
  else
    mg_json_count(j, line->edge);
  if (line->width != 1 || line->colour.a > 0 || line->label != NULL) {
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
  while (text != NULL && *text != '\0') {
    char line[200];
    size_t len = strcspn(text, "\n");

    snprintf(line, sizeof line, "%.*s", (int)(len < 190 ? len : 190), text);
    mg_json_text(j, line);
    text += len + (text[len] == '\n');
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
  mg_json_close(j);
}

/* The tables, as the page needs them. */
static void
put_tables(mg_json *j)
{
  mg_json_key(j, "shapes");
  mg_json_open(j, '[');
  for (int k = 0; k < MG_NODE_SHAPES; k++) {
    const mg_node_shape_row *row = &mg_node_shapes[k];

    mg_json_row(j, '{');
    put_count(j, "border", row->border);
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

void
mg_html_looks(mg_json *j, const mg_picture *pic, size_t n, int named)
{
  const mg_appearance *look = pic->appearance;
  int with_text = named == MG_NAMED_ALL
                  || (named == MG_NAMED_AUTO && n <= MG_TEXTS_WITHIN);

  if (look == NULL || (look->line == NULL && look->node == NULL))
    return;
  mg_json_key(j, "looks");
  mg_json_open(j, '{');
  put_tables(j);
  if (look->line != NULL) {
    mg_json_key(j, "lines");
    mg_json_open(j, '[');
    for (size_t k = 0; k < look->lines; k++)
      put_line(j, &look->line[k]);
    mg_json_close(j);
  }
  if (look->node != NULL) {
    mg_json_key(j, "nodes");
    mg_json_open(j, '[');
    for (size_t i = 0; i < n; i++)
      put_node(j, pic, i, with_text);
    mg_json_close(j);
  }
  mg_json_close(j);
}

static void
put_value(mg_json *j, const mg_column *col, size_t i)
{
  char buf[MG_NUMBER_MAX + 1];

  if (mg_column_has(col, i))
    mg_json_text(j, mg_column_text(col, i, buf));
  else
    mg_json_null(j);
}

/* Whether the page shows an attribute in another way: as the name, the place or
 * the direction. */
static int
is_shown_already(const mg_source *src, const char *name)
{
  static const char *const known[] = { MG_DIRECTED, "id", "x", "y", "z", "pos",
                                       "graphics.x", "graphics.y",
                                       "graphics.z" };

  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strcmp(name, known[k]) == 0)
      return 1;
  return src->named_by != NULL && strcmp(name, src->named_by) == 0;
}

/* The columns of one kind; of[k] is the item of the file that item k is. */
static void
put_columns(mg_json *j, const char *key, const mg_source *src,
            const mg_attributes *at, const size_t *of, size_t count)
{
  mg_json_key(j, key);
  mg_json_open(j, '{');
  mg_html_row(j, "names");
  for (size_t c = 0; c < at->count; c++)
    if (!is_shown_already(src, at->column[c].name))
      mg_json_text(j, at->column[c].name);
  mg_json_close(j);
  mg_json_key(j, "values");
  mg_json_open(j, '[');
  for (size_t c = 0; c < at->count; c++) {
    if (is_shown_already(src, at->column[c].name))
      continue;
    mg_json_row(j, '[');
    for (size_t k = 0; k < count; k++)
      put_value(j, &at->column[c], of != NULL ? of[k] : k);
    mg_json_close(j);
  }
  mg_json_close(j);
  mg_json_close(j);
}

void
mg_html_attributes(mg_json *j, const mg_given *given, size_t m)
{
  const mg_source *src = given != NULL ? given->src : NULL;
  size_t *of = NULL;

  if (src == NULL || src->node.count + src->edge.count == 0
      || (double)src->node.count * (double)src->n
         + (double)src->edge.count * (double)m > VALUES_MOST)
    return;
  if (given->into != NULL) {
    of = mg_zalloc(m, sizeof *of);
    if (of == NULL)
      return;
    for (size_t r = src->m; r-- > 0;)  /* the first comes last, and stays */
      if (given->into[r] < m)
        of[given->into[r]] = r;
  }
  mg_json_key(j, "attributes");
  mg_json_open(j, '{');
  put_columns(j, "node", src, &src->node, NULL, src->n);
  put_columns(j, "edge", src, &src->edge, of, m);
  mg_json_close(j);
  mg_free(of);
}

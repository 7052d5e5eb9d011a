/* Arrows, shapes, labels and widths: from options, attributes and files to one
 * struct that all pictures share. */
#include "looks.h"
#include "base/number.h"
#include "file_style.h"
#include "io/given.h"
#include "render/canvas/text.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(mg_looks_options, member)

const mg_option mg_looks_rows[] = {
  { 0, "style", "plain|file", MG_WORD, AT(style), 0, 0,
    "file: shapes, colours, widths and labels as the file has them (file for DOT, else plain)" },
  { 0, "arrows", "no|end|middle", MG_WORD, AT(arrows), 0, 0,
    "where directed edges have their arrowheads (end)" },
  { 0, "node-shape", "SHAPE|attr:NAME", MG_WORD, AT(node_shape), 0, 0,
    "point, circle, box, ellipse, diamond or none, with text within; or an attribute that says which" },
  { 0, "edge-labels", "ATTR", MG_WORD, AT(edge_labels), 0, 0,
    "write this attribute at the edges" },
  { 0, "edge-width", "X|attr:NAME", MG_WORD, AT(edge_width), 0, 0,
    "width of the edges, or an attribute that it shows" },
  MG_OPTIONS_END
};

static const char attr[] = "attr:";

/* The name after attr:, or NULL. */
static const char *
attribute_of(const char *word)
{
  return word != NULL && strncmp(word, attr, sizeof attr - 1) == 0
         && word[sizeof attr - 1] != '\0' ? word + sizeof attr - 1 : NULL;
}

mgnn_status
mg_looks_check(mg_looks *looks, const mg_looks_options *opt, mg_style *style,
               mgnn_error *err)
{
  const char *word = opt->edge_width;
  int exact;

  looks->opt = opt;
  if (opt->style != NULL && strcmp(opt->style, "plain") != 0
      && strcmp(opt->style, "file") != 0)
    return mg_fail(err, MGNN_EINVAL, "--style is \"%.60s\", must be plain or "
                   "file", opt->style);
  if (opt->arrows != NULL && mg_arrow_find(opt->arrows) == MG_ARROWS)
    return mg_fail(err, MGNN_EINVAL, "--arrows is \"%.60s\", must be no, end or "
                   "middle", opt->arrows);
  if (opt->node_shape != NULL && attribute_of(opt->node_shape) == NULL
      && (mg_node_shape_find(opt->node_shape, &exact) == MG_NODE_SHAPES
          || !exact))
    return mg_fail(err, MGNN_EINVAL, "--node-shape is \"%.60s\", must be point, "
                   "circle, box, ellipse, diamond, none or attr:NAME",
                   opt->node_shape);
  if (word != NULL && attribute_of(word) == NULL
      && (!mg_number_whole(word, strlen(word), &style->edge_width)
          || !(style->edge_width >= 0 && style->edge_width <= 1e4)))
    return mg_fail(err, MGNN_EINVAL, "--edge-width is \"%.60s\", must be a "
                   "number from 0 to 10000, or attr:NAME", word);
  return MGNN_OK;
}

int
mg_looks_need_values(const mg_looks_options *opt)
{
  return opt->edge_labels != NULL || attribute_of(opt->edge_width) != NULL;
}

void
mg_looks_free(mg_looks *looks)
{
  mg_free(looks->line);
  mg_free(looks->node);
  mg_pool_free(&looks->pool);
  memset(looks, 0, sizeof *looks);
}

/* What reading needs to know. */
typedef struct {
  mg_looks *looks;
  const mg_looks_use *use;
  mg_input *in;
  mg_given given;
  int by_file;
  mg_style_unknown unknown;
} looks_reading;

static const mg_column *
column_named(const looks_reading *r, const mg_attributes *at, const char *what,
             const char *option, const char *name, mgnn_error *err)
{
  const mg_column *col = mg_attribute_find(at, name);

  if (col == NULL)
    mg_attribute_missing(&r->in->src, at, what, option, name, err);
  return col;
}

/* ---- nodes ---- */

/* The shape that --node-shape gives to all, or to those with an attribute. */
static mgnn_status
shape_by_option(looks_reading *r, mg_node_look *node, mgnn_error *err)
{
  const mg_source *src = &r->in->src;
  const char *word = r->looks->opt->node_shape, *name = attribute_of(word);
  const mg_column *col = NULL;
  int exact;

  if (word == NULL)
    return MGNN_OK;
  if (name != NULL) {
    col = column_named(r, &src->node, "node", "--node-shape", name, err);
    if (col == NULL)
      return MGNN_EINVAL;
  }
  for (size_t i = 0; i < src->n; i++) {
    char buf[MG_NUMBER_MAX + 1];
    const char *own = col == NULL ? word
                      : mg_column_has(col, i) ? mg_column_text(col, i, buf)
                      : NULL;
    mg_node_shape shape = own != NULL ? mg_node_shape_find(own, &exact)
                                      : node[i].shape;

    if (shape == MG_NODE_SHAPES)
      return mg_fail(err, MGNN_EINVAL, "%s: --node-shape: the attribute %.60s "
                     "of node \"%.60s\" is \"%.60s\", which is no shape we "
                     "know: point, circle, box, ellipse, diamond, none",
                     src->path, name, src->names.text[i], own);
    node[i].shape = shape;
  }
  return MGNN_OK;
}

/* Whether a node looks as all do. */
static int
is_plain(const mg_node_look *node)
{
  return node->shape == MG_NODE_POINT && node->fill.a == 0
         && node->outline.a == 0 && node->width == 0 && node->height == 0
         && node->beside == NULL && node->text == NULL && node->dash == MG_SOLID;
}

static mgnn_status
read_nodes(looks_reading *r, mgnn_error *err)
{
  const mg_source *src = &r->in->src;
  const char *word = r->looks->opt->node_shape;
  int within = src->n <= MG_TEXTS_WITHIN || r->use->names;
  int dot = mg_file_style_usual(src), plain = 1;
  const mg_file_style style = { src, &r->looks->pool, &r->unknown,
                                !r->use->nodes };
  mg_node_look *node;
  mgnn_status status = MGNN_OK;

  if ((!r->by_file && word == NULL) || src->n > MG_LINES_DRAWN)
    return MGNN_OK;
  node = mg_zalloc(src->n, sizeof *node);
  TRY(mg_allocated(r->looks->node = node, err));
  for (size_t i = 0; i < src->n; i++) {
    node[i].shape = r->by_file && dot && within ? MG_NODE_ELLIPSE
                                                : MG_NODE_POINT;
    node[i].clear = r->by_file && dot && !r->use->nodes
                    && (r->in->groups.group == NULL
                        || r->in->groups.group[i] < 0);
    if (r->by_file)
      TRY(mg_file_style_node(&style, i, &node[i], err));
    if (r->by_file && !within && node[i].shape == MG_NODE_POINT)
      node[i].text = node[i].beside = NULL;
  }
  TRY(shape_by_option(r, node, err));
  for (size_t i = 0; i < src->n && plain; i++)
    plain = is_plain(&node[i]);
  if (!plain)
    r->looks->appearance.node = node;
end:
  return status;
}

/* ---- edges ---- */

static mgnn_status
read_labels(looks_reading *r, mgnn_error *err)
{
  const char *name = r->looks->opt->edge_labels;
  const mg_source *src = &r->in->src;
  const mg_column *col;
  mgnn_status status = MGNN_OK;

  if (name == NULL)
    return MGNN_OK;
  col = column_named(r, &src->edge, "edge", "--edge-labels", name, err);
  if (col == NULL)
    return MGNN_EINVAL;
  for (size_t e = 0; e < src->m; e++) {
    char buf[MG_NUMBER_MAX + 1];
    const char *text = mg_column_has(col, e) ? mg_column_text(col, e, buf)
                                             : NULL;

    r->looks->line[e].label = NULL;
    if (!mg_is_text(text))
      continue;
    r->looks->line[e].label = mg_file_style_text(&r->looks->pool, text, NULL, 0);
    TRY(mg_allocated(r->looks->line[e].label, err));
  }
end:
  return status;
}

/* The widest line is so many times the usual one, the thinnest not less than
 * that; between them widths are as the values. */
static const double widest = 5, thinnest = 0.35;

static mgnn_status
read_widths(looks_reading *r, mgnn_error *err)
{
  const char *name = attribute_of(r->looks->opt->edge_width);
  const mg_source *src = &r->in->src;
  char number[MG_TEXT_NUMBER];
  const mg_column *col;
  double most = 0, x;

  if (name == NULL)
    return MGNN_OK;
  col = column_named(r, &src->edge, "edge", "--edge-width", name, err);
  if (col == NULL)
    return MGNN_EINVAL;
  for (size_t e = 0; e < src->m; e++) {
    if (!mg_column_has(col, e))
      continue;
    if (!mg_column_number(col, e, &x) || x < 0)
      return mg_fail(err, MGNN_EINVAL, "%s: --edge-width: the attribute %.60s "
                     "of the edge from \"%.60s\" to \"%.60s\" is not a number "
                     "of at least 0", src->path, name,
                     src->names.text[r->given.ends[2 * e]],
                     src->names.text[r->given.ends[2 * e + 1]]);
    most = fmax(most, x);
  }
  for (size_t e = 0; e < src->m; e++) {
    if (!mg_column_number(col, e, &x))
      x = 0;
    r->looks->line[e].width = (float)(most > 0 ? fmax(thinnest,
                                                      widest * x / most) : 1);
  }
  snprintf(r->looks->width_title, sizeof r->looks->width_title,
           "width of edges: %.60s, up to %s", name,
           mg_text_number(number, most, 3));
  r->looks->appearance.width_title = r->looks->width_title;
  return MGNN_OK;
}

/* Lines between the same nodes, those from the lower number to the higher
 * first. */
static int
by_nodes(const void *a, const void *b)
{
  const mg_line_look *p = a, *q = b;
  unsigned low = p->a < p->b ? p->a : p->b, low2 = q->a < q->b ? q->a : q->b;
  unsigned high = p->a < p->b ? p->b : p->a, high2 = q->a < q->b ? q->b : q->a;

  if (low != low2)
    return low < low2 ? -1 : 1;
  if (high != high2)
    return high < high2 ? -1 : 1;
  if ((p->a < p->b) != (q->a < q->b))
    return p->a < p->b ? -1 : 1;
  if (p->edge != q->edge)
    return p->edge < q->edge ? -1 : 1;
  return p->place < q->place ? -1 : p->place > q->place;
}

/* All lines of one direction as one, with their number. */
static mgnn_status
collapse(looks_reading *r, mg_line_look *line, size_t count, mgnn_error *err)
{
  char text[32];

  snprintf(text, sizeof text, "\xc3\x97%zu", count);   /* a times sign */
  if (count > 1) {
    line->label = mg_pool_keep(&r->looks->pool, text, strlen(text));
    if (line->label == NULL)
      return mg_fail_memory(err);
  }
  return MGNN_OK;
}

/* The diagonal of a matrix and its two triangles are how it is stored, not loops and
 * parallel edges. */
static int
is_matrix(const looks_reading *r)
{
  return mg_source_is(&r->in->src, "mtx");
}

/* Number the lines of one pair of nodes, of which there are `count`; returns how
 * many are left in *left. */
static mgnn_status
number_lines(looks_reading *r, mg_line_look *line, size_t count, size_t *left,
             mgnn_error *err)
{
  size_t forward = 0;
  mgnn_status status = MGNN_OK;

  *left = !is_matrix(r) ? count : line->a != line->b;
  if (*left > MG_FAN_MOST) {
    while (forward < count && line[forward].a < line[forward].b)
      forward++;
    *left = (forward > 0) + (forward < count);
    if (forward > 0 && forward < count) {
      line[1] = line[forward];
      TRY(collapse(r, &line[1], count - forward, err));
    }
    TRY(collapse(r, &line[0], forward > 0 ? forward : count, err));
  }
  for (size_t k = 0; k < *left; k++) {
    line[k].place = (unsigned short)k;
    line[k].of = (unsigned short)*left;
  }
end:
  return status;
}

static mgnn_status
arrange_lines(looks_reading *r, mgnn_error *err)
{
  mg_line_look *line = r->looks->line;
  size_t m = r->in->src.m, kept = 0;
  mgnn_status status = MGNN_OK;

  qsort(line, m, sizeof *line, by_nodes);
  for (size_t from = 0, to, left; from < m; from = to) {
    unsigned a = line[from].a, b = line[from].b;

    for (to = from + 1; to < m && ((line[to].a == a && line[to].b == b)
                                   || (line[to].a == b && line[to].b == a));)
      to++;
    TRY(number_lines(r, line + from, to - from, &left, err));
    memmove(line + kept, line + from, left * sizeof *line);
    kept += left;
  }
  r->looks->appearance.line = line;
  r->looks->appearance.lines = kept;
end:
  return status;
}

/* Whether edges are more than lines between nodes. */
static int
lines_wanted(const looks_reading *r)
{
  const mg_looks_options *opt = r->looks->opt;
  int arrows = opt->arrows == NULL || mg_arrow_find(opt->arrows) != MG_ARROW_NO;

  return (arrows && mg_source_has_directions(&r->in->src))
         || (!is_matrix(r) && (r->given.loops > 0 || r->given.merged > 0))
         || opt->edge_labels != NULL || attribute_of(opt->edge_width) != NULL
         || r->by_file || r->looks->appearance.node != NULL;
}

static mgnn_status
read_lines(looks_reading *r, mgnn_error *err)
{
  const mg_source *src = &r->in->src;
  const char *word = r->looks->opt->arrows;
  mg_arrow arrow = word != NULL ? mg_arrow_find(word) : MG_ARROW_END;
  const mg_file_style style = { src, &r->looks->pool, &r->unknown,
                                !r->use->edges };
  mg_line_look *line = mg_zalloc(src->m, sizeof *line);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(r->looks->line = line, err));
  for (size_t e = 0; e < src->m; e++) {
    uint32_t simple = mg_given_simple(&r->given, e);

    line[e] = (mg_line_look){
      .a = r->given.ends[2 * e], .b = r->given.ends[2 * e + 1],
      .edge = mg_given_is_loop(&r->given, e) ? SIZE_MAX : simple, .width = 1,
      .to_b = mg_source_edge_directed(src, e) ? (unsigned char)arrow
                                              : MG_ARROW_NO
    };
    if (r->by_file)
      TRY(mg_file_style_edge(&style, e, &line[e], err));
    if (arrow == MG_ARROW_NO)
      line[e].to_a = line[e].to_b = MG_ARROW_NO;
    /* Which way an edge without direction is written says nothing. */
    if (line[e].to_a == line[e].to_b && line[e].head_a == line[e].head_b
        && line[e].a > line[e].b) {
      line[e].a = r->given.ends[2 * e + 1];
      line[e].b = r->given.ends[2 * e];
    }
  }
  TRY(read_labels(r, err));
  TRY(read_widths(r, err));
  for (size_t e = 0; e < src->m; e++)  /* the order of the file, for equal ones */
    line[e].place = (unsigned short)(e < UINT16_MAX ? e : UINT16_MAX);
  TRY(arrange_lines(r, err));
end:
  return status;
}

/* ---- all ---- */

/* What is not drawn as it was asked for. */
static mgnn_status
tell(const looks_reading *r, mgnn_error *err)
{
  const mg_style_unknown *u = &r->unknown;
  mg_notes *notes = &r->in->src.notes;
  mgnn_status status = MGNN_OK;

  if (u->shapes > 0 && u->shape != NULL)
    TRY(mg_note(notes, err, "%s: %zu node%s of an unknown shape, such as "
                "\"%.40s\", %s drawn as the nearest known", r->in->src.path,
                u->shapes, u->shapes > 1 ? "s" : "", u->shape,
                u->shapes > 1 ? "are" : "is"));
  if (u->heads > 0 && u->head != NULL)
    TRY(mg_note(notes, err, "%s: %zu arrowhead%s of an unknown shape, such as "
                "\"%.40s\", %s drawn as the nearest known", r->in->src.path,
                u->heads, u->heads > 1 ? "s" : "", u->head,
                u->heads > 1 ? "are" : "is"));
  if (u->colours > 0 && u->colour != NULL)
    TRY(mg_note(notes, err, "%s: %zu unknown colour%s, such as "
                "\"%.40s\", %s left out", r->in->src.path, u->colours,
                u->colours > 1 ? "s" : "", u->colour,
                u->colours > 1 ? "are" : "is"));
end:
  return status;
}

/* The page's colour and title, where these are not given by options. */
static mgnn_status
read_page(looks_reading *r, mgnn_error *err)
{
  const mg_file_style file = { &r->in->src, &r->looks->pool, &r->unknown, 1 };
  mg_style *style = r->use->style;
  mgnn_status status = MGNN_OK;

  if (!r->by_file)
    return MGNN_OK;
  if (style->background == mg_style_default.background)
    TRY(mg_file_style_background(&file, &style->background, err));
  if (style->title == NULL)
    TRY(mg_file_style_title(&file, &style->title, err));
  TRY(mg_file_style_left_out(&file, &r->in->src.notes, err));
end:
  return status;
}

mgnn_status
mg_looks_read(mg_looks *looks, mg_input *in, const mg_looks_use *use,
              mgnn_error *err)
{
  looks_reading r = { .looks = looks, .use = use, .in = in,
                .given = mg_input_given(in) };
  const char *style = looks->opt->style;
  mgnn_status status = MGNN_OK;

  r.by_file = style != NULL ? strcmp(style, "file") == 0
                            : mg_file_style_usual(&in->src);
  TRY(read_page(&r, err));
  TRY(read_nodes(&r, err));
  if (lines_wanted(&r) && in->src.m > MG_LINES_DRAWN)
    return mg_note(&in->src.notes, err, "%s: of more than %d edges directions, "
                   "labels, widths, loops and parallel edges are not drawn",
                   in->src.path, MG_LINES_DRAWN);
  if (lines_wanted(&r) && r.given.ends != NULL)
    TRY(read_lines(&r, err));
  TRY(tell(&r, err));
end:
  return status;
}

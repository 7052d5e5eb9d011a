/* Collects arrows, shapes, labels and widths from options, attributes and files in
 * one struct that all pictures share. */
#include "looks.h"
#include "base/number.h"
#include "drawn_graph.h"
#include "file_style.h"
#include "render/canvas/text.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(mg_looks_options, member)

/* --style must come first: libmgnn-draw, which reads no files, skips this row. */
const mg_option mg_looks_rows[] = {
  { 0, "style", "plain|file", MG_WORD, AT(style), 0, 0,
    "file: shapes, colours, widths and labels from the file [default: file for DOT, else plain]" },
  { 0, "arrows", "no|end|middle", MG_WORD, AT(arrows), 0, 0,
    "where directed edges have their arrowheads [default: end]" },
  { 0, "node-shape", "SHAPE|attr:NAME", MG_WORD, AT(node_shape), 0, 0,
    "{shapes}, or the attribute that holds the shape; all but point have the text inside" },
  { 0, "edge-text", "ATTR", MG_WORD, AT(edge_labels), 0, 0,
    "write this attribute at the edges" },
  { 0, "edge-width", "X|attr:NAME", MG_WORD, AT(edge_width), 0, 0,
    "width of the edges, or an attribute to show as width" },
  { 0, "hulls", "ATTR", MG_WORD, AT(hulls), 0, 0,
    "draw a hull around the nodes of each value of this attribute" },
  MG_OPTIONS_END
};

mgnn_status
mg_looks_check(mg_looks *looks, const mg_looks_options *opt, mg_style *style,
               mgnn_error *err)
{
  char words[400];
  int exact;

  looks->opt = opt;
  if (opt->node_shape != NULL && mg_spec_attribute(opt->node_shape) == NULL
      && (mg_node_shape_find(opt->node_shape, &exact) == MG_NODE_SHAPES
          || !exact))
    return mg_fail(err, MGNN_EINVAL, "--node-shape is \"%.60s\", must be %s, or "
                   "attr:NAME", opt->node_shape,
                   mg_choices(words, sizeof words, mg_node_shape_name));
  return mg_spec_number("edge-width", opt->edge_width, &style->edge_width, err);
}

int
mg_looks_need_values(const mg_looks_options *opt)
{
  return opt->edge_labels != NULL || mg_spec_attribute(opt->edge_width) != NULL;
}

void
mg_looks_free(mg_looks *looks)
{
  mg_free_all(looks->line, looks->node, looks->group, looks->group_of);
  mg_groups_free(&looks->hulls);
  mg_pool_free(&looks->pool);
  memset(looks, 0, sizeof *looks);
}

/* The inputs and the state of mg_looks_read. */
typedef struct {
  mg_looks *looks;
  const mg_looks_use *use;
  mg_source *src;
  mg_given given;
  int by_file, arrows;         /* nonzero: use the file's style; draw arrows */
  int matrix;                  /* nonzero: a Matrix Market file, whose diagonal and two
                                  triangles do not mean loops and parallel edges */
  mg_style_unknown unknown[MG_UNKNOWNS];
} looks_reading;

/* ---- nodes ---- */

/* Set the shapes given by --node-shape, for all nodes or by an attribute. */
static mgnn_status
shape_by_option(looks_reading *r, mg_node_look *node, mgnn_error *err)
{
  const mg_source *src = r->src;
  const char *word = r->looks->opt->node_shape, *name = mg_spec_attribute(word);
  const mg_column *col = NULL;
  char words[400];
  int exact;

  if (word == NULL)
    return MGNN_OK;
  if (name != NULL)
    PASS(mg_spec_column(&col, src, "node", "--node-shape", name, err));
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
                     "know: %s", src->path, name, src->names.text[i], own,
                     mg_choices(words, sizeof words, mg_node_shape_name));
    node[i].shape = shape;
  }
  return MGNN_OK;
}

static mgnn_status
read_nodes(looks_reading *r, mgnn_error *err)
{
  const mg_source *src = r->src;
  const char *word = r->looks->opt->node_shape;
  int within = src->n <= MG_TEXTS_WITHIN || r->use->names;
  int dot = mg_file_style_usual(src), plain = 1;
  mg_file_style style = { src, &r->looks->pool, r->unknown, !r->use->nodes,
                          within && word == NULL, 14 };
  mg_node_look *node;

  if ((!r->by_file && word == NULL) || src->n > MG_LINES_DRAWN)
    return MGNN_OK;
  PASS(mg_file_style_letters(src, &style.letters, err));
  node = mg_zalloc(src->n, sizeof *node);
  PASS(mg_allocated(r->looks->node = node, err));
  for (size_t i = 0; i < src->n; i++) {
    node[i].shape = r->by_file && dot ? MG_NODE_ELLIPSE : MG_NODE_POINT;
    node[i].clear = r->by_file && dot && !r->use->nodes
                    && (r->use->group == NULL || r->use->group[i] < 0);
    if (r->by_file)
      PASS(mg_file_style_node(&style, i, &node[i], err));
    if (!within && node[i].shape == MG_NODE_ELLIPSE)
      node[i].shape = MG_NODE_POINT;
    if (!within && src->n > MG_NAMES_MOST && node[i].shape == MG_NODE_POINT)
      node[i].text = node[i].beside = NULL;
  }
  PASS(shape_by_option(r, node, err));
  for (size_t i = 0; i < src->n && plain; i++)         /* looks as usual */
    plain = node[i].shape == MG_NODE_POINT && node[i].fill.a == 0
            && node[i].outline.a == 0 && node[i].width == 0 && node[i].height == 0
            && node[i].beside == NULL && node[i].text == NULL
            && node[i].dash == MG_SOLID && node[i].borders < 2;
  if (!plain)
    r->looks->appearance.node = node;
  return MGNN_OK;
}

/* ---- edges ---- */

static mgnn_status
read_labels(looks_reading *r, mgnn_error *err)
{
  const char *name = r->looks->opt->edge_labels;
  const mg_source *src = r->src;
  const mg_column *col;

  if (name == NULL)
    return MGNN_OK;
  PASS(mg_spec_column(&col, src, "edge", "--edge-text", name, err));
  for (size_t e = 0; e < src->m; e++) {
    char buf[MG_NUMBER_MAX + 1];
    const char *text = mg_column_has(col, e) ? mg_column_text(col, e, buf)
                                             : NULL;

    r->looks->line[e].label = NULL;
    if (!mg_is_text(text))
      continue;
    r->looks->line[e].label = mg_file_style_text(&r->looks->pool, text, NULL,
                                                   MG_TEXT_PLAIN);
    PASS(mg_allocated(r->looks->line[e].label, err));
  }
  return MGNN_OK;
}

/* Widths of the widest and the thinnest line, times the usual one; in between,
 * widths are proportional to the values. */
static const double widest = 5, thinnest = 0.35;

static mgnn_status
read_widths(looks_reading *r, mgnn_error *err)
{
  const char *name = mg_spec_attribute(r->looks->opt->edge_width);
  const mg_source *src = r->src;
  char number[MG_TEXT_NUMBER];
  const mg_column *col;
  double most = 0, x;

  if (name == NULL)
    return MGNN_OK;
  PASS(mg_spec_column(&col, src, "edge", "--edge-width", name, err));
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

/* Sort lines by their pair of nodes; within a pair, those from the lower node number
 * to the higher come first. */
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

/* Label the one line that replaces `count` lines of one direction. */
static mgnn_status
collapse(looks_reading *r, mg_line_look *line, size_t count, mgnn_error *err)
{
  char text[32];

  snprintf(text, sizeof text, "\xc3\x97%zu", count);   /* a times sign */
  if (count > 1) {
    line->label = mg_pool_keep(&r->looks->pool, text, strlen(text));
    PASS(mg_allocated(line->label, err));
  }
  return MGNN_OK;
}

/* Number the `count` lines between one pair of nodes, merging those of one direction
 * if there are too many; *left: how many lines remain. */
static mgnn_status
number_lines(looks_reading *r, mg_line_look *line, size_t count, size_t *left,
             mgnn_error *err)
{
  size_t forward = 0;

  *left = !r->matrix ? count : line->a != line->b;
  if (*left > MG_FAN_MOST) {
    while (forward < count && line[forward].a < line[forward].b)
      forward++;
    *left = (forward > 0) + (forward < count);
    if (forward > 0 && forward < count) {
      line[1] = line[forward];
      PASS(collapse(r, &line[1], count - forward, err));
    }
    PASS(collapse(r, &line[0], forward > 0 ? forward : count, err));
  }
  for (size_t k = 0; k < *left; k++) {
    line[k].place = (unsigned short)k;
    line[k].of = (unsigned short)*left;
  }
  return MGNN_OK;
}

static mgnn_status
arrange_lines(looks_reading *r, mgnn_error *err)
{
  mg_line_look *line = r->looks->line;
  size_t m = r->src->m, kept = 0;

  qsort(line, m, sizeof *line, by_nodes);
  for (size_t from = 0, to, left; from < m; from = to) {
    unsigned a = line[from].a, b = line[from].b;

    for (to = from + 1; to < m && ((line[to].a == a && line[to].b == b)
                                   || (line[to].a == b && line[to].b == a));)
      to++;
    PASS(number_lines(r, line + from, to - from, &left, err));
    memmove(line + kept, line + from, left * sizeof *line);
    kept += left;
  }
  r->looks->appearance.line = line;
  r->looks->appearance.lines = kept;
  return MGNN_OK;
}

/* Whether edges need more than plain lines between nodes. */
static int
lines_wanted(const looks_reading *r)
{
  const mg_looks_options *opt = r->looks->opt;

  return r->arrows
         || (!r->matrix && (r->given.loops > 0 || r->given.merged > 0))
         || opt->edge_labels != NULL || mg_spec_attribute(opt->edge_width) != NULL
         || r->by_file || r->looks->appearance.node != NULL;
}

static mgnn_status
read_lines(looks_reading *r, mgnn_error *err)
{
  const mg_source *src = r->src;
  const char *word = r->looks->opt->arrows;
  mg_arrow arrow = word != NULL ? mg_arrow_find(word) : MG_ARROW_END;
  const mg_file_style style = { src, &r->looks->pool, r->unknown, !r->use->edges,
                                0, 14 };
  mg_line_look *line = mg_zalloc(src->m, sizeof *line);

  PASS(mg_allocated(r->looks->line = line, err));
  for (size_t e = 0; e < src->m; e++) {
    uint32_t simple = mg_given_simple(&r->given, e);

    line[e] = (mg_line_look){
      .a = r->given.ends[2 * e], .b = r->given.ends[2 * e + 1],
      .edge = mg_given_is_loop(&r->given, e) ? SIZE_MAX : simple, .width = 1,
      .to_b = mg_source_edge_directed(src, e) ? (unsigned char)arrow
                                              : MG_ARROW_NO
    };
    if (mg_source_edge_directed(src, e) == MG_BOTH_WAYS)
      line[e].to_a = line[e].to_b;
    if (r->by_file)
      PASS(mg_file_style_edge(&style, e, &line[e], err));
    if (arrow == MG_ARROW_NO)
      line[e].to_a = line[e].to_b = MG_ARROW_NO;
    /* The two ends look alike: put the lower node number first. */
    if (line[e].to_a == line[e].to_b && line[e].head_a == line[e].head_b
        && line[e].at_a.port == NULL && line[e].at_b.port == NULL
        && line[e].at_a.text == NULL && line[e].at_b.text == NULL
        && line[e].a > line[e].b) {
      line[e].a = r->given.ends[2 * e + 1];
      line[e].b = r->given.ends[2 * e];
    }
  }
  PASS(read_labels(r, err));
  PASS(read_widths(r, err));
  for (size_t e = 0; e < src->m; e++)  /* keep the order of the file among equals */
    line[e].place = (unsigned short)(e < UINT16_MAX ? e : UINT16_MAX);
  return arrange_lines(r, err);
}

/* ---- groups ---- */

/* Groups to surround: the values of the --hulls attribute, else the file's clusters. */
static mgnn_status
read_groups(looks_reading *r, mgnn_error *err)
{
  mg_looks *looks = r->looks;
  const mg_source *src = r->src;
  const mg_file_style style = { src, &looks->pool, r->unknown, !r->use->nodes, 0, 14 };
  const char *name = looks->opt->hulls;
  const mg_column *col;
  mg_groups *values = &looks->hulls;
  size_t count = r->by_file ? mg_file_style_clusters(src) : 0;

  if (name != NULL) {
    PASS(mg_spec_column(&col, src, "node", "--hulls", name, err));
    PASS(mg_groups_make(values, col, src->n, err));
    count = values->count;
  }
  if (count == 0)
    return MGNN_OK;
  PASS(mg_allocated(looks->group = mg_zalloc(count, sizeof *looks->group), err));
  if (name == NULL)
    PASS(mg_file_style_groups(&style, looks->group, &looks->group_of, err));
  for (size_t k = 0; k < values->count; k++)
    looks->group[k] = (mg_group_look){ .up = -1, .round = 1, .pen = 1,
                                       .text = values->name[k] };
  looks->appearance.group = looks->group;
  looks->appearance.group_of = name != NULL ? values->group : looks->group_of;
  looks->appearance.groups = count;
  return MGNN_OK;
}

/* ---- all ---- */

/* Note the shapes and colours of the file that are unknown and so drawn otherwise. */
static mgnn_status
tell(const looks_reading *r, mgnn_error *err)
{
  static const struct { const char *noun, *of, *done; } what[MG_UNKNOWNS] = {
    [MG_UNKNOWN_SHAPE] = { "node", " of an unknown shape",
                           "drawn as the nearest known" },
    [MG_UNKNOWN_HEAD] = { "arrowhead", " of an unknown shape",
                          "drawn as the nearest known" },
    [MG_UNKNOWN_COLOUR] = { "unknown colour", "", "left out" }
  };

  for (int k = 0; k < MG_UNKNOWNS; k++)
    if (r->unknown[k].example != NULL)
      PASS(mg_note(&r->src->notes, err, "%s: %zu %s%s%s, such as \"%.40s\", %s %s",
                   r->src->path, r->unknown[k].count, what[k].noun,
                   r->unknown[k].count > 1 ? "s" : "", what[k].of,
                   r->unknown[k].example, r->unknown[k].count > 1 ? "are" : "is",
                   what[k].done));
  return MGNN_OK;
}

/* Take the page colour, title and font from the file, unless options set them. */
static mgnn_status
read_page(looks_reading *r, mgnn_error *err)
{
  const mg_file_style file = { r->src, &r->looks->pool, r->unknown, 1, 0, 14 };
  mg_style *style = r->use->style;

  if (!r->by_file)
    return MGNN_OK;
  if (style->background == mg_style_default.background)
    PASS(mg_file_style_background(&file, &style->background, err));
  if (style->title == NULL)
    PASS(mg_file_style_title(&file, &style->title, err));
  if (style->font == NULL)
    PASS(mg_file_style_font(&file, &style->font, err));
  return mg_file_style_left_out(&file, &r->src->notes, err);
}

mgnn_status
mg_looks_read(mg_looks *looks, mg_source *src, const mg_given *given,
              const mg_looks_use *use, mgnn_error *err)
{
  looks_reading r = { .looks = looks, .use = use, .src = src, .given = *given };
  const char *style = looks->opt->style, *arrows = looks->opt->arrows;

  r.arrows = (arrows == NULL || mg_arrow_find(arrows) != MG_ARROW_NO)
             && mg_source_has_directions(src);
  r.matrix = mg_source_is(src, "mtx");
  r.by_file = style != NULL ? strcmp(style, "file") == 0
                            : mg_file_style_usual(src);
  PASS(read_page(&r, err));
  PASS(read_nodes(&r, err));
  PASS(read_groups(&r, err));
  if (lines_wanted(&r) && src->m > MG_LINES_DRAWN)
    return mg_note(&src->notes, err, "%s: of more than %d edges directions, "
                   "labels, widths, loops and parallel edges are not drawn",
                   src->path, MG_LINES_DRAWN);
  if (lines_wanted(&r) && r.given.ends != NULL)
    PASS(read_lines(&r, err));
  return tell(&r, err);
}

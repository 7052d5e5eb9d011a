/* Reads Pajek networks: *Vertices, then *Edges, *Arcs, lists of neighbours or a
 * matrix.  igraph reads them too, but gives the value 0 to edges and nodes
 * without one, and no line numbers if numbers are out of range. */
#include "build.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "io/text/words.h"
#include "base/number.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef enum { BEFORE, VERTICES, EDGES, LISTS, MATRIX, AFTER } section;

typedef struct {
  mg_words words;
  mg_source *src;
  mg_builder build;
  section in;
  int arcs;                    /* the section has directed edges */
  size_t vertices_line;
  size_t listed;               /* nodes declared by *Vertices */
  mg_unlisted added;
  size_t first_kind;           /* nodes of the first of two kinds, or 0 */
  size_t line_cap;             /* of node_line */
  size_t lines;                /* nodes that node_line covers */
  size_t row;                  /* next row of the matrix */
  mg_tally wide_rows;         /* rows with too many entries */
  mg_tally odd_words;          /* words that are neither parameters nor attributes */
  size_t title;                /* lines of text before the first * */
  size_t relation_line;        /* of the first named relation; 0: none */
} pajek_reader;

/* A parameter after a node or edge: a keyword, then a number or a word, or
 * three numbers, which are a colour. */
typedef struct {
  const char *keyword;
  const char *attribute;
  enum { NUMBER, WORD, COLOUR } kind;
} parameter;

static const parameter node_parameters[] = {
  { "x_fact", "xfact", NUMBER }, { "y_fact", "yfact", NUMBER },
  { "ic", "color", COLOUR }, { "bc", "framecolor", COLOUR },
  { "lc", "labelcolor", COLOUR }, { "lr", "labeldist", NUMBER },
  { "lphi", "labeldegree2", NUMBER }, { "bw", "framewidth", NUMBER },
  { "fos", "fontsize", NUMBER }, { "phi", "rotation", NUMBER },
  { "r", "radius", NUMBER }, { "q", "diamondratio", NUMBER },
  { "la", "labeldegree", NUMBER }, { "size", "vertexsize", NUMBER },
  { "font", "font", WORD }, { "url", "url", WORD }, { NULL, NULL, NUMBER }
};

static const parameter edge_parameters[] = {
  { "c", "color", COLOUR }, { "s", "arrowsize", NUMBER },
  { "w", "edgewidth", NUMBER }, { "h1", "hook1", NUMBER },
  { "h2", "hook2", NUMBER }, { "a1", "angle1", NUMBER },
  { "a2", "angle2", NUMBER }, { "k1", "velocity1", NUMBER },
  { "k2", "velocity2", NUMBER }, { "ap", "arrowpos", NUMBER },
  { "lp", "labelpos", NUMBER }, { "lr", "labelangle", NUMBER },
  { "lphi", "labelangle2", NUMBER }, { "la", "labeldegree", NUMBER },
  { "size", "arrowsize", NUMBER }, { "fos", "fontsize", NUMBER },
  { "a", "arrowtype", WORD }, { "p", "linepattern", WORD },
  { "l", "label", WORD }, { "lc", "labelcolor", WORD }, { NULL, NULL, NUMBER }
};

/* ---- values ---- */

static int
is_number(const mg_token *w)
{
  double x;

  return mg_number_whole(w->text, w->len, &x);
}

/* Store a word as text, without its quotes. */
static mgnn_status
put_text(pajek_reader *r, mg_attributes *at, const char *name, size_t item,
         mg_token w, mgnn_error *err)
{
  if (w.len > 1 && w.text[0] == '"' && w.text[w.len - 1] == '"') {
    w.text++;
    w.len -= 2;
  }
  if (w.len == 0)
    return MGNN_OK;
  PASS(mg_words_decode(&r->words, &w, err));
  return mg_attribute_text(r->src, at, name, item, w.text, w.len, err);
}

static mgnn_status
put_number(pajek_reader *r, mg_attributes *at, const char *name, size_t item,
           const mg_token *w, mgnn_error *err)
{
  double x;

  PASS(mg_words_number(&r->words, w, "the value", &x, err));
  return mg_attribute_number(r->src, at, name, item, x, err);
}

/* Store a colour: a name, or the numbers of red, green and blue. */
static mgnn_status
put_colour(pajek_reader *r, mg_attributes *at, const char *name, size_t item,
           mg_token w, mgnn_error *err)
{
  static const char *const part[] = { "red", "green", "blue" };

  if (!is_number(&w))
    return put_text(r, at, name, item, w, err);
  for (int k = 0; k < 3; k++, w = mg_words_next(&r->words, 1)) {
    char full[40];

    snprintf(full, sizeof full, "%s-%s", name, part[k]);
    PASS(put_number(r, at, full, item, &w, err));
    if (k == 2)
      break;
  }
  return MGNN_OK;
}

/* Store an attribute of other programs: a word that is no parameter, and its value.
 * Numbers, texts in quotes and intervals of time, [1-3], are not such words. */
static mgnn_status
put_other(pajek_reader *r, mg_attributes *at, size_t item, mg_token w, mgnn_error *err)
{
  int is_name = !is_number(&w) && memchr("\"[(", w.text[0], 3) == NULL
                && !mg_text_is(w.text, w.len, "id");
  const char *name;
  mg_token value = { NULL, 0 };

  if (is_name)
    value = mg_words_next(&r->words, 1);
  if (value.len == 0) {
    mg_tally_add(&r->odd_words, r->words.line);
    return MGNN_OK;
  }
  PASS(mg_words_decode(&r->words, &w, err));
  PASS(mg_allocated(name = mg_pool_keep(&r->src->pool, w.text, w.len), err));
  return is_number(&value) ? put_number(r, at, name, item, &value, err)
         : put_text(r, at, name, item, value, err);
}

static mgnn_status
put_parameters(pajek_reader *r, const parameter *table, mg_attributes *at, size_t item,
               mg_token w, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  for (; w.len > 0; w = mg_words_next(&r->words, 1)) {
    const parameter *p = table;
    mg_token value;

    while (p->keyword != NULL && !mg_text_is(w.text, w.len, p->keyword))
      p++;
    if (p->keyword == NULL) {
      PASS(put_other(r, at, item, w, err));
      continue;
    }
    value = mg_words_next(&r->words, 1);
    if (value.len == 0)
      return mg_words_fail(&r->words, &w, err, "the parameter %s has no value",
                           mg_show_part(shown, w.text, w.len));
    PASS(p->kind == NUMBER ? put_number(r, at, p->attribute, item, &value, err)
         : p->kind == WORD ? put_text(r, at, p->attribute, item, value, err)
         : put_colour(r, at, p->attribute, item, value, err));
  }
  return MGNN_OK;
}

/* ---- sections ---- */

/* Ignore the rest of the file, which is not part of the first network. */
static mgnn_status
ignore_rest(pajek_reader *r, const mg_token *keyword, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  r->in = AFTER;
  return mg_note(&r->src->notes, err, "%s:%zu: only the first network is read; "
                 "what follows from %s on is ignored", r->src->path,
                 r->words.line, mg_show_part(shown, keyword->text, keyword->len));
}

/* Read *Vertices: the number of nodes, and if edges join two kinds of nodes
 * perhaps the number of the first kind. */
static mgnn_status
begin_vertices(pajek_reader *r, mgnn_error *err)
{
  mg_token count = mg_words_next(&r->words, 0);
  mg_token first = mg_words_next(&r->words, 0);
  mg_token more = mg_words_next(&r->words, 0);
  char shown[MG_SHOW_MAX];
  double n, kind = 0;

  if (!mg_number_whole(count.text, count.len, &n) || n < 0 || n != floor(n))
    return mg_words_fail(&r->words, &count, err, "after *Vertices there must be "
                         "the number of nodes, not %s",
                         mg_show_part(shown, count.text, count.len));
  PASS(mg_source_allows(r->src, n < 1e15 ? (size_t)n : SIZE_MAX, 0, r->words.line,
                        err));
  if (first.len > 0 && (!mg_number_whole(first.text, first.len, &kind)
                        || !(kind >= 0 && kind <= n) || kind != floor(kind)))
    return mg_words_fail(&r->words, &first, err, "the second number "
                         "after *Vertices, how many nodes are of the first of two "
                         "kinds, is %s, must be from 0 to %.0f",
                         mg_show_part(shown, first.text, first.len), n);
  if (more.len > 0)
    return mg_words_fail(&r->words, &more, err, "after *Vertices there is %s; "
                         "there must be one number, or two",
                         mg_show_part(shown, more.text, more.len));
  r->in = VERTICES;
  r->vertices_line = r->words.line;
  r->src->n = r->listed = (size_t)n;
  r->first_kind = (size_t)kind;
  for (size_t i = 0; r->first_kind > 0 && i < r->src->n; i++)
    PASS(mg_attribute_number(r->src, &r->src->node, "type", i,
                             i >= r->first_kind, err));
  return MGNN_OK;
}

static mgnn_status
begin_section(pajek_reader *r, const mg_token *w, mgnn_error *err)
{
  const char *s = w->text + 1;
  size_t len = w->len - 1;
  char shown[MG_SHOW_MAX];
  mg_token after;

  if (mg_text_is(s, len, "network") || mg_text_is(s, len, "net"))
    return r->in == BEFORE ? MGNN_OK : ignore_rest(r, w, err);
  if (mg_text_is(s, len, "vertices"))
    return r->in == BEFORE ? begin_vertices(r, err) : ignore_rest(r, w, err);
  if (r->in == BEFORE)
    return mg_words_fail(&r->words, w, err, "a Pajek network starts with "
                         "*Vertices and the number of nodes, not with %s",
                         mg_show_part(shown, w->text, w->len));
  if (mg_text_is(s, len, "edges") || mg_text_is(s, len, "arcs"))
    r->in = EDGES;
  else if (mg_text_is(s, len, "edgeslist") || mg_text_is(s, len, "arcslist"))
    r->in = LISTS;
  else if (mg_text_is(s, len, "matrix"))
    r->in = MATRIX;
  else
    return ignore_rest(r, w, err);
  r->arcs = mg_text_is(s, len, "arcs") || mg_text_is(s, len, "arcslist")
            || r->in == MATRIX;
  if (r->src->m == 0)
    r->src->directed = r->arcs;
  /* A number may follow, or the name of a relation, such as :1 "friends". */
  after = mg_words_next(&r->words, 0);
  if (after.len > 0 && !is_number(&after) && r->relation_line == 0)
    r->relation_line = r->words.line;
  return MGNN_OK;
}

/* ---- lines ---- */

static mgnn_status
find_node(pajek_reader *r, const mg_token *w, unsigned *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  double x;
  int is_whole = mg_number_whole(w->text, w->len, &x) && x == floor(x) && x >= 1;

  if (!is_whole || (x > (double)r->listed
                    && (!r->src->limits.lenient || r->in == VERTICES)))
    return mg_words_fail(&r->words, w, err, "%s is not the number of a node; "
                         "nodes have the numbers from 1 to %zu%s",
                         mg_show_part(shown, w->text, w->len), r->listed,
                         !is_whole || r->in == VERTICES ? "" : "; --lenient adds such "
                         "nodes");
  *out = x <= (double)r->listed ? (unsigned)x - 1 : mg_ids_find(&r->build.ids, (int64_t)x);
  if (*out != MG_NAMES_NONE)
    return MGNN_OK;
  snprintf(shown, sizeof shown, "%.0f", x);
  return mg_unlisted_end(&r->added, &r->build, shown, r->words.line, out, err);
}

/* Keep the line of a node, to find one that comes twice.  node_line is shorter
 * than the nodes if some have no line. */
static mgnn_status
put_line(pajek_reader *r, unsigned node, mgnn_error *err)
{
  mg_source *src = r->src;

  if (node < r->lines && src->node_line[node] != 0)
    return mg_words_fail(&r->words, NULL, err, "node %u has a line already, line "
                         "%u", node + 1, src->node_line[node]);
  if (node >= r->line_cap) {
    size_t cap = node + node / 2 + 16;

    PASS(mg_resized(&src->node_line, cap, sizeof *src->node_line, err));
    memset(src->node_line + r->line_cap, 0, (cap - r->line_cap) * sizeof *src->node_line);
    r->line_cap = cap;
  }
  src->node_line[node] = (uint32_t)r->words.line;
  r->lines = node >= r->lines ? node + 1 : r->lines;
  return MGNN_OK;
}

/* Read a node: number, label, two or three coordinates, shape and parameters. */
static mgnn_status
read_vertex(pajek_reader *r, mg_token w, mgnn_error *err)
{
  static const char *const axis[] = { "x", "y", "z" };
  mg_attributes *at = &r->src->node;
  const parameter *p = node_parameters;
  unsigned node;

  PASS(find_node(r, &w, &node, err));
  PASS(put_line(r, node, err));
  w = mg_words_next(&r->words, 1);
  if (w.len > 0 && w.text[0] == '"' && (w.len == 1 || w.text[w.len - 1] != '"'))
    return mg_words_fail(&r->words, &w, err, "the label of node %u has no "
                         "closing quote", node + 1);
  PASS(put_text(r, at, "id", node, w, err));
  w = mg_words_next(&r->words, 1);
  for (int c = 0; c < 3 && (is_number(&w) || c == 1); c++) {
    PASS(put_number(r, at, axis[c], node, &w, err));
    w = mg_words_next(&r->words, 1);
  }
  while (p->keyword != NULL && !mg_text_is(w.text, w.len, p->keyword))
    p++;
  if (w.len > 0 && p->keyword == NULL) {
    PASS(put_text(r, at, "shape", node, w, err));
    w = mg_words_next(&r->words, 1);
  }
  return put_parameters(r, node_parameters, at, node, w, err);
}

/* Read an edge: two nodes, perhaps a weight, parameters.  Or a list: a node and
 * its neighbours. */
static mgnn_status
read_edges(pajek_reader *r, mg_token w, mgnn_error *err)
{
  mg_attributes *at = &r->src->edge;
  unsigned from, to;

  PASS(find_node(r, &w, &from, err));
  w = mg_words_next(&r->words, 1);
  if (r->in == EDGES && w.len == 0)
    return mg_words_fail(&r->words, NULL, err, "the edge has only one node");
  for (; w.len > 0; w = mg_words_next(&r->words, 1)) {
    PASS(find_node(r, &w, &to, err));
    PASS(mg_builder_edge(&r->build, from, to, r->words.line, err));
    PASS(mg_source_direct(r->src, r->src->m - 1, r->arcs, err));
    if (r->in == LISTS)
      continue;
    w = mg_words_next(&r->words, 1);
    if (is_number(&w) || mg_text_is_infinity(w.text, w.len)
        || mg_text_is(w.text, w.len, "nan")) {
      double x;

      PASS(mg_words_number(&r->words, &w, "the weight", &x, err));
      PASS(mg_attribute_number(r->src, at, "weight", r->src->m - 1, x, err));
      w = mg_words_next(&r->words, 1);
    }
    return put_parameters(r, edge_parameters, at, r->src->m - 1, w, err);
  }
  return MGNN_OK;
}

/* Read a row of a matrix: an edge for each entry that is not 0.  With two kinds
 * of nodes, rows are the first kind and columns the second. */
static mgnn_status
read_row(pajek_reader *r, mg_token w, mgnn_error *err)
{
  size_t rows = r->first_kind > 0 ? r->first_kind : r->src->n;
  size_t columns = r->src->n - r->first_kind, k = 0;
  double x;

  if (r->row >= rows)
    return mg_words_fail(&r->words, NULL, err, "the matrix has more than %zu "
                         "rows", rows);
  for (; w.len > 0; w = mg_words_next(&r->words, 0), k++) {
    PASS(mg_words_number(&r->words, &w, "the entry", &x, err));
    if (k >= columns && r->first_kind > 0) {
      mg_tally_add(&r->wide_rows, r->words.line);
      break;
    }
    if (k >= columns)
      return mg_words_fail(&r->words, &w, err, "the matrix has more than %zu "
                           "columns", columns);
    if (x == 0)
      continue;
    PASS(mg_builder_edge(&r->build, (unsigned)r->row,
                         (unsigned)(r->first_kind + k), r->words.line, err));
    PASS(mg_source_direct(r->src, r->src->m - 1, 1, err));
    PASS(mg_attribute_number(r->src, &r->src->edge, "weight", r->src->m - 1, x,
                             err));
  }
  r->row++;
  return MGNN_OK;
}

static mgnn_status
read_line(pajek_reader *r, mgnn_error *err)
{
  mg_token w = mg_words_next(&r->words, 1);

  if (w.len == 0 || w.text[0] == '%')
    return MGNN_OK;
  if (w.text[0] == '*')
    return begin_section(r, &w, err);
  if (r->in == VERTICES)
    return read_vertex(r, w, err);
  if (r->in == MATRIX)
    return read_row(r, w, err);
  if (r->in != BEFORE)
    return read_edges(r, w, err);
  r->title++;
  return MGNN_OK;
}

/* Nodes need no lines of their own, so only a comparison with the size of the
 * file shows whether too many are declared. */
static mgnn_status
finish(pajek_reader *r, mgnn_error *err)
{
  mg_source *src = r->src;
  char shown[MG_SHOW_MAX];

  if (r->in == BEFORE)
    return mg_fail_at(err, src->path, 0, 0,
                      r->words.in.total == 0 ? "the file is empty" :
                      "there is no line *Vertices: this "
                      "is not a Pajek network");
  if (src->n / 1000 > r->words.in.total + 1000)
    return mg_fail_at(err, src->path, r->vertices_line, 0, "%s nodes are out "
                      "of proportion to the size of the file",
                      mg_show_number(shown, (double)src->n));
  if (r->lines > 0 && r->lines < src->n && r->added.count == 0) {
    PASS(mg_resized(&src->node_line, src->n, sizeof *src->node_line, err));
    memset(src->node_line + r->lines, 0, (src->n - r->lines) * sizeof *src->node_line);
  }
  if (r->title > 0)
    PASS(mg_note(&src->notes, err, "%s: %zu line%s of text before *Vertices %s "
                 "ignored", src->path, r->title, mg_plural(r->title),
                 r->title == 1 ? "is" : "are"));
  if (r->relation_line != 0)
    PASS(mg_note(&src->notes, err, "%s:%zu: the names of relations are ignored, "
                 "the edges of all are read", src->path, r->relation_line));
  if (r->wide_rows.count > 0)
    PASS(mg_note(&src->notes, err, "%s:%zu: entries of the matrix for more than "
                 "%zu columns are ignored", src->path, r->wide_rows.line,
                 src->n - r->first_kind));
  if (r->odd_words.count > 0)
    PASS(mg_note(&src->notes, err, "%s:%zu: %zu word%s%s that %s neither a parameter "
                 "of Pajek nor an attribute with its value %s ignored", src->path,
                 r->odd_words.line, r->odd_words.count,
                 mg_plural(r->odd_words.count),
                 r->odd_words.count > 1 ? " (the first here)" : "",
                 r->odd_words.count == 1 ? "is" : "are",
                 r->odd_words.count == 1 ? "is" : "are"));
  PASS(mg_unlisted_note(&r->added, src, err));
  return mg_words_note(&r->words, err);
}

mgnn_status
mg_read_pajek(mg_source *out, const char *path, mgnn_error *err)
{
  pajek_reader r = { .src = out };
  mgnn_status status = MGNN_OK;
  int found;

  mg_builder_init(&r.build, out);
  TRY(mg_words_open(&r.words, out, path, err));
  while (r.in != AFTER) {
    TRY(mg_words_line(&r.words, &found, err));
    if (!found)
      break;
    TRY(read_line(&r, err));
  }
  TRY(finish(&r, err));
  mg_builder_done(&r.build);
end:
  mg_words_close(&r.words);
  mg_builder_free(&r.build);
  return status;
}

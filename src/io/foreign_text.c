/* NCOL, LGL and Pajek files, line by line: checks, lines of nodes and edges,
 * and what igraph would stumble over. */
#include "foreign.h"
#include "show.h"
#include "base/mem.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

mgnn_status
mg_lines_add(mg_lines *lines, size_t line, mgnn_error *err)
{
  uint32_t *grown = mg_grow(lines->line, lines->count, &lines->cap,
                            sizeof *grown);

  if (grown == NULL)
    return mg_fail_memory(err);
  lines->line = grown;
  grown[lines->count++] = (uint32_t)line;
  return MGNN_OK;
}

mgnn_status
mg_lines_add_edge(mg_lines *lines, size_t line, size_t from, mgnn_error *err)
{
  uint32_t *grown = mg_grow(lines->from, lines->count, &lines->from_cap,
                            sizeof *grown);

  if (grown == NULL)
    return mg_fail_memory(err);
  lines->from = grown;
  grown[lines->count] = (uint32_t)from;
  return mg_lines_add(lines, line, err);
}

/* A walk over the lines of a text.  As igraph does, it takes LF, CR and both
 * in either order for one line end. */
typedef struct {
  char *p, *end;               /* what comes after the present line */
  char *at, *stop;             /* the present line, without its end */
  size_t line;
} walk;

static int
next_line(walk *w)
{
  if (w->p >= w->end)
    return 0;
  w->at = w->p;
  for (w->stop = w->p; w->stop < w->end && *w->stop != '\n'
       && *w->stop != '\r'; w->stop++)
    ;
  w->p = w->stop;
  if (w->p < w->end) {
    char other = *w->p == '\n' ? '\r' : '\n';

    w->p++;
    if (w->p < w->end && *w->p == other)
      w->p++;
  }
  w->line++;
  return 1;
}

typedef struct {
  char *text;
  size_t len;
} word;

/* The next word of a line from *p on; its len is 0 if there is none.  With
 * `quotes`, a word in quotes may hold blanks; the quotes belong to it. */
static word
next_word(char **p, char *stop, int quotes)
{
  word w;
  char *close;

  while (*p < stop && (**p == ' ' || **p == '\t'))
    ++*p;
  w.text = *p;
  if (quotes && *p < stop && **p == '"'
      && (close = memchr(*p + 1, '"', (size_t)(stop - *p - 1))) != NULL)
    *p = close + 1;
  else
    while (*p < stop && **p != ' ' && **p != '\t')
      ++*p;
  w.len = (size_t)(*p - w.text);
  return w;
}

/* The first `max` words of the line; returns how many there are in all. */
static size_t
split_line(const walk *w, word *out, size_t max)
{
  char *p = w->at;
  size_t count = 0;
  word next;

  while ((next = next_word(&p, w->stop, 0)).len > 0) {
    if (count < max)
      out[count] = next;
    count++;
  }
  return count;
}

static mgnn_status
check_name(const mg_foreign *f, size_t line, const word *w, mgnn_error *err)
{
  for (size_t k = 0; k < w->len; k++)
    if ((unsigned char)w->text[k] < 0x20 || w->text[k] == 0x7f)
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: the line holds a control "
                     "character (byte %d)", f->path, line,
                     (unsigned char)w->text[k]);
  return MGNN_OK;
}

static mgnn_status
check_weight(const mg_foreign *f, size_t line, const word *w, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  double x;

  if (!mg_number_whole(w->text, w->len, &x) || !isfinite(x))
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the weight %s is not a finite "
                   "number", f->path, line, mg_show_part(shown, w->text, w->len));
  return MGNN_OK;
}

/* Append words to the text that is given to igraph, which is written over what
 * has been read of it. */
static void
rewrite(mg_foreign *f, const char *mark, const word *w, size_t count)
{
  size_t len = strlen(mark);

  memcpy(f->text + f->len, mark, len);
  f->len += len;
  for (size_t k = 0; k < count; k++) {
    memmove(f->text + f->len, w[k].text, w[k].len);
    f->len += w[k].len;
    f->text[f->len++] = k + 1 < count ? ' ' : '\n';
  }
}

static mgnn_status
add_edge(mg_foreign *f, size_t line, int weighted, mgnn_error *err)
{
  unsigned char *has = mg_grow(f->has, f->edge.count, &f->has_cap, 1);

  if (has == NULL)
    return mg_fail_memory(err);
  f->has = has;
  has[f->edge.count] = (unsigned char)weighted;
  return mg_lines_add(&f->edge, line, err);
}

mgnn_status
mg_foreign_ncol(mg_foreign *f, mgnn_error *err)
{
  walk w = { .p = f->text, .end = f->text + f->len };
  size_t comments = 0, comment_line = 0;
  mgnn_status status = MGNN_OK;

  f->len = 0;
  while (status == MGNN_OK && next_line(&w)) {
    word part[3];
    size_t count = split_line(&w, part, 3);

    if (count == 0)
      continue;
    if (part[0].text[0] == '#' || part[0].text[0] == '%') {
      if (part[0].len > 1 && comments++ == 0)
        comment_line = w.line;
      continue;
    }
    if (count < 2 || count > 3)
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: this line has %zu word%s; an "
                     "edge is two names, which have no blanks in them, and "
                     "perhaps a weight", f->path, w.line, count,
                     count == 1 ? "" : "s");
    status = check_name(f, w.line, &part[0], err);
    if (status == MGNN_OK)
      status = check_name(f, w.line, &part[1], err);
    if (status == MGNN_OK && count == 3)
      status = check_weight(f, w.line, &part[2], err);
    if (status == MGNN_OK)
      status = add_edge(f, w.line, count == 3, err);
    rewrite(f, "", part, count);
  }
  if (status == MGNN_OK && comments > 0)
    status = mg_note(f->notes, err, "%s:%zu: %zu line%s with # or %% at the "
                     "first name %s taken for comments", f->path, comment_line,
                     comments, comments == 1 ? "" : "s",
                     comments == 1 ? "was" : "were");
  return status;
}

/* A vertex of an LGL file: "# name". */
static mgnn_status
lgl_vertex(mg_foreign *f, walk *w, mgnn_error *err)
{
  word part[1];
  mgnn_status status;

  while (*w->at == ' ' || *w->at == '\t')
    w->at++;
  w->at++;                     /* the # */
  if (split_line(w, part, 1) != 1 || memchr(part[0].text, '#', part[0].len))
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: after # there must be one name, "
                   "without blanks and # in it", f->path, w->line);
  status = check_name(f, w->line, &part[0], err);
  rewrite(f, "#", part, 1);
  return status;
}

mgnn_status
mg_foreign_lgl(mg_foreign *f, mgnn_error *err)
{
  walk w = { .p = f->text, .end = f->text + f->len };
  mgnn_status status = MGNN_OK;
  int vertices = 0;

  f->len = 0;
  while (status == MGNN_OK && next_line(&w)) {
    word part[2];
    size_t count = split_line(&w, part, 2);

    if (count == 0)
      continue;
    if (part[0].text[0] == '#') {
      status = lgl_vertex(f, &w, err);
      vertices = 1;
      continue;
    }
    if (!vertices)
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: before the first neighbour "
                     "there must be a line with # and the name of a node",
                     f->path, w.line);
    if (count > 2 || memchr(part[0].text, '#', part[0].len) != NULL)
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: a neighbour is one name, without "
                     "blanks and # in it, and perhaps a weight", f->path,
                     w.line);
    status = check_name(f, w.line, &part[0], err);
    if (status == MGNN_OK && count == 2)
      status = check_weight(f, w.line, &part[1], err);
    if (status == MGNN_OK)
      status = add_edge(f, w.line, count == 2, err);
    rewrite(f, "", part, count);
  }
  return status;
}

/* ---- Pajek ---- */

typedef enum { BEFORE, VERTICES, EDGES, LISTS, MATRIX } section;

typedef struct {
  mg_foreign *f;
  walk w;
  section in;
  double n;                    /* nodes; -1: not yet known */
  size_t node_cap;
  size_t row;                  /* of the matrix, the next one */
  size_t relation_line;        /* 0, or the first relation that has a name */
} pajek;

static int
keyword_is(const word *w, const char *name)
{
  size_t k;

  for (k = 0; name[k] != '\0' && k + 1 < w->len; k++)
    if ((w->text[k + 1] | 0x20) != name[k])
      return 0;
  return name[k] == '\0' && w->len == k + 1;
}

static void
blank(char *from, char *to)
{
  for (; from < to; from++)
    if (*from != '\n' && *from != '\r')
      *from = ' ';
}

/* Leave out the rest of the file, which is not part of the first network. */
static mgnn_status
cut_rest(pajek *p, const word *w, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  mg_show_part(shown, w->text, w->len);
  blank(p->w.at, p->w.end);
  p->w.p = p->w.end;
  return mg_note(p->f->notes, err, "%s:%zu: only the first network is read; "
                 "what follows from %s on is ignored", p->f->path, p->w.line,
                 shown);
}

/* A line that starts with *. */
static mgnn_status
pajek_section(pajek *p, char *rest, const word *w, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  mgnn_status status;
  double number;
  word count;

  if (keyword_is(w, "network") || keyword_is(w, "net")) {
    if (p->in != BEFORE)
      return cut_rest(p, w, err);
    return MGNN_OK;
  }
  if (keyword_is(w, "vertices")) {
    if (p->in != BEFORE)
      return cut_rest(p, w, err);
    p->in = VERTICES;
    count = next_word(&rest, p->w.stop, 0);
    if (!mg_number_whole(count.text, count.len, &p->n) || p->n < 0
        || p->n != floor(p->n))
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: after *Vertices there must be "
                     "the number of nodes, not %s", p->f->path, p->w.line,
                     mg_show_part(shown, count.text, count.len));
    status = mg_source_allows(p->f->src, p->n < 1e15 ? (size_t)p->n : SIZE_MAX,
                              0, p->w.line, err);
    if (status != MGNN_OK)
      return status;
    if (p->n > 1000 * ((double)p->f->len + 1000))
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: %s nodes are out of proportion "
                     "to the size of the file", p->f->path, p->w.line,
                     mg_show_number(shown, p->n));
    return MGNN_OK;
  }
  if (p->in == BEFORE)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: a Pajek network starts with "
                   "*Vertices and the number of nodes, not with %s",
                   p->f->path, p->w.line, mg_show_part(shown, w->text, w->len));
  p->f->directed |= keyword_is(w, "arcs") || keyword_is(w, "arcslist");
  if (keyword_is(w, "edges") || keyword_is(w, "arcs"))
    p->in = EDGES;
  else if (keyword_is(w, "edgeslist") || keyword_is(w, "arcslist"))
    p->in = LISTS;
  else if (keyword_is(w, "matrix"))
    p->in = MATRIX;
  else
    return cut_rest(p, w, err);
  /* A number may follow, or the name of a relation, such as :1 "friends". */
  count = next_word(&rest, p->w.stop, 0);
  if (count.len > 0 && !mg_number_whole(count.text, count.len, &number)
      && p->relation_line == 0)
    p->relation_line = p->w.line;
  blank(w->text + w->len, p->w.stop);
  return MGNN_OK;
}

/* A word that must be the number of a node. */
static mgnn_status
pajek_node(const pajek *p, const word *w, size_t *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  double x;

  if (!mg_number_whole(w->text, w->len, &x) || !(x >= 1 && x <= p->n)
      || x != floor(x))
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: %s is not the number of a node; "
                   "nodes have the numbers from 1 to %.0f", p->f->path,
                   p->w.line, mg_show_part(shown, w->text, w->len), p->n);
  *out = (size_t)x;
  return MGNN_OK;
}

/* A line of *Vertices: number, label, up to three coordinates.  igraph sets
 * coordinates that are not there to 0, so they are counted. */
static mgnn_status
pajek_vertex(pajek *p, mgnn_error *err)
{
  mg_foreign *f = p->f;
  char *at = p->w.at;
  word w = next_word(&at, p->w.stop, 1);
  unsigned char coordinates = 0;
  size_t node;
  double x;
  mgnn_status status = pajek_node(p, &w, &node, err);

  if (status != MGNN_OK)
    return status;
  if (node <= f->node.count && f->node.line[node - 1] != 0)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: node %zu has a line already, line "
                   "%u", f->path, p->w.line, node, f->node.line[node - 1]);
  w = next_word(&at, p->w.stop, 1);    /* the label */
  if (w.len > 0 && w.text[0] == '"' && (w.len == 1 || w.text[w.len - 1] != '"'))
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the label of node %zu has no "
                   "closing quote", f->path, p->w.line, node);
  while (coordinates < 3) {
    w = next_word(&at, p->w.stop, 1);
    if (!mg_number_whole(w.text, w.len, &x))
      break;
    coordinates++;
  }
  if (node > f->node.count) {
    uint32_t *line = f->node.line;
    unsigned char *has = f->has;

    if (node > p->node_cap) {
      size_t cap = node + node / 2 + 16;

      line = mg_resize(line, cap, sizeof *line);
      if (line != NULL)
        f->node.line = line;
      has = mg_resize(has, cap, 1);
      if (has != NULL)
        f->has = has;
      if (line == NULL || has == NULL)
        return mg_fail_memory(err);
      p->node_cap = cap;
    }
    memset(line + f->node.count, 0, (node - f->node.count) * sizeof *line);
    memset(has + f->node.count, 0, node - f->node.count);
    f->node.count = f->has_cap = node;
  }
  f->node.line[node - 1] = (uint32_t)p->w.line;
  f->has[node - 1] = coordinates;
  return MGNN_OK;
}

/* Nonzero for inf, nan and the like, which igraph takes for other things. */
static int
is_no_finite_number(const word *w)
{
  size_t sign = w->len > 0 && (w->text[0] == '-' || w->text[0] == '+');
  char low[8] = "";

  if (w->len - sign != 3 && w->len - sign != 8)
    return 0;
  for (size_t k = 0; k < w->len - sign && k < 7; k++)
    low[k] = (char)(w->text[k + sign] | 0x20);
  return strncmp(low, "inf", 4) == 0 || strncmp(low, "nan", 4) == 0
         || strncmp(low, "infinit", 7) == 0;
}

/* A line of edges: two nodes; or of lists: a node and its neighbours. */
static mgnn_status
pajek_edges(pajek *p, mgnn_error *err)
{
  char *at = p->w.at;
  word w = next_word(&at, p->w.stop, 1);
  size_t node, other;
  mgnn_status status = pajek_node(p, &w, &node, err);

  w = next_word(&at, p->w.stop, 1);
  if (status == MGNN_OK && p->in == EDGES && w.len == 0)
    return mg_fail(err, MGNN_EPARSE, "%s:%zu: the edge has only one node",
                   p->f->path, p->w.line);
  for (; status == MGNN_OK && w.len > 0; w = next_word(&at, p->w.stop, 1)) {
    status = pajek_node(p, &w, &other, err);
    if (status == MGNN_OK)
      status = mg_lines_add_edge(&p->f->edge, p->w.line, node - 1, err);
    if (p->in == EDGES)
      break;
  }
  w = next_word(&at, p->w.stop, 1);
  if (status == MGNN_OK && p->in == EDGES && is_no_finite_number(&w))
    status = check_weight(p->f, p->w.line, &w, err);
  return status;
}

/* A row of a matrix: an edge for each entry that is not 0. */
static mgnn_status
pajek_row(pajek *p, mgnn_error *err)
{
  char *at = p->w.at, shown[MG_SHOW_MAX];
  mgnn_status status = MGNN_OK;
  word w;
  double x;

  while (status == MGNN_OK && (w = next_word(&at, p->w.stop, 0)).len > 0) {
    if (!mg_number_whole(w.text, w.len, &x) || !isfinite(x))
      return mg_fail(err, MGNN_EPARSE, "%s:%zu: the entry %s of the matrix is "
                     "not a finite number", p->f->path, p->w.line,
                     mg_show_part(shown, w.text, w.len));
    if (x != 0)
      status = mg_lines_add_edge(&p->f->edge, p->w.line, p->row, err);
  }
  p->row++;
  p->f->directed = 1;
  return status;
}

mgnn_status
mg_foreign_pajek(mg_foreign *f, mgnn_error *err)
{
  pajek p = { .f = f, .w = { .p = f->text, .end = f->text + f->len },
              .n = -1 };
  size_t title = 0;            /* lines of text before the first * */
  mgnn_status status = MGNN_OK;

  while (status == MGNN_OK && next_line(&p.w)) {
    char *at = p.w.at;
    word w = next_word(&at, p.w.stop, 1);

    if (w.len == 0 || w.text[0] == '%')
      continue;
    if (w.text[0] == '*' && p.in == BEFORE && f->skip == 0) {
      f->skip = (size_t)(p.w.at - f->text);
      f->skip_lines = p.w.line - 1;
    }
    if (w.text[0] == '*')
      status = pajek_section(&p, at, &w, err);
    else if (p.in == BEFORE)
      title++;
    else if (p.in == VERTICES)
      status = pajek_vertex(&p, err);
    else if (p.in == MATRIX)
      status = pajek_row(&p, err);
    else
      status = pajek_edges(&p, err);
  }
  if (status == MGNN_OK && p.in == BEFORE)
    return mg_fail(err, MGNN_EPARSE, "%s: there is no line *Vertices: this is "
                   "not a Pajek network", f->path);
  if (status == MGNN_OK && title > 0)
    status = mg_note(f->notes, err, "%s: %zu line%s of text before *Vertices %s "
                     "ignored", f->path, title, title == 1 ? "" : "s",
                     title == 1 ? "is" : "are");
  if (status == MGNN_OK && p.relation_line != 0)
    status = mg_note(f->notes, err, "%s:%zu: the names of relations are "
                     "ignored, the edges of all are read", f->path,
                     p.relation_line);
  return status;
}

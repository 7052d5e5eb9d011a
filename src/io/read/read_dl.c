/* Reads UCINET's DL: a head of words (n = 5, format = edgelist1, labels:), then a
 * matrix, a list of edges or of neighbours.  igraph reads it too, but gives no
 * line numbers for errors, and does not report whether a matrix was symmetric. */
#include "build.h"
#include "read.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "io/text/words.h"
#include "base/mem.h"
#include "base/number.h"

#include <stdint.h>
#include <string.h>

typedef enum { FULL_MATRIX, EDGE_LIST, NODE_LIST } dl_format;

typedef struct {
  mg_words words;
  mg_source *src;
  mg_builder build;
  size_t nodes;                /* n of the head */
  dl_format format;
  int embedded;                /* the labels are in the data, not in the head */
  size_t labels;               /* labels read so far */
  int colon;                   /* a colon followed the last word read */
} dl_reader;

/* ---- words ---- */

/* The next word of the line.  Blanks and commas separate words, in the head
 * also = and :.  A word in quotes may contain any of them. */
static mg_token
word_next(dl_reader *r, int head)
{
  mg_words *w = &r->words;
  const char *stops = head ? " \t,=:" : " \t,";
  mg_token t = { 0 };

  while (w->p < w->stop && (*w->p == ' ' || *w->p == '\t' || *w->p == ','
                            || (head && (*w->p == '=' || *w->p == ':'))))
    w->p++;
  t.text = w->p;
  if (w->p < w->stop && *w->p == '"') {
    char *end = memchr(w->p + 1, '"', (size_t)(w->stop - w->p) - 1);

    if (end != NULL) {
      t = (mg_token){ w->p + 1, (size_t)(end - w->p) - 1 };
      w->p = end + 1;
      return t;
    }
  }
  while (w->p < w->stop && memchr(stops, *w->p, head ? 5 : 3) == NULL)
    w->p++;
  t.len = (size_t)(w->p - t.text);
  r->colon = w->p < w->stop && *w->p == ':';
  return t;
}

/* The next word of the head, from this line or a later one; empty at the end. */
static mgnn_status
head_next(dl_reader *r, mg_token *out, mgnn_error *err)
{
  int found = 1;

  while ((*out = word_next(r, 1)).len == 0 && found)
    PASS(mg_words_line(&r->words, &found, err));
  return MGNN_OK;
}

/* Go to the next line of the data that is not empty, and take its first word. */
static mgnn_status
data_line(dl_reader *r, mg_token *first, mgnn_error *err)
{
  int found = 1;

  *first = (mg_token){ 0 };
  while (first->len == 0 && found) {
    PASS(mg_words_line(&r->words, &found, err));
    if (found)
      *first = word_next(r, 0);
  }
  return MGNN_OK;
}

/* ---- the head ---- */

static mgnn_status
take_label(dl_reader *r, mg_token t, mgnn_error *err)
{
  unsigned node;

  if (r->labels == r->nodes)
    return mg_words_fail(&r->words, &t, err, "there are more labels than the %zu "
                         "nodes of n", r->nodes);
  PASS(mg_words_decode(&r->words, &t, err));
  PASS(mg_builder_node(&r->build, t.text, t.len, &node, err));
  if (node != r->labels)
    return mg_words_fail(&r->words, NULL, err, "the label of node %zu is that of "
                         "node %u too", r->labels + 1, node + 1);
  r->labels++;
  return MGNN_OK;
}

/* Read what follows `labels`: the word embedded, or the labels up to `data:`. */
static mgnn_status
read_labels(dl_reader *r, mg_token *word, mgnn_error *err)
{
  int listed = r->colon;

  PASS(head_next(r, word, err));
  if (!listed && mg_text_is(word->text, word->len, "embedded")) {
    r->embedded = 1;
    PASS(head_next(r, word, err));
    return MGNN_OK;
  }
  while (word->len > 0
         && !(r->colon && mg_text_is(word->text, word->len, "data"))
         && !mg_text_is(word->text, word->len, "labels")) {
    PASS(take_label(r, *word, err));
    PASS(head_next(r, word, err));
  }
  return MGNN_OK;
}

static mgnn_status
read_format(dl_reader *r, mgnn_error *err)
{
  static const struct {
    const char *word;
    dl_format format;
  } known[] = {
    { "fullmatrix", FULL_MATRIX }, { "full", FULL_MATRIX }, { "fm", FULL_MATRIX },
    { "edgelist1", EDGE_LIST }, { "edgelist", EDGE_LIST }, { "el1", EDGE_LIST },
    { "nodelist1", NODE_LIST }, { "nodelist", NODE_LIST }, { "nl1", NODE_LIST }
  };
  char shown[MG_SHOW_MAX];
  mg_token w;

  PASS(head_next(r, &w, err));
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (mg_text_is(w.text, w.len, known[k].word)) {
      r->format = known[k].format;
      return MGNN_OK;
    }
  return mg_words_fail(&r->words, &w, err, "the format %s is not read; fullmatrix, "
                       "edgelist1 and nodelist1 are", mg_show_part(shown, w.text,
                                                                   w.len));
  return MGNN_OK;
}

/* Read the entry of the head that begins with *word; *word becomes the next word. */
static mgnn_status
read_entry(dl_reader *r, mg_token *word, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  size_t matrices;
  mg_token w = *word;

  if (mg_text_is(w.text, w.len, "labels"))
    return read_labels(r, word, err);
  if (mg_text_is(w.text, w.len, "format")) {
    PASS(read_format(r, err));
  } else if (mg_text_is(w.text, w.len, "n")) {
    PASS(head_next(r, &w, err));
    PASS(mg_words_count(&r->words, &w, "the number of nodes", 1, UINT32_MAX - 1, &r->nodes,
                        err));
    PASS(mg_source_allows(r->src, r->nodes, 0, r->words.line, err));
  } else if (mg_text_is(w.text, w.len, "nm")) {
    PASS(head_next(r, &w, err));
    PASS(mg_words_count(&r->words, &w, "the number of matrices", 1, 1e15, &matrices, err));
    if (matrices > 1)
      return mg_words_fail(&r->words, &w, err, "there are %zu matrices; write each "
                           "to a file of its own", matrices);
  } else
    return mg_words_fail(&r->words, &w, err, "%s is no word of the head of DL that "
                         "is read; there are n, nm, format, labels and data",
                         mg_show_part(shown, w.text, w.len));
  return head_next(r, word, err);
}

static mgnn_status
read_head(dl_reader *r, mgnn_error *err)
{
  mg_token w;
  int found;

  PASS(mg_words_line(&r->words, &found, err));
  PASS(head_next(r, &w, err));
  if (!mg_text_is(w.text, w.len, "dl"))
    return mg_words_fail(&r->words, NULL, err, "the file must begin with DL");
  PASS(head_next(r, &w, err));
  while (w.len > 0 && !mg_text_is(w.text, w.len, "data"))
    PASS(read_entry(r, &w, err));
  if (w.len == 0)
    return mg_fail_at(err, r->src->path, 0, 0, "there is no data: in the file");
  if (r->nodes == 0)
    return mg_fail_at(err, r->src->path, 0, 0, "the head does not say the number "
                      "of nodes, as in n = 5");
  if (r->labels > 0 && r->labels < r->nodes)
    return mg_fail_at(err, r->src->path, 0, 0, "there are %zu labels for %zu "
                      "nodes", r->labels, r->nodes);
  return MGNN_OK;
}

/* ---- the data ---- */

/* The node that a word of the data names: its number, or with embedded labels its
 * label.  MG_NAMES_NONE: its edges are left out. */
static mgnn_status
read_node(dl_reader *r, const mg_token *w, unsigned *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  mg_token t = *w;
  size_t number;

  if (!r->embedded) {
    PASS(mg_words_node(&r->words, w, "a node", r->nodes, &number, err));
    *out = number == 0 ? MG_NAMES_NONE : (unsigned)number - 1;
    return MGNN_OK;
  }
  PASS(mg_words_decode(&r->words, &t, err));
  PASS(mg_builder_node(&r->build, t.text, t.len, out, err));
  if (*out >= r->nodes)
    return mg_words_fail(&r->words, w, err, "%s is one name more than the %zu nodes "
                         "of n", mg_show_part(shown, w->text, w->len), r->nodes);
  return MGNN_OK;
}

static mgnn_status
edge_add(dl_reader *r, unsigned from, unsigned to, mgnn_error *err)
{
  if (from != MG_NAMES_NONE && to != MG_NAMES_NONE)
    return mg_builder_edge(&r->build, from, to, r->words.line, err);
  r->words.beyond++;
  return MGNN_OK;
}

/* Read a line of an edge list: source, target and perhaps a value. */
static mgnn_status
edge_row(dl_reader *r, mg_token w, mgnn_error *err)
{
  mg_source *src = r->src;
  unsigned ends[2];
  size_t before;
  double value;

  PASS(read_node(r, &w, &ends[0], err));
  w = word_next(r, 0);
  if (w.len == 0)
    return mg_words_fail(&r->words, NULL, err, "an edge has two nodes and perhaps a "
                         "value; there is one node in this line");
  PASS(read_node(r, &w, &ends[1], err));
  before = src->m;
  PASS(edge_add(r, ends[0], ends[1], err));
  w = word_next(r, 0);
  if (w.len == 0)
    return MGNN_OK;
  PASS(mg_words_number(&r->words, &w, "the value", &value, err));
  if (src->m > before)
    PASS(mg_attribute_number(src, &src->edge, "weight", before, value, err));
  w = word_next(r, 0);
  if (w.len > 0)
    return mg_words_fail(&r->words, &w, err, "an edge has two nodes and perhaps a "
                         "value; this is more");
  return MGNN_OK;
}

/* Read a line of a node list: a node, then its neighbours. */
static mgnn_status
neighbours_row(dl_reader *r, mg_token w, mgnn_error *err)
{
  unsigned from, to;

  PASS(read_node(r, &w, &from, err));
  while ((w = word_next(r, 0)).len > 0) {
    PASS(read_node(r, &w, &to, err));
    PASS(edge_add(r, from, to, err));
  }
  return MGNN_OK;
}

static mgnn_status
read_lists(dl_reader *r, mgnn_error *err)
{
  mg_token w;

  for (;;) {
    PASS(data_line(r, &w, err));
    if (w.len == 0)
      return MGNN_OK;
    PASS((r->format == EDGE_LIST ? edge_row : neighbours_row)(r, w, err));
  }
  return MGNN_OK;
}

/* Read the labels above a matrix. */
static mgnn_status
matrix_labels(dl_reader *r, mgnn_error *err)
{
  mg_token w;

  if (r->labels > 0)
    return mg_fail_at(err, r->src->path, 0, 0, "labels stand in the head and are "
                      "said to be embedded too; leave one out");
  PASS(data_line(r, &w, err));
  for (; w.len > 0; w = word_next(r, 0))
    PASS(take_label(r, w, err));
  if (r->labels < r->nodes)
    return mg_words_fail(&r->words, NULL, err, "there are %zu labels for %zu nodes "
                         "above the matrix", r->labels, r->nodes);
  return MGNN_OK;
}

/* The entries of a matrix that are not 0, row by row. */
typedef struct {
  unsigned *to;
  double *value;
  size_t count, cap;
  size_t *row, *line;          /* nodes + 1, nodes: first entry and line of a row */
} dl_matrix;

static mgnn_status
entry_add(dl_matrix *m, size_t j, double x, mgnn_error *err)
{
  if (m->count == m->cap) {
    size_t cap = m->cap + m->cap / 2 + 64;

    PASS(mg_resized(&m->to, cap, sizeof *m->to, err));
    PASS(mg_resized(&m->value, cap, sizeof *m->value, err));
    m->cap = cap;
  }
  m->to[m->count] = (unsigned)j;
  m->value[m->count++] = x;
  return MGNN_OK;
}

/* Read row i: n values.  A label before them is not checked. */
static mgnn_status
matrix_row(dl_reader *r, dl_matrix *m, size_t i, mgnn_error *err)
{
  mg_token w;
  double x;

  PASS(data_line(r, &w, err));
  if (w.len == 0)
    return mg_fail_at(err, r->src->path, 0, 0, "the matrix has %zu rows, must have "
                      "%zu", i, r->nodes);
  m->line[i] = r->words.line;
  if (r->embedded)
    w = word_next(r, 0);
  for (size_t j = 0; j < r->nodes; j++, w = word_next(r, 0)) {
    if (w.len == 0)
      return mg_words_fail(&r->words, NULL, err, "this row of the matrix has %zu "
                           "values, must have %zu", j, r->nodes);
    PASS(mg_words_number(&r->words, &w, "the value", &x, err));
    if (x != 0)
      PASS(entry_add(m, j, x, err));
  }
  m->row[i + 1] = m->count;
  if (w.len > 0)
    return mg_words_fail(&r->words, &w, err, "this row of the matrix has more than "
                         "%zu values", r->nodes);
  return MGNN_OK;
}

/* Check that each entry equals its mirror image across the diagonal.  As rows
 * are taken in order, the entries of row j are met in the order of their
 * columns: next[j] is the one that the current row must match. */
static mgnn_status
matrix_symmetric(const dl_matrix *m, size_t n, int *out, mgnn_error *err)
{
  size_t *next = mg_alloc(n, sizeof *next);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(next, err));
  memcpy(next, m->row, n * sizeof *next);
  *out = 1;
  for (size_t i = 0; i < n; i++)
    for (size_t k = m->row[i]; *out && k < m->row[i + 1]; k++) {
      size_t j = m->to[k], e = next[j]++;

      *out = e < m->row[j + 1] && m->to[e] == i && m->value[e] == m->value[k];
    }
end:
  mg_free(next);
  return status;
}

/* Add the edges of a matrix; if it is symmetric, only the entries on and above
 * the diagonal, without a direction. */
static mgnn_status
matrix_edges(dl_reader *r, const dl_matrix *m, mgnn_error *err)
{
  mg_source *src = r->src;
  int symmetric, weighted = 0;

  for (size_t k = 0; k < m->count; k++)
    weighted |= m->value[k] != 1;
  PASS(matrix_symmetric(m, r->nodes, &symmetric, err));
  src->directed = !symmetric;
  for (size_t i = 0; i < r->nodes; i++)
    for (size_t k = m->row[i]; k < m->row[i + 1]; k++) {
      if (symmetric && m->to[k] < i)
        continue;
      PASS(mg_builder_edge(&r->build, (unsigned)i, m->to[k], m->line[i], err));
      if (weighted)
        PASS(mg_attribute_number(src, &src->edge, "weight", src->m - 1, m->value[k],
                                 err));
    }
  return MGNN_OK;
}

static mgnn_status
read_matrix(dl_reader *r, mgnn_error *err)
{
  dl_matrix m = { 0 };
  mgnn_status status = MGNN_OK;
  mg_token w;

  if (r->embedded)
    TRY(matrix_labels(r, err));
  TRY(mg_allocated(m.row = mg_zalloc(r->nodes + 1, sizeof *m.row), err));
  TRY(mg_allocated(m.line = mg_alloc(r->nodes, sizeof *m.line), err));
  for (size_t i = 0; i < r->nodes; i++)
    TRY(matrix_row(r, &m, i, err));
  TRY(data_line(r, &w, err));
  if (w.len > 0)
    TRY(mg_words_fail(&r->words, &w, err, "the matrix has more than %zu rows",
                      r->nodes));
  TRY(matrix_edges(r, &m, err));
end:
  mg_free_all(m.to, m.value, m.row, m.line);
  return status;
}

mgnn_status
mg_read_dl(mg_source *out, const char *path, mgnn_error *err)
{
  dl_reader r = { .src = out, .format = FULL_MATRIX };
  mgnn_status status = MGNN_OK;

  mg_builder_init(&r.build, out);
  TRY(mg_words_open(&r.words, out, path, err));
  TRY(read_head(&r, err));
  out->directed = 1;           /* unless a matrix is symmetric */
  TRY(r.format == FULL_MATRIX ? read_matrix(&r, err) : read_lists(&r, err));
  out->n = r.nodes;
  TRY(mg_words_note(&r.words, err));
  mg_source_trim(out);
end:
  mg_words_close(&r.words);
  mg_builder_free(&r.build);
  return status;
}

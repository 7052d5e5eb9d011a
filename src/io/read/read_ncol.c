/* NCOL: a line per edge, two names and perhaps a weight.  LGL: a line "# name" per
 * node, then a line per neighbour, a name and perhaps a weight.  igraph reads both,
 * but gives no line numbers, and takes words that are not numbers for weights. */
#include "build.h"
#include "read.h"
#include "io/text/message.h"
#include "io/text/words.h"

#include <string.h>

typedef struct {
  mg_words words;
  mg_builder build;
  size_t weight;               /* column of the edges + 1; 0: none yet */
  mg_tally comments;          /* lines that may have been meant as edges */
} ncol_reader;

static mgnn_status
find_node(ncol_reader *r, mg_token name, unsigned *out, mgnn_error *err)
{
  size_t latin1 = r->words.latin1, nodes = r->words.src->n;

  for (size_t k = 0; k < name.len; k++)
    if ((unsigned char)name.text[k] < 0x20 || name.text[k] == 0x7f)
      return mg_words_fail(&r->words, &name, err, "the line holds a control "
                           "character (byte %d)", (unsigned char)name.text[k]);
  PASS(mg_words_decode(&r->words, &name, err));
  PASS(mg_builder_node(&r->build, name.text, name.len, out, err));
  if (r->words.src->n == nodes)
    r->words.latin1 = latin1;  /* a name counts once */
  return MGNN_OK;
}

static mgnn_status
add_edge(ncol_reader *r, unsigned from, unsigned to, const mg_token *weight,
         mgnn_error *err)
{
  mg_source *src = r->words.src;
  double x;

  PASS(mg_builder_edge(&r->build, from, to, r->words.line, err));
  if (weight->len == 0)
    return MGNN_OK;
  PASS(mg_words_number(&r->words, weight, "the weight", &x, err));
  if (r->weight == 0) {
    PASS(mg_attribute_add(src, &src->edge, "weight", &r->weight, err));
    r->weight++;
  }
  return mg_column_put_number(src, &src->edge.column[r->weight - 1], src->m - 1, x,
                              err);
}

/* Split the line into words and keep the first `most`; returns how many there are. */
static size_t
split(mg_words *w, mg_token *word, size_t most)
{
  size_t count = 0;
  mg_token next;

  memset(word, 0, most * sizeof *word);
  while ((next = mg_words_next(w, 0)).len > 0) {
    if (count < most)
      word[count] = next;
    count++;
  }
  return count;
}

static mgnn_status
ncol_line(ncol_reader *r, mgnn_error *err)
{
  mg_token word[3];
  size_t count = split(&r->words, word, 3);
  unsigned from, to;

  if (count == 0)
    return MGNN_OK;
  if (word[0].text[0] == '#' || word[0].text[0] == '%') {
    if (word[0].len > 1)
      mg_tally_add(&r->comments, r->words.line);
    return MGNN_OK;
  }
  if (count < 2 || count > 3)
    return mg_words_fail(&r->words, NULL, err, "this line has %zu word%s; an "
                         "edge is two names, which have no blanks in them, and "
                         "perhaps a weight", count, mg_plural(count));
  PASS(find_node(r, word[0], &from, err));
  PASS(find_node(r, word[1], &to, err));
  return add_edge(r, from, to, &word[2], err);
}

/* *node: the node whose neighbours follow; MG_NAMES_NONE: none yet. */
static mgnn_status
lgl_line(ncol_reader *r, unsigned *node, mgnn_error *err)
{
  mg_words *w = &r->words;
  mg_token word[2];
  unsigned other;
  size_t count;
  int is_node;

  while (w->p < w->stop && (*w->p == ' ' || *w->p == '\t'))
    w->p++;
  is_node = w->p < w->stop && *w->p == '#';
  w->p += is_node;
  count = split(w, word, 2);
  if (is_node) {
    if (count != 1 || memchr(word[0].text, '#', word[0].len) != NULL)
      return mg_words_fail(w, NULL, err, "after # there must be one name, "
                           "without blanks and # in it");
    return find_node(r, word[0], node, err);
  }
  if (count == 0)
    return MGNN_OK;
  if (*node == MG_NAMES_NONE)
    return mg_words_fail(w, NULL, err, "before the first neighbour there must "
                         "be a line with # and the name of a node");
  if (count > 2 || memchr(word[0].text, '#', word[0].len) != NULL)
    return mg_words_fail(w, NULL, err, "a neighbour is one name, without blanks "
                         "and # in it, and perhaps a weight");
  PASS(find_node(r, word[0], &other, err));
  return add_edge(r, *node, other, &word[1], err);
}

static mgnn_status
read_lines(mg_source *out, const char *path, int is_lgl, mgnn_error *err)
{
  unsigned node = MG_NAMES_NONE;
  mgnn_status status = MGNN_OK;
  ncol_reader r = { 0 };
  int found;

  mg_builder_init(&r.build, out);
  TRY(mg_words_open(&r.words, out, path, err));
  EACH(mg_words_line(&r.words, &found, err), found)
    TRY(is_lgl ? lgl_line(&r, &node, err) : ncol_line(&r, err));
  TRY(status);
  if (r.comments.count > 0)
    TRY(mg_note(&out->notes, err, "%s:%zu: %zu line%s with # or %% at the first "
                "name %s taken for comments", out->path, r.comments.line,
                r.comments.count, mg_plural(r.comments.count),
                r.comments.count == 1 ? "was" : "were"));
  TRY(mg_words_note(&r.words, err));
  mg_builder_done(&r.build);
end:
  mg_words_close(&r.words);
  mg_builder_free(&r.build);
  return status;
}

mgnn_status
mg_read_ncol(mg_source *out, const char *path, mgnn_error *err)
{
  out->open_nodes = out->unordered = 1;
  return read_lines(out, path, 0, err);
}

mgnn_status
mg_read_lgl(mg_source *out, const char *path, mgnn_error *err)
{
  out->unordered = 1;
  return read_lines(out, path, 1, err);
}

/* Reads three short line-based formats: METIS, SIF and LEDA. */
#define _GNU_SOURCE            /* memmem */
#include "build.h"
#include "read.h"
#include "io/text/message.h"
#include "io/text/words.h"
#include "base/number.h"

#include <string.h>

typedef struct {
  mg_words words;
  mg_source *src;
  mg_builder build;
} lists_reader;

static mgnn_status
open_file(lists_reader *r, mg_source *out, const char *path, mgnn_error *err)
{
  r->src = out;
  mg_builder_init(&r->build, out);
  return mg_words_open(&r->words, out, path, err);
}

static void
close_file(lists_reader *r)
{
  mg_words_close(&r->words);
  mg_builder_free(&r->build);
}

/* ---- METIS: line i has the neighbours of node i ---- */

typedef struct {
  size_t nodes, edges;
  size_t before;               /* number of values before the neighbours */
  size_t weighted;             /* 1: each neighbour has a weight after it */
} metis_head;

/* Go to the next line that is not a comment. */
static mgnn_status
metis_line(lists_reader *r, int *found, mgnn_error *err)
{
  do
    PASS(mg_words_line(&r->words, found, err));
  while (*found && r->words.p < r->words.stop && *r->words.p == '%');
  return MGNN_OK;
}

static mgnn_status
metis_begin(lists_reader *r, metis_head *h, mgnn_error *err)
{
  size_t format = 0, constraints = 1;
  mg_token w;
  int found;

  do {
    PASS(metis_line(r, &found, err));
    w = mg_words_next(&r->words, 0);
  } while (found && w.len == 0);
  if (!found)
    return mg_fail_at(err, r->src->path, 0, 0, "the file is empty");
  PASS(mg_words_count(&r->words, &w, "the number of nodes", 0, UINT32_MAX - 1, &h->nodes,
                  err));
  w = mg_words_next(&r->words, 0);
  PASS(mg_words_count(&r->words, &w, "the number of edges", 0, 1e15, &h->edges, err));
  w = mg_words_next(&r->words, 0);
  if (w.len > 0)
    PASS(mg_words_count(&r->words, &w, "the format", 0, 111, &format, err));
  w = mg_words_next(&r->words, 0);
  if (w.len > 0)
    PASS(mg_words_count(&r->words, &w, "the number of weights of a node", 0, 1000,
                    &constraints, err));
  h->weighted = format % 10;
  h->before = (format / 100 % 10 > 0) + (format / 10 % 10 > 0 ? constraints : 0);
  return mg_source_allows(r->src, h->nodes, h->edges, r->words.line, err);
}

/* Add the edges of node i.  Each is in two lines: that of its smaller end counts. */
static mgnn_status
metis_node(lists_reader *r, const metis_head *h, size_t i, mgnn_error *err)
{
  mg_token w = { 0 };
  double weight;
  size_t to;

  for (size_t k = 0; k < h->before; k++)
    mg_words_next(&r->words, 0);
  for (;;) {
    w = mg_words_next(&r->words, 0);
    if (w.len == 0)
      break;
    PASS(mg_words_node(&r->words, &w, "a neighbour", h->nodes, &to, err));
    if (h->weighted) {
      w = mg_words_next(&r->words, 0);
      PASS(mg_words_number(&r->words, &w, "the weight", &weight, err));
    }
    r->words.beyond += to == 0;
    if (to <= i)               /* listed before, or left out */
      continue;
    PASS(mg_builder_edge(&r->build, (unsigned)i, (unsigned)to - 1,
                         r->words.line, err));
    if (h->weighted)
      PASS(mg_attribute_number(r->src, &r->src->edge, "weight", r->src->m - 1,
                               weight, err));
  }
  return MGNN_OK;
}

mgnn_status
mg_read_metis(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  metis_head h = { 0 };
  lists_reader r = { .src = NULL };
  int found;

  TRY(open_file(&r, out, path, err));
  TRY(metis_begin(&r, &h, err));
  for (size_t i = 0; i < h.nodes; i++) {
    TRY(metis_line(&r, &found, err));
    if (!found && i + 1 < h.nodes)
      TRY(mg_fail_at(err, out->path, r.words.line, 0, "there are lines for %zu "
                     "nodes only, the first line says %zu", i, h.nodes));
    if (found)                 /* an empty last line may lack its end */
      TRY(metis_node(&r, &h, i, err));
  }
  out->n = h.nodes;
  if (out->m != h.edges)
    TRY(mg_note(&out->notes, err, "%s: there are %zu edges, the first line says "
                "%zu", out->path, out->m, h.edges));
  TRY(mg_words_note(&r.words, err));
  mg_source_trim(out);
end:
  close_file(&r);
  return status;
}

/* ---- SIF: source, interaction, targets ---- */

/* The next name: up to a tab if the line has one, else up to a blank. */
static mg_token
sif_next(mg_words *w, int tabs)
{
  mg_token t = { w->p, 0 };

  if (!tabs)
    return mg_words_next(w, 0);
  while (w->p < w->stop && *w->p != '\t')
    w->p++;
  t.len = (size_t)(w->p - t.text);
  w->p += w->p < w->stop;
  return t;
}

static mgnn_status
sif_name(lists_reader *r, mg_token w, unsigned *out, mgnn_error *err)
{
  PASS(mg_words_decode(&r->words, &w, err));
  return mg_builder_node(&r->build, w.text, w.len, out, err);
}

static mgnn_status
sif_line(lists_reader *r, mgnn_error *err)
{
  mg_words *w = &r->words;
  int tabs = memchr(w->p, '\t', (size_t)(w->stop - w->p)) != NULL;
  mg_token name = sif_next(w, tabs), kind, target;
  const char *kept;
  unsigned from, to;

  if (name.len == 0)
    return MGNN_OK;
  PASS(sif_name(r, name, &from, err));
  kind = sif_next(w, tabs);
  if (kind.len == 0)
    return MGNN_OK;            /* a node by itself */
  PASS(mg_words_decode(w, &kind, err));
  PASS(mg_allocated(kept = mg_pool_keep(&r->src->pool, kind.text, kind.len), err));
  target = sif_next(w, tabs);
  if (target.len == 0)
    return mg_words_fail(w, NULL, err, "a line has a source, a kind of "
                         "interaction and targets; the target is missing");
  for (; target.len > 0; target = sif_next(w, tabs)) {
    size_t column;

    PASS(sif_name(r, target, &to, err));
    PASS(mg_builder_edge(&r->build, from, to, w->line, err));
    PASS(mg_attribute_column(r->src, &r->src->edge, "interaction", &column, err));
    PASS(mg_column_put_text(r->src, &r->src->edge.column[column],
                            r->src->m - 1, kept,
                            err));
  }
  return MGNN_OK;
}

mgnn_status
mg_read_sif(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  lists_reader r = { .src = NULL };
  int found;

  out->unordered = out->open_nodes = 1;
  TRY(open_file(&r, out, path, err));
  EACH(mg_words_line(&r.words, &found, err), found)
    TRY(sif_line(&r, err));
  TRY(status);
  TRY(mg_words_note(&r.words, err));
  mg_builder_done(&r.build);
end:
  close_file(&r);
  return status;
}

/* ---- LEDA: nodes |{label}|, edges `source target reversal |{label}|` ---- */

/* Go to the next line that is neither empty nor a comment; fail if there is none. */
static mgnn_status
leda_line(lists_reader *r, const char *what, mgnn_error *err)
{
  mg_words *w = &r->words;
  int found;

  do {
    PASS(mg_words_line(w, &found, err));
    if (!found)
      return mg_fail_at(err, r->src->path, 0, 0, "the file ends before %s",
                        what);
    while (w->p < w->stop && (*w->p == ' ' || *w->p == '\t'))
      w->p++;
  } while (w->p == w->stop || *w->p == '#');
  return MGNN_OK;
}

/* Read |{text}| in the rest of the line; an empty text is not stored. */
static mgnn_status
leda_value(lists_reader *r, mg_attributes *at, size_t item, mgnn_error *err)
{
  mg_words *w = &r->words;
  char *from = memmem(w->p, (size_t)(w->stop - w->p), "|{", 2), *to;
  mg_token t;

  if (from == NULL)
    return mg_words_fail(w, NULL, err, "the value |{...}| is missing");
  to = memmem(from, (size_t)(w->stop - from), "}|", 2);
  if (to == NULL)
    return mg_words_fail(w, NULL, err, "the value that begins with |{ has no "
                         "}|");
  t = (mg_token){ from + 2, (size_t)(to - from) - 2 };
  if (t.len == 0)
    return MGNN_OK;
  PASS(mg_words_decode(w, &t, err));
  return mg_attribute_text(r->src, at, "label", item, t.text, t.len, err);
}

static mgnn_status
leda_head(lists_reader *r, mgnn_error *err)
{
  mg_token w;

  PASS(leda_line(r, "LEDA.GRAPH", err));
  w = mg_words_next(&r->words, 0);
  if (w.len != 10 || memcmp(w.text, "LEDA.GRAPH", 10) != 0)
    return mg_words_fail(&r->words, &w, err, "the file must begin with "
                         "LEDA.GRAPH");
  PASS(leda_line(r, "the type of nodes", err));
  PASS(leda_line(r, "the type of edges", err));
  PASS(leda_line(r, "-1 (directed) or -2", err));
  w = mg_words_next(&r->words, 0);
  r->src->directed = w.len == 2 && memcmp(w.text, "-1", 2) == 0;
  if (w.len != 2 || (!r->src->directed && memcmp(w.text, "-2", 2) != 0))
    return mg_words_fail(&r->words, &w, err, "here must be -1 for a directed or "
                         "-2 for an undirected graph");
  return MGNN_OK;
}

static mgnn_status
leda_count(lists_reader *r, const char *what, double most, size_t *out, mgnn_error *err)
{
  mg_token w;

  PASS(leda_line(r, what, err));
  w = mg_words_next(&r->words, 0);
  return mg_words_count(&r->words, &w, what, 0, most, out, err);
}

mgnn_status
mg_read_leda(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  lists_reader r = { .src = NULL };
  size_t nodes, edges, ends[2];

  TRY(open_file(&r, out, path, err));
  TRY(leda_head(&r, err));
  TRY(leda_count(&r, "the number of nodes", UINT32_MAX - 1, &nodes, err));
  for (size_t i = 0; i < nodes; i++) {
    TRY(mg_source_allows(out, i + 1, 0, r.words.line, err));
    TRY(leda_line(&r, "all nodes", err));
    TRY(leda_value(&r, &out->node, i, err));
  }
  out->n = nodes;
  TRY(leda_count(&r, "the number of edges", UINT32_MAX - 1, &edges, err));
  for (size_t e = 0; e < edges; e++) {
    TRY(leda_line(&r, "all edges", err));
    for (int k = 0; k < 2; k++) {
      mg_token w = mg_words_next(&r.words, 0);

      TRY(mg_words_node(&r.words, &w, k == 0 ? "the source" : "the target", nodes,
                        &ends[k], err));
    }
    if (ends[0] == 0 || ends[1] == 0) {
      r.words.beyond++;
      continue;
    }
    TRY(mg_builder_edge(&r.build, (unsigned)ends[0] - 1, (unsigned)ends[1] - 1,
                        r.words.line, err));
    TRY(leda_value(&r, &out->edge, out->m - 1, err));
  }
  TRY(mg_words_note(&r.words, err));
  mg_source_trim(out);
end:
  close_file(&r);
  return status;
}

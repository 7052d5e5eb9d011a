/* Reads AMPL data in the form used for instances of distance geometry:
 *   param Kdim := 3;
 *   set V := 1 2 3;
 *   param : E : c I cL cU :=
 *   1 2 1.5 1 1.4 1.6
 *   ;
 * c is a length; cL and cU are bounds, which count instead if they are given.
 * Other statements are skipped. */
#include "build.h"
#include "read.h"
#include "base/number.h"
#include "io/text/equal.h"
#include "io/text/message.h"
#include "io/text/words.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 16 };

typedef struct {
  mg_words words;
  mg_source *src;
  mg_builder build;
  mg_bounds bounds;
  mg_token token;              /* the current one; len 0: the end of the file */
} ampl_reader;

/* Read the next token: a word, := or a mark such as ; or (.  # begins a comment. */
static mgnn_status
token_next(ampl_reader *r, mgnn_error *err)
{
  static const char marks[] = ":=;,()[]{}";
  mg_words *w = &r->words;
  int found;

  for (;;) {
    while (w->p < w->stop && (*w->p == ' ' || *w->p == '\t'))
      w->p++;
    if (w->p < w->stop && *w->p != '#')
      break;
    PASS(mg_words_line(w, &found, err));
    if (!found) {
      r->token = (mg_token){ NULL, 0 };
      return MGNN_OK;
    }
  }
  r->token.text = w->p;
  if (*w->p == ':' && w->p + 1 < w->stop && w->p[1] == '=')
    w->p += 2;
  else if (memchr(marks, *w->p, sizeof marks - 1) != NULL)
    w->p++;
  else
    while (w->p < w->stop && *w->p != ' ' && *w->p != '\t' && *w->p != '#'
           && memchr(marks, *w->p, sizeof marks - 1) == NULL)
      w->p++;
  r->token.len = (size_t)(w->p - r->token.text);
  return MGNN_OK;
}

static int
token_is(const ampl_reader *r, const char *word)
{
  return r->token.len == strlen(word)
         && memcmp(r->token.text, word, r->token.len) == 0;
}

static mgnn_status
end_fail(const ampl_reader *r, const char *what, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: the file ends where %s should follow",
                 r->src->path, what);
}

static mgnn_status
token_expect(ampl_reader *r, const char *word, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (token_is(r, word))
    return token_next(r, err);
  if (r->token.len == 0)
    return end_fail(r, word, err);
  return mg_words_fail(&r->words, &r->token, err, "%s stands where %s should",
                       mg_show_part(shown, r->token.text, r->token.len), word);
}

/* Skip the rest of a statement. */
static mgnn_status
statement_skip(ampl_reader *r, mgnn_error *err)
{
  while (r->token.len > 0 && !token_is(r, ";"))
    PASS(token_next(r, err));
  if (r->token.len > 0)
    PASS(token_next(r, err));
  return MGNN_OK;
}

static mgnn_status
node_take(ampl_reader *r, unsigned *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (r->token.len == 0)
    return end_fail(r, "a node", err);
  if (r->token.len == 1 && strchr(":=;,()[]{}", r->token.text[0]) != NULL)
    PASS(mg_words_fail(&r->words, &r->token, err, "%s stands where a node should",
                       mg_show_part(shown, r->token.text, r->token.len)));
  PASS(mg_words_decode(&r->words, &r->token, err));
  PASS(mg_builder_node(&r->build, r->token.text, r->token.len, out, err));
  return token_next(r, err);
}

/* set V := 1 2 3 ; */
static mgnn_status
set_read(ampl_reader *r, mgnn_error *err)
{
  unsigned node;

  PASS(token_next(r, err));
  if (!token_is(r, "V"))
    return statement_skip(r, err);
  PASS(token_next(r, err));
  PASS(token_expect(r, ":=", err));
  while (r->token.len > 0 && !token_is(r, ";"))
    PASS(node_take(r, &node, err));
  return statement_skip(r, err);
}

/* The columns after the two nodes: their count, and which hold the length and
 * the bounds; COLUMNS if a column is missing. */
typedef struct {
  size_t count, length, lower, upper;
} ampl_columns;

static mgnn_status
columns_read(ampl_reader *r, ampl_columns *c, mgnn_error *err)
{
  *c = (ampl_columns){ 0, COLUMNS, COLUMNS, COLUMNS };
  for (; r->token.len > 0 && !token_is(r, ":="); c->count++) {
    if (c->count == COLUMNS)
      PASS(mg_words_fail(&r->words, &r->token, err, "the table has more than %d "
                         "columns", COLUMNS));
    if (token_is(r, "c"))
      c->length = c->count;
    else if (token_is(r, "cL"))
      c->lower = c->count;
    else if (token_is(r, "cU"))
      c->upper = c->count;
    PASS(token_next(r, err));
  }
  if (c->length == COLUMNS && (c->lower == COLUMNS || c->upper == COLUMNS))
    PASS(mg_words_fail(&r->words, NULL, err, "the edges have no column c, nor cL "
                       "and cU, for their lengths"));
  return token_expect(r, ":=", err);
}

static mgnn_status
row_read(ampl_reader *r, const ampl_columns *c, mgnn_error *err)
{
  double value[COLUMNS] = { 0 }, lower, upper;
  size_t line = r->words.line;
  unsigned a, b;

  PASS(node_take(r, &a, err));
  PASS(node_take(r, &b, err));
  for (size_t k = 0; k < c->count; k++) {
    char shown[MG_SHOW_MAX];

    if (r->token.len == 0)
      return end_fail(r, "a number", err);
    if (mg_text_is_infinity(r->token.text, r->token.len)
        && r->token.text[0] != '-')
      value[k] = INFINITY;
    else if (!mg_number_whole(r->token.text, r->token.len, &value[k]))
      return mg_words_fail(&r->words, &r->token, err, "column %zu is %s, "
                           "must be a number", k + 3,
                           mg_show_part(shown, r->token.text, r->token.len));
    PASS(token_next(r, err));
  }
  lower = value[c->lower < COLUMNS ? c->lower : c->length];
  upper = value[c->upper < COLUMNS ? c->upper : c->length];
  if (!(lower >= 0) || isinf(lower) || !(lower <= upper))
    return mg_fail_at(err, r->src->path, line, 0, "the bounds are %g and %g; "
                      "the lower one must be finite and not negative, the upper "
                      "one not less", lower, upper);
  PASS(mg_builder_edge(&r->build, a, b, line, err));
  return mg_bounds_put(&r->bounds, r->src, lower, upper, err);
}

/* param : E : c I := rows ; */
static mgnn_status
edges_read(ampl_reader *r, mgnn_error *err)
{
  ampl_columns c;

  PASS(token_expect(r, ":", err));
  if (!token_is(r, "E"))
    return statement_skip(r, err);
  PASS(token_next(r, err));
  PASS(token_expect(r, ":", err));
  PASS(columns_read(r, &c, err));
  while (r->token.len > 0 && !token_is(r, ";"))
    PASS(row_read(r, &c, err));
  return statement_skip(r, err);
}

/* param Kdim := 3; */
static mgnn_status
param_read(ampl_reader *r, mgnn_error *err)
{
  int64_t dim;

  PASS(token_next(r, err));
  if (token_is(r, ":"))
    return edges_read(r, err);
  if (token_is(r, "Kdim")) {
    PASS(token_next(r, err));
    PASS(token_expect(r, ":=", err));
    if (!mg_ids_integer(r->token.text, r->token.len, &dim) || dim < 1
        || dim > 1000)
      PASS(mg_words_fail(&r->words, r->token.len > 0 ? &r->token : NULL, err,
                         "the dimension Kdim must be within 1 and 1000"));
    r->src->dim = (size_t)dim;
  }
  return statement_skip(r, err);
}

static mgnn_status
file_read(ampl_reader *r, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  char shown[MG_SHOW_MAX];

  TRY(mg_words_open(&r->words, r->src, path, err));
  TRY(token_next(r, err));
  while (r->token.len > 0) {
    if (token_is(r, "set"))
      TRY(set_read(r, err));
    else if (token_is(r, "param"))
      TRY(param_read(r, err));
    else if (token_is(r, "data") || token_is(r, "let"))
      TRY(statement_skip(r, err));
    else
      TRY(mg_words_fail(&r->words, &r->token, err, "%s stands where a statement "
                        "should begin, with set or param; this is not AMPL data",
                        mg_show_part(shown, r->token.text, r->token.len)));
  }
end:
  mg_words_close(&r->words);
  return status;
}

mgnn_status
mg_read_ampl(mg_source *out, const char *path, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  ampl_reader r = { .src = out };
  char *own = out->path;

  out->open_nodes = out->unordered = 1;
  mg_builder_init(&r.build, out);
  if (out->limits.topology != NULL) {
    out->path = (char *)out->limits.topology;  /* for messages */
    status = file_read(&r, out->limits.topology, err);
    out->path = own;
    TRY(status);
  }
  TRY(file_read(&r, path, err));
  mg_bounds_done(&r.bounds, out);
  mg_builder_done(&r.build);
end:
  mg_builder_free(&r.build);
  return status;
}

/* Splits STAR files into tokens, and reads their loops. */
#include "star.h"
#include "equal.h"
#include "message.h"

#include <string.h>

enum { LOOP_COLUMNS = 1000 };

typedef enum { END, NAME, LOOP, STOP, FRAME, VALUE } token_kind;

typedef struct {
  mg_words words;
  token_kind kind;
  mg_token token;
  int quoted;                  /* . and ? are then ordinary values */
} scanner;

/* Skip the lines from one that begins with ; to the next such line: a value
 * whose text no reader uses. */
static mgnn_status
text_skip(scanner *s, mgnn_error *err)
{
  mg_words *w = &s->words;
  size_t line = w->line;
  int found;

  do {
    PASS(mg_words_line(w, &found, err));
    if (!found)
      PASS(mg_fail_at(err, w->src->path, line, 1, "a text begins here with ; and "
                      "never ends"));
  } while (w->at == w->stop || *w->at != ';');
  w->p = w->at + 1;
  s->kind = VALUE;
  s->quoted = 1;
  s->token = (mg_token){ w->at, 0 };
  return MGNN_OK;
}

static mgnn_status
quoted_take(scanner *s, mgnn_error *err)
{
  mg_words *w = &s->words;
  char quote = *w->p, *p = w->p + 1;

  while (p < w->stop && !(*p == quote && (p + 1 == w->stop || mg_is_blank(p[1]))))
    p++;
  if (p == w->stop)
    return mg_fail_at(err, w->src->path, w->line, (size_t)(w->p - w->at) + 1,
                      "a quote is opened here and not closed in this line");
  s->token = (mg_token){ w->p + 1, (size_t)(p - w->p - 1) };
  s->kind = VALUE;
  s->quoted = 1;
  w->p = p + 1;
  return MGNN_OK;
}

static void
word_take(scanner *s)
{
  const mg_token *t = &s->token;

  s->token = mg_words_next(&s->words, 0);
  s->quoted = 0;
  s->kind = t->text[0] == '_' ? NAME
            : mg_text_is(t->text, t->len, "loop_") ? LOOP
            : mg_text_is(t->text, t->len, "stop_") ? STOP
            : t->len >= 5 && (mg_text_is(t->text, 5, "data_")
                              || mg_text_is(t->text, 5, "save_")) ? FRAME
            : VALUE;
}

static mgnn_status
token_next(scanner *s, mgnn_error *err)
{
  mg_words *w = &s->words;
  int found;

  for (;;) {
    while (w->p < w->stop && mg_is_blank(*w->p))
      w->p++;
    if (w->p < w->stop && *w->p != '#')
      break;
    PASS(mg_words_line(w, &found, err));
    if (!found) {
      s->kind = END;
      return MGNN_OK;
    }
    if (w->at < w->stop && *w->at == ';')
      return text_skip(s, err);
  }
  if (*w->p == '\'' || *w->p == '"')
    return quoted_take(s, err);
  word_take(s);
  return MGNN_OK;
}

/* The index of a name among the wanted columns; table->wants if it is not wanted. */
static size_t
column_find(const mg_star_table *table, const mg_token *name)
{
  size_t len = strlen(table->category), k = 0;

  if (name->len <= len || memcmp(name->text, table->category, len) != 0)
    return table->wants;
  while (k < table->wants && (strlen(table->want[k]) != name->len - len
                              || memcmp(table->want[k], name->text + len,
                                        name->len - len) != 0))
    k++;
  return k;
}

/* Read rows of `count` values; table NULL: skip them. */
static mgnn_status
rows_read(scanner *s, const mg_star_table *table, const size_t *column,
          size_t count, mgnn_error *err)
{
  char value[MG_STAR_COLUMNS + 1][MG_STAR_VALUE];

  while (s->kind == VALUE) {
    size_t line = s->words.line, len;
    const mg_token *t = &s->token;

    memset(value, 0, sizeof value);
    for (size_t k = 0; k < count; k++) {
      if (s->kind != VALUE)
        PASS(mg_fail_at(err, s->words.src->path, line, 0, "the row that begins "
                        "here has %zu values, the loop has %zu columns", k,
                        count));
      len = t->len < MG_STAR_VALUE ? t->len : MG_STAR_VALUE - 1;
      if (!s->quoted && t->len == 1 && (t->text[0] == '.' || t->text[0] == '?'))
        len = 0;
      memcpy(value[column[k]], t->text, len);
      value[column[k]][len] = '\0';
      PASS(token_next(s, err));
    }
    if (table != NULL)
      PASS(table->row(table->context, value, line, err));
  }
  return MGNN_OK;
}

static mgnn_status
loop_read(scanner *s, const mg_star_table *table, size_t *loops, mgnn_error *err)
{
  size_t column[LOOP_COLUMNS], count = 0, len = strlen(table->category);
  int ours = 0;

  PASS(token_next(s, err));
  for (; s->kind == NAME; count++) {
    if (count == LOOP_COLUMNS)
      PASS(mg_fail_at(err, s->words.src->path, s->words.line, 0, "the loop has "
                      "more than %d columns", LOOP_COLUMNS));
    ours |= s->token.len > len && memcmp(s->token.text, table->category, len) == 0;
    column[count] = column_find(table, &s->token);
    PASS(token_next(s, err));
  }
  if (count == 0)
    PASS(mg_fail_at(err, s->words.src->path, s->words.line, 0, "a loop must begin "
                    "with the names of its columns"));
  *loops += (size_t)ours;
  return rows_read(s, ours ? table : NULL, column, count, err);
}

mgnn_status
mg_star_read(mg_source *src, const char *path, const mg_star_table *table,
             size_t *loops, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;
  scanner s = { .kind = END };

  *loops = 0;
  TRY(mg_words_open(&s.words, src, path, err));
  TRY(token_next(&s, err));
  while (s.kind != END)
    TRY(s.kind == LOOP ? loop_read(&s, table, loops, err)
        : token_next(&s, err));
end:
  mg_words_close(&s.words);
  return status;
}

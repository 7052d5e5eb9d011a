/* Reads lines of words for the readers of Pajek, NCOL, LGL and other formats. */
#include "words.h"
#include "equal.h"
#include "message.h"
#include "utf8.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

mgnn_status
mg_words_open(mg_words *w, mg_source *src, const char *path, mgnn_error *err)
{
  memset(w, 0, sizeof *w);
  w->src = src;
  return mg_stream_open(&w->in, path, &src->limits, err);
}

void
mg_words_close(mg_words *w)
{
  mg_stream_close(&w->in);
  mg_free(w->wide);
}

mgnn_status
mg_words_line(mg_words *w, int *found, mgnn_error *err)
{
  if (w->rest == w->rest_end) {
    size_t len;
    mgnn_status status = mg_stream_line(&w->in, &w->rest, &len, err);

    *found = status == MGNN_OK && w->rest != NULL;
    if (!*found) {
      w->rest = w->rest_end = NULL;    /* also at the next call */
      return status;
    }
    w->rest_end = w->rest + len;
    /* A CR at the start of a line belongs to the LF before it. */
    if (w->line > 0 && len > 0 && *w->rest == '\r')
      w->rest++;
  } else
    w->cr_lines++;
  *found = 1;
  w->line = w->in.line + w->cr_lines;
  w->at = w->p = w->rest;
  w->stop = memchr(w->rest, '\r', (size_t)(w->rest_end - w->rest));
  if (w->stop == NULL)
    w->stop = w->rest_end;
  w->rest = w->stop + (w->stop < w->rest_end);
  if (memchr(w->at, 0, (size_t)(w->stop - w->at)) != NULL)
    return mg_words_fail(w, NULL, err, "the line holds a zero byte: this is not "
                         "a text file");
  return MGNN_OK;
}

mg_token
mg_words_next(mg_words *w, int quotes)
{
  char *p = w->p, *close;
  mg_token word;

  while (p < w->stop && mg_is_blank(*p))
    p++;
  word.text = p;
  if (quotes && p < w->stop && *p == '"'
      && (close = memchr(p + 1, '"', (size_t)(w->stop - p - 1))) != NULL)
    p = close + 1;
  else
    while (p < w->stop && !mg_is_blank(*p))
      p++;
  w->p = p;
  word.len = (size_t)(p - word.text);
  return word;
}

mgnn_status
mg_words_fail(const mg_words *w, const mg_token *word, mgnn_error *err,
              const char *fmt, ...)
{
  char what[sizeof err->text];
  va_list args;

  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return mg_fail_at(err, w->src->path, w->line,
                    word != NULL ? (size_t)(word->text - w->at) + 1 : 0, "%s",
                    what);
}

mgnn_status
mg_words_number(const mg_words *w, const mg_token *word, const char *what,
                double *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  if (mg_number_whole(word->text, word->len, out) && isfinite(*out))
    return MGNN_OK;
  if (word->len == 0)
    return mg_words_fail(w, word, err, "%s is missing", what);
  return mg_words_fail(w, word, err, "%s %s is not a finite number", what,
                       mg_show_part(shown, word->text, word->len));
}

mgnn_status
mg_words_count(const mg_words *w, const mg_token *word, const char *what, double least,
               double most, size_t *out, mgnn_error *err)
{
  char shown[MG_SHOW_MAX];
  double x;

  if (word->len == 0)
    return mg_words_fail(w, NULL, err, "%s is missing in this line", what);
  if (!mg_number_whole(word->text, word->len, &x) || x != floor(x)
      || !(x >= least && x <= most))
    return mg_words_fail(w, word, err, "%s is %s, must be a whole number from %.0f to %.0f",
                         what, mg_show_part(shown, word->text, word->len), least, most);
  *out = (size_t)x;
  return MGNN_OK;
}

mgnn_status
mg_words_node(const mg_words *w, const mg_token *word, const char *what, size_t nodes,
              size_t *out, mgnn_error *err)
{
  PASS(mg_words_count(w, word, what, 1, UINT32_MAX, out, err));
  if (*out <= nodes)
    return MGNN_OK;
  if (!w->src->limits.lenient)
    return mg_words_fail(w, word, err, "%s is \"%zu\", must be a whole number from 1 to %zu; "
                         "--lenient leaves such edges out", what, *out, nodes);
  *out = 0;
  return MGNN_OK;
}

mgnn_status
mg_words_decode(mg_words *w, mg_token *word, mgnn_error *err)
{
  if (mg_utf8_valid(word->text, word->len))
    return MGNN_OK;
  if (2 * word->len > w->wide_cap) {
    PASS(mg_resized(&w->wide, 2 * word->len, 1, err));
    w->wide_cap = 2 * word->len;
  }
  word->len = mg_utf8_from_latin1(w->wide, word->text, word->len);
  word->text = w->wide;
  w->latin1++;
  return MGNN_OK;
}

mgnn_status
mg_words_note(const mg_words *w, mgnn_error *err)
{
  if (w->beyond > 0)
    PASS(mg_note(&w->src->notes, err, "%s: %zu edge%s to a node beyond the last %s left out",
                 w->src->path, w->beyond, w->beyond == 1 ? "" : "s",
                 w->beyond == 1 ? "was" : "were"));
  if (w->latin1 == 0)
    return MGNN_OK;
  return mg_note(&w->src->notes, err, "%s: %zu text%s not UTF-8, read as "
                 "Latin-1", w->src->path, w->latin1,
                 w->latin1 == 1 ? " is" : "s are");
}

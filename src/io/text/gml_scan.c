/* Tokens.  The byte after the buffer is 0, which is part of no token, so no
 * loop has to look for the end. */
#include "gml_scan.h"
#include "equal.h"
#include "base/number.h"

#include <string.h>

char *
mg_gml_skip_more(const mg_gml_scan *scan, char *p, mg_gml_place *at)
{
  for (;;) {
    while (*p == ' ')
      p++;
    if (*p == '\n') {
      at->line++;
      at->start = ++p - scan->in.buf;
    } else if (mg_gml_is_blank(*p))
      p++;
    else if (*p == '#') {
      char *stop = memchr(p, '\n', (size_t)(scan->in.end - p));

      if (stop == NULL)
        return scan->in.done ? scan->in.end : p;
      p = stop;
    } else
      return p;
  }
}

mgnn_status
mg_gml_more(mg_gml_scan *scan, mgnn_error *err)
{
  char *keep = scan->in.p;
  ptrdiff_t from = keep - scan->in.buf;
  size_t had = (size_t)(scan->in.end - keep);

  /* The token under way is read from its beginning again: so that this takes
   * no more than twice its length in all, however small the pieces are in
   * which a pipe or zlib gives it, twice as much must be there each time. */
  do
    PASS(mg_stream_more(&scan->in, &keep, err));
  while (!scan->in.done && (size_t)(scan->in.end - keep) < 2 * had);
  scan->at.start -= from - (keep - scan->in.buf);
  return MGNN_OK;
}

static inline char *
number_read(const mg_gml_scan *scan, char *p, mg_gml_value *v)
{
  char *digits = p + (*p == '-' || *p == '+'), *q = digits;
  uint64_t whole = 0;

  for (; (unsigned)(*q - '0') < 10; q++)
    whole = whole * 10 + (unsigned)(*q - '0');
  if (q == digits || *q == '.' || *q == 'e' || *q == 'E') {
    v->kind = MG_GML_REAL;
    return (char *)mg_number_read(p, scan->in.end, &v->x);
  }
  v->kind = q - digits <= 18 ? MG_GML_INTEGER : MG_GML_BIG;
  if (v->kind == MG_GML_INTEGER)
    v->whole = *p == '-' ? -(int64_t)whole : (int64_t)whole;
  return q;
}

static char *
text_read(const mg_gml_scan *scan, char *p, mg_gml_value *v, mg_gml_place *at)
{
  int coded = 0;

  v->kind = MG_GML_TEXT;
  v->s = ++p;
  for (;; p++) {
    unsigned char c = (unsigned char)*p;

    if (c > '&' && c != '\\' && c < 0x80)
      continue;
    if (c == '"')
      break;
    if (c == '\n') {
      at->line++;
      at->start = p + 1 - scan->in.buf;
    } else if (c == '\\' && (p[1] == '"' || p[1] == '\\'))
      p++;
    else if (c == '\0' && p == scan->in.end) {
      v->kind = MG_GML_OPEN;
      return scan->in.done ? p : NULL;
    }
    coded |= c == '&' || c == '\\' || c == '\r' || c == '\0' || c >= 0x80;
  }
  v->end = p;
  v->coded = coded;
  return p + 1;
}

/* nan and inf, which programs write where they have no number. */
static int
is_no_number(const char *p, const char *end)
{
  size_t len;

  p += *p == '-' || *p == '+';
  len = (size_t)(end - p);
  return mg_text_is(p, len, "nan") || mg_text_is(p, len, "inf")
         || mg_text_is(p, len, "infinity");
}

/* Whether the rest of a line reads as `key value key value ...`. */
static int
is_pairs(const char *p, const char *end)
{
  for (;;) {
    const char *key, *stop;
    size_t len;
    double x;

    while (p < end && mg_gml_is_blank(*p))
      p++;
    if (p == end || *p == ']')
      return 1;
    if (!mg_gml_starts_key(*p))
      return 0;
    for (key = p; p < end && mg_gml_is_word(*p); p++)
      ;
    len = (size_t)(p - key);
    while (p < end && mg_gml_is_blank(*p))
      p++;
    if (p < end && (*p == '"' || *p == '['))
      return 1;
    stop = mg_number_read(p, end, &x);
    if (stop == NULL) {
      if (p == end || !(mg_text_is(key, len, "source")
                        || mg_text_is(key, len, "target")
                        || mg_text_is(key, len, "id")))
        return 0;
      for (stop = p; stop < end && mg_gml_is_word(*stop); stop++)
        ;
    }
    p = stop;
  }
}

/* The end of an id without quotes, as Gephi writes them: one word, or all of
 * its line (`id node 0`) where the rest would be no GML.  NULL if the end of
 * the line is not in the buffer. */
static char *
bare_id_end(const mg_gml_scan *scan, char *p, char *q)
{
  char *stop = memchr(p, '\n', (size_t)(scan->in.end - p));

  if (stop == NULL && !scan->in.done)
    return NULL;
  if (stop == NULL)
    stop = scan->in.end;
  if (is_pairs(q, stop))
    return q;
  for (q = stop; mg_gml_is_blank(q[-1]); q--)
    ;
  for (char *c = p; c < q; c++)
    if (*c == '"' || *c == '[' || *c == ']')
      q = c;                   /* refused by what comes next */
  return q;
}

char *
mg_gml_value_read(const mg_gml_scan *scan, char *p, int is_id, mg_gml_value *v,
                  mg_gml_place *at)
{
  char *q;

  v->s = p;
  v->coded = 0;
  v->line = at->line;
  v->column = mg_gml_column(scan, *at, p);
  if (*p == '"')
    return text_read(scan, p, v, at);
  q = number_read(scan, p, v);
  if (q == NULL || !(mg_gml_is_blank(*q) || *q == ']'
                     || (q == scan->in.end && scan->in.done))) {
    for (q = p; mg_gml_is_word(*q); q++)
      ;
    if (mg_gml_is_cut(scan, q))
      return NULL;
    v->kind = is_no_number(p, q) || (is_id && !mg_gml_starts_key(*p))
              ? MG_GML_NO_NUMBER : MG_GML_WORD;
    v->end = q;
    if (v->kind == MG_GML_WORD && is_id)
      q = bare_id_end(scan, p, q);
    if (q == NULL)
      return NULL;
    for (char *c = p; c < q; c++)
      v->coded |= *c == '\0' || (unsigned char)*c >= 0x80;
  }
  v->end = q;
  return q;
}

/* Splits GML into tokens.  The byte after the buffer is 0, which is part of no
 * token, so no loop has to check for the end. */
#include "gml_scan.h"
#include "equal.h"
#include "base/number.h"
#include "utf8.h"
#include "xml.h"
#include "base/mem.h"

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

  /* The current token is read again from its beginning.  A pipe or zlib may
   * supply it in small pieces; waiting for twice as many bytes each time keeps
   * the total at no more than twice its length. */
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

/* Whether a word is nan or inf, which programs write for a missing number. */
static int
is_no_number(const char *p, const char *end)
{
  size_t len;

  p += *p == '-' || *p == '+';
  len = (size_t)(end - p);
  return mg_text_is(p, len, "nan") || mg_text_is(p, len, "inf")
         || mg_text_is(p, len, "infinity");
}

/* Whether the rest of a line has the form `key value key value ...`. */
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

/* The end of an id without quotes, as Gephi writes them: one word, or its whole
 * line (`id node 0`) if the rest would not be GML.  NULL if the end of the line
 * is not in the buffer. */
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
      q = c;                   /* the reader refuses it there */
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

/* ---- texts ----
 *
 * The format's own definition has entities for all of Latin-1; backslashes before
 * quotes come from Graphviz and OGDF. */

/* U+00A0 to U+00FF, in order. */
static const char *const latin1_name[96] = {
  "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect",
  "uml", "copy", "ordf", "laquo", "not", "shy", "reg", "macr",
  "deg", "plusmn", "sup2", "sup3", "acute", "micro", "para", "middot",
  "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
  "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil",
  "Egrave", "Eacute", "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml",
  "ETH", "Ntilde", "Ograve", "Oacute", "Ocirc", "Otilde", "Ouml", "times",
  "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute", "THORN", "szlig",
  "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
  "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml",
  "eth", "ntilde", "ograve", "oacute", "ocirc", "otilde", "ouml", "divide",
  "oslash", "ugrave", "uacute", "ucirc", "uuml", "yacute", "thorn", "yuml"
};

static const struct {
  const char *name;
  unsigned code;
} plain_name[] = {
  { "amp", '&' }, { "quot", '"' }, { "lt", '<' }, { "gt", '>' },
  { "apos", '\'' }
};

static int
is_name(const char *name, const char *s, size_t len)
{
  return strncmp(name, s, len) == 0 && name[len] == '\0';
}

/* The character of a numeric entity; s is the text after &#.  0 if a text
 * cannot hold it. */
static unsigned
numeric(const char *s, size_t len)
{
  int hex = len > 1 && (s[0] == 'x' || s[0] == 'X');
  unsigned code = 0;

  for (size_t i = (size_t)hex; i < len; i++) {
    unsigned digit = (unsigned)(s[i] - '0');
    unsigned letter = (unsigned)((s[i] | 32) - 'a');

    if (digit > 9 && (!hex || letter > 5))
      return 0;
    code = code * (hex ? 16 : 10) + (digit <= 9 ? digit : letter + 10);
    if (code > 0x10ffff)
      return 0;
  }
  return code >= 0xd800 && code <= 0xdfff ? 0 : code;
}

/* The character of the entity whose name is len bytes at s; 0 if it is unknown. */
static unsigned
entity(const char *s, size_t len)
{
  if (len > 1 && s[0] == '#')
    return numeric(s + 1, len - 1);
  for (size_t k = 0; k < sizeof plain_name / sizeof *plain_name; k++)
    if (is_name(plain_name[k].name, s, len))
      return plain_name[k].code;
  for (unsigned k = 0; k < 96; k++)
    if (is_name(latin1_name[k], s, len))
      return 0xa0 + k;
  return 0;
}

/* The ; that ends the entity at s, or NULL if there is none near enough. */
static char *
entity_end(const char *s, size_t left)
{
  return memchr(s + 1, ';', left - 1 < 10 ? left - 1 : 10);
}

size_t
mg_html_entity(const char *s, size_t left, char out[4], size_t *count)
{
  const char *stop = entity_end(s, left);
  char name[12] = "";
  unsigned code;

  if (stop == NULL)
    return 0;
  memcpy(name, s + 1, (size_t)(stop - s - 1));
  code = entity(name, strlen(name));
  if (code == 0)
    code = mg_xml_entity(name);
  *count = (size_t)(mg_utf8_put(out, code) - out);
  return code != 0 ? (size_t)(stop + 1 - s) : 0;
}

/* Decode in place: no entity is shorter than its character. */
static size_t
decode(char *s, size_t len, int escapes)
{
  char *end = s + len, *to = s;

  for (char *p = s; p < end; ) {
    if (*p == '&') {
      char *stop = entity_end(p, (size_t)(end - p));
      unsigned code = stop != NULL ? entity(p + 1, (size_t)(stop - p - 1)) : 0;

      if (code != 0) {
        to = mg_utf8_put(to, code);
        p = stop + 1;
        continue;
      }
    } else if ((escapes && *p == '\\' && p + 1 < end
                && (p[1] == '"' || p[1] == '\\'))
               || (*p == '\r' && p + 1 < end && p[1] == '\n'))
      p++;
    *to++ = *p++;
  }
  return (size_t)(to - s);
}

mgnn_status
mg_gml_text(mg_gml_scratch *scratch, const char **s, size_t *len, mgnn_error *err)
{
  size_t need = 2 * *len + 1;
  int escapes = memchr(*s, '"', *len) != NULL;

  if (need > scratch->cap) {
    PASS(mg_resized(&scratch->buf, need, 1, err));
    scratch->cap = need;
  }
  if (mg_utf8_valid(*s, *len))
    memcpy(scratch->buf, *s, *len);
  else {
    *len = mg_utf8_from_latin1(scratch->buf, *s, *len);
    scratch->latin1 = 1;
  }
  *len = decode(scratch->buf, *len, escapes);
  *s = scratch->buf;
  return MGNN_OK;
}

/* Splits JSON (RFC 8259) into tokens; NaN and Infinity, as in Python, become null. */
#include "json_scan.h"
#include "message.h"
#include "utf8.h"
#include "base/mem.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

mgnn_status
mg_json_scan_open(mg_json_scan *s, const char *path, const mg_limits *limits,
                  mgnn_error *err)
{
  memset(s, 0, sizeof *s);
  for (int c = 0; c < 256; c++)
    s->plain[c] = c >= 0x20 && c != '"' && c != '\\';
  return mg_chars_open(&s->chars, path, limits, err);
}

mgnn_status
mg_json_fail(const mg_json_scan *s, mgnn_error *err, const char *fmt, ...)
{
  char what[sizeof err->text];
  va_list args;

  va_start(args, fmt);
  vsnprintf(what, sizeof what, fmt, args);
  va_end(args);
  return mg_fail_at(err, s->chars.in.path, s->line, s->column, "%s", what);
}

/* ---- strings ---- */

/* Read the four hexadecimal digits after \u. */
static mgnn_status
read_four(mg_json_scan *s, unsigned *out, mgnn_error *err)
{
  mg_chars *c = &s->chars;

  *out = 0;
  for (int k = 0; k < 4; k++) {
    int next = mg_chars_peek(c);
    int digit = next >= '0' && next <= '9' ? next - '0'
                : next >= 'a' && next <= 'f' ? next - 'a' + 10
                : next >= 'A' && next <= 'F' ? next - 'A' + 10 : -1;

    if (digit < 0)
      return mg_json_fail(s, err, "in this text, \\u is not followed by four "
                          "hexadecimal digits");
    *out = *out * 16 + (unsigned)digit;
    mg_chars_next(c);
  }
  return MGNN_OK;
}

static mgnn_status
put_character(mg_chars *c, unsigned u, mgnn_error *err)
{
  char s[4], *end = mg_utf8_put(s, u);

  for (char *p = s; p < end; p++)
    PASS(mg_chars_put(c, (unsigned char)*p, err));
  return MGNN_OK;
}

/* Read \uXXXX; half of a surrogate pair alone becomes U+FFFD. */
static mgnn_status
read_unicode(mg_json_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  unsigned u, low = 0;

  PASS(read_four(s, &u, err));
  while (u >= 0xd800 && u < 0xdc00 && mg_chars_peek(c) == '\\') {
    mg_chars_next(c);
    if (mg_chars_peek(c) != 'u')
      return mg_json_fail(s, err, "this text has half of a surrogate pair");
    mg_chars_next(c);
    PASS(read_four(s, &low, err));
    if (low >= 0xdc00 && low < 0xe000) {
      u = 0x10000 + ((u - 0xd800) << 10) + (low - 0xdc00);
      break;
    }
    PASS(put_character(c, 0xfffd, err));
    u = low;
  }
  if (u == 0)
    return mg_json_fail(s, err, "this text has the character 0");
  if (u >= 0xd800 && u < 0xe000)
    u = 0xfffd;
  return put_character(c, u, err);
}

static mgnn_status
read_escape(mg_json_scan *s, mgnn_error *err)
{
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  mg_chars *c = &s->chars;
  int next = mg_chars_peek(c);
  const char *found = next > 0 ? strchr(from, next) : NULL;

  if (next >= 0)
    mg_chars_next(c);
  if (next == 'u')
    return read_unicode(s, err);
  if (found == NULL)
    return c->status != MGNN_OK ? mg_chars_check(c, err)
           : mg_json_fail(s, err, "in this text, a backslash is followed by "
                          "neither \", \\, /, b, f, n, r, t nor u");
  return mg_chars_put(c, to[found - from], err);
}

static mgnn_status
read_text(mg_json_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;

  s->kind = MG_JSON_TEXT;
  mg_chars_next(c);
  for (;;) {
    int next;

    PASS(mg_chars_take(c, s->plain, err));
    next = mg_chars_peek(c);
    if (next < 0)
      return c->status != MGNN_OK ? mg_chars_check(c, err)
             : mg_json_fail(s, err, "the text that begins here is never closed "
                            "by a \"");
    if (next < 0x20)
      return mg_json_fail(s, err, "the text that begins here holds a line end or "
                          "another control character; is its \" missing?");
    mg_chars_next(c);
    if (next == '"')
      break;
    PASS(read_escape(s, err));
  }
  if (c->high && !mg_utf8_valid(c->text, c->len))
    return mg_json_fail(s, err, "the text is not UTF-8; convert the file, for "
                        "example with: iconv -f LATIN1 -t UTF-8");
  return MGNN_OK;
}

/* ---- numbers and words ---- */

static int
is_wordy(int c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
         || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+';
}

static mgnn_status
read_word(mg_json_scan *s, mgnn_error *err)
{
  static const struct {
    const char *word;
    mg_json_kind kind;
  } words[] = {
    { "true", MG_JSON_TRUE }, { "false", MG_JSON_FALSE },
    { "null", MG_JSON_NULL }, { "NaN", MG_JSON_NULL },
    { "Infinity", MG_JSON_NULL }, { "-Infinity", MG_JSON_NULL }
  };
  mg_chars *c = &s->chars;
  char shown[MG_SHOW_MAX];

  for (int next = mg_chars_peek(c); is_wordy(next); next = mg_chars_peek(c)) {
    PASS(mg_chars_put(c, next, err));
    mg_chars_next(c);
  }
  PASS(mg_chars_end(c, err));
  s->kind = MG_JSON_NUMBER;
  if (c->len > 0 && c->text[0] != '+' && c->text[0] != '.'
      && mg_number_whole(c->text, c->len, &s->number))
    return MGNN_OK;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(c->text, words[k].word) == 0) {
      s->kind = words[k].kind;
      return MGNN_OK;
    }
  if (c->len > 0)
    return mg_json_fail(s, err, "%s is no value of JSON; texts are in double "
                        "quotes", mg_show(shown, c->text));
  shown[0] = (char)mg_chars_peek(c);
  return mg_json_fail(s, err, "a value is expected here, not \"%.1s\"%s",
                      shown[0] == '\0' ? "?" : shown,
                      shown[0] == '\'' ? "; texts are in double quotes" : "");
  return MGNN_OK;
}

/* ---- tokens ---- */

mgnn_status
mg_json_next(mg_json_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;
  int next = mg_chars_peek(c);

  while (next == ' ' || next == '\n' || next == '\r' || next == '\t') {
    mg_chars_next(c);
    next = mg_chars_peek(c);
  }
  mg_chars_begin(c);
  s->line = c->line;
  s->column = mg_chars_column(c);
  if (next < 0) {
    s->kind = MG_JSON_END;
    PASS(mg_chars_check(c, err));
  } else if (next == '"')
    PASS(read_text(s, err));
  else if (next != 0 && strchr("{}[]:,", next) != NULL) {
    s->kind = MG_JSON_SIGN;
    s->sign = (char)next;
    mg_chars_next(c);
    if (next == '{' || next == '[') {
      if (s->depth == MG_JSON_DEPTH_MAX)
        return mg_json_fail(s, err, "values are nested deeper than %d",
                            MG_JSON_DEPTH_MAX);
      s->depth++;
    } else if ((next == '}' || next == ']') && s->depth > 0)
      s->depth--;
  } else
    return read_word(s, err);
  return mg_chars_end(c, err);
}

/* ---- values ---- */

void
mg_json_list_open(mg_json_list *l, const mg_json_scan *s)
{
  memset(l, 0, sizeof *l);
  l->close = s->sign == '{' ? '}' : ']';
}

/* Read the key, which is kept, and the colon after it. */
static mgnn_status
read_key(mg_json_list *l, mg_json_scan *s, mgnn_error *err)
{
  mg_chars *c = &s->chars;

  if (s->kind != MG_JSON_TEXT)
    return mg_json_fail(s, err, s->kind == MG_JSON_END ? "the file ends within "
                        "an object: its } is missing" : "a key in double quotes "
                        "is expected here");
  if (c->len + 1 > l->key_cap) {
    PASS(mg_resized(&l->key, c->len + 32, 1, err));
    l->key_cap = c->len + 32;
  }
  memcpy(l->key, c->text, c->len + 1);
  PASS(mg_json_next(s, err));
  if (!mg_json_is(s, ':'))
    return mg_json_fail(s, err, "after a key there must be a :");
  return mg_json_next(s, err);
}

mgnn_status
mg_json_list_next(mg_json_list *l, mg_json_scan *s, int *more, mgnn_error *err)
{
  *more = 0;
  PASS(mg_json_next(s, err));
  if (mg_json_is(s, l->close))
    return MGNN_OK;
  if (l->begun) {
    if (!mg_json_is(s, ','))
      return mg_json_fail(s, err, s->kind == MG_JSON_END ? "the file ends where "
                          "a %c is missing" : "a , or %c is expected here",
                          l->close);
    PASS(mg_json_next(s, err));
  }
  l->begun = *more = 1;
  if (l->close == '}')
    PASS(read_key(l, s, err));
  if (s->kind == MG_JSON_END
      || (s->kind == MG_JSON_SIGN && s->sign != '{' && s->sign != '['))
    return mg_json_fail(s, err, "a value is missing here");
  return MGNN_OK;
}

static mgnn_status
buffer_put(mg_json_buffer *out, const char *s, size_t len, mgnn_error *err)
{
  if (out->len + len + 1 > out->cap) {
    size_t cap = out->len + len + out->cap / 2 + 64;
    PASS(mg_resized(&out->text, cap, 1, err));
    out->cap = cap;
  }
  memcpy(out->text + out->len, s, len);
  out->len += len;
  out->text[out->len] = '\0';
  return MGNN_OK;
}

mgnn_status
mg_json_quote(mg_json_buffer *out, const char *text, size_t len, mgnn_error *err)
{
  char escape[8];

  PASS(buffer_put(out, "\"", 1, err));
  for (size_t k = 0; k < len; k++) {
    unsigned char c = (unsigned char)text[k];

    if (c == '"' || c == '\\')
      PASS(buffer_put(out, "\\", 1, err));
    if (c < 0x20) {
      snprintf(escape, sizeof escape, "\\u%04x", (unsigned)c);
      PASS(buffer_put(out, escape, 6, err));
    } else
      PASS(buffer_put(out, text + k, 1, err));
  }
  return buffer_put(out, "\"", 1, err);
}

/* Append the text of a token: a value other than an object or array, or a sign. */
static mgnn_status
copy_token(const mg_json_scan *s, mg_json_buffer *out, mgnn_error *err)
{
  const mg_chars *c = &s->chars;

  switch (s->kind) {
  case MG_JSON_TEXT:
    return mg_json_quote(out, c->text, c->len, err);
  case MG_JSON_NUMBER:
    return buffer_put(out, c->text, c->len, err);
  case MG_JSON_TRUE:
    return buffer_put(out, "true", 4, err);
  case MG_JSON_FALSE:
    return buffer_put(out, "false", 5, err);
  case MG_JSON_SIGN:
    return buffer_put(out, &s->sign, 1, err);
  default:
    return buffer_put(out, "null", 4, err);
  }
}

/* Go over a value.  mg_json_next limits the depth of the recursion. */
static mgnn_status
walk(mg_json_scan *s, mg_json_buffer *out, mgnn_error *err)
{
  mg_json_list l = { 0 };
  mgnn_status status = MGNN_OK;
  int more, first = 1;

  if (out != NULL)
    TRY(copy_token(s, out, err));
  if (s->kind != MG_JSON_SIGN)
    return MGNN_OK;
  mg_json_list_open(&l, s);
  EACH(mg_json_list_next(&l, s, &more, err), more) {
    if (out != NULL && !first)
      TRY(buffer_put(out, ",", 1, err));
    first = 0;
    if (out != NULL && l.close == '}') {
      TRY(mg_json_quote(out, l.key, strlen(l.key), err));
      TRY(buffer_put(out, ":", 1, err));
    }
    TRY(walk(s, out, err));
  }
  TRY(status);
  if (out != NULL)
    TRY(copy_token(s, out, err));
end:
  mg_free(l.key);
  return status;
}

mgnn_status
mg_json_skip(mg_json_scan *s, mgnn_error *err)
{
  return walk(s, NULL, err);
}

mgnn_status
mg_json_copy(mg_json_scan *s, mg_json_buffer *out, mgnn_error *err)
{
  return walk(s, out, err);
}

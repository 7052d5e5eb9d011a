/* Writes JSON text with its commas, newlines and escapes. */
#include "json.h"
#include "io/text/utf8.h"

#include <math.h>

static uint64_t
level(const mg_json *j)
{
  return UINT64_C(1) << j->depth;
}

static void
new_line(mg_json *j)
{
  mg_put_char(&j->sink, '\n');
  for (unsigned k = 0; k < j->depth; k++)
    mg_put_text(&j->sink, "  ");
}

/* Write the separator before an item: after a key nothing, else a comma if it is not
 * the first item, and a new line or a blank. */
static void
item(mg_json *j)
{
  if (j->after_key) {
    j->after_key = 0;
    return;
  }
  if (j->depth == 0)
    return;
  if (j->filled & level(j))
    mg_put_char(&j->sink, ',');
  if (!(j->row & level(j)))
    new_line(j);
  else if (j->filled & level(j))
    mg_put_char(&j->sink, ' ');
  j->filled |= level(j);
}

void
mg_json_raw(mg_json *j, const char *json)
{
  item(j);
  mg_put_text(&j->sink, json);
}

void
mg_json_begin(mg_json *j, FILE *out)
{
  mg_sink_init(&j->sink, out);
  j->depth = 0;
  j->array = j->row = j->filled = 0;
  j->after_key = 0;
  j->in_page = 0;
}

void
mg_json_in_page(mg_json *j)
{
  j->in_page = 1;
}

void
mg_json_end(mg_json *j)
{
  mg_put_char(&j->sink, '\n');
  mg_sink_flush(&j->sink);
}

static void
begin(mg_json *j, char bracket, int row)
{
  int inherited = (j->row & level(j)) != 0;

  item(j);
  mg_put_char(&j->sink, bracket);
  j->depth++;
  j->filled &= ~level(j);
  j->array &= ~level(j);
  j->row &= ~level(j);
  if (bracket == '[')
    j->array |= level(j);
  if (row || inherited)
    j->row |= level(j);
}

void
mg_json_open(mg_json *j, char bracket)
{
  begin(j, bracket, 0);
}

void
mg_json_row(mg_json *j, char bracket)
{
  begin(j, bracket, 1);
}

void
mg_json_close(mg_json *j)
{
  int is_array = (j->array & level(j)) != 0;
  int broken = (j->filled & ~j->row & level(j)) != 0;

  j->depth--;
  if (broken)
    new_line(j);
  mg_put_char(&j->sink, is_array ? ']' : '}');
}

static void
escape(mg_sink *s, unsigned char c)
{
  static const char hex[] = "0123456789abcdef";
  static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
  const char *at = c != 0 ? strchr(plain, c) : NULL;

  mg_put_char(s, '\\');
  if (at != NULL)
    mg_put_char(s, letter[at - plain]);
  else {
    mg_put_text(s, "u00");
    mg_put_char(s, hex[c >> 4]);
    mg_put_char(s, hex[c & 15]);
  }
}

/* The escape of a character that must be escaped in a page although JSON does not
 * require it; else NULL. */
static const char *
page_escape(const char *text, size_t len)
{
  static const struct {
    const char *text, *escape;
  } table[] = {
    { "<", "\\u003c" }, { ">", "\\u003e" }, { "&", "\\u0026" },
    { "'", "\\u0027" }, { "\xe2\x80\xa8", "\\u2028" },
    { "\xe2\x80\xa9", "\\u2029" }
  };

  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (strlen(table[k].text) == len && memcmp(table[k].text, text, len) == 0)
      return table[k].escape;
  return NULL;
}

static void
quote(mg_sink *s, const char *text, int in_page)
{
  size_t left = strlen(text);
  const char *escaped;

  mg_put_char(s, '"');
  while (left > 0) {
    unsigned char c = (unsigned char)*text;
    size_t len = 1;

    if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f)
      escape(s, c);
    else if (c < 0x80 && !in_page)
      mg_put_char(s, (char)c);
    else if ((len = mg_utf8_length(text, left)) > 0) {
      escaped = in_page && len != 2 ? page_escape(text, len) : NULL;
      if (escaped != NULL)
        mg_put_text(s, escaped);
      else
        mg_put_bytes(s, text, len);
    } else {
      mg_put_text(s, MG_UTF8_UNKNOWN);
      len = 1;
    }
    text += len;
    left -= len;
  }
  mg_put_char(s, '"');
}

void
mg_json_key(mg_json *j, const char *key)
{
  item(j);
  quote(&j->sink, key, j->in_page);
  mg_put_text(&j->sink, ": ");
  j->after_key = 1;
}

void
mg_json_text(mg_json *j, const char *text)
{
  if (text == NULL) {
    mg_json_null(j);
    return;
  }
  item(j);
  quote(&j->sink, text, j->in_page);
}

void
mg_json_number(mg_json *j, double x)
{
  if (!isfinite(x)) {
    mg_json_null(j);
    return;
  }
  item(j);
  mg_put_number(&j->sink, x);
}

void
mg_json_count(mg_json *j, size_t count)
{
  item(j);
  mg_put_count(&j->sink, count);
}

void
mg_json_flag(mg_json *j, int on)
{
  item(j);
  mg_put_text(&j->sink, on ? "true" : "false");
}

void
mg_json_null(mg_json *j)
{
  item(j);
  mg_put_text(&j->sink, "null");
}

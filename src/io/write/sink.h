/* A write buffer in front of stdio, because a call of stdio for every few bytes takes
 * longer than formatting the numbers.  Errors set the error flag of the FILE, where
 * mg_output_commit finds them. */
#ifndef MG_SINK_H
#define MG_SINK_H

#include "base/number.h"

#include <stdio.h>
#include <string.h>

/* Large, but meant for the stack of a writer.  mg_sink_init leaves most of `bytes`
 * uninitialised. */
typedef struct {
  FILE *out;
  size_t used;
  char bytes[1 << 16];
} mg_sink;

static inline void
mg_sink_init(mg_sink *s, FILE *out)
{
  s->out = out;
  s->used = 0;
  s->bytes[0] = '\0';          /* only so that gcc does not warn in mg_sink_flush */
}

/* Pass the buffered bytes to stdio. */
static inline void
mg_sink_flush(mg_sink *s)
{
  fwrite(s->bytes, 1, s->used, s->out);
  s->used = 0;
}

static inline void
mg_put_char(mg_sink *s, char c)
{
  if (s->used == sizeof s->bytes)
    mg_sink_flush(s);
  s->bytes[s->used++] = c;
}

static inline void
mg_put_bytes(mg_sink *s, const char *text, size_t len)
{
  if (len > sizeof s->bytes) {
    mg_sink_flush(s);
    fwrite(text, 1, len, s->out);
    return;
  }
  if (len > sizeof s->bytes - s->used)
    mg_sink_flush(s);
  memcpy(s->bytes + s->used, text, len);
  s->used += len;
}

static inline void
mg_put_text(mg_sink *s, const char *text)
{
  mg_put_bytes(s, text, strlen(text));
}

/* x must be finite. */
static inline void
mg_put_number(mg_sink *s, double x)
{
  if (sizeof s->bytes - s->used < MG_NUMBER_MAX)
    mg_sink_flush(s);
  s->used += mg_number_write(s->bytes + s->used, x);
}

static inline void
mg_put_count(mg_sink *s, size_t count)
{
  char digits[24], *p = digits + sizeof digits;

  do
    *--p = (char)('0' + count % 10);
  while ((count /= 10) > 0);
  mg_put_bytes(s, p, (size_t)(digits + sizeof digits - p));
}

/* Write a cell of CSV, in quotes if RFC 4180 requires them, if readers would strip
 * blanks, or if the line would look like a comment. */
static inline void
mg_put_cell(mg_sink *s, const char *text)
{
  size_t len = strlen(text);

  if (len > 0 && strpbrk(text, "\",\r\n") == NULL
      && strchr(" \t#%", text[0]) == NULL
      && strchr(" \t", text[len - 1]) == NULL) {
    mg_put_bytes(s, text, len);
    return;
  }
  mg_put_char(s, '"');
  for (; *text != '\0'; text++) {
    if (*text == '"')
      mg_put_char(s, '"');
    mg_put_char(s, *text);
  }
  mg_put_char(s, '"');
}

#endif

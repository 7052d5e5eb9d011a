/* Splits GML into tokens over a sliding buffer.  The scanner keeps no context:
 * the reader decides what a token means in its place. */
#ifndef MG_GML_SCAN_H
#define MG_GML_SCAN_H

#include "stream.h"

#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

/* The position of a byte: its line, and the offset in the buffer of the start
 * of that line (negative once it has left the buffer). */
typedef struct {
  size_t line;
  ptrdiff_t start;
} mg_gml_place;

typedef struct {
  mg_stream in;
  mg_gml_place at;             /* of in.p */
} mg_gml_scan;

typedef struct {
  enum {
    MG_GML_INTEGER,            /* an integer of up to 18 digits */
    MG_GML_REAL,
    MG_GML_BIG,                /* a longer integer */
    MG_GML_WORD,               /* text without quotes */
    MG_GML_TEXT,
    MG_GML_NO_NUMBER,          /* nan, inf; as an id: 2x */
    MG_GML_OPEN                /* a text whose closing quote is missing */
  } kind;
  int64_t whole;
  double x;
  const char *s, *end;         /* as in the file, without the quotes */
  int coded;                   /* text that mg_gml_text must decode */
  size_t line, column;
} mg_gml_value;

static inline int
mg_gml_is_blank(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Whether c may be part of a key or of an unquoted value. */
static inline int
mg_gml_is_word(char c)
{
  return (unsigned char)c > ' ' && c != '[' && c != ']' && c != '"';
}

static inline int
mg_gml_starts_key(char c)
{
  return (unsigned)((c | 32) - 'a') < 26 || c == '_' || c == '@'
         || (unsigned char)c >= 0x80;
}

/* The column of a byte in its line, from 1. */
static inline size_t
mg_gml_column(const mg_gml_scan *scan, mg_gml_place at, const char *p)
{
  return (size_t)(p - scan->in.buf - at.start) + 1;
}

/* Skip blanks and comments from p on.  Stops at the end of the buffer, and at
 * a comment whose end is not in the buffer yet. */
char *mg_gml_skip_more(const mg_gml_scan *scan, char *p, mg_gml_place *at);

static inline char *
mg_gml_skip(const mg_gml_scan *scan, char *p, mg_gml_place *at)
{
  if (*p == '\n') {
    at->line++;
    at->start = ++p - scan->in.buf;
  }
  while (*p == ' ')
    p++;
  return (unsigned char)*p > '#' ? p : mg_gml_skip_more(scan, p, at);
}

/* Whether the token or comment that ends at p may continue beyond the buffer. */
static inline int
mg_gml_is_cut(const mg_gml_scan *scan, const char *p)
{
  return (*p == '\0' || *p == '#') && !scan->in.done
         && (p == scan->in.end || *p == '#');
}

/* Read more of the file.  The bytes from in.p on stay in the buffer. */
mgnn_status mg_gml_more(mg_gml_scan *scan, mgnn_error *err);

/* Read the value at p, which is not [ or ].  is_id: it is the id of a node, and
 * a text may then lack its quotes.  Returns the byte after the value and sets
 * *at to its position; NULL if the value may continue beyond the buffer. */
char *mg_gml_value_read(const mg_gml_scan *scan, char *p, int is_id,
                        mg_gml_value *v, mg_gml_place *at);

/* A buffer for one decoded text at a time.  Start zeroed; free buf with mg_free. */
typedef struct {
  char *buf;
  size_t cap;
  int latin1;                  /* set by mg_gml_text when a text was Latin-1 */
} mg_gml_scratch;

/* Decode a text: entities (&amp; &quot; &lt; &gt; &apos;, those of Latin-1 such
 * as &auml;, and &#228; or &#xe4;) become characters in UTF-8, \" becomes "
 * (and then \\ in the same text becomes \), CRLF becomes LF, and a text that is
 * not UTF-8 is converted from Latin-1.  Unknown entities stay as they are.  *s
 * and *len are the text, replaced by the result in the scratch buffer.  Returns
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_gml_text(mg_gml_scratch *scratch, const char **s, size_t *len,
                        mgnn_error *err);

/* Decode the HTML entity at s, which begins with & and has at most `left` bytes.
 * Returns its length, 0 if unknown; `out` gets *count <= 4 bytes of UTF-8. */
size_t mg_html_entity(const char *s, size_t left, char out[4], size_t *count);

#endif

/* Reads a file character by character, with line and column, and collects
 * tokens in a buffer.  For formats whose tokens may be of any length and
 * contain escapes. */
#ifndef MG_CHARS_H
#define MG_CHARS_H

#include "stream.h"

/* If zeroed, it may be closed without being opened. */
typedef struct {
  mg_stream in;
  size_t line;                 /* of the next character, from 1 */
  size_t base;                 /* bytes of the file before the buffer */
  size_t line_start;           /* bytes of the file before the current line */
  mgnn_status status;          /* why reading stopped; MGNN_OK: end of file */
  mgnn_error why;
  char *text;                  /* of the current token: len bytes */
  size_t len, cap;
  int high;                    /* the token has bytes that are not ASCII */
  size_t latin1, latin1_line;  /* texts that were not UTF-8; line of the first */
} mg_chars;

mgnn_status mg_chars_open(mg_chars *c, const char *path,
                          const mg_limits *limits, mgnn_error *err);
void mg_chars_close(mg_chars *c);

/* Read more of the file; returns the next character, or -1 if there is none. */
int mg_chars_fill(mg_chars *c);

/* The next character as a byte from 0 to 255, or -1 at the end. */
static inline int
mg_chars_peek(mg_chars *c)
{
  return c->in.p < c->in.end ? (unsigned char)*c->in.p : mg_chars_fill(c);
}

/* Consume the character that mg_chars_peek returned. */
static inline void
mg_chars_next(mg_chars *c)
{
  if (*c->in.p++ == '\n') {
    c->line++;
    c->line_start = c->base + (size_t)(c->in.p - c->in.buf);
  }
}

/* The column of the next character, from 1. */
static inline size_t
mg_chars_column(const mg_chars *c)
{
  return c->base + (size_t)(c->in.p - c->in.buf) - c->line_start + 1;
}

/* After -1: MGNN_OK at the end of the file, otherwise the error that ended reading. */
mgnn_status mg_chars_check(const mg_chars *c, mgnn_error *err);

/* Start a new token; mg_chars_put appends a byte to it. */
static inline void
mg_chars_begin(mg_chars *c)
{
  c->len = 0;
  c->high = 0;
}

mgnn_status mg_chars_grow(mg_chars *c, size_t more, mgnn_error *err);

static inline mgnn_status
mg_chars_put(mg_chars *c, int byte, mgnn_error *err)
{
  if (c->len == c->cap)
    PASS(mg_chars_grow(c, 1, err));
  c->text[c->len++] = (char)byte;
  c->high |= byte & 0x80;
  return MGNN_OK;
}

/* Append the following bytes of the file as long as they are in the set: 256
 * flags, of which that of the line feed is 0. */
mgnn_status mg_chars_take(mg_chars *c, const unsigned char *set, mgnn_error *err);

/* End the token with a 0, which len does not count.  A token that is not UTF-8
 * is converted from Latin-1. */
mgnn_status mg_chars_end(mg_chars *c, mgnn_error *err);

#endif

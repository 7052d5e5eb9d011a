/* The characters of a file one after the other, with their places, and a buffer
 * for the token that is made of them: for formats whose tokens may be of any
 * length and hold escapes. */
#ifndef MG_CHARS_H
#define MG_CHARS_H

#include "stream.h"

/* Zeroed, it may be closed. */
typedef struct {
  mg_stream in;
  size_t line;                 /* of the next character, from 1 */
  size_t base;                 /* bytes of the file before the buffer */
  size_t line_start;           /* bytes before the first of the line */
  mgnn_status status;          /* why there are no more; MGNN_OK: the end */
  mgnn_error why;
  char *text;                  /* of the token: len bytes */
  size_t len, cap;
  int high;                    /* some of them are not ASCII */
  size_t latin1, latin1_line;  /* texts that were not UTF-8, and the first */
} mg_chars;

mgnn_status mg_chars_open(mg_chars *c, const char *path,
                          const mg_limits *limits, mgnn_error *err);
void mg_chars_close(mg_chars *c);

/* Bring in more; the next character, or -1: there is none. */
int mg_chars_fill(mg_chars *c);

/* The next character as a byte from 0 to 255, or -1 at the end. */
static inline int
mg_chars_peek(mg_chars *c)
{
  return c->in.p < c->in.end ? (unsigned char)*c->in.p : mg_chars_fill(c);
}

/* Go over the character that was looked at. */
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

/* MGNN_OK if the end is that of the file, or why it is not. */
mgnn_status mg_chars_check(const mg_chars *c, mgnn_error *err);

/* Begin a token; add a byte, or some, to it. */
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

/* Add the bytes that follow in the file and are in the set, which has 256
 * entries and not that of the line feed. */
mgnn_status mg_chars_take(mg_chars *c, const unsigned char *set, mgnn_error *err);

/* End the token with a 0, which does not count.  One that is not UTF-8 is taken
 * as Latin-1. */
mgnn_status mg_chars_end(mg_chars *c, mgnn_error *err);

#endif

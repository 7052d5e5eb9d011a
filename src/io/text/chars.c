/* Reads characters of a file and collects them in tokens. */
#include "chars.h"
#include "utf8.h"
#include "base/mem.h"

#include <string.h>

mgnn_status
mg_chars_open(mg_chars *c, const char *path,
              const mg_limits *limits, mgnn_error *err)
{
  memset(c, 0, sizeof *c);
  c->line = 1;
  PASS(mg_stream_open(&c->in, path, limits, err));
  c->line_start = (size_t)(c->in.p - c->in.buf);       /* after a byte order mark */
  return mg_chars_grow(c, 1, err);
}

void
mg_chars_close(mg_chars *c)
{
  mg_stream_close(&c->in);
  mg_free(c->text);
  c->text = NULL;
}

int
mg_chars_fill(mg_chars *c)
{
  mg_stream *in = &c->in;
  char *keep = in->p;

  while (in->p == in->end && !in->done && c->status == MGNN_OK) {
    c->base += (size_t)(in->p - in->buf);
    c->status = mg_stream_more(in, &keep, &c->why);
    c->base -= (size_t)(in->p - in->buf);
  }
  return c->status == MGNN_OK && in->p < in->end ? (unsigned char)*in->p : -1;
}

mgnn_status
mg_chars_check(const mg_chars *c, mgnn_error *err)
{
  return c->status == MGNN_OK ? MGNN_OK
         : mg_fail(err, c->status, "%s", c->why.text);
}

mgnn_status
mg_chars_grow(mg_chars *c, size_t more, mgnn_error *err)
{
  size_t cap = c->len + more + c->cap / 2 + 64;
  PASS(mg_resized(&c->text, cap, 1, err));
  c->cap = cap;
  return MGNN_OK;
}

mgnn_status
mg_chars_take(mg_chars *c, const unsigned char *set, mgnn_error *err)
{
  while (mg_chars_peek(c) >= 0) {
    char *from = c->in.p, *p = from;
    size_t count;

    while (p < c->in.end && set[(unsigned char)*p]) {
      c->high |= *p & 0x80;
      p++;
    }
    count = (size_t)(p - from);
    if (count > c->cap - c->len)
      PASS(mg_chars_grow(c, count, err));
    memcpy(c->text + c->len, from, count);
    c->len += count;
    c->in.p = p;
    if (p < c->in.end)
      break;
  }
  return MGNN_OK;
}

mgnn_status
mg_chars_end(mg_chars *c, mgnn_error *err)
{
  if (c->high && !mg_utf8_valid(c->text, c->len)) {
    size_t len = c->len;

    if (3 * len > c->cap)
      PASS(mg_chars_grow(c, 2 * len, err));
    memmove(c->text + 2 * len, c->text, len);
    c->len = mg_utf8_from_latin1(c->text, c->text + 2 * len, len);
    if (c->latin1++ == 0)
      c->latin1_line = c->line;
  }
  PASS(mg_chars_put(c, 0, err));
  c->len--;
  return MGNN_OK;
}

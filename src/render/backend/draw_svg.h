/* What the writers of SVG share: numbers, colours and text on their way into
 * the file, and the parts of a page. */
#ifndef MG_DRAW_SVG_H
#define MG_DRAW_SVG_H

#include "io/sink.h"
#include "render/canvas/scene.h"

/* No number and no piece of a path is longer. */
enum { PIECE_MOST = 64 };

/* Where the next piece is written, and what to call after it. */
static inline char *
piece_begin(mg_sink *s)
{
  if (s->used + PIECE_MOST > sizeof s->bytes)
    mg_sink_flush(s);
  return s->bytes + s->used;
}

static inline void
piece_end(mg_sink *s, const char *end)
{
  s->used = (size_t)(end - s->bytes);
}

static inline void
put(mg_sink *s, const char *text)
{
  mg_put_text(s, text);
}

/* Clean text as content or in double quotes. */
static inline void
put_text(mg_sink *s, const char *text)
{
  for (;;) {
    size_t plain = strcspn(text, "<>&\"'");

    mg_put_bytes(s, text, plain);
    text += plain;
    switch (*text++) {
    case '\0': return;
    case '<':  put(s, "&lt;"); break;
    case '>':  put(s, "&gt;"); break;
    case '&':  put(s, "&amp;"); break;
    case '"':  put(s, "&quot;"); break;
    case '\'': put(s, "&#39;"); break;
    }
  }
}

/* `<title>text</title>` */
static inline void
put_title(mg_sink *s, const char *text)
{
  put(s, "<title>");
  put_text(s, text);
  put(s, "</title>");
}

/* ` name="value"` of clean text, up to the value and after it. */
static inline void
attribute_begin(mg_sink *s, const char *name)
{
  put(s, " ");
  put(s, name);
  put(s, "=\"");
}

/* Units as pixels, as short as can be: 1250 is 12.5, -5 is -.05.  Part of a
 * piece. */
static inline char *
write_units(char *p, int units)
{
  unsigned u = units < 0 ? 0u - (unsigned)units : (unsigned)units;
  unsigned whole = u / MG_UNITS, part = u % MG_UNITS;

  if (units < 0)
    *p++ = '-';
  if (whole > 0 || part == 0) {
    char digits[12], *d = digits;

    do
      *d++ = (char)('0' + whole % 10);
    while ((whole /= 10) > 0);
    while (d > digits)
      *p++ = *--d;
  }
  if (part > 0) {
    *p++ = '.';
    *p++ = (char)('0' + part / 10);
    if (part % 10 > 0)
      *p++ = (char)('0' + part % 10);
  }
  return p;
}

static inline void
put_units(mg_sink *s, int units)
{
  piece_end(s, write_units(piece_begin(s), units));
}

/* ` name="units"` */
static inline void
put_length(mg_sink *s, const char *name, int units)
{
  attribute_begin(s, name);
  put_units(s, units);
  put(s, "\"");
}

/* Rounded to tenths of pixels: enough for what moves, and where there is very
 * much.  All places are rounded alike, so that steps add up. */
static inline int
mg_svg_tenth(int units)
{
  return (units >= 0 ? units + 5 : units - 4) / 10 * 10;
}

/* A pair of numbers, parted by as little as can be; part of a piece. */
static inline char *
write_pair(char *p, int x, int y)
{
  p = write_units(p, x);
  if (y >= 0)
    *p++ = ' ';
  return write_units(p, y);
}

/* ` name="#rrggbb"`, and the opacity where it is not full; none at all is
 * ` name="none"`. */
static inline void
put_colour(mg_sink *s, const char *name, mg_colour c)
{
  static const char hex[] = "0123456789abcdef";
  char text[] = "#rrggbb";
  const unsigned char part[] = { c.r, c.g, c.b };

  for (int i = 0; i < 3; i++) {
    text[1 + 2 * i] = hex[part[i] / 16];
    text[2 + 2 * i] = hex[part[i] % 16];
  }
  attribute_begin(s, name);
  put(s, c.a > 0 ? text : "none");
  put(s, "\"");
  if (c.a > 0 && c.a < 255) {
    char digits[] = ".ddd", *end = digits + 3;
    int thousandths = (c.a * 1000 + 127) / 255;

    digits[1] = (char)('0' + thousandths / 100);
    digits[2] = (char)('0' + thousandths / 10 % 10);
    digits[3] = (char)('0' + thousandths % 10);
    while (*end == '0' && end > digits + 1)
      *end-- = '\0';
    put(s, " ");
    put(s, name);
    put(s, "-opacity=\"");
    put(s, digits);
    put(s, "\"");
  }
}

/* Everything before the first panel: the element, title, desc and page. */
mgnn_status mg_svg_head(mg_sink *s, const mg_scene *scene, const mg_meta *meta,
                        mgnn_error *err);

/* How much is said: every edge an element of its own; edges in paths; places
 * rounded and no names either. */
typedef enum { MG_SVG_APART, MG_SVG_TOGETHER, MG_SVG_COARSE } mg_svg_detail;

/* The beginning of a group of a class, up to its attributes; of nodes that look
 * alike, all of it. */
void mg_svg_group(mg_sink *s, const char *class);
void mg_svg_node_group(mg_sink *s, const mg_node_run *run);
void mg_svg_edge_group(mg_sink *s, const mg_edge_run *run, mg_colour colour);

/* A whole panel. */
void mg_svg_panel(mg_sink *s, const mg_panel *panel, mg_svg_detail detail);

/* A node's shape up to where its element ends; *tag receives its name. */
void mg_svg_mark(mg_sink *s, const mg_node_run *run, const mg_dot *dot,
                 const char **tag);

/* What edges are as one path, its `d`; coarse: rounded to tenths.  From the
 * first point on all is relative, in whole steps, so that no rounding adds
 * up. */
void mg_svg_path(mg_sink *s, const mg_segment *e, size_t count, int coarse);

void mg_svg_words(mg_sink *s, const mg_word *word, size_t count);

#endif

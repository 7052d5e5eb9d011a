/* What the writers of SVG share: numbers, colours and text as they stand in
 * the file, and the parts of a page. */
#ifndef MG_DRAW_SVG_H
#define MG_DRAW_SVG_H

#include "io/write/sink.h"
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

/* Write SVG as it stands in `form`, where
 *   %s is a text as it is, %t a clean text with what SVG needs escaped,
 *   %u units as pixels, and
 *   %c a colour as attributes, from a name and an mg_colour: `name="#rrggbb"`,
 *      and the opacity if it is not full; none at all is `name="none"`. */
void mg_svg_put(mg_sink *s, const char *form, ...);

/* Everything before the first panel: the element, title, desc and page. */
mgnn_status mg_svg_head(mg_sink *s, const mg_scene *scene, const mg_meta *meta,
                        mgnn_error *err);

/* How much is said: every edge an element of its own; edges in paths; places
 * rounded and no names either. */
typedef enum { MG_SVG_APART, MG_SVG_TOGETHER, MG_SVG_COARSE } mg_svg_detail;

/* The beginning of a group of nodes or edges that look alike. */
void mg_svg_node_group(mg_sink *s, const mg_node_run *run);
void mg_svg_edge_group(mg_sink *s, const mg_edge_run *run, mg_colour colour);

/* A whole panel; only its frame, if it has one. */
void mg_svg_panel(mg_sink *s, const mg_panel *panel, mg_svg_detail detail);
void mg_svg_frame(mg_sink *s, const mg_panel *panel);

/* A node's shape up to where its element ends; *tag receives its name. */
void mg_svg_mark(mg_sink *s, const mg_node_run *run, const mg_dot *dot,
                 const char **tag);

/* What edges are as one path, its `d`; coarse: rounded to tenths.  From the
 * first point on all is relative, in whole steps, so that no rounding adds
 * up. */
void mg_svg_path(mg_sink *s, const mg_segment *e, size_t count, int coarse);

/* Whether a stroke is a line, and so is written as one. */
int mg_svg_is_straight(const mg_stroke *stroke);

/* One stroke, its curve or one of its heads, as a path's `d`. */
void mg_svg_stroke(mg_sink *s, const mg_stroke *stroke, int head);

/* What a path that is one of its heads has beside that. */
void mg_svg_arrowhead(mg_sink *s, const mg_stroke *stroke, int head);

/* The beginning of a group of strokes that look alike, and whether they do. */
void mg_svg_stroke_group(mg_sink *s, const mg_stroke *stroke);
int mg_svg_strokes_alike(const mg_stroke *a, const mg_stroke *b);

void mg_svg_words(mg_sink *s, const mg_word *word, size_t count);

#endif

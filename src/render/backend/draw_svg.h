/* Functions shared by the writers of still and moving SVG: numbers, colours and texts
 * in the syntax of the file, and the parts of a page. */
#ifndef MG_DRAW_SVG_H
#define MG_DRAW_SVG_H

#include "io/write/sink.h"
#include "render/canvas/scene.h"

/* The most bytes of a number or a piece of a path. */
enum { PIECE_MOST = 64 };

/* Call piece_begin for the place to write a piece, then piece_end with its end. */
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

/* Write units as pixels, as short as possible: 1250 is 12.5, -5 is -.05.  Part of a
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

/* Round to tenths of pixels, enough for moving and for very large drawings.  All
 * places are rounded the same way, so that relative steps add up. */
static inline int
mg_svg_tenth(int units)
{
  return (units >= 0 ? units + 5 : units - 4) / 10 * 10;
}

/* Write a pair of numbers, separated only if necessary; part of a piece. */
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

/* Write everything before the first panel: the element, title, desc and page. */
mgnn_status mg_svg_head(mg_sink *s, const mg_scene *scene, const mg_meta *meta,
                        mgnn_error *err);

/* The detail of the file: an element for each edge; edges joined in paths; in
 * addition places rounded and names left out. */
typedef enum { MG_SVG_APART, MG_SVG_TOGETHER, MG_SVG_COARSE } mg_svg_detail;

/* Begin a group of nodes or edges that look alike. */
void mg_svg_node_group(mg_sink *s, const mg_node_run *run);
void mg_svg_edge_group(mg_sink *s, const mg_edge_run *run, mg_colour colour);

/* Write a whole panel; or only its frame, if it has one. */
void mg_svg_panel(mg_sink *s, const mg_panel *panel, mg_svg_detail detail);
void mg_svg_frame(mg_sink *s, const mg_panel *panel);

/* Write a node's shape but for the end of its element; *tag receives the tag's name. */
void mg_svg_mark(mg_sink *s, const mg_node_run *run, const mg_dot *dot,
                 const char **tag);

/* Write edges as one path, its `d`; coarse: rounded to tenths.  After the first point
 * all coordinates are relative, in whole steps, so that rounding errors do not
 * accumulate. */
void mg_svg_path(mg_sink *s, const mg_segment *e, size_t count, int coarse);

/* Whether a stroke is a straight line, and so written as a line. */
int mg_svg_is_straight(const mg_stroke *stroke);

/* Write the curve of a stroke (head -1) or one of its heads as a path's `d`. */
void mg_svg_stroke(mg_sink *s, const mg_stroke *stroke, int head);

/* Write the other attributes of the path of an arrowhead. */
void mg_svg_arrowhead(mg_sink *s, const mg_stroke *stroke, int head);

/* Begin a group of strokes that look alike; and whether two strokes do. */
void mg_svg_stroke_group(mg_sink *s, const mg_stroke *stroke);
int mg_svg_strokes_alike(const mg_stroke *a, const mg_stroke *b);

void mg_svg_words(mg_sink *s, const mg_word *word, size_t count);

#endif

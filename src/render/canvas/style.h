/* The style of a drawing, which the user can choose.  For a number that is NAN the
 * scene chooses a value that suits the graph. */
#ifndef MG_STYLE_H
#define MG_STYLE_H

#include "base/error.h"

/* Names of nodes: none; as many as have space; chosen by the scene, which may decide to
 * try names of hubs first (MG_NAMED_HUBS). */
enum { MG_NAMED_NONE, MG_NAMED_ALL, MG_NAMED_AUTO, MG_NAMED_HUBS };

/* The size of drawing and of font that nodes with texts inside need; NAN: not needed.
 * node_part: factor on the usual size of nodes, if the style sets no size. */
typedef struct {
  double width, height, font, node_part;
} mg_text_space;

typedef struct {
  double width, height;        /* of the page, in CSS pixels (1/96 inch); NAN:
                                * as the drawing needs */
  double side;                 /* approximate side of the drawing if they are NAN */
  double name_side;            /* the side with space for names, once found; or NAN */
  int fitted;                  /* nonzero: width and height were chosen so, and may
                                * grow with the parts around the drawing */
  double dpi;                  /* of PNG: 96 gives one pixel per CSS pixel */
  double margin;               /* CSS pixels around the drawing */
  const char *background;      /* a colour, or "none" */
  const char *palette;         /* a row of mg_palettes */
  double node_size;            /* diameter of nodes; 0: nodes are not drawn */
  double edge_width;           /* 0: edges are not drawn */
  double opacity;              /* of edges, 0 to 1 */
  int labels;                  /* which names of nodes are drawn: MG_NAMED_NONE
                                * to MG_NAMED_HUBS */
  double font_size;            /* of names, legend and captions */
  double font_least;           /* smallest size of texts inside nodes, used if
                                * the page cannot be larger */
  mg_text_space texts;
  int rings;                   /* nonzero: mark places of several nodes, with their
                                * number and labels */
  int legend;                  /* nonzero: draw a legend */
  const char *title;           /* above the drawing, or NULL */
  const char *font;            /* family to try before those of MG_FONT; or NULL */
} mg_style;

/* The defaults: a white page at 96 dpi, the palette "safe", a legend, rings, names as
 * the scene decides, no title, and NAN for all sizes but `side`. */
extern const mg_style mg_style_default;
void mg_style_init(mg_style *style);

/* Check that every value is within its limits; the error message names the value and
 * the limits. */
mgnn_status mg_style_check(const mg_style *style, mgnn_error *err);

#endif

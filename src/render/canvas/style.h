/* What the user can choose about a drawing.  Where a number is NAN the scene
 * chooses one that suits the graph. */
#ifndef MG_STYLE_H
#define MG_STYLE_H

#include "base/error.h"

/* Names of nodes: none; as many as have space; the scene decides, which may try those
 * of hubs first. */
enum { MG_NAMED_NONE, MG_NAMED_ALL, MG_NAMED_AUTO, MG_NAMED_HUBS };

/* What nodes with texts within need: so large a drawing, with letters of such a
 * size; NAN: nothing of it.  Nodes without a given size have this part of the usual one. */
typedef struct {
  double width, height, font, node_part;
} mg_text_space;

typedef struct {
  double width, height;        /* of the page, in CSS pixels (1/96 inch); NAN:
                                * as the drawing needs */
  double side;                 /* about so large is then the drawing */
  double name_side;            /* and so large with names, once that is found, or NAN */
  int fitted;                  /* nonzero: the size above was chosen so, and may
                                * grow with what is around the drawing */
  double dpi;                  /* of PNG: 96 gives one pixel per CSS pixel */
  double margin;               /* CSS pixels around the drawing */
  const char *background;      /* a colour, or "none" */
  const char *palette;         /* a row of mg_palettes */
  double node_size;            /* diameter of nodes; 0: none are drawn */
  double edge_width;           /* 0: none are drawn */
  double opacity;              /* of edges, 0 to 1 */
  int labels;                  /* whether nodes' names are drawn: one of the
                                * next */
  double font_size;            /* of names, legend and captions */
  double font_least;           /* texts within nodes may be as small where the
                                * page cannot be larger */
  mg_text_space texts;
  int rings;                   /* nonzero: where nodes are at one place, how
                                * many and of which labels */
  int legend;                  /* nonzero: a legend of the labels' colours */
  const char *title;           /* above the drawing, or NULL */
  const char *font;            /* family, before those of MG_FONT; or NULL */
} mg_style;

/* The defaults: a white page at 96 dpi, the palette "safe", a legend, no
 * names, no title, and NAN for every size. */
extern const mg_style mg_style_default;
void mg_style_init(mg_style *style);

/* Whether every value is within its limits; the text of a failure names the
 * value and the limits. */
mgnn_status mg_style_check(const mg_style *style, mgnn_error *err);

#endif

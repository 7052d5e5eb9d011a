/* What the user can choose about a drawing.  Where a number is NAN the scene
 * chooses one that suits the graph. */
#ifndef MG_STYLE_H
#define MG_STYLE_H

typedef struct {
  double width, height;        /* of the page, in CSS pixels (1/96 inch) */
  double dpi;                  /* of PNG: 96 gives one pixel per CSS pixel */
  double margin;               /* CSS pixels around the drawing */
  const char *background;      /* a colour, or "none" */
  const char *palette;         /* a row of mg_palettes */
  double node_size;            /* diameter of nodes */
  double edge_width;
  double opacity;              /* of edges, 0 to 1 */
  int labels;                  /* nonzero: node names are drawn */
  double font_size;
  int legend;                  /* nonzero: a legend of the labels' colours */
  const char *title;           /* above the drawing, or NULL */
} mg_style;

void mg_style_init(mg_style *style);

#endif

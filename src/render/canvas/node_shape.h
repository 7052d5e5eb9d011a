/* Tables of the shapes of nodes and arrowheads, of the places of arrows, and of the
 * dash patterns of lines. */
#ifndef MG_NODE_SHAPE_H
#define MG_NODE_SHAPE_H

#include "curve.h"

#include <stddef.h>

typedef enum {
  MG_NODE_POINT, MG_NODE_CIRCLE, MG_NODE_BOX, MG_NODE_ELLIPSE, MG_NODE_DIAMOND,
  MG_NODE_SQUARE, MG_NODE_TRIANGLE, MG_NODE_INVTRIANGLE, MG_NODE_PENTAGON,
  MG_NODE_HEXAGON, MG_NODE_SEPTAGON, MG_NODE_OCTAGON, MG_NODE_HOUSE,
  MG_NODE_INVHOUSE, MG_NODE_TRAPEZIUM, MG_NODE_INVTRAPEZIUM,
  MG_NODE_PARALLELOGRAM, MG_NODE_STAR, MG_NODE_NOTE, MG_NODE_TAB,
  MG_NODE_FOLDER, MG_NODE_BOX3D, MG_NODE_COMPONENT, MG_NODE_CYLINDER, MG_NODE_CDS,
  MG_NODE_RARROW, MG_NODE_LARROW, MG_NODE_MSQUARE, MG_NODE_MDIAMOND,
  MG_NODE_UNDERLINE, MG_NODE_RECORD, MG_NODE_NONE, MG_NODE_SHAPES
} mg_node_shape;

typedef struct {
  const char *name;            /* after --node-shape */
  mg_border border;
  int holds_text;
  int even;                    /* nonzero: as wide as high */
  int drawn;                   /* 0: only its text is drawn */
} mg_node_shape_row;

extern const mg_node_shape_row mg_node_shapes[MG_NODE_SHAPES];

/* The k-th name, or NULL. */
const char *mg_node_shape_name(size_t k);

/* The shape with a name of Graphviz, Gephi, yEd or OGDF, perhaps after "double" or
 * "triple"; or the most similar shape.  *exact: nonzero for the shape itself.
 * MG_NODE_SHAPES if the name is unknown. */
mg_node_shape mg_node_shape_find(const char *name, int *exact);

/* The number of borders in a name: 1, 2 (double...) or 3 (triple...). */
int mg_node_shape_borders(const char *name);

typedef enum { MG_ARROW_NO, MG_ARROW_END, MG_ARROW_MIDDLE, MG_ARROWS } mg_arrow;

typedef struct {
  const char *name;            /* after --arrows */
  double along;                /* place of the tip along the visible part of the
                                * edge, 0 to 1; less than 0: no arrow */
  double ahead;                /* shift of the tip ahead of it, in head lengths */
} mg_arrow_row;

extern const mg_arrow_row mg_arrows[MG_ARROWS];

/* The row with this name; MG_ARROWS if the name is unknown. */
mg_arrow mg_arrow_find(const char *name);

/* The shape of an arrowhead: coordinates of its corners along the edge and across, in
 * head lengths, from the point where it meets the node, which lies ahead. */
enum { MG_HEAD_CORNERS = 12 };
typedef enum {
  MG_HEAD_NORMAL, MG_HEAD_INV, MG_HEAD_VEE, MG_HEAD_TEE, MG_HEAD_DOT,
  MG_HEAD_DIAMOND, MG_HEAD_BOX, MG_HEAD_CROW, MG_HEADS,
  MG_HEAD_EMPTY = MG_HEADS     /* added to another: only its border is drawn */
} mg_head_shape;

typedef struct {
  const char *name;            /* as in DOT */
  double back;                 /* how far before the tip the line ends */
  int corners;
  double at[MG_HEAD_CORNERS][2];
} mg_head_row;

extern const mg_head_row mg_heads[MG_HEADS];

/* The arrowhead with a name of DOT (*exact 1), or the most similar one (*exact 0). */
int mg_head_find(const char *name, int *exact);

typedef enum { MG_SOLID, MG_DASHED, MG_DOTTED, MG_DASHES } mg_dash;

typedef struct {
  const char *name;
  double on, off;              /* in line widths; 0: a solid line */
} mg_dash_row;

extern const mg_dash_row mg_dashes[MG_DASHES];

#endif

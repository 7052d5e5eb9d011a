/* The shapes that nodes and arrowheads may have, the places where arrows are, and
 * the ways in which lines are dashed: a table row each. */
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
  int even;                    /* as wide as high */
  int drawn;                   /* 0: only its text is */
} mg_node_shape_row;

extern const mg_node_shape_row mg_node_shapes[MG_NODE_SHAPES];

/* The k-th name, or NULL. */
const char *mg_node_shape_name(size_t k);

/* The shape of a name, of Graphviz, Gephi, yEd or OGDF: ours, also where it has
 * double or triple before it, or the nearest; *exact tells which.  MG_NODE_SHAPES if
 * it is not known. */
mg_node_shape mg_node_shape_find(const char *name, int *exact);

/* How many borders that name says: 1, 2 or 3. */
int mg_node_shape_borders(const char *name);

typedef enum { MG_ARROW_NO, MG_ARROW_END, MG_ARROW_MIDDLE, MG_ARROWS } mg_arrow;

typedef struct {
  const char *name;            /* after --arrows */
  double along;                /* where the tip is on what is seen of the edge;
                                * less than 0: there is none */
  double ahead;                /* and how many of its lengths ahead of that */
} mg_arrow_row;

extern const mg_arrow_row mg_arrows[MG_ARROWS];

/* MG_ARROWS if it is not known. */
mg_arrow mg_arrow_find(const char *name);

/* The shape of an arrowhead: corners along the edge and across, in lengths of a
 * head, from where it meets the node, which is ahead. */
enum { MG_HEAD_CORNERS = 12 };
typedef enum {
  MG_HEAD_NORMAL, MG_HEAD_INV, MG_HEAD_VEE, MG_HEAD_TEE, MG_HEAD_DOT,
  MG_HEAD_DIAMOND, MG_HEAD_BOX, MG_HEAD_CROW, MG_HEADS,
  MG_HEAD_EMPTY = MG_HEADS     /* added: only its border is drawn */
} mg_head_shape;

typedef struct {
  const char *name;            /* as in DOT */
  double back;                 /* where the line ends */
  int corners;
  double at[MG_HEAD_CORNERS][2];
} mg_head_row;

extern const mg_head_row mg_heads[MG_HEADS];

/* The shape of a name of DOT, or the nearest to it; *exact tells which. */
int mg_head_find(const char *name, int *exact);

typedef enum { MG_SOLID, MG_DASHED, MG_DOTTED, MG_DASHES } mg_dash;

typedef struct {
  const char *name;
  double on, off;              /* in line widths; 0: a whole line */
} mg_dash_row;

extern const mg_dash_row mg_dashes[MG_DASHES];

#endif

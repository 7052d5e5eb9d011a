/* The tables of node shapes, arrows and dashes. */
#include "node_shape.h"

#include <string.h>
#include <strings.h>

const mg_node_shape_row mg_node_shapes[MG_NODE_SHAPES] = {
  [MG_NODE_POINT] = { "point", MG_BORDER_ELLIPSE, 0, 1, 1 },
  [MG_NODE_CIRCLE] = { "circle", MG_BORDER_ELLIPSE, 1, 1, 1 },
  [MG_NODE_BOX] = { "box", MG_BORDER_BOX, 1, 0, 1 },
  [MG_NODE_ELLIPSE] = { "ellipse", MG_BORDER_ELLIPSE, 1, 0, 1 },
  [MG_NODE_DIAMOND] = { "diamond", MG_BORDER_DIAMOND, 1, 0, 1 },
  [MG_NODE_NONE] = { "none", MG_BORDER_BOX, 1, 0, 0 }
};

/* The same under other names, and what is drawn in place of others. */
static const struct {
  const char *name;
  mg_node_shape shape;
  int exact;
} others[] = {
  { "rect", MG_NODE_BOX, 1 }, { "rectangle", MG_NODE_BOX, 1 },
  { "square", MG_NODE_BOX, 1 }, { "oval", MG_NODE_ELLIPSE, 1 },
  { "disc", MG_NODE_CIRCLE, 1 }, { "dot", MG_NODE_POINT, 1 },
  { "plaintext", MG_NODE_NONE, 1 }, { "plain", MG_NODE_NONE, 1 },
  { "text", MG_NODE_NONE, 1 }, { "hypernode", MG_NODE_ELLIPSE, 0 },
  { "egg", MG_NODE_ELLIPSE, 0 }, { "doublecircle", MG_NODE_CIRCLE, 0 },
  { "mcircle", MG_NODE_CIRCLE, 0 }, { "mdiamond", MG_NODE_DIAMOND, 0 },
  { "rhombus", MG_NODE_DIAMOND, 1 }, { "underline", MG_NODE_NONE, 0 }
};

mg_node_shape
mg_node_shape_find(const char *name, int *exact)
{
  /* Polygons of any kind: text fits into a box best. */
  static const char *const boxes[] = {
    "record", "mrecord", "msquare", "polygon", "triangle", "house", "pentagon",
    "hexagon", "septagon", "octagon", "doubleoctagon", "tripleoctagon",
    "parallelogram", "trapezium", "trapezoid", "invtriangle", "invhouse",
    "invtrapezium", "star", "note", "tab", "folder", "box3d", "component",
    "cylinder", "roundrectangle", "rounded_box", "image", "signature", "cds",
    "larrow", "rarrow", "lpromoter", "rpromoter"
  };

  *exact = 1;
  for (int k = 0; k < MG_NODE_SHAPES; k++)
    if (strcasecmp(name, mg_node_shapes[k].name) == 0)
      return (mg_node_shape)k;
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (strcasecmp(name, others[k].name) == 0) {
      *exact = others[k].exact;
      return others[k].shape;
    }
  *exact = 0;
  for (size_t k = 0; k < sizeof boxes / sizeof *boxes; k++)
    if (strcasecmp(name, boxes[k]) == 0)
      return MG_NODE_BOX;
  return MG_NODE_SHAPES;
}

const mg_arrow_row mg_arrows[MG_ARROWS] = {
  [MG_ARROW_NO] = { "no", -1, 0 },
  [MG_ARROW_END] = { "end", 1, 0 },
  [MG_ARROW_MIDDLE] = { "middle", 0.5, 0.5 }
};

mg_arrow
mg_arrow_find(const char *name)
{
  int k = 0;

  while (k < MG_ARROWS && strcmp(name, mg_arrows[k].name) != 0)
    k++;
  return (mg_arrow)k;
}

const mg_dash_row mg_dashes[MG_DASHES] = {
  [MG_SOLID] = { "solid", 0, 0 },
  [MG_DASHED] = { "dashed", 4.5, 3 },
  [MG_DOTTED] = { "dotted", 1, 2.2 }
};

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

const mg_head_row mg_heads[MG_HEADS] = {
  [MG_HEAD_NORMAL] = { "normal", 0.95, 3,
                       { { 0, 0 }, { -1, 0.39 }, { -1, -0.39 } } },
  [MG_HEAD_INV] = { "inv", 0.8, 3, { { -1, 0 }, { 0, 0.39 }, { 0, -0.39 } } },
  [MG_HEAD_VEE] = { "vee", 0.7, 4, { { 0, 0 }, { -1.1, 0.45 }, { -0.7, 0 },
                                     { -1.1, -0.45 } } },
  [MG_HEAD_TEE] = { "tee", 0, 4, { { -0.2, 0.5 }, { -0.42, 0.5 },
                                   { -0.42, -0.5 }, { -0.2, -0.5 } } },
  [MG_HEAD_DOT] = { "dot", 0.84, 12,   /* 0.42 times cosine and sine */
                    { { 0, 0 }, { -0.056, 0.21 }, { -0.21, 0.364 },
                      { -0.42, 0.42 }, { -0.63, 0.364 }, { -0.784, 0.21 },
                      { -0.84, 0 }, { -0.784, -0.21 }, { -0.63, -0.364 },
                      { -0.42, -0.42 }, { -0.21, -0.364 }, { -0.056, -0.21 } } },
  [MG_HEAD_DIAMOND] = { "diamond", 1.12, 4, { { 0, 0 }, { -0.62, 0.38 },
                                             { -1.24, 0 }, { -0.62, -0.38 } } },
  [MG_HEAD_BOX] = { "box", 0.72, 4, { { 0, 0.36 }, { -0.72, 0.36 },
                                      { -0.72, -0.36 }, { 0, -0.36 } } },
  [MG_HEAD_CROW] = { "crow", 0.95, 8, { { -1.1, 0.05 }, { 0, 0.5 },
                                        { -0.55, 0.1 }, { 0, 0.05 },
                                        { 0, -0.05 }, { -0.55, -0.1 },
                                        { 0, -0.5 }, { -1.1, -0.05 } } }
};

int
mg_head_find(const char *name, int *exact)
{
  static const struct {
    const char *name;
    int shape;
  } old[] = { { "empty", MG_HEAD_NORMAL + MG_HEAD_EMPTY },
              { "invempty", MG_HEAD_INV + MG_HEAD_EMPTY },
              { "ediamond", MG_HEAD_DIAMOND + MG_HEAD_EMPTY },
              { "open", MG_HEAD_VEE }, { "halfopen", MG_HEAD_VEE } };
  int empty = *name == 'o' && strcmp(name, "open") != 0 ? MG_HEAD_EMPTY : 0;

  *exact = strcmp(name, "halfopen") != 0;
  for (size_t k = 0; k < sizeof old / sizeof *old; k++)
    if (strcmp(name, old[k].name) == 0)
      return old[k].shape;
  name += empty > 0;
  for (int k = 0; k < MG_HEADS; k++)
    if (strcmp(name, mg_heads[k].name) == 0)
      return k + empty;
  *exact = 0;                  /* several in a row, or halves of them */
  name += *name == 'l' || *name == 'r';
  for (int k = 0; k < MG_HEADS; k++)
    if (strncmp(name, mg_heads[k].name, strlen(mg_heads[k].name)) == 0)
      return k + empty;
  return MG_HEAD_NORMAL;
}

const mg_dash_row mg_dashes[MG_DASHES] = {
  [MG_SOLID] = { "solid", 0, 0 },
  [MG_DASHED] = { "dashed", 4.5, 3 },
  [MG_DOTTED] = { "dotted", 1, 2.2 }
};

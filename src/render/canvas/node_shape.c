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
  [MG_NODE_SQUARE] = { "square", MG_BORDER_BOX, 1, 1, 1 },
  [MG_NODE_TRIANGLE] = { "triangle", MG_BORDER_TRIANGLE, 1, 0, 1 },
  [MG_NODE_INVTRIANGLE] = { "invtriangle", MG_BORDER_INVTRIANGLE, 1, 0, 1 },
  [MG_NODE_PENTAGON] = { "pentagon", MG_BORDER_PENTAGON, 1, 0, 1 },
  [MG_NODE_HEXAGON] = { "hexagon", MG_BORDER_HEXAGON, 1, 0, 1 },
  [MG_NODE_SEPTAGON] = { "septagon", MG_BORDER_SEPTAGON, 1, 0, 1 },
  [MG_NODE_OCTAGON] = { "octagon", MG_BORDER_OCTAGON, 1, 0, 1 },
  [MG_NODE_HOUSE] = { "house", MG_BORDER_HOUSE, 1, 0, 1 },
  [MG_NODE_INVHOUSE] = { "invhouse", MG_BORDER_INVHOUSE, 1, 0, 1 },
  [MG_NODE_TRAPEZIUM] = { "trapezium", MG_BORDER_TRAPEZIUM, 1, 0, 1 },
  [MG_NODE_INVTRAPEZIUM] = { "invtrapezium", MG_BORDER_INVTRAPEZIUM, 1, 0, 1 },
  [MG_NODE_PARALLELOGRAM] = { "parallelogram", MG_BORDER_PARALLELOGRAM, 1, 0, 1 },
  [MG_NODE_STAR] = { "star", MG_BORDER_STAR, 1, 1, 1 },
  [MG_NODE_NOTE] = { "note", MG_BORDER_NOTE, 1, 0, 1 },
  [MG_NODE_TAB] = { "tab", MG_BORDER_TAB, 1, 0, 1 },
  [MG_NODE_FOLDER] = { "folder", MG_BORDER_FOLDER, 1, 0, 1 },
  [MG_NODE_BOX3D] = { "box3d", MG_BORDER_BOX3D, 1, 0, 1 },
  [MG_NODE_COMPONENT] = { "component", MG_BORDER_COMPONENT, 1, 0, 1 },
  [MG_NODE_CYLINDER] = { "cylinder", MG_BORDER_CYLINDER, 1, 0, 1 },
  [MG_NODE_CDS] = { "cds", MG_BORDER_CDS, 1, 0, 1 },
  [MG_NODE_RARROW] = { "rarrow", MG_BORDER_RARROW, 1, 0, 1 },
  [MG_NODE_LARROW] = { "larrow", MG_BORDER_LARROW, 1, 0, 1 },
  [MG_NODE_MSQUARE] = { "msquare", MG_BORDER_MSQUARE, 1, 1, 1 },
  [MG_NODE_MDIAMOND] = { "mdiamond", MG_BORDER_MDIAMOND, 1, 0, 1 },
  [MG_NODE_UNDERLINE] = { "underline", MG_BORDER_UNDERLINE, 1, 0, 1 },
  [MG_NODE_RECORD] = { "record", MG_BORDER_BOX, 1, 0, 1 },
  [MG_NODE_NONE] = { "none", MG_BORDER_BOX, 1, 0, 0 }
};

const char *
mg_node_shape_name(size_t k)
{
  return k < MG_NODE_SHAPES ? mg_node_shapes[k].name : NULL;
}

/* Other names of these shapes, and the substitutes for shapes that are not drawn. */
static const struct {
  const char *name;
  mg_node_shape shape;
  int exact;
} others[] = {
  { "rect", MG_NODE_BOX, 1 }, { "rectangle", MG_NODE_BOX, 1 },
  { "roundrectangle", MG_NODE_BOX, 1 }, { "rounded_box", MG_NODE_BOX, 1 },
  { "mrecord", MG_NODE_RECORD, 1 }, { "oval", MG_NODE_ELLIPSE, 1 },
  { "disc", MG_NODE_CIRCLE, 1 }, { "dot", MG_NODE_POINT, 1 },
  { "plaintext", MG_NODE_NONE, 1 }, { "plain", MG_NODE_NONE, 1 },
  { "text", MG_NODE_NONE, 1 }, { "rhombus", MG_NODE_DIAMOND, 1 },
  { "trapezoid", MG_NODE_TRAPEZIUM, 1 }, { "polygon", MG_NODE_BOX, 1 },
  { "hypernode", MG_NODE_ELLIPSE, 0 }, { "egg", MG_NODE_ELLIPSE, 0 },
  { "mcircle", MG_NODE_CIRCLE, 0 }, { "image", MG_NODE_BOX, 0 },
  { "signature", MG_NODE_BOX, 0 }, { "rpromoter", MG_NODE_RARROW, 0 },
  { "lpromoter", MG_NODE_LARROW, 0 }
};

int
mg_node_shape_borders(const char *name)
{
  return strncasecmp(name, "double", 6) == 0 ? 2
         : strncasecmp(name, "triple", 6) == 0 ? 3 : 1;
}

mg_node_shape
mg_node_shape_find(const char *name, int *exact)
{
  *exact = 1;
  if (mg_node_shape_borders(name) > 1)
    name += 6;
  for (int k = 0; k < MG_NODE_SHAPES; k++)
    if (strcasecmp(name, mg_node_shapes[k].name) == 0)
      return (mg_node_shape)k;
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (strcasecmp(name, others[k].name) == 0) {
      *exact = others[k].exact;
      return others[k].shape;
    }
  *exact = 0;
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
  *exact = 0;                  /* several heads in a row, or half heads */
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

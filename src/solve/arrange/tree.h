/* Trees, and the trees that hang on a graph: drawn around their roots without
 * crossings of their own, at any lengths. */
#ifndef MG_TREE_H
#define MG_TREE_H

#include "base/graph.h"

/* A connected graph as its core and the trees that hang on it.  The core is what is
 * left when leaves are taken off again and again: the nodes on cycles and between
 * them, or the middle node of a tree. */
typedef struct {
  size_t n, hanging;           /* nodes; those outside the core */
  int free;                    /* nonzero: any lengths will do */
  unsigned *parent;            /* n; MG_NOWHERE: in the core.  Holds the next three */
  unsigned *list;              /* n: every node before the nodes that hang on it,
                                  which are next to each other */
  unsigned *start, *size;      /* n: where a node is in the list, and how many
                                  nodes hang on it, with itself */
  double *leaves;              /* n: leaves that hang on it, 1 for a leaf; and two more */
  double *height;              /* n: edges to the farthest of them */
  double *edge;                /* n: length of the edge to the parent */
} mg_forest;

/* edge is as the graph's lengths are. */
mgnn_status mg_forest_find(mg_forest *out, const mg_graph *g, mgnn_error *err);
void mg_forest_free(mg_forest *f);

/* Lengths that suit a drawing if any will do: about 1, longer where many leaves
 * need room; these then count for less in `leaves`.  room, n: how far from the middle of its trees a node of the core
 * should be from others. */
void mg_forest_lengths_choose(mg_forest *f, const mg_graph *g, double *room);

/* Place what hangs on the core, whose positions y has: in the widest gap between a
 * root's edges, every subtree in a share of the angle by its leaves, then turned
 * until the gaps between subtrees are equal. */
mgnn_status mg_forest_place(const mg_forest *f, const mg_graph *g, double *y,
                            mgnn_error *err);

#endif

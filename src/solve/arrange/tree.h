/* Draw trees, and the trees attached to a graph, around their roots, with any
 * lengths and without crossings within a tree. */
#ifndef MG_TREE_H
#define MG_TREE_H

#include "base/graph.h"

/* A connected graph split into its core and the trees attached to it.  The core
 * remains when leaves are removed repeatedly: the nodes on cycles and on paths
 * between them, or the middle node of a tree. */
typedef struct {
  size_t n, hanging;           /* all nodes; nodes outside the core */
  int free;                    /* nonzero: lengths may be chosen freely */
  unsigned *parent;            /* n; MG_NOWHERE: in the core.  Owns the next three */
  unsigned *list;              /* n: nodes in preorder, each subtree being
                                  contiguous */
  unsigned *start, *size;      /* n: index of a node in the list, and size of
                                  its subtree, itself included */
  double *leaves;              /* n: leaves of its subtree; owns the next two */
  double *height;              /* n: edges to the farthest node of its subtree */
  double *edge;                /* n: length of the edge to the parent */
} mg_forest;

/* Find the core and the trees.  Lengths in `edge` are those of g. */
mgnn_status mg_forest_find(mg_forest *out, const mg_graph *g, mgnn_error *err);
void mg_forest_free(mg_forest *f);

/* Choose lengths if they are free: about 1, longer if many leaves need room;
 * these then count for less in `leaves`.  room, n: how far the middle of the
 * trees at a core node should be from others. */
void mg_forest_lengths_choose(mg_forest *f, const mg_graph *g, double *room);

/* Place the trees around the core, whose positions y has: in the widest gap
 * between a root's edges, with a share of the angle by leaves for every
 * subtree, then turned until the gaps between subtrees are equal. */
mgnn_status mg_forest_place(const mg_forest *f, const mg_graph *g, double *y,
                            mgnn_error *err);

#endif

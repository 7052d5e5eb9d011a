/* A discretization order: a spanning K-tree of exact lengths, K the dimension.
 *
 * The first K nodes are a clique; every later node is joined, by exact lengths,
 * to K nodes that are a clique and belong to one body: a node placed earlier
 * with its own K reference nodes.  Two places are possible for it, mirror images
 * in the hyperplane through its references, and all that is placed by way of it
 * is mirrored too (the partial reflections of Liberti, Lavor, Mucherino and
 * Maculan).  Backbones of proteins in their natural order are such trees. */
#ifndef MG_K_TREE_H
#define MG_K_TREE_H

#include "base/graph.h"
#include "base/subgraph.h"

typedef struct {
  const mg_graph *graph;
  size_t dim;
  size_t count;                /* nodes of the tree: n if it spans the graph */
  unsigned *order;             /* n: the nodes as they are placed */
  unsigned *rank;              /* n: the other way round; MG_NOWHERE: not in it */
  unsigned *ref;               /* n*dim, node by node: its references */
  unsigned *parent;            /* n: the node whose body has the references; of
                                  the first K nodes the root, order[K]; of the
                                  root itself */
  unsigned char *flat;         /* n: it lies in the hyperplane of its references,
                                  and both places are one */
  double *x;                   /* n*dim: positions, all on the same side */
  double missed;               /* the most by which spheres that should meet in a
                                  node fail to, about */
} mg_k_tree;

/* Look for a spanning K-tree from several cliques.  number: of each node, how the
 * input numbers it, since neighbours along a backbone mostly are next to each
 * other there; NULL: as the graph does.  t->count < n if none was
 * found; t->x then is of no use.  Time O(dim * sum of degrees) for each clique,
 * of which there is one where a node is in none, and up to 24.  Free with mg_k_tree_free.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_k_tree_find(mg_k_tree *t, const mg_graph *g, size_t dim,
                           const unsigned *number, mgnn_error *err);
void mg_k_tree_free(mg_k_tree *t);

/* Whether edge e, or the edge in slot k, has one length, and counts. */
int mg_edge_is_bar(const mg_graph *g, size_t e);
int mg_slot_is_bar(const mg_graph *g, size_t k);

/* The hyperplane through `count` points r (count*dim, count <= dim) and, where
 * these are fewer, along axes that are nearly across them: a unit normal.  basis
 * has dim*dim doubles; the first *rank of its rows become an orthonormal basis of
 * the differences.  Returns the least height of a point over those before it,
 * relative to the largest difference. */
double mg_hyperplane(size_t dim, const double *r, size_t count, double *basis,
                     double *normal);

#endif

/* A discretization order: a spanning K-tree of exact lengths, K the dimension.
 *
 * The first K nodes are a clique; every later node is joined, by exact lengths,
 * to K nodes that are a clique and belong to one body: an earlier node with its
 * own K reference nodes.  Such a node has two possible places, mirror images in
 * the hyperplane through its references; mirroring it also mirrors all nodes
 * placed by way of it (the partial reflections of Liberti, Lavor, Mucherino and
 * Maculan).  Backbones of proteins in their natural order are such trees. */
#ifndef MG_K_TREE_H
#define MG_K_TREE_H

#include "base/graph.h"
#include "base/subgraph.h"

typedef struct {
  const mg_graph *graph;
  size_t dim;
  size_t count;                /* nodes of the tree: n if it spans the graph */
  unsigned *order;             /* n: the nodes in the order of placement */
  unsigned *rank;              /* n: inverse of `order`; MG_NOWHERE: not in the tree */
  unsigned *ref;               /* n*dim, node by node: its references */
  unsigned *parent;            /* n: the node whose body contains the
                                  references; for the first K nodes and the root
                                  it is the root, order[K] */
  unsigned char *flat;         /* n: nonzero if it lies in the hyperplane of its
                                  references, so that both places coincide */
  double *x;                   /* n*dim: positions, all nodes on the same side */
  double missed;               /* largest distance, about, by which spheres that
                                  should meet in a node fail to meet */
} mg_k_tree;

/* Find a spanning K-tree, trying several cliques.  number: the input's number
 * of each node, since neighbours along a backbone mostly have consecutive ones;
 * NULL: the graph's.  t->count < n if none was found, and t->x is then useless.
 * Time O(dim * sum of degrees) for each clique: one if some node is in no
 * clique, else up to 24.  Free with mg_k_tree_free.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_k_tree_find(mg_k_tree *t, const mg_graph *g, size_t dim,
                           const unsigned *number, mgnn_error *err);
void mg_k_tree_free(mg_k_tree *t);

/* Whether edge e, or the edge in slot k, has an exact positive length and weight. */
int mg_edge_is_bar(const mg_graph *g, size_t e);
int mg_slot_is_bar(const mg_graph *g, size_t k);

/* Find the hyperplane through `count` points r (count*dim, count <= dim); if
 * there are fewer than dim, it also contains axes nearly orthogonal to them.
 * normal receives a unit normal, basis (dim*dim doubles) an orthonormal basis
 * of the differences.  Returns the least height of a point over those before
 * it, relative to the largest difference. */
double mg_hyperplane(size_t dim, const double *r, size_t count, double *basis,
                     double *normal);

#endif

/* Parts of a graph: induced subgraphs, cut nodes and bridges by depth-first search, and
 * disjoint sets of nodes. */
#ifndef MG_SUBGRAPH_H
#define MG_SUBGRAPH_H

#include "graph.h"

#define MG_NOWHERE 0xffffffffU

typedef struct {
  mg_graph graph;
  unsigned *node;              /* graph.n: the number of each node in the whole graph */
} mg_subgraph;

/* Edges to add to a subgraph, by its node numbers.  They must be distinct, and not
 * edges of the whole graph. */
typedef struct {
  const unsigned *ends;        /* 2*count */
  const double *length;        /* count, exact */
  size_t count;
} mg_extra_edges;

/* Copy `count` nodes (each once) and the edges between them, with lengths, bounds and
 * stiffness.  map: scratch, one number per node of the whole graph, MG_NOWHERE before
 * and after.  extra may be NULL.  On failure *out is zeroed.  O(sum of degrees). */
mgnn_status mg_subgraph_init(mg_subgraph *out, const mg_graph *g,
                             const unsigned *nodes, size_t count, unsigned *map,
                             const mg_extra_edges *extra, mgnn_error *err);
void mg_subgraph_free(mg_subgraph *s);

/* Copy positions from the whole graph to the subgraph, and back. */
void mg_subgraph_take(const mg_subgraph *s, size_t dim, const double *whole,
                      double *part);
void mg_subgraph_give(const mg_subgraph *s, size_t dim, const double *part,
                      double *whole);

/* Depth-first search, to find the nodes and edges whose removal disconnects a graph
 * (Hopcroft and Tarjan 1973). */

/* State and result of the search: its tree.  All arrays have n entries. */
typedef struct {
  unsigned *order;             /* the nodes in the order they were found */
  unsigned *found;             /* place of a node in `order`, from 1; 0: not found */
  unsigned *low;               /* the lowest `found` that a node's subtree reaches
                                  by one edge outside the tree */
  unsigned *parent;            /* in the tree; a root is its own parent */
  size_t *next;                /* the next slot of a node to visit */
  unsigned count;              /* nodes found */
} mg_depth_first;

/* Prepare a search of n nodes.  On failure *out is left zeroed. */
mgnn_status mg_depth_first_init(mg_depth_first *out, size_t n, mgnn_error *err);
void mg_depth_first_free(mg_depth_first *d);

/* Search the component of `root`, a node not found yet.  Node i has the
 * neighbours to[row[i]] to to[row[i+1]-1], all different.  Nodes marked in `gone`
 * are ignored (NULL: no node is).  Time O(nodes + edges found). */
void mg_depth_first_search(mg_depth_first *d, const size_t *row,
                           const unsigned *to, const unsigned char *gone,
                           unsigned root);

/* Mark the cut nodes among those found: sets their cut[i] to 1. */
void mg_cut_nodes(const mg_depth_first *d, unsigned char *cut);

/* Whether the edge between two nodes is a bridge: it is in the tree, and it is the
 * only edge out of the subtree below it. */
static inline int
mg_is_bridge(const mg_depth_first *d, unsigned a, unsigned b)
{
  return (d->parent[b] == a && d->low[b] == d->found[b])
         || (d->parent[a] == b && d->low[a] == d->found[a]);
}

/* Disjoint sets of nodes as trees: following parent[i] leads to the root, the lowest
 * node of the set.  Initially parent[i] is i. */

/* The root of i's tree.  Halves the path to it, so that later searches are
 * fast. */
static inline unsigned
mg_set_root(unsigned *parent, unsigned i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static inline void
mg_sets_join(unsigned *parent, unsigned i, unsigned j)
{
  unsigned a = mg_set_root(parent, i), b = mg_set_root(parent, j);

  parent[a > b ? a : b] = a > b ? b : a;
}

#endif

/* Parts of a graph: a graph made of some nodes of another with the edges between them,
 * what is cut off by the loss of a node or an edge, and disjoint sets. */
#ifndef MG_SUBGRAPH_H
#define MG_SUBGRAPH_H

#include "graph.h"

#define MG_NOWHERE 0xffffffffU

typedef struct {
  mg_graph graph;
  unsigned *node;              /* graph.n: which node of the whole each is */
} mg_subgraph;

/* More edges, in the numbers of the subgraph; none of them twice, none that
 * the whole has already. */
typedef struct {
  const unsigned *ends;        /* 2*count */
  const double *length;        /* count, exact */
  size_t count;
} mg_extra_edges;

/* Cut out `count` nodes (each once) with their lengths, bounds and stiffness.
 * map: one number per node of the whole, all MG_NOWHERE; left so.  extra may
 * be NULL.  On failure *out is left zeroed.  Time O(degrees of the nodes). */
mgnn_status mg_subgraph_init(mg_subgraph *out, const mg_graph *g,
                             const unsigned *nodes, size_t count, unsigned *map,
                             const mg_extra_edges *extra, mgnn_error *err);
void mg_subgraph_free(mg_subgraph *s);

/* Copy positions of the whole into those of the subgraph, and back. */
void mg_subgraph_take(const mg_subgraph *s, size_t dim, const double *whole,
                      double *part);
void mg_subgraph_give(const mg_subgraph *s, size_t dim, const double *part,
                      double *whole);

/* Depth-first search, which finds the nodes and edges whose loss takes a graph
 * apart (Hopcroft and Tarjan 1973). */

/* The search: where nodes are in its tree.  All arrays have n entries. */
typedef struct {
  unsigned *order;             /* the nodes as they were found */
  unsigned *found;             /* the place of each there, from 1; 0: not found */
  unsigned *low;               /* the lowest `found` that its subtree reaches by
                                  one edge that is not in the tree */
  unsigned *parent;            /* in the tree; a root is its own */
  size_t *next;                /* the slot to look at */
  unsigned count;              /* nodes found */
} mg_depth_first;

/* For n nodes, none found.  On failure *out is left zeroed. */
mgnn_status mg_depth_first_init(mg_depth_first *out, size_t n, mgnn_error *err);
void mg_depth_first_free(mg_depth_first *d);

/* Search the component of `root`, which is not found yet.  Node i has the
 * neighbours to[row[i]] to to[row[i+1]-1], none twice; those marked in `gone`
 * (NULL: none) are not there.  Time O(nodes + edges found). */
void mg_depth_first_search(mg_depth_first *d, const size_t *row,
                           const unsigned *to, const unsigned char *gone,
                           unsigned root);

/* Mark the cut nodes among those found: cut[i] becomes 1, others stay. */
void mg_cut_nodes(const mg_depth_first *d, unsigned char *cut);

/* Whether the edge between two nodes is a bridge: in the tree, and no other
 * edge leads out of the subtree below it. */
static inline int
mg_is_bridge(const mg_depth_first *d, unsigned a, unsigned b)
{
  return (d->parent[b] == a && d->low[b] == d->found[b])
         || (d->parent[a] == b && d->low[a] == d->found[a]);
}

/* Disjoint sets of nodes as trees: parent[i] leads to the root, which is the
 * lowest node of its set; at first each node is its own. */

/* The root of i's tree.  The path to it is halved, so that later ones are
 * short. */
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

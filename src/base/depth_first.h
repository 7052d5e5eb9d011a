/* Depth-first search, which finds the nodes and edges whose loss takes a graph
 * apart (Hopcroft and Tarjan 1973). */
#ifndef MG_DEPTH_FIRST_H
#define MG_DEPTH_FIRST_H

#include "error.h"

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

#endif

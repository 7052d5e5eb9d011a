/* Lists of sets of nodes, for rigid parts and separators. */
#ifndef MG_NODE_SETS_H
#define MG_NODE_SETS_H

#include "base/error.h"
#include "base/graph.h"

/* Set k has the nodes node[first[k]] to node[first[k+1]-1], rising.  A node may
 * be in several sets.  A zeroed struct has no sets. */
typedef struct {
  size_t count;
  size_t *first;               /* count + 1; NULL if count is 0 */
  unsigned *node;
  size_t count_cap, node_cap;
} mg_node_sets;

/* Add a set; its nodes are copied and sorted. */
mgnn_status mg_node_sets_add(mg_node_sets *sets, const unsigned *node,
                             size_t count, mgnn_error *err);

/* Sort the sets by size, largest first; ties by their lowest nodes.  `set`, m
 * set numbers or MG_NOWHERE, is renumbered to match. */
mgnn_status mg_node_sets_sort(mg_node_sets *sets, unsigned *set, size_t m,
                              mgnn_error *err);
void mg_node_sets_free(mg_node_sets *sets);

static inline size_t
mg_node_sets_size(const mg_node_sets *sets, size_t k)
{
  return sets->first[k + 1] - sets->first[k];
}

typedef struct {
  mg_node_sets sets;
  int complete;                /* 0: the search hit a limit, and sets are missing */
} mg_separators;

/* Find the sets of 1 to `most` nodes (at most 6) whose last node cuts a
 * connected piece of the graph without the others: for each choice of the
 * others, the cut nodes of the remaining graph.  Stops after `limit` sets or
 * 2*10^8 steps.  Free the sets.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_separators_find(mg_separators *out, const mg_graph *g,
                               size_t most, size_t limit, mgnn_error *err);

/* Find the pieces of the graph without the nodes of a set: piece[i] is 0, 1,
 * ... in the order of the pieces' lowest nodes, MG_NO_PIECE in the set.  queue:
 * n numbers of scratch.  Returns the number of pieces. */
#define MG_NO_PIECE 0xffffffffU
size_t mg_pieces_without(const mg_graph *g, const unsigned *node, size_t size,
                         unsigned *piece, unsigned *queue);

#endif

/* Sets of nodes: rigid parts, separators. */
#ifndef MG_NODE_SETS_H
#define MG_NODE_SETS_H

#include "base/error.h"

/* Set k has the nodes node[first[k]] to node[first[k+1]-1], rising.  A node may
 * be in several.  A zeroed struct has no sets. */
typedef struct {
  size_t count;
  size_t *first;               /* count + 1; NULL if there are none */
  unsigned *node;
  size_t count_cap, node_cap;
} mg_node_sets;

/* Add a set; its nodes are copied and sorted. */
mgnn_status mg_node_sets_add(mg_node_sets *sets, const unsigned *node,
                             size_t count, mgnn_error *err);

/* Put the largest first, ties in the order of their lowest nodes.  `set`, m
 * numbers of sets or MG_NOWHERE, is changed along with it. */
mgnn_status mg_node_sets_sort(mg_node_sets *sets, unsigned *set, size_t m,
                              mgnn_error *err);
void mg_node_sets_free(mg_node_sets *sets);

static inline size_t
mg_node_sets_size(const mg_node_sets *sets, size_t k)
{
  return sets->first[k + 1] - sets->first[k];
}

#endif

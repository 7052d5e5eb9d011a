/* Few nodes whose loss takes a graph apart. */
#ifndef MG_SEPARATORS_H
#define MG_SEPARATORS_H

#include "base/graph.h"
#include "node_sets.h"

typedef struct {
  mg_node_sets sets;
  int complete;                /* 0: the work got too much, some are missing */
} mg_separators;

/* Find the sets of 1 to `most` nodes (up to 6) such that without them a
 * connected piece of the graph falls apart at the last of them: for each choice
 * of the others, the cut nodes of what is left.  At most `limit` sets, and
 * 2*10^8 steps.  Free the sets.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_separators_find(mg_separators *out, const mg_graph *g,
                               size_t most, size_t limit, mgnn_error *err);

/* The pieces of the graph without the nodes of a set: piece[i] is 0, 1, ... in
 * the order of the lowest nodes, and MG_NO_PIECE in the set.  queue: n numbers
 * of scratch.  Returns how many there are. */
#define MG_NO_PIECE 0xffffffffU
size_t mg_pieces_without(const mg_graph *g, const unsigned *node, size_t size,
                         unsigned *piece, unsigned *queue);

#endif

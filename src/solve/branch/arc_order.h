/* A discretization order where some lengths are intervals. */
#ifndef MG_ARC_ORDER_H
#define MG_ARC_ORDER_H

#include "base/graph.h"

typedef struct {
  unsigned *order;             /* n: the nodes as they are placed */
  unsigned *rank;              /* n: the other way round */
  size_t weak;                 /* nodes with fewer references than they need: one
                                  exact length less than there are dimensions,
                                  and one more of any kind */
} mg_arc_order;

/* From a clique of dim nodes with exact lengths, always the node with most exact
 * lengths to those before it (dim are enough), then with most lengths of any kind,
 * then the first by number (n, or NULL: as the graph numbers them).  Of several
 * cliques the one with the fewest weak nodes.  order->order is NULL if there is no
 * clique, or if the graph is not connected.  Time O(n^2) for each clique.  Free
 * with mg_arc_order_free.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_arc_order_find(mg_arc_order *order, const mg_graph *g, size_t dim,
                              const unsigned *number, mgnn_error *err);
void mg_arc_order_free(mg_arc_order *order);

#endif

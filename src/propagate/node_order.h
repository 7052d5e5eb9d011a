/* A numbering of the nodes in which neighbours are near one another; breadth
 * first is in base/graph. */
#ifndef MG_NODE_ORDER_H
#define MG_NODE_ORDER_H

#include "rows.h"

/* Number nodes as mg_breadth_first does, but along a Hilbert curve through the
 * first two coordinates of y, n*dim numbers, dim at least 2.  Nodes within one of
 * 2^32 squares keep their order.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_order_along(const double *y, size_t n, size_t dim,
                           unsigned *order, unsigned *place, mgnn_error *err);

/* Whether y is a drawing in which neighbours are near: in most slots of a sample
 * of the rows, less than 3/8 as far as a node taken at random. */
int mg_order_is_local(const mg_rows *rows, const double *y, size_t dim);

/* How far apart the numbers of neighbours are, on average over a sample of the
 * rows; place NULL: the numbers they have. */
double mg_order_gap(const mg_rows *rows, const unsigned *place);

#endif

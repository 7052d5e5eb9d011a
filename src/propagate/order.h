/* A numbering of the nodes in which neighbours are near one another. */
#ifndef MG_ORDER_H
#define MG_ORDER_H

#include "rows.h"

/* Number the nodes breadth first, component after component: the new number of
 * node i is place[i], and node order[k] has number k.  Both have n entries.
 * Rows and neighbours must have one numbering.  Time O(n + m). */
void mg_order_find(const mg_rows *rows, unsigned *order, unsigned *place);

/* How far apart the numbers of neighbours are, on average over a sample of the
 * rows; place NULL: the numbers they have. */
double mg_order_gap(const mg_rows *rows, const unsigned *place);

#endif

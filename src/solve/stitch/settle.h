/* One node among neighbours that stay. */
#ifndef MG_SETTLE_H
#define MG_SETTLE_H

#include "base/graph.h"

enum { MG_SETTLE_DIM = 3 };    /* the most that mg_settle can do */

/* Find a place for node i of g, in up to MG_SETTLE_DIM dimensions: where its
 * edges to neighbours j with placed[j] come nearest to their lengths.  Several
 * beginnings are tried, from the stream.  Writes i's coordinates in y. */
void mg_settle(const mg_graph *g, size_t dim, const unsigned char *placed,
               size_t i, uint64_t stream, double *y);

#endif

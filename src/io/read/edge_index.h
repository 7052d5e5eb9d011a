/* Which edge joins two nodes under a key, for formats where a second edge of
 * the same ends and key is the first one again. */
#ifndef MG_EDGE_INDEX_H
#define MG_EDGE_INDEX_H

#include "base/error.h"
#include <stdint.h>

typedef struct {
  unsigned a, b;
  uint32_t key;
  uint32_t edge;               /* + 1; 0: the slot is free */
} mg_edge_slot;

/* Zeroed, it is empty. */
typedef struct {
  mg_edge_slot *slot;          /* a power of two many */
  size_t slots, used;
} mg_edge_index;

/* The edge from a to b under a key; if there is none, `fresh` is entered.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_index_find(mg_edge_index *x, const mg_edge_slot *want,
                               uint32_t fresh, uint32_t *out, mgnn_error *err);
/* The same for a pair in either order, without a key; and for all m pairs of ends. */
mgnn_status mg_edge_index_pair(mg_edge_index *x, unsigned a, unsigned b, uint32_t fresh,
                               uint32_t *out, mgnn_error *err);
mgnn_status mg_edge_index_pairs(mg_edge_index *x, size_t m, const unsigned *ends,
                                mgnn_error *err);
void mg_edge_index_free(mg_edge_index *x);

#endif

/* A hash table that finds the edge with given ends and key.  For formats in
 * which a repeated edge (same ends and key) means the first one again. */
#ifndef MG_EDGE_INDEX_H
#define MG_EDGE_INDEX_H

#include "base/error.h"
#include <stdint.h>

typedef struct {
  unsigned a, b;
  uint32_t key;
  uint32_t edge;               /* + 1; 0: this slot is free */
} mg_edge_slot;

/* Start zeroed: an empty table. */
typedef struct {
  mg_edge_slot *slot;          /* their number is a power of two */
  size_t slots, used;
} mg_edge_index;

/* Look up the edge from a to b with a key; if it is missing, it is entered with
 * the number `fresh`.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_edge_index_find(mg_edge_index *x, const mg_edge_slot *want,
                               uint32_t fresh, uint32_t *out, mgnn_error *err);
/* The same for a pair in either order and without a key; and for m pairs at once. */
mgnn_status mg_edge_index_pair(mg_edge_index *x, unsigned a, unsigned b, uint32_t fresh,
                               uint32_t *out, mgnn_error *err);
mgnn_status mg_edge_index_pairs(mg_edge_index *x, size_t m, const unsigned *ends,
                                mgnn_error *err);
void mg_edge_index_free(mg_edge_index *x);

#endif

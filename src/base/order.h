/* Orders: points along the Hilbert curve, in which neighbours are near, and a queue by
 * keys that change. */
#ifndef MG_ORDER_H
#define MG_ORDER_H

#include "error.h"

#include <stdint.h>

enum { MG_HILBERT_BITS = 16, MG_HILBERT_DIM = 3 };

/* How far along the curve a cell is, among 2^MG_HILBERT_BITS cells in each of
 * `dim` directions, 2 or 3 (a line is its own curve).  cell is overwritten. */
uint64_t mg_hilbert_key(uint32_t *cell, size_t dim);

/* Fill `order` with the numbers of n points as the curve passes them.  x:
 * coordinate after coordinate, `stride` apart; of more than three coordinates
 * the first three count.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_hilbert_order(size_t n, size_t dim, size_t stride,
                             const float *x, unsigned *order, mgnn_error *err);

/* A priority queue for small integer keys, the largest first. */

/* Items are not moved when their key changes: they are put in again, and the
 * caller of take sees by the key whether an item is out of date. */
typedef struct {
  size_t *first;               /* by key: an entry, SIZE_MAX if none */
  size_t top;                  /* no higher key is in use */
  struct mg_bucket_entry {
    unsigned item;
    size_t next;               /* of the same key */
  } *entry;
  size_t used, cap;
} mg_buckets;

/* For keys from 0 to most.  Free with mg_buckets_free. */
mgnn_status mg_buckets_init(mg_buckets *q, size_t most, mgnn_error *err);
void mg_buckets_free(mg_buckets *q);

mgnn_status mg_buckets_put(mg_buckets *q, size_t key, unsigned item,
                           mgnn_error *err);
/* Take an item of the largest key, of equals the one put in last; 0 if the
 * queue is empty. */
int mg_buckets_take(mg_buckets *q, size_t *key, unsigned *item);

#endif

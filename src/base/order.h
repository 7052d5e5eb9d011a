/* Sorts points along the Hilbert curve, which keeps near points together, and a
 * priority queue for keys that change. */
#ifndef MG_ORDER_H
#define MG_ORDER_H

#include "error.h"

#include <stdint.h>

enum { MG_HILBERT_BITS = 16, MG_HILBERT_DIM = 3 };

/* The position along the curve of a cell in a grid of 2^MG_HILBERT_BITS cells in
 * each of `dim` directions; dim is 2 or 3, or 1 for a line.  cell is overwritten. */
uint64_t mg_hilbert_key(uint32_t *cell, size_t dim);

/* Fill `order` with the numbers of n points in the order of the curve.  Coordinate c
 * of point i is x[c * stride + i]; only the first three coordinates are used.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_hilbert_order(size_t n, size_t dim, size_t stride,
                             const float *x, unsigned *order, mgnn_error *err);

/* A priority queue for small integer keys, the largest first. */

/* When the key of an item changes, put it in again.  The old entry remains: after
 * mg_buckets_take the caller compares the key, to skip entries that are out of date. */
typedef struct {
  size_t *first;               /* first entry of each key, SIZE_MAX if none */
  size_t top;                  /* no higher key is in use */
  struct mg_bucket_entry {
    unsigned item;
    size_t next;               /* next entry of the same key */
  } *entry;
  size_t used, cap;
} mg_buckets;

/* Make an empty queue for keys from 0 to most.  Free with mg_buckets_free. */
mgnn_status mg_buckets_init(mg_buckets *q, size_t most, mgnn_error *err);
void mg_buckets_free(mg_buckets *q);

mgnn_status mg_buckets_put(mg_buckets *q, size_t key, unsigned item,
                           mgnn_error *err);
/* Take out the item with the largest key; of several, the one put in last.  Returns
 * 0 if the queue is empty. */
int mg_buckets_take(mg_buckets *q, size_t *key, unsigned *item);

#endif

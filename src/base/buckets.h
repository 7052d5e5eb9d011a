/* A priority queue for small integer keys, the largest first. */
#ifndef MG_BUCKETS_H
#define MG_BUCKETS_H

#include "error.h"

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

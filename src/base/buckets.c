/* A bucket queue: a list of entries for every key. */
#include "buckets.h"
#include "mem.h"

#include <stdint.h>
#include <string.h>

mgnn_status
mg_buckets_init(mg_buckets *q, size_t most, mgnn_error *err)
{
  memset(q, 0, sizeof *q);
  q->first = mg_alloc(most + 1, sizeof *q->first);
  if (q->first == NULL)
    return mg_fail_memory(err);
  for (size_t k = 0; k <= most; k++)
    q->first[k] = SIZE_MAX;
  return MGNN_OK;
}

void
mg_buckets_free(mg_buckets *q)
{
  mg_free(q->first);
  mg_free(q->entry);
  memset(q, 0, sizeof *q);
}

mgnn_status
mg_buckets_put(mg_buckets *q, size_t key, unsigned item, mgnn_error *err)
{
  struct mg_bucket_entry *grown = mg_grow(q->entry, q->used, &q->cap,
                                          sizeof *grown);

  if (grown == NULL)
    return mg_fail_memory(err);
  q->entry = grown;
  q->entry[q->used].item = item;
  q->entry[q->used].next = q->first[key];
  q->first[key] = q->used++;
  if (key > q->top)
    q->top = key;
  return MGNN_OK;
}

int
mg_buckets_take(mg_buckets *q, size_t *key, unsigned *item)
{
  while (q->first[q->top] == SIZE_MAX) {
    if (q->top == 0) {
      q->used = 0;             /* empty: the entries are reused */
      return 0;
    }
    q->top--;
  }
  *key = q->top;
  *item = q->entry[q->first[q->top]].item;
  q->first[q->top] = q->entry[q->first[q->top]].next;
  return 1;
}

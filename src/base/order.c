/* The Hilbert curve in up to three dimensions, by Skilling's transform
 * ("Programming the Hilbert curve", 2004). */
#include "order.h"
#include "mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

uint64_t
mg_hilbert_key(uint32_t *x, size_t dim)
{
  uint64_t key = 0;
  uint32_t t = 0;

  for (uint32_t q = 1U << (MG_HILBERT_BITS - 1); q > 1; q >>= 1)
    for (size_t c = 0; c < dim; c++)
      if (x[c] & q) {
        x[0] ^= q - 1;
      } else {
        uint32_t swap = (x[0] ^ x[c]) & (q - 1);

        x[0] ^= swap;
        x[c] ^= swap;
      }
  for (size_t c = 1; c < dim; c++)       /* Gray code */
    x[c] ^= x[c - 1];
  for (uint32_t q = 1U << (MG_HILBERT_BITS - 1); q > 1; q >>= 1)
    if (x[dim - 1] & q)
      t ^= q - 1;
  for (int bit = MG_HILBERT_BITS - 1; bit >= 0; bit--)
    for (size_t c = 0; c < dim; c++)
      key = key << 1 | (((x[c] ^ t) >> bit) & 1);
  return key;
}

typedef struct {
  uint64_t key;
  unsigned node;
} place;

static int
by_key(const void *a, const void *b)
{
  const place *p = a, *q = b;

  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;
  return p->node < q->node ? -1 : p->node > q->node;
}

mgnn_status
mg_hilbert_order(size_t n, size_t dim, size_t stride, const float *x,
                 unsigned *order, mgnn_error *err)
{
  place *places = mg_alloc(n, sizeof *places);
  float low[MG_HILBERT_DIM], span = 0;

  PASS(mg_allocated(places, err));
  dim = dim < MG_HILBERT_DIM ? dim : MG_HILBERT_DIM;
  for (size_t c = 0; c < dim; c++) {
    float high = x[c * stride];

    low[c] = high;
    for (size_t i = 0; i < n; i++) {
      float at = x[c * stride + i];

      low[c] = at < low[c] ? at : low[c];
      high = at > high ? at : high;
    }
    span = high - low[c] > span ? high - low[c] : span;
  }
  /* cell = (x - low) / span (2^BITS - 1).  All axes have the same span, so that
   * cells are cubes. */
  for (size_t i = 0; i < n; i++) {
    uint32_t cell[MG_HILBERT_DIM] = { 0 };

    for (size_t c = 0; c < dim && span > 0; c++)
      cell[c] = (uint32_t)((x[c * stride + i] - low[c]) / span
                           * ((1U << MG_HILBERT_BITS) - 1));
    places[i] = (place){ mg_hilbert_key(cell, dim), (unsigned)i };
  }
  qsort(places, n, sizeof *places, by_key);
  for (size_t i = 0; i < n; i++)
    order[i] = places[i].node;
  mg_free(places);
  return MGNN_OK;
}

/* A bucket queue: every key has a list of entries. */

mgnn_status
mg_buckets_init(mg_buckets *q, size_t most, mgnn_error *err)
{
  memset(q, 0, sizeof *q);
  PASS(mg_allocated(q->first = mg_alloc(most + 1, sizeof *q->first), err));
  for (size_t k = 0; k <= most; k++)
    q->first[k] = SIZE_MAX;
  return MGNN_OK;
}

void
mg_buckets_free(mg_buckets *q)
{
  mg_free_all(q->first, q->entry);
  memset(q, 0, sizeof *q);
}

mgnn_status
mg_buckets_put(mg_buckets *q, size_t key, unsigned item, mgnn_error *err)
{
  PASS(mg_room(&q->entry, q->used, &q->cap, sizeof *q->entry, err));
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

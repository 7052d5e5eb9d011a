/* Pairs by their smaller end, as compressed rows. */
#include "pairs.h"

#include <stdlib.h>
#include <string.h>

enum { LONG = 24 };            /* a shorter row is searched linearly */

static int
by_value(const void *p, const void *q)
{
  uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;

  return (a > b) - (a < b);
}

mgnn_status
mg_pairs_init(mg_pairs *p, size_t n, size_t count, const unsigned *ends,
              mgnn_error *err)
{
  p->row = mg_zalloc(n + 2, sizeof *p->row);
  p->item = mg_alloc(count, sizeof *p->item);
  if (p->row == NULL || p->item == NULL) {
    mg_pairs_free(p);
    return mg_fail_memory(err);
  }
  for (size_t e = 0; e < count; e++) {
    unsigned a = ends[2 * e], b = ends[2 * e + 1];

    p->row[(a < b ? a : b) + 2]++;
  }
  for (size_t i = 1; i < n + 2; i++)
    p->row[i] += p->row[i - 1];
  /* row[i + 1] is where the next pair of i goes, and in the end where those of
   * i + 1 begin. */
  for (size_t e = 0; e < count; e++) {
    unsigned a = ends[2 * e], b = ends[2 * e + 1];
    unsigned low = a < b ? a : b, high = a < b ? b : a;

    p->item[p->row[low + 1]++] = (uint64_t)high << 32 | e;
  }
  for (size_t i = 0; i < n; i++)
    if (p->row[i + 1] - p->row[i] > LONG)
      qsort(p->item + p->row[i], p->row[i + 1] - p->row[i], sizeof *p->item,
            by_value);
  return MGNN_OK;
}

void
mg_pairs_free(mg_pairs *p)
{
  mg_free(p->row);
  mg_free(p->item);
  memset(p, 0, sizeof *p);
}

uint32_t
mg_pairs_find(const mg_pairs *p, unsigned a, unsigned b)
{
  size_t from = p->row[a], to = p->row[a + 1];

  while (to - from > LONG) {
    size_t mid = from + (to - from) / 2;

    if (p->item[mid] >> 32 <= b)
      from = mid;
    else
      to = mid;
  }
  while (from < to && p->item[from] >> 32 != b)
    from++;
  return from < to ? (uint32_t)p->item[from] : MG_NAMES_NONE;
}

/* Loops out, parallel edges merged.  igraph_simplify does this too, but tells
 * neither which edge went where nor keeps the order. */
#include "simplify.h"

#include <string.h>

/* The edges of the file in rows by their smaller end, then per row the first
 * edge to each larger end; `first` and `owner` are indexed by that end. */
static void
find_parallels(size_t n, size_t m, const unsigned *ends, size_t *row,
               uint32_t *byrow, uint32_t *owner, uint32_t *first,
               uint32_t *into)
{
  for (size_t r = 0; r < m; r++) {
    unsigned a = ends[2 * r], b = ends[2 * r + 1];

    row[(a < b ? a : b) + 1]++;
  }
  for (size_t i = 0; i < n; i++)
    row[i + 1] += row[i];
  /* From the back, so that each row keeps the order of the file; row[i+1]
   * falls from the end of row i to its start. */
  for (size_t r = m; r-- > 0;) {
    unsigned a = ends[2 * r], b = ends[2 * r + 1];

    byrow[--row[(a < b ? a : b) + 1]] = (uint32_t)r;
  }
  for (size_t i = 0; i < n; i++) {
    size_t stop = i + 1 < n ? row[i + 2] : m;

    for (size_t k = row[i + 1]; k < stop; k++) {
      uint32_t r = byrow[k];
      unsigned a = ends[2 * r], b = ends[2 * r + 1], far = a < b ? b : a;

      if (owner[far] == i + 1)
        into[r] = first[far];
      else {
        owner[far] = (uint32_t)i + 1;
        first[far] = into[r] = r;
      }
    }
  }
}

/* `into` names for each edge the first parallel one; number those anew in the
 * order of the file and write their ends. */
static void
renumber(mg_simple *s, size_t m, const unsigned *ends)
{
  for (size_t r = 0; r < m; r++) {
    if (ends[2 * r] == ends[2 * r + 1]) {
      s->into[r] = MG_DROPPED;
      s->loops++;
    } else if (s->into[r] == r) {
      s->ends[2 * s->m] = ends[2 * r];
      s->ends[2 * s->m + 1] = ends[2 * r + 1];
      s->into[r] = (uint32_t)s->m++;
    } else {
      s->into[r] = s->into[s->into[r]];
      s->merged++;
    }
  }
}

mgnn_status
mg_simplify(mg_simple *out, size_t n, size_t m, const unsigned *ends,
            mgnn_error *err)
{
  size_t *row = mg_zalloc(n + 2, sizeof *row);
  uint32_t *byrow = mg_alloc(m, sizeof *byrow);
  uint32_t *owner = mg_zalloc(n, sizeof *owner);
  uint32_t *first = mg_alloc(n, sizeof *first);
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  out->into = mg_alloc(m, sizeof *out->into);
  out->ends = mg_alloc(m, 2 * sizeof *out->ends);
  if (row == NULL || byrow == NULL || owner == NULL || first == NULL
      || out->into == NULL || out->ends == NULL) {
    mg_simple_free(out);
    status = mg_fail_memory(err);
    goto leave;
  }
  find_parallels(n, m, ends, row, byrow, owner, first, out->into);
  renumber(out, m, ends);
  if (out->loops + out->merged == 0) {
    mg_free(out->into);
    out->into = NULL;
  }
leave:
  mg_free(row);
  mg_free(byrow);
  mg_free(owner);
  mg_free(first);
  return status;
}

void
mg_simple_free(mg_simple *s)
{
  mg_free(s->ends);
  mg_free(s->into);
  memset(s, 0, sizeof *s);
}

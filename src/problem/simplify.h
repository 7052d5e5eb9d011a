/* From the edges of a file to those of a simple graph. */
#ifndef MG_SIMPLIFY_H
#define MG_SIMPLIFY_H

#include "io/source.h"

typedef struct {
  size_t m;                    /* edges left */
  const unsigned *ends;        /* 2m, in the order of their first appearance */
  unsigned *own;               /* the same; or NULL: they are those given */
  uint32_t *into;              /* per edge of the file: the edge it became, or
                                  MG_DROPPED; NULL: nothing was dropped or
                                  merged, every edge kept its number */
  size_t loops, merged;        /* how many were dropped, and merged away */
} mg_simple;

#define MG_DROPPED 0xffffffffU

/* Drop loops and merge parallel edges, in either direction.  `ends` must outlive the
 * result.  Needs 4 bytes per edge and 16 per node for a while, and 12 per edge to stay
 * where there is something to drop or to merge.  Fails with MGNN_ENOMEM only. */
mgnn_status mg_simplify(mg_simple *out, size_t n, size_t m,
                        const unsigned *ends, mgnn_error *err);
void mg_simple_free(mg_simple *s);

/* The ends as an array of the caller's: the result's own or, where it has none,
 * that of the source, which then has none any more. */
unsigned *mg_simple_take(mg_simple *s, mg_source *src);

#endif

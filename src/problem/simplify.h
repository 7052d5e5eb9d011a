/* From the edges of a file to those of a simple graph. */
#ifndef MG_SIMPLIFY_H
#define MG_SIMPLIFY_H

#include "io/source.h"

typedef struct {
  size_t m;                    /* edges left */
  unsigned *ends;              /* 2m, in the order of their first appearance */
  uint32_t *into;              /* per edge of the file: the edge it became, or
                                  MG_DROPPED; NULL: nothing was dropped or
                                  merged, every edge kept its number */
  size_t loops, merged;        /* how many were dropped, and merged away */
} mg_simple;

#define MG_DROPPED 0xffffffffU

/* Drop loops and merge parallel edges (either way round).  Fails with
 * MGNN_ENOMEM only. */
mgnn_status mg_simplify(mg_simple *out, size_t n, size_t m,
                        const unsigned *ends, mgnn_error *err);
void mg_simple_free(mg_simple *s);

#endif

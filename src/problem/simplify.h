/* Reduces the edges of a file to a simple graph: no loops, no parallel edges. */
#ifndef MG_SIMPLIFY_H
#define MG_SIMPLIFY_H

#include "io/source.h"

typedef struct {
  size_t m;                    /* edges left */
  const unsigned *ends;        /* 2m, in the order of their first appearance */
  unsigned *own;               /* the array `ends`, or NULL if it is the input's */
  uint32_t *into;              /* per edge of the file: the edge it became, or
                                  MG_DROPPED; NULL: every edge kept its number,
                                  as nothing was dropped or merged */
  size_t loops, merged;        /* loops dropped; edges merged into earlier ones */
} mg_simple;

#define MG_DROPPED 0xffffffffU

/* Drop loops and merge parallel edges, in either direction.  `ends` must outlive the
 * result.  Needs 4 bytes per edge and 16 per node during the call; the result takes 12
 * bytes per edge if anything was dropped or merged.  Fails with MGNN_ENOMEM only. */
mgnn_status mg_simplify(mg_simple *out, size_t n, size_t m,
                        const unsigned *ends, mgnn_error *err);
void mg_simple_free(mg_simple *s);

/* Hand the array of ends to the caller: that of s or, if s->own is NULL, that of the
 * source, whose src->ends is then NULL. */
unsigned *mg_simple_take(mg_simple *s, mg_source *src);

#endif

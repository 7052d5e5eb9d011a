/* The graph as it is in the input file, which pictures and writers show, while the
 * layout is of a simple graph made from it.  All pointers are borrowed. */
#ifndef MG_GIVEN_H
#define MG_GIVEN_H

#include "source.h"

/* The src->m edges of the file, in its order and orientation, with loops and
 * parallel edges.  The names src->names always exist.  Values of attributes (src->node,
 * src->edge, src->graph, by mg_attribute_find and mg_column_text or mg_column_number)
 * exist if the source was released with MG_KEEP_ALL, else the columns are empty. */
typedef struct {
  const mg_source *src;
  const unsigned *ends;        /* 2 src->m node numbers; NULL: not kept */
  const uint32_t *into;        /* per edge: the edge of the simple graph that it
                                  became, MG_NAMES_NONE for a loop; NULL: every
                                  edge kept its number */
  size_t loops, merged;        /* loops dropped; edges merged into an earlier one;
                                  if both are 0, into is NULL */
} mg_given;

static inline int
mg_given_is_loop(const mg_given *g, size_t e)
{
  return g->ends[2 * e] == g->ends[2 * e + 1];
}

/* The edge of the simple graph, which has a length; MG_NAMES_NONE for a loop. */
static inline uint32_t
mg_given_simple(const mg_given *g, size_t e)
{
  return g->into != NULL ? g->into[e] : (uint32_t)e;
}

#endif

/* The graph as it was given, beside the simple graph that is laid out: what
 * pictures and writers take from the store.  All is borrowed. */
#ifndef MG_GIVEN_H
#define MG_GIVEN_H

#include "source.h"

/* The edges of the file, src->m many, in its order and orientation, loops and
 * parallel ones included.  Of the source, names are always there (src->names);
 * values of attributes (src->node, src->edge, src->graph, by mg_attribute_find
 * and mg_column_text or mg_column_number) are there where MG_KEEP_ALL asked for
 * them, else the columns are empty. */
typedef struct {
  const mg_source *src;
  const unsigned *ends;        /* 2 src->m node numbers; NULL: not kept */
  const uint32_t *into;        /* the edge of the simple graph that an edge
                                  became, MG_NAMES_NONE: a loop; NULL: each is
                                  the one of its number */
  size_t loops, merged;        /* edges that are none there, edges that others
                                  became as well; both 0: into is NULL */
} mg_given;

static inline int
mg_given_is_loop(const mg_given *g, size_t e)
{
  return g->ends[2 * e] == g->ends[2 * e + 1];
}

/* The edge of the simple graph, which has the length; MG_NAMES_NONE: a loop. */
static inline uint32_t
mg_given_simple(const mg_given *g, size_t e)
{
  return g->into != NULL ? g->into[e] : (uint32_t)e;
}

#endif

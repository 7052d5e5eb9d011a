/* Hides the differences between igraph 0.10 and 1.0 from the rest of the program. */
#ifndef MG_IGRAPH_NAMES_H
#define MG_IGRAPH_NAMES_H

#include <igraph.h>

#if IGRAPH_VERSION_MAJOR >= 1
typedef igraph_int_t mg_igraph_int;

static inline igraph_error_t
mg_igraph_sbm(igraph_t *g, size_t n, const igraph_matrix_t *p,
              const igraph_vector_int_t *size)
{
  (void)n;
  return igraph_sbm_game(g, p, size, IGRAPH_UNDIRECTED, IGRAPH_SIMPLE_SW);
}
#else
typedef igraph_integer_t mg_igraph_int;

static inline igraph_error_t
mg_igraph_sbm(igraph_t *g, size_t n, const igraph_matrix_t *p,
              const igraph_vector_int_t *size)
{
  return igraph_sbm_game(g, (igraph_integer_t)n, p, size, IGRAPH_UNDIRECTED,
                         IGRAPH_NO_LOOPS);
}
#endif

#endif

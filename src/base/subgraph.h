/* A graph made of some nodes of another, with the edges between them. */
#ifndef MG_SUBGRAPH_H
#define MG_SUBGRAPH_H

#include "graph.h"

#define MG_NOWHERE 0xffffffffU

typedef struct {
  mg_graph graph;
  unsigned *node;              /* graph.n: which node of the whole each is */
} mg_subgraph;

/* More edges, in the numbers of the subgraph; none of them twice, none that
 * the whole has already. */
typedef struct {
  const unsigned *ends;        /* 2*count */
  const double *length;        /* count, exact */
  size_t count;
} mg_extra_edges;

/* Cut out `count` nodes (each once) with their lengths, bounds and stiffness.
 * map: one number per node of the whole, all MG_NOWHERE; left so.  extra may
 * be NULL.  On failure *out is left zeroed.  Time O(degrees of the nodes). */
mgnn_status mg_subgraph_init(mg_subgraph *out, const mg_graph *g,
                             const unsigned *nodes, size_t count, unsigned *map,
                             const mg_extra_edges *extra, mgnn_error *err);
void mg_subgraph_free(mg_subgraph *s);

/* Copy positions of the whole into those of the subgraph, and back. */
void mg_subgraph_take(const mg_subgraph *s, size_t dim, const double *whole,
                      double *part);
void mg_subgraph_give(const mg_subgraph *s, size_t dim, const double *part,
                      double *whole);

#endif

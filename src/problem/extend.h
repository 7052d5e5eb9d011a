/* Finds positions for nodes that are added to a drawing. */
#ifndef MG_EXTEND_H
#define MG_EXTEND_H

#include "base/graph.h"

/* Set positions in x, n*dim, for the nodes with has[i] 0: near the mean of their placed
 * neighbours, or with only one, a mean length away from it, opposite to its other
 * neighbours.  Nodes are placed breadth first.  Components without any position go to
 * random places beside the rest, by the seed.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_extend_places(const mg_graph *g, size_t dim, unsigned long seed,
                             const unsigned char *has, double *x,
                             mgnn_error *err);

/* A graph, or a part of one, whose nodes are to be placed. */
typedef struct {
  size_t n;
  const unsigned *name;        /* the number of each node in the whole graph, rising;
                                  NULL: this is the whole graph */
  size_t whole;                /* nodes of the whole graph */
  const size_t *row;           /* n + 1 */
  const unsigned *to;          /* neighbours, by their numbers here */
  double length;               /* mean length of the edges, 1 without edges */
} mg_extend_graph;

/* mg_extend_places in two steps.  mg_extend_reached places the nodes that are connected
 * to placed ones, and sets their placed[i]; mg_extend_rest places the others to the
 * right of these, whose maximum x is `right` and whose mean y is `base`. */
mgnn_status mg_extend_reached(const mg_extend_graph *g, size_t dim, unsigned long seed,
                              unsigned char *placed, double *x, mgnn_error *err);
void mg_extend_rest(const mg_extend_graph *g, size_t dim, unsigned long seed,
                    const unsigned char *placed, double right, double base, double *x);

#endif

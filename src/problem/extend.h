/* Places for nodes that are new in a drawing. */
#ifndef MG_EXTEND_H
#define MG_EXTEND_H

#include "base/graph.h"

/* Give the nodes with has[i] 0 a place in x, n*dim: near the mean of their neighbours,
 * one length from a lone neighbour, away from the others of that one; so on from these
 * to theirs.  Components without any place are put at random, beside the rest.  The
 * same seed gives the same places.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_extend_places(const mg_graph *g, size_t dim, unsigned long seed,
                             const unsigned char *has, double *x,
                             mgnn_error *err);

/* A graph, or the part of one that such places depend on. */
typedef struct {
  size_t n;
  const unsigned *name;        /* of each node, its number in the whole graph, rising;
                                  NULL: the same */
  size_t whole;                /* nodes of that */
  const size_t *row;           /* n + 1 */
  const unsigned *to;          /* neighbours, by their numbers here */
  double length;               /* the mean one, 1 without edges */
} mg_extend_graph;

/* The first half: nodes that an edge leads to, from one to the next; placed[i] becomes
 * 1.  The second half: those that are left, `right` being the largest first coordinate of
 * the others, `base` the mean of their second. */
mgnn_status mg_extend_reached(const mg_extend_graph *g, size_t dim, unsigned long seed,
                              unsigned char *placed, double *x, mgnn_error *err);
void mg_extend_rest(const mg_extend_graph *g, size_t dim, unsigned long seed,
                    const unsigned char *placed, double right, double base, double *x);

#endif

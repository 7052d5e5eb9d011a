/* Stiffness where all pairs count: the terms of pairs that are edges are weighted
 * by it, all others by 1. */
#ifndef MG_STIFF_PAIRS_H
#define MG_STIFF_PAIRS_H

#include "distances.h"

/* What is to be added to a stress in which every pair has the weight 1. */
typedef struct {
  const mg_graph *graph;
  double *far;                 /* 2m: distances of the ends, in units; NULL: all
                                  edges have stiffness 1, nothing is added */
} mg_stiff_pairs;

/* Of the graph whose distances are given; NULL: there is none.  Free with
 * mg_stiff_pairs_free.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_stiff_pairs_init(mg_stiff_pairs *out, const mg_graph *g,
                                const mg_distances *d, mgnn_error *err);
void mg_stiff_pairs_free(mg_stiff_pairs *s);

/* The sum over the slots k of node i of (w - 1) (r/d - 1)^2 at x (n*dim, in
 * units); if grad is not NULL half its gradient by the place of i,
 * (w - 1) (1/d^2 - 1/(d r)) (x_i - x_j), is added there, dim numbers. */
double mg_stiff_pairs_at(const mg_stiff_pairs *s, size_t i, size_t dim,
                         const double *x, double *grad);

/* Half of that over all nodes. */
double mg_stiff_pairs_sum(const mg_stiff_pairs *s, size_t dim, const double *x);

/* The sum of (w - 1) / d^2 over the slots of node i. */
double mg_stiff_pairs_degree(const mg_stiff_pairs *s, size_t i);

#endif

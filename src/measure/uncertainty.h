/* How well lengths with errors determine positions: the covariance of least
 * squares at a solution, and what the residuals say about the errors. */
#ifndef MG_UNCERTAINTY_H
#define MG_UNCERTAINTY_H

#include "problem/problem.h"

enum { MG_UNCERTAINTY_DIM = 10 };

struct mgnn_uncertainty {
  size_t n, m, dim;
  double *covariance;          /* n*dim*dim: of each node; NAN if the lengths
                                  leave the node free */
  double *leverage;            /* m: the share of an edge's own length in the
                                  length it gets, 0 to 1; 0 if it does not
                                  count */
  size_t active;               /* edges that count: stiffness, no interval that
                                  is met */
  size_t free_nodes;           /* nodes without a covariance */
  double chi2;                 /* sum of w (length - target)^2 */
  double freedom;              /* degrees of freedom: active edges less the
                                  leverages */
  double estimate;             /* of the error of a length of weight 1:
                                  sqrt(chi2 / freedom); NAN: no freedom */
  double known;                /* of the same, as the problem has it; 0: not */
  double sigma;                /* what the covariance is made with */
  double unit;                 /* of what is said in the problem's terms */
};

#endif

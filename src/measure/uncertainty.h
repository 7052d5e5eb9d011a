/* How exactly lengths with errors determine positions: the covariance of least
 * squares at a solution, and the size of the errors estimated from the residuals. */
#ifndef MG_UNCERTAINTY_H
#define MG_UNCERTAINTY_H

#include "problem/problem.h"

enum { MG_UNCERTAINTY_DIM = 10 };

struct mgnn_uncertainty {
  size_t n, m, dim;
  double *covariance;          /* n*dim*dim: block of each node; NAN if the
                                  lengths leave the node free */
  double *leverage;            /* m: share of an edge's given length in its
                                  fitted length, 0 to 1; 0 if inactive */
  size_t active;               /* active edges: with stiffness, and not inside
                                  their interval */
  size_t free_nodes;           /* nodes with covariance NAN */
  double chi2;                 /* sum of w (length - target)^2 */
  double freedom;              /* degrees of freedom: active edges less the sum
                                  of leverages */
  double estimate;             /* estimated error of a length of weight 1:
                                  sqrt(chi2 / freedom); NAN if freedom is 0 */
  double known;                /* the same as given by the problem; 0: not given */
  double sigma;                /* the value used for the covariance */
  double unit;                 /* unit of the problem's errors, for reports */
};

#endif

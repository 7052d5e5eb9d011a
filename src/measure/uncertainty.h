/* How well lengths with errors determine positions: the covariance of least
 * squares at a solution, and what the residuals say about the errors. */
#ifndef MG_UNCERTAINTY_H
#define MG_UNCERTAINTY_H

#include "problem/problem.h"

enum { MG_UNCERTAINTY_DIM = 10 };

/* Zeroed, it may be freed. */
typedef struct {
  size_t n, m, dim;
  double *covariance;          /* n*dim*dim: of each node; NAN where the lengths
                                  leave the node free */
  double *leverage;            /* m: the share of an edge's own length in the
                                  length it gets, 0 to 1; 0 where it does not
                                  count */
  size_t active;               /* edges that count: stiffness, no interval that
                                  is met */
  size_t free_nodes;           /* nodes without a covariance */
  double chi2;                 /* sum of w (length - target)^2 */
  double freedom;              /* degrees of freedom: active edges less the
                                  leverages */
  double estimate;             /* of the error of a length of stiffness 1:
                                  sqrt(chi2 / freedom); NAN: no freedom */
  double sigma;                /* what the covariance is made with */
} mg_uncertainty;

/* At positions y, n*dim, where E has its minimum.  sigma: the standard deviation
 * of a length of stiffness 1 (of stiffness w it is sigma/sqrt(w)); 0: it is
 * estimated from the residuals.  Where nothing is pinned the covariance is that
 * free of rigid motions (inner constraints): of positions aligned to the true
 * ones.  MGNN_OK, MGNN_EINVAL (more than MG_UNCERTAINTY_DIM dimensions) or
 * MGNN_ENOMEM.  A sparse factorization and as much again. */
mgnn_status mg_uncertainty_find(const mgnn_problem *p, size_t dim,
                                const double *y, double sigma,
                                mg_uncertainty *out, mgnn_error *err);
void mg_uncertainty_free(mg_uncertainty *u);

/* The standard error of coordinate c of node i; NAN where it is free. */
double mg_standard_error(const mg_uncertainty *u, size_t i, size_t c);

#endif

/* Lengths among which some are grossly wrong: least squares reweighted by the
 * residuals until those that contradict the others do not count. */
#ifndef MG_ROBUST_H
#define MG_ROBUST_H

#include "problem/problem.h"

typedef enum { MG_ROBUST_HUBER, MG_ROBUST_GEMAN_MCCLURE } mg_robust_kind;

typedef struct {
  mg_robust_kind kind;
  double sigma;                /* the standard deviation of a good length of
                                  stiffness 1; 0: 1.4826 times the median
                                  residual, and at least a millionth of the mean
                                  length */
  mgnn_search_params search;   /* of each round */
} mg_robust_params;

/* Zeroed, it may be freed. */
typedef struct {
  double *odds;                /* m: that the length is wrong, to that it is not */
  double *weight;              /* m: what its stiffness was multiplied by, last */
  size_t suspects;             /* odds above 1 */
  double scale;                /* of the errors of the others, at stiffness 1 */
  double share;                /* of wrong lengths, estimated */
  size_t rounds;
} mg_robust;

/* From positions y, n*dim, of a search: replaced by those that the reweighted
 * lengths have.  The stiffness of the problem is left reweighted: with
 * Geman-McClure that of suspects is 0, that of others as it was.  MGNN_OK, MGNN_ENOMEM, or what
 * a solver fails with. */
mgnn_status mg_robust_find(mgnn_problem *p, size_t dim,
                           const mg_robust_params *par, double *y,
                           mg_robust *out, mgnn_error *err);
void mg_robust_free(mg_robust *r);

#endif

/* What self-stresses do about motions, to second order. */
#ifndef MG_SECOND_ORDER_H
#define MG_SECOND_ORDER_H

#include "base/error.h"

/* Each is 1: yes, 0: no, -1: not known. */
typedef struct {
  int stable;                  /* prestress stable: one stress holds all motions */
  int rigid;                   /* every motion is held by some stress */
} mg_second_order;

/* Of `stresses` quadratic forms on `motions` coefficients, symmetric matrices row
 * after row in q: is one of their combinations positive definite; do they have no
 * common zero?  Values below 1e-9 count as 0, those up to 1e-6 are not clear.
 *
 * zero  motions: a common zero of length 1, where rigid is 0 */
mgnn_status mg_second_order_find(size_t motions, size_t stresses, const double *q,
                                 mg_second_order *out, double *zero,
                                 mgnn_error *err);

/* Move a, of length 1, to a common zero nearby by Gauss and Newton; returns whether
 * there is one.  scratch has stresses * (motions + stresses + 1) doubles. */
int mg_forms_zero(size_t motions, size_t stresses, const double *q, double *a,
                  double *scratch);

#endif

/* Motions at given positions. */
#ifndef MG_FLEXES_H
#define MG_FLEXES_H

#include "base/error.h"
#include "rigidity.h"

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

enum { MG_FLEX_DIM_MOST = 16 };

/* An orthonormal basis of the rigid motions at y that move no pinned node, as
 * n*dim doubles each; rigid can hold dim (dim + 1) / 2 of them. */
mgnn_status mg_rigid_basis(const mg_bars *b, size_t dim, const double *y,
                           double *rigid, size_t *count, mgnn_error *err);

/* Whether every motion is held by some self-stress, and so the framework is rigid:
 * 1 yes, 0 no, -1 not known. */
int mg_flexes_second_order(const mgnn_flexes *f);

#endif

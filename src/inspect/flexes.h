/* Infinitesimal motions and self-stresses of a framework at given positions. */
#ifndef MG_FLEXES_H
#define MG_FLEXES_H

#include "base/error.h"
#include "rigidity.h"

/* Each is 1: yes, 0: no, -1: not known. */
typedef struct {
  int stable;                  /* prestress stable: one stress blocks all motions */
  int rigid;                   /* every motion is blocked by some stress */
} mg_second_order;

/* Test `stresses` quadratic forms on `motions` coefficients (symmetric matrices,
 * row after row in q): is a combination positive definite, have they no common
 * zero?  Values below 1e-9 count as 0, values up to 1e-6 as not known.
 *
 * zero  motions: a common zero of length 1, if rigid is 0 */
mgnn_status mg_second_order_find(size_t motions, size_t stresses, const double *q,
                                 mg_second_order *out, double *zero,
                                 mgnn_error *err);

enum { MG_FLEX_DIM_MOST = 16 };

/* An orthonormal basis of the rigid motions at y that move no pinned node,
 * n*dim doubles each; `rigid` must have room for dim (dim + 1) / 2 of them. */
mgnn_status mg_rigid_basis(const mg_bars *b, size_t dim, const double *y,
                           double *rigid, size_t *count, mgnn_error *err);

/* Whether each motion is blocked by some self-stress, so that the framework is
 * rigid: 1 yes, 0 no, -1 not known. */
int mg_flexes_second_order(const mgnn_flexes *f);

#endif

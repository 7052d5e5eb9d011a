/* The entries of the inverse of a sparse matrix that are in the pattern of its
 * Cholesky factor, by the recurrence of Takahashi, Fagan and Chin (1973). */
#ifndef MG_SELECTED_INVERSE_H
#define MG_SELECTED_INVERSE_H

#include "base/cholmod_late.h"
#include "base/error.h"

/* factor: simplicial, L D L^T, of CHOLMOD with long indices.  z: an array as
 * long as factor->x, which receives the entries where those of L are, that of D
 * the diagonal.  About as much work as the factorization.  MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_selected_inverse(const cholmod_factor *factor, double *z,
                                mgnn_error *err);

#endif

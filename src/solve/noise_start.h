/* A start for lengths with errors: no search can do better than what is left of
 * them being noise. */
#ifndef MG_NOISE_START_H
#define MG_NOISE_START_H

#include "limit.h"

/* A descent from the pivot start into y, n*dim, where there are more lengths than
 * coordinates and nothing is pinned or asked for beside lengths.  *good: what is
 * left of the lengths looks like errors and little else; otherwise y is not worth
 * keeping.  out: of the descent.  MGNN_OK, MGNN_ENOMEM, MGNN_EINVAL. */
mgnn_status mg_noise_start(const mg_descent *d, double *y, mgnn_outcome *out,
                           int *good, mgnn_error *err);

#endif

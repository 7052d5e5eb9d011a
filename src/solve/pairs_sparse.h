/* All pairs by a sample of them, for graphs too large for all. */
#ifndef MG_PAIRS_SPARSE_H
#define MG_PAIRS_SPARSE_H

#include "effort.h"

/* Full stress, the sum over pairs of (r/d - 1)^2, from the pairs of `rows`
 * nodes drawn by the seed with all others; exact if there are no more nodes.
 * Pairs at distance 0 count as a hundredth of the mean length apart, as in
 * distances.h.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_sparse_stress(const mg_graph *g, size_t dim, const double *y,
                             size_t rows, unsigned long seed, double *stress,
                             mgnn_error *err);

#endif

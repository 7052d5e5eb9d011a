/* Points in an order in which neighbours are near. */
#ifndef MG_HILBERT_H
#define MG_HILBERT_H

#include "base/error.h"

/* Fill `order` with the numbers of n points as a Hilbert curve passes them.
 * x: coordinate after coordinate, `stride` apart; of more than three
 * coordinates the first three count.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_curve_order(size_t n, size_t dim, size_t stride, const float *x,
                           unsigned *order, mgnn_error *err);

#endif

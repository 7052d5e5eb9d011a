/* Positions aligned to pinned coordinates. */
#ifndef MG_ALIGN_PINS_H
#define MG_ALIGN_PINS_H

#include "base/error.h"

/* Turn, mirror and shift y (n*dim) so that its pinned coordinates come nearest
 * to those of `given`, then put the pinned coordinates where `given` has them.
 * Where only single coordinates are pinned the fit is the best of a few.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_align_to_pins(size_t n, size_t dim, const unsigned char *pin,
                             const double *given, double *y, mgnn_error *err);

#endif

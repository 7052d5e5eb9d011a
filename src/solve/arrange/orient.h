/* Positions turned by a rule. */
#ifndef MG_ORIENT_H
#define MG_ORIENT_H

#include "base/error.h"

/* Turn `count` points about their mean, which becomes 0, so that their
 * principal axes are the coordinate axes, the longest first, and mirror each
 * axis so that the cubes of the coordinates add up to a positive number; where
 * they add up to nothing the point farthest out decides, of equals the first.
 * Beyond 64 dimensions points are only centred.  Returns MGNN_OK, MGNN_ENOMEM
 * or MGNN_EINVAL (numbers too large). */
mgnn_status mg_orient(size_t dim, size_t count, double *x, mgnn_error *err);

#endif

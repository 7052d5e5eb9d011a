/* How many realizations a minimally rigid graph has over the complex numbers. */
#ifndef MG_REALIZATION_COUNT_H
#define MG_REALIZATION_COUNT_H

#include "rigidity.h"

/* Steps of the recursion that are taken by default: seconds, and
 * enough for most graphs of up to 17 nodes. */
#define MG_COUNT_WORK 1e8

typedef struct {
  double count;                /* NAN: not known */
  const char *unknown;         /* why, or NULL */
} mg_realization_count;

/* The number of complex realizations of a graph that is minimally rigid in one or
 * two dimensions, for generic lengths: up to rotations and translations, so that a
 * realization and its mirror image are two.  With two pinned nodes or more it is
 * the number of those that have the pinned nodes where they are.
 *
 * r     of the same problem
 * work  steps at most; see MG_COUNT_WORK
 *
 * Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_realization_count_find(const mgnn_problem *p, const mgnn_rigidity *r,
                                      double work, mg_realization_count *out,
                                      mgnn_error *err);

#endif

/* One set of points aligned to another. */
#ifndef MG_ALIGN_H
#define MG_ALIGN_H

#include "base/reduce.h"

/* Turn `count` points about their mean, which becomes 0, so that their
 * principal axes are the coordinate axes, the longest first; in the plane so that
 * they fill the smallest rectangle, where that is smaller by 3 % or more.  Mirror each
 * axis so that the cubes of the coordinates add up to a positive number; where
 * they add up to nothing the point farthest out decides, of equals the first.
 * Beyond 64 dimensions points are only centred.  Returns MGNN_OK, MGNN_ENOMEM
 * or MGNN_EINVAL (numbers too large). */
mgnn_status mg_orient(size_t dim, size_t count, double *x, mgnn_error *err);

/* The same for points of several processes. */
typedef struct {
  size_t dim, count;           /* points here */
  double all;                  /* of all processes */
  const unsigned *name;        /* of each; NULL: its number */
  const mg_reducer *reducer;
} mg_points;

mgnn_status mg_orient_all(const mg_points *p, double *x, mgnn_error *err);

/* Turn, mirror and shift y (n*dim) so that its pinned coordinates come nearest
 * to those of `given`, then put the pinned coordinates where `given` has them.
 * Where only single coordinates are pinned the fit is the best of a few.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_align_to_pins(size_t n, size_t dim, const unsigned char *pin,
                             const double *given, double *y, mgnn_error *err);

/* y = R (x - from) + to, R orthogonal. */
typedef struct {
  size_t dim;
  double *turn;                /* R, dim*dim, row after row; one block with the
                                  others */
  double *from, *to;           /* centroids */
  double rms;                  /* of what is left after the fit */
  double least;                /* smallest singular value of the cross
                                  covariance: a mirror image would add 4 of it
                                  to the sum of squares */
} mg_motion;

/* The rigid motion that brings `count` points x nearest to y in the sum of
 * squares, mirror images allowed unless `proper` (Kabsch, by singular
 * values).  Free with mg_motion_free.  MGNN_OK, MGNN_ENOMEM or MGNN_EINVAL
 * (numbers too large). */
mgnn_status mg_motion_fit(mg_motion *out, size_t dim, size_t count,
                          const double *x, const double *y, int proper,
                          mgnn_error *err);
void mg_motion_free(mg_motion *m);

/* Move one point; out may not be x. */
void mg_motion_apply(const mg_motion *m, const double *x, double *out);

#endif

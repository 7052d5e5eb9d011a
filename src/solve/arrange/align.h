/* Orient a set of points, or align it to pins or to another set. */
#ifndef MG_ALIGN_H
#define MG_ALIGN_H

#include "base/reduce.h"

/* Turn `count` points about their mean, which moves to 0, so that their
 * principal axes are the coordinate axes, longest first; in the plane to their
 * smallest bounding rectangle if that is smaller by 3 % or more.  Mirror each
 * axis so that the cubes of its coordinates add up to a positive number; if
 * they add up to 0, so that the farthest point (the first of several) is
 * positive.  Beyond 64 dimensions points are only centred.  Returns MGNN_OK,
 * MGNN_ENOMEM or MGNN_EINVAL (numbers too large). */
mgnn_status mg_orient(size_t dim, size_t count, double *x, mgnn_error *err);

/* The same for points spread over several processes. */
typedef struct {
  size_t dim, count;           /* points here */
  double all;                  /* points of all processes */
  const unsigned *name;        /* global number of each point; NULL: its index */
  const mg_reducer *reducer;
} mg_points;

mgnn_status mg_orient_all(const mg_points *p, double *x, mgnn_error *err);

/* Turn, mirror and shift y (n*dim) so that its pinned coordinates come nearest
 * to those of `given`, then set the pinned coordinates to `given`.  If only
 * single coordinates are pinned, the fit is the best of several starts.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_align_to_pins(size_t n, size_t dim, const unsigned char *pin,
                             const double *given, double *y, mgnn_error *err);

/* y = R (x - from) + to, R orthogonal. */
typedef struct {
  size_t dim;
  double *turn;                /* R, dim*dim, row after row; allocated together
                                  with the members below */
  double *from, *to;           /* centroids */
  double rms;                  /* residual of the fit */
  double least;                /* smallest singular value of the cross
                                  covariance: mirroring would add 4 times it to
                                  the sum of squares */
} mg_motion;

/* Fit the rigid motion that brings `count` points x nearest to y in the sum of
 * squares, mirror images allowed unless `proper` (Kabsch, by singular values).
 * Free with mg_motion_free.  MGNN_OK, MGNN_ENOMEM or MGNN_EINVAL (numbers too
 * large). */
mgnn_status mg_motion_fit(mg_motion *out, size_t dim, size_t count,
                          const double *x, const double *y, int proper,
                          mgnn_error *err);
void mg_motion_free(mg_motion *m);

/* Apply the motion to one point; out may not be x. */
void mg_motion_apply(const mg_motion *m, const double *x, double *out);

#endif

/* One set of points aligned to another. */
#ifndef MG_ALIGN_H
#define MG_ALIGN_H

#include "base/error.h"

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

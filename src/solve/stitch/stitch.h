/* Patch stitching, a start for hard cases: lays out small patches separately
 * and merges them. */
#ifndef MG_STITCH_H
#define MG_STITCH_H

#include "solve/run_control.h"

/* Improve y by patch stitching.  y in: the best so far; out: positions of all
 * nodes (polished), only if their energy is lower, and then *better is 1.
 * Ignores pins.  determined: n bytes or NULL; 1 for nodes whose place the
 * lengths determine, 0 for others.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_stitch(const mg_task *t, double *y, unsigned char *determined,
                      int *better, mgnn_error *err);

/* Facts about the lengths from a few patches, each solved separately. */
typedef struct {
  int exact;                   /* nonzero: stitching suits the graph, and
                                  patches meet their lengths */
  double variance;             /* of relative errors: the sum of r^2 per redundant
                                  length over the mean M^2; NAN: not known */
  double uncertain;            /* relative standard error of the variance */
  int noisy;                   /* nonzero: lengths have errors of that variance;
                                  0: they are exact, or not known */
} mg_probe;

/* Estimate whether stitching is worth trying early, and how large the errors of
 * lengths are, without a drawing.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_stitch_probe(const mg_task *t, mg_probe *out, mgnn_error *err);

#endif

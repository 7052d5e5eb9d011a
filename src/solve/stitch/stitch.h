/* Patch stitching: a start for hard cases, made of small patches solved on their
 * own. */
#ifndef MG_STITCH_H
#define MG_STITCH_H

#include "solve/run_control.h"

/* y in: the best so far; out: positions of all nodes (polished), only if their
 * energy is lower, and then *better is 1.  Pins are not looked at.
 * determined: n bytes or NULL; 1 for nodes whose place the lengths determine, 0
 * for others.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_stitch(const mg_task *t, double *y, unsigned char *determined,
                      int *better, mgnn_error *err);

/* What a few patches tell, each solved on its own. */
typedef struct {
  int exact;                   /* stitching can be used, and the lengths of patches
                                  are met */
  double variance;             /* of relative errors, the sum of r^2 per redundant
                                  length over the mean M^2; NAN: not known */
  double uncertain;            /* its relative standard error */
  int noisy;                   /* lengths have errors, of that variance; 0: they
                                  are exact, or it is not known */
} mg_probe;

/* Is stitching worth while early?  And how far off are lengths, whatever the
 * drawing?  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_stitch_probe(const mg_task *t, mg_probe *out, mgnn_error *err);

#endif

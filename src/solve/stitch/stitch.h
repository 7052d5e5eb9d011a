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

/* Is that worth while early?  *exact is 1 if it can be used and a few patches
 * come out with their lengths met. */
mgnn_status mg_stitch_probe(const mg_task *t, int *exact, mgnn_error *err);

#endif

/* What lengths determine for certain, found in no time. */
#ifndef MG_DETERMINED_BODY_H
#define MG_DETERMINED_BODY_H

#include "solve/run_control.h"

/* Mark a large set of nodes whose places relative to each other are determined
 * by the lengths, for generic lengths: dim+1 nodes all joined, and then every
 * node with dim+1 neighbours in the set.  That is enough for global rigidity,
 * and not necessary.  body: n bytes, filled with 0 and 1; *count of them are 1.
 * Returns MGNN_OK or MGNN_ENOMEM.  Time O(n + m). */
mgnn_status mg_determined_body(const mg_task *t, unsigned char *body,
                               size_t *count, mgnn_error *err);

/* The pins of the task and all coordinates of the body: n*dim bytes, to be freed
 * with mg_free. */
mgnn_status mg_body_hold(const mg_task *t, const unsigned char *body,
                         unsigned char **pin, mgnn_error *err);

/* Add to the body what no motion that keeps the lengths moves against it, at y,
 * by a random push.  Larger parts that may be mirrored are added too, nodes with no
 * more than dim neighbours, which have a mirror image, are not.  Nothing is done where there is no body, on a line, where every path can
 * be folded, and where it would take long.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_body_extend(const mg_task *t, const double *y,
                           unsigned char *body, mgnn_error *err);

#endif

/* A quick, conservative test for nodes whose relative positions lengths fix. */
#ifndef MG_DETERMINED_BODY_H
#define MG_DETERMINED_BODY_H

#include "solve/run_control.h"

/* Mark a large set of nodes whose relative positions the lengths determine, if
 * they are generic: dim+1 nodes all joined, and then every node with dim+1
 * neighbours in the set.  That is sufficient for global rigidity, not
 * necessary.  body: n bytes, filled with 0 and 1; *count of them are 1.
 * Returns MGNN_OK or MGNN_ENOMEM.  Time O(n + m). */
mgnn_status mg_determined_body(const mg_task *t, unsigned char *body,
                               size_t *count, mgnn_error *err);

/* Pin the coordinates of the task's pins and of all nodes in the body: n*dim
 * bytes, to be freed with mg_free. */
mgnn_status mg_body_hold(const mg_task *t, const unsigned char *body,
                         unsigned char **pin, mgnn_error *err);

/* Add to the body the nodes that a random push at y cannot move against it without
 * changing lengths.  This includes larger parts that could be mirrored, but not nodes
 * with at most dim neighbours, which can.  Does nothing without a body, on a line,
 * where every path can be folded, or if it would take long.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_body_extend(const mg_task *t, const double *y,
                           unsigned char *body, mgnn_error *err);

#endif

/* Parts that hang on one or two nodes, and how they may hang there: turned or
 * mirrored about those nodes, no length changes. */
#ifndef MG_HINGES_H
#define MG_HINGES_H

#include "solve/run_control.h"
#include "solve/stress/distances.h"

/* Turn and mirror hanging parts of y, n*dim, where that lowers path stress, the
 * sum over pairs of (r/d - 1)^2; parts with pinned nodes stay.  far: the
 * distances.  *turned: how often a part was turned.  In more than three
 * dimensions, where nothing need be mirrored to get past anything else, nothing is
 * done.  Returns MGNN_OK or MGNN_ENOMEM.  Time O(n^2). */
mgnn_status mg_hinges_turn(const mg_task *t, const mg_distances *far, double *y,
                           size_t *turned, mgnn_error *err);

#endif

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

#endif

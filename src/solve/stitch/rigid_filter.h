/* Which nodes of a small solved graph are held in one shape by the lengths. */
#ifndef MG_RIGID_FILTER_H
#define MG_RIGID_FILTER_H

#include "base/graph.h"

/* The largest part around `centre` that is globally rigid, by a numerical test
 * at the positions x, which must meet the lengths (or be random, if only the
 * graph matters): keep[i] is 1 for its nodes, 0 for others, and for all
 * if there is none of at least dim + 2 nodes.  The test is random, from `seed`;
 * its thresholds are no proof, and near-degenerate positions can deceive it, in
 * space more than in the plane.  Returns MGNN_OK, MGNN_ENOMEM or
 * MGNN_EINVAL (numbers too large).  Time O((n dim)^3), for graphs of up to some
 * hundred nodes. */
mgnn_status mg_rigid_part(const mg_graph *g, size_t dim, const double *x,
                          size_t centre, uint64_t seed, unsigned char *keep,
                          mgnn_error *err);

#endif

/* Edges that are longer than another path between their ends. */
#ifndef MG_VIOLATIONS_H
#define MG_VIOLATIONS_H

#include "problem/problem.h"

/* Relative excess that is put down to the rounding of sums. */
#define MG_PATH_ROUNDING 1e-12

/* Slots that are looked at, or as much other work, before the search is given
 * up: some 20 seconds of one processor. */
#define MG_VIOLATIONS_BUDGET 1.2e9

/* Nodes that the search from a node may settle before its edges are judged one
 * by one; for nodes with many edges more. */
#define MG_VIOLATIONS_NEAR 256

/* As mgnn_violations_find, but no further than `budget` slots, give or take a
 * batch of nodes: the nodes that come first are judged.  `near` is as
 * MG_VIOLATIONS_NEAR.  Those are left out that are gone when lengths change by a
 * factor from 1 - tolerance to 1 + tolerance. */
mgnn_status mg_violations_find(mgnn_violations *out, const mg_graph *g,
                               double tolerance, double budget, size_t near,
                               mgnn_error *err);

/* Energy that no positions go below.  An edge of length l beside a path of length s
 * has, with the k edges of the path, at least
 *   (l - s)^2 / (1/w_0 + 1/w_1 + ... + 1/w_k)
 * of it, and violations that share no edge add up: the largest excess is taken
 * first.  floor: n doubles, which receive that at the first end of each such edge.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_violations_floor(const mgnn_violations *v, const mg_graph *g,
                                double *floor, mgnn_error *err);

#endif

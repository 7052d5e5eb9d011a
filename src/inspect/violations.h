/* Finds edges that are longer than another path between their ends. */
#ifndef MG_VIOLATIONS_H
#define MG_VIOLATIONS_H

#include "problem/problem.h"

/* Relative excess that counts as rounding of sums. */
#define MG_PATH_ROUNDING 1e-12

/* Work after which the search gives up, counted in adjacency slots: some 20
 * seconds of one processor. */
#define MG_VIOLATIONS_BUDGET 1.2e9

/* Nodes that the search from a node may settle before its edges are tested one
 * by one; higher for nodes with many edges. */
#define MG_VIOLATIONS_NEAR 256

/* As mgnn_violations_find, but stop after about `budget` slots (checked once
 * per batch of nodes), so that only the first nodes are judged.  `near`: see
 * MG_VIOLATIONS_NEAR.  Violations that vanish when lengths change by a factor
 * from 1 - tolerance to 1 + tolerance are omitted. */
mgnn_status mg_violations_find(mgnn_violations *out, const mg_graph *g,
                               double tolerance, double budget, size_t near,
                               mgnn_error *err);

/* A lower bound on the energy of any drawing.  If a path of k edges and length s < l
 * joins the ends of an edge of length l, the edge and the path together have at least
 *   (l - s)^2 / (1/w_0 + 1/w_1 + ... + 1/w_k)
 * and such bounds add up if violations share no edge; the largest excess is taken
 * first.  floor: n doubles, receives each bound at the first end of the edge.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_violations_floor(const mgnn_violations *v, const mg_graph *g,
                                double *floor, mgnn_error *err);

#endif

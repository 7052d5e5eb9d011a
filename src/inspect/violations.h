/* Edges that are longer than another way between their ends. */
#ifndef MG_VIOLATIONS_H
#define MG_VIOLATIONS_H

#include "problem/problem.h"

/* Relative excess that is put down to the rounding of sums. */
#define MG_PATH_ROUNDING 1e-12

/* Slots that are looked at before the search is given up: some 20 seconds of
 * one processor. */
#define MG_VIOLATIONS_BUDGET 1e9

/* As mgnn_violations_find, but no further than `budget` slots, give or take a
 * batch of nodes: the nodes that come first are judged. */
mgnn_status mg_violations_find(mgnn_violations *out, const mg_graph *g,
                               double budget, mgnn_error *err);

#endif

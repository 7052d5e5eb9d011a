/* A start by branch and prune. */
#ifndef MG_BRANCH_START_H
#define MG_BRANCH_START_H

#include "branch_prune.h"

/* By how much a length may be missed in the tree, for each node between its ends
 * and one more: rounding of numbers, and of lengths given with few decimals. */
double mg_branch_tolerance(const mg_graph *g);

/* Positions that meet the lengths, or nearly: pins are not looked at.  *found is
 * 0, and y left alone, where the graph has no spanning K-tree of exact lengths,
 * no positions meet them, or it takes too long.  work: as in mg_branch_options;
 * number: as in mg_k_tree_find.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_branch_start(const mg_task *t, const unsigned *number, double work,
                            double *y, int *found, mgnn_error *err);

#endif

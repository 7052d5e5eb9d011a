/* Branch and prune on a K-tree: all positions with given lengths. */
#ifndef MG_BRANCH_PRUNE_H
#define MG_BRANCH_PRUNE_H

#include "k_tree.h"
#include "solve/run_control.h"

/* By how much a length may be missed in the tree, for each node between its ends
 * and one more: rounding of numbers, and of lengths given with few decimals. */
double mg_branch_tolerance(const mg_graph *g);

/* Positions that meet the lengths, or nearly: pins are not looked at.  *found is
 * 0, and y left alone, where the graph has no spanning K-tree of exact lengths,
 * no positions meet them, or it takes too long.  work: as in mg_branch_options;
 * number: as in mg_k_tree_find.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_branch_start(const mg_task *t, const unsigned *number, double work,
                            double *y, int *found, mgnn_error *err);

enum { MG_BRANCH_DIM = 4 };    /* dimensions, at most */

/* One set of places that meets all lengths within the tolerance; with it go those
 * that result from mirroring what hangs on the free nodes. */
typedef struct {
  const double *x;             /* n*dim */
  const unsigned *free;        /* nodes that no length holds on one side */
  size_t count;                /* of them, without the mirror image of all */
} mg_branch_leaf;

/* What is looked for, and what it may cost. */
typedef struct {
  double tolerance;            /* of a length, absolute, for each node that lies
                                  between its ends in the tree and one more */
  double work;                 /* places compared, about */
  /* Called for each leaf; nonzero ends the search. */
  int (*leaf)(void *ctx, const mg_branch_leaf *leaf);
  void *ctx;
  const mg_run_control *control;       /* asked whether it is over; or NULL */
} mg_branch_options;

typedef struct {
  size_t leaves;
  int complete;                /* all of the tree was searched: there are no
                                  others, but for rounding */
} mg_branch_result;

/* Search the sides of all nodes.  t spans its graph, in
 * at most MG_BRANCH_DIM dimensions; t->x is moved, and has the
 * last leaf's positions at the end.  Lengths outside of the tree decide, those
 * first that depend on the fewest undecided nodes; the sides of f such nodes are
 * found from two lists of 2^(f/2) places each.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_branch_prune(mg_k_tree *t, const mg_branch_options *opt,
                            mg_branch_result *out, mgnn_error *err);

/* Mirror, in the hyperplane through the references of node i, all that is placed
 * by way of it.  moved: n bytes of scratch; plane: (2*dim+2)*dim doubles. */
void mg_k_tree_flip(mg_k_tree *t, unsigned i, unsigned char *moved,
                    double *plane);

#endif

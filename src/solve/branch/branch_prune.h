/* Branch and prune on a K-tree: finds all positions that meet given lengths. */
#ifndef MG_BRANCH_PRUNE_H
#define MG_BRANCH_PRUNE_H

#include "k_tree.h"
#include "solve/run_control.h"

/* The tolerated error of a length for each node between its ends in the tree, and
 * once more: rounding of numbers, and of lengths given with few decimals. */
double mg_branch_tolerance(const mg_graph *g);

/* Find positions that meet the lengths, or nearly, ignoring pins.  *found is 0,
 * and y is unchanged, if the graph has no spanning K-tree of exact lengths, no
 * positions meet them, or it takes too long.  work: as in mg_branch_options;
 * number: as in mg_k_tree_find.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_branch_start(const mg_task *t, const unsigned *number, double work,
                            double *y, int *found, mgnn_error *err);

enum { MG_BRANCH_DIM = 4 };    /* the most dimensions */

/* Positions that meet all lengths within the tolerance; they stand for all that
 * result from mirroring the free nodes with the nodes placed by way of them. */
typedef struct {
  const double *x;             /* n*dim */
  const unsigned *free;        /* nodes whose side no length determines */
  size_t count;                /* of free nodes; mirroring the whole is not counted */
} mg_branch_leaf;

/* What the search looks for, and its limits. */
typedef struct {
  double tolerance;            /* absolute error of a length, for each node
                                  between its ends in the tree and once more */
  double work;                 /* limit: number of places compared, about */
  /* Called for each leaf; nonzero ends the search. */
  int (*leaf)(void *ctx, const mg_branch_leaf *leaf);
  void *ctx;
  const mg_run_control *control;       /* to check whether the run is over; or NULL */
} mg_branch_options;

typedef struct {
  size_t leaves;
  int complete;                /* nonzero: the whole tree was searched, and no
                                  other leaf exists except by rounding */
} mg_branch_result;

/* Search the sides of all nodes.  t spans its graph, in at most MG_BRANCH_DIM
 * dimensions; t->x is moved, and ends with the last leaf's positions.  Lengths
 * outside of the tree decide the sides, first those that depend on the fewest
 * undecided nodes; the sides of f such nodes are found from two lists of
 * 2^(f/2) places each.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_branch_prune(mg_k_tree *t, const mg_branch_options *opt,
                            mg_branch_result *out, mgnn_error *err);

/* Mirror all nodes placed by way of node i, itself included, in the hyperplane through
 * its references.  moved: n bytes of scratch; plane: (2*dim+2)*dim doubles. */
void mg_k_tree_flip(mg_k_tree *t, unsigned i, unsigned char *moved,
                    double *plane);

#endif

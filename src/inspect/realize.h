/* Other drawings with the same lengths. */
#ifndef MG_REALIZE_H
#define MG_REALIZE_H

#include "problem/problem.h"

/* Drawings that differ by no more than so much of their radius, after the best
 * rigid motion, count as congruent here: positions follow less exactly from
 * lengths than lengths from positions. */
#define MG_SAME_DRAWING 1e-3

typedef struct {
  size_t count;
  double *y;                   /* count * n*dim, aligned to the first so that
                                  many nodes are in place */
  const char **how;            /* count: "given", "reflection", "restart" */
  size_t separators;           /* sets of nodes that were reflected through */
  size_t restarts;             /* searches from elsewhere */
  int all_separators;          /* 0: there are more than were tried */
} mg_realizations;

/* From positions y that meet the lengths within `tolerance`, find up to `most`
 * drawings (y among them) that are pairwise not congruent and meet them too.
 *
 * First every found drawing is reflected, piece by piece, in the hyperplane
 * through each set of up to dim nodes whose loss takes the graph apart; a
 * smaller set leaves a choice of hyperplane, which is random, from the seed.
 * Then come searches: from random positions, and from found drawings with the
 * nodes on one side of a random line folded over.  A heuristic: that no more
 * are found does not mean that there are none.
 *
 * Nothing may be pinned.  Free with mg_realizations_free.  MGNN_OK or
 * MGNN_ENOMEM. */
typedef struct {
  unsigned long seed;
  size_t most;
  double tolerance;
} mg_realize_options;

mgnn_status mg_realizations_find(mg_realizations *out, const mgnn_problem *p,
                                 size_t dim, const mg_realize_options *opt,
                                 const double *y, mgnn_error *err);
void mg_realizations_free(mg_realizations *r);

/* The root mean square distance of positions from their centroid. */
double mg_radius(size_t n, size_t dim, const double *y);

#endif

/* Tests whether any drawing can meet the lengths. */
#ifndef MG_FEASIBLE_H
#define MG_FEASIBLE_H

#include "problem/problem.h"
#include "base/graph.h"

/* Default largest relative error at which a length counts as met. */
#define MG_MET 1e-5

/* Limits on the work of a feasibility test. */
typedef struct {
  double neighbours;           /* neighbours the search for violations may look
                                  at, or other work of the same cost */
  size_t nodes;                /* largest complete graph tested by its spectrum */
} mg_verdict_budget;

/* mgnn_feasibility_find in two steps, within a budget.  The first tests whether paths
 * contradict lengths, which is cheap and the same in all dimensions; out->dim may be
 * changed between the steps.  The second does the other tests; y: NULL, or positions
 * to try as a witness (see mgnn_feasibility_certify) before costlier ones. */
mgnn_status mg_feasibility_begin(const mgnn_problem *p, size_t dim,
                                 double tolerance,
                                 const mg_verdict_budget *budget,
                                 mgnn_feasibility *out, mgnn_error *err);
mgnn_status mg_feasibility_finish(mgnn_feasibility *out, const mgnn_problem *p,
                                  const mg_verdict_budget *budget, const double *y,
                                  mgnn_error *err);

/* Turn "not known" into "no" if the pins, at their places in y, contradict the
 * length of an edge between two of them; the group is then these two. */
mgnn_status mg_feasibility_pins(mgnn_feasibility *f, const mgnn_problem *p,
                                const double *y, mgnn_error *err);

/* Largest dimension in which mg_clique_misfit searches. */
enum { MG_CLIQUE_DIM = 6 };

/* Find dim + 2 nodes with exact lengths between all of them that do not fit in
 * `dim` dimensions, even if each length changes within the tolerance (see
 * gram.h).  Nodes joined by edges of length 0 count as one, named by the
 * lowest.  nodes: dim + 2 numbers, rising.  *found is 1 if such a group was
 * found, 0 if not among the groups examined: at most 200000, in 50 million
 * steps.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_clique_misfit(const mg_graph *g, size_t dim, double tolerance,
                             unsigned *nodes, int *found, mgnn_error *err);

#endif

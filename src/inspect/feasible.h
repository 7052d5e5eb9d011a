/* Can the lengths be met? */
#ifndef MG_FEASIBLE_H
#define MG_FEASIBLE_H

#include "problem/problem.h"
#include "base/graph.h"

/* How exact a length has to be met unless the user says otherwise. */
#define MG_MET 1e-5

/* Limits of the work for a verdict. */
typedef struct {
  double neighbours;           /* looked at in the search for violations, or
                                  as much other work */
  size_t nodes;                /* where all pairs are given */
} mg_verdict_budget;

/* mgnn_feasibility_find in two steps, within a budget.  The first asks whether paths
 * contradict lengths, which is cheap and the same in all dimensions; out->dim may be
 * changed between them.  The second asks the rest; y: NULL, or positions that are
 * tried (see mgnn_feasibility_certify) before more costly witnesses. */
mgnn_status mg_feasibility_begin(const mgnn_problem *p, size_t dim,
                                 double tolerance,
                                 const mg_verdict_budget *budget,
                                 mgnn_feasibility *out, mgnn_error *err);
mgnn_status mg_feasibility_finish(mgnn_feasibility *out, const mgnn_problem *p,
                                  const mg_verdict_budget *budget, const double *y,
                                  mgnn_error *err);

/* Turn "not known" into "no" if pins, which are where y has them, contradict the
 * length of an edge between two of them: that is the group then. */
mgnn_status mg_feasibility_pins(mgnn_feasibility *f, const mgnn_problem *p,
                                const double *y, mgnn_error *err);

/* The largest dimension in which they are looked for. */
enum { MG_CLIQUE_DIM = 6 };

/* Look for dim + 2 nodes with exact lengths between all of them which are not
 * the distances of points in `dim` dimensions, nor are any lengths within the
 * tolerance of them (see gram.h).  Nodes joined by edges of length 0 count as
 * one, named by the lowest.  nodes: dim + 2 numbers, rising; *found is 1
 * if there are such, and 0 if there are none among those looked at: 200000
 * groups, or 50 million steps.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_clique_misfit(const mg_graph *g, size_t dim, double tolerance,
                             unsigned *nodes, int *found, mgnn_error *err);

#endif

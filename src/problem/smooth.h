/* Bounds that follow from other bounds by the triangle inequality. */
#ifndef MG_SMOOTH_H
#define MG_SMOOTH_H

#include "base/graph.h"

enum { MG_SMOOTH_NODES = 6000 };       /* at most: n^2 doubles, 288 MB */

/* What smoothing did. */
typedef struct {
  size_t intervals;            /* edges whose bounds differ, before */
  size_t lower, upper;         /* bounds of theirs that were tightened */
  size_t fixed;                /* of the intervals, those that are lengths now, to
                                  1e-9 of them, which is left as their width */
  double narrower;             /* by how much intervals lost width, relatively, on
                                  average over those with an upper bound; NAN:
                                  none has one */
  size_t contradicted;         /* edges whose lower bound is above the length of a
                                  path along upper bounds, beyond the tolerance */
  /* The edge for which that is worst, and the path; NULL: none. */
  unsigned *path;              /* nodes, from one end to the other */
  size_t path_nodes;
  double asked, path_length;
} mg_bound_smoothing;

/* Tighten the bounds of the intervals of g: upper bounds to the lengths of shortest
 * paths along upper bounds u, lower bounds to the largest l_kl - u_ik - u_lj over edges
 * kl, which is all that the triangle inequality gives (Dress and Havel, 1988). Edges of
 * stiffness 0 bound nothing.  Drawings that meet all bounds meet the new ones too.
 * Bounds that contradict each other, and those of exact lengths, stay. tolerance:
 * relative, as of other witnesses; a contradiction is gone when lengths change by it.
 * MGNN_OK, MGNN_EINVAL (too many nodes; says only that) or MGNN_ENOMEM.  Time O(n m)
 * and n searches for paths; the same result for any number of threads. */
mgnn_status mg_smooth(mg_graph *g, double tolerance, mg_bound_smoothing *out,
                      mgnn_error *err);
void mg_smoothing_free(mg_bound_smoothing *s);

#endif

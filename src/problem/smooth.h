/* Tightens bounds of lengths by the triangle inequality. */
#ifndef MG_SMOOTH_H
#define MG_SMOOTH_H

#include "base/graph.h"

enum { MG_SMOOTH_NODES = 6000 };       /* at most: n^2 doubles, 288 MB */

/* The changes that smoothing made. */
typedef struct {
  size_t intervals;            /* edges whose bounds differed before */
  size_t lower, upper;         /* how many lower, upper bounds were tightened */
  size_t fixed;                /* intervals that became lengths: their width is now
                                  1e-9 of the length */
  double narrower;             /* mean relative loss of width of the intervals with
                                  an upper bound; NAN if there are no such
                                  intervals */
  size_t contradicted;         /* edges whose lower bound is above the length of a
                                  path along upper bounds, beyond the tolerance */
  /* The worst of these: the path, its length and the lower bound; NULL: none. */
  unsigned *path;              /* nodes, from one end to the other */
  size_t path_nodes;
  double asked, path_length;
} mg_bound_smoothing;

/* Tighten the bounds of the intervals of g: upper bounds to the lengths of shortest
 * paths along upper bounds u, lower bounds to the largest l_kl - u_ik - u_lj over edges
 * kl; the triangle inequality gives no more (Dress and Havel, 1988).  Edges of
 * stiffness 0 are ignored.  Drawings that meet all bounds meet the new ones too.
 * Contradictory bounds and exact lengths stay.  tolerance: relative; contradictions
 * that disappear if lengths change by this share are not counted.  MGNN_OK,
 * MGNN_EINVAL (only for too many nodes) or MGNN_ENOMEM.  Time O(n m) and n searches
 * for paths; the same result for any number of threads. */
mgnn_status mg_smooth(mg_graph *g, double tolerance, mg_bound_smoothing *out,
                      mgnn_error *err);
void mg_smoothing_free(mg_bound_smoothing *s);

#endif

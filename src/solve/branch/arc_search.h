/* Branch and prune for lengths given as intervals, with arcs of circles as branches. */
#ifndef MG_ARC_SEARCH_H
#define MG_ARC_SEARCH_H

#include "solve/run_control.h"

enum { MG_ARC_NODES = 4000 };  /* the most nodes: backjumping takes n^2 bits */

typedef struct {
  double work;                 /* limit: iterations times edges, over all descents */
  double good;                 /* largest relative error of a length until all
                                  nodes are placed */
  /* NULL: the first leaf ends the search.  Else called for each leaf, n*dim
   * doubles that must not be changed; nonzero ends the search. */
  int (*leaf)(void *ctx, const double *x);
  void *ctx;
  unsigned long pass;          /* 0: try the middles of arcs; else random points
                                  on them, different for each pass */
} mg_arc_options;

typedef struct {
  int ordered;                 /* nonzero: an order was found; else nothing was done */
  size_t placed;               /* most nodes placed: n if there is a leaf */
  size_t descents, turns;      /* descents made; times it went back */
  size_t leaves;
  double work;
} mg_arc_result;

/* Search depth first along a discretization order, in 2 or 3 dimensions.  The
 * dim-1 narrowest lengths of a node leave a circle for it, and all its other
 * lengths to placed nodes leave arcs of this circle.  Each arc is a branch, a
 * long one several.  Nodes slide within their arcs only by descents: if a node
 * finds no arc, it is put where it fits best and its surroundings descend; if
 * that fails too, the search goes back to the last node that it depends on and
 * that has another branch.  With opt->leaf it continues after a leaf as after a
 * failure, and moves made by descents are undone on going back, so that a node
 * has the same branches each time.  y receives the first leaf or, with
 * result->placed < n, the most nodes that were placed, and the others where
 * they fit best.  number: as in mg_arc_order_find.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_arc_search(const mg_task *t, const unsigned *number,
                          const mg_arc_options *opt, double *y,
                          mg_arc_result *out, mgnn_error *err);

#endif

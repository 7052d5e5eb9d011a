/* Branch and prune with intervals as arcs. */
#ifndef MG_ARC_SEARCH_H
#define MG_ARC_SEARCH_H

#include "solve/run_control.h"

enum { MG_ARC_NODES = 4000 };  /* at most: who is to blame takes n^2 bits */

typedef struct {
  double work;                 /* iterations times edges, of all descents */
  double good;                 /* relative error of a length that counts as met
                                  until all nodes are placed */
  /* NULL: the first leaf ends the search.  Else called with each, n*dim doubles
   * that are not changed; nonzero ends it. */
  int (*leaf)(void *ctx, const double *x);
  void *ctx;
  unsigned long pass;          /* 0: the middles of arcs are tried; else random
                                  places in them, for each pass others */
} mg_arc_options;

typedef struct {
  int ordered;                 /* there is an order; else nothing was done */
  size_t placed;               /* nodes, at most: n if there is a leaf */
  size_t descents, turns;      /* made; how often it went back */
  size_t leaves;
  double work;
} mg_arc_result;

/* Depth first along a discretization order, in 2 or 3 dimensions: a node lies on
 * the circle that its dim-1 narrowest lengths leave, on the arcs that all others
 * to placed nodes leave of it.  Each arc is a branch, long ones are several.  What
 * slides within its arcs is left to descents: where a node finds no arc, it is put
 * where it fits best, and what is around it descends; if that fails too, the search
 * goes back to the last node that it hangs on and that has another branch.
 * With opt->leaf it goes on from a leaf as if that had failed, and what descents moved
 * is put back where the search goes back: the branches of a node are the same each
 * time.  y receives the first leaf or, with result->placed < n, the most nodes that were
 * placed, and the rest where it fits best.  number: as in mg_arc_order_find.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_arc_search(const mg_task *t, const unsigned *number,
                          const mg_arc_options *opt, double *y,
                          mg_arc_result *out, mgnn_error *err);

#endif

/* Orders for branch and prune with arcs; sets of arcs of a circle, and the arcs
 * whose distance from a point is within bounds. */
#ifndef MG_ARCS_H
#define MG_ARCS_H

#include "base/graph.h"

#include <stddef.h>

typedef struct {
  unsigned *order;             /* n: the nodes in the order of placement */
  unsigned *rank;              /* n: inverse of `order` */
  size_t weak;                 /* nodes with too few references: fewer exact
                                  lengths than dim - 1, or fewer than dim of any
                                  kind */
} mg_arc_order;

/* Find an order that starts with a clique of dim nodes with exact lengths.  Then it
 * takes the node with most exact lengths to earlier nodes (dim are enough), then with
 * most lengths of any kind, then with the smallest number (number: n, or NULL for the
 * graph's numbers).  Of several cliques the one with fewest weak nodes is kept.
 * order->order is NULL if there is no clique, or if the graph is not connected.  Time
 * O(n^2) for each clique.  Free with mg_arc_order_free.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_arc_order_find(mg_arc_order *order, const mg_graph *g, size_t dim,
                              const unsigned *number, mgnn_error *err);
void mg_arc_order_free(mg_arc_order *order);

enum { MG_ARCS_MOST = 64 };    /* arcs of a set; shorter ones beyond are dropped */

/* A set of arcs in rising order that do not touch, angles from 0 to 2 pi.  An
 * arc through 0 is stored as two. */
typedef struct {
  double from[MG_ARCS_MOST], to[MG_ARCS_MOST];
  size_t count;
} mg_arcs;

/* A circle in `dim` dimensions: centre + radius (cos t u + sin t v). */
typedef struct {
  double centre[4], u[4], v[4];
  double radius;
} mg_circle;

/* Set to the whole circle. */
void mg_arcs_all(mg_arcs *a);

/* Keep the parts of the arcs whose distance from a point is between low and high. */
void mg_arcs_cut(mg_arcs *a, const mg_circle *c, size_t dim, const double *point,
                 double low, double high);

/* Join the two parts of an arc through 0, whose end is then beyond 2 pi. */
void mg_arcs_join(mg_arcs *a);

/* The point of the circle at angle t. */
void mg_circle_at(const mg_circle *c, size_t dim, double t, double *out);

/* Find the circle of points at given distances from dim-1 points, (dim-1)*dim
 * doubles, in 2 or 3 dimensions; the radius is 0 if the spheres touch or do not
 * meet.  Returns 0 if the given points coincide. */
int mg_circle_find(mg_circle *c, size_t dim, const double *point,
                   const double *far);

#endif

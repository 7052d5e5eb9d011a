/* Sets of arcs of a circle, and where on a circle a point is at a distance from
 * another that lies within bounds. */
#ifndef MG_ARCS_H
#define MG_ARCS_H

#include "base/graph.h"

#include <stddef.h>

typedef struct {
  unsigned *order;             /* n: the nodes as they are placed */
  unsigned *rank;              /* n: the other way round */
  size_t weak;                 /* nodes with fewer references than they need: one
                                  exact length less than there are dimensions,
                                  and one more of any kind */
} mg_arc_order;

/* From a clique of dim nodes with exact lengths, always the node with most exact
 * lengths to those before it (dim are enough), then with most lengths of any kind,
 * then the first by number (n, or NULL: as the graph numbers them).  Of several
 * cliques the one with the fewest weak nodes.  order->order is NULL if there is no
 * clique, or if the graph is not connected.  Time O(n^2) for each clique.  Free
 * with mg_arc_order_free.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_arc_order_find(mg_arc_order *order, const mg_graph *g, size_t dim,
                              const unsigned *number, mgnn_error *err);
void mg_arc_order_free(mg_arc_order *order);

enum { MG_ARCS_MOST = 64 };    /* of a set; the shortest beyond them are left out */

/* Angles from 0 to 2 pi: arcs in rising order that do not touch.  One that goes
 * through 0 is two of them. */
typedef struct {
  double from[MG_ARCS_MOST], to[MG_ARCS_MOST];
  size_t count;
} mg_arcs;

/* A circle in `dim` dimensions: centre + radius (cos t u + sin t v). */
typedef struct {
  double centre[4], u[4], v[4];
  double radius;
} mg_circle;

/* All of the circle. */
void mg_arcs_all(mg_arcs *a);

/* Keep what lies at a distance from low to high from a point. */
void mg_arcs_cut(mg_arcs *a, const mg_circle *c, size_t dim, const double *point,
                 double low, double high);

/* Join the two parts of an arc through 0; its end then lies beyond 2 pi. */
void mg_arcs_join(mg_arcs *a);

/* The point at angle t. */
void mg_circle_at(const mg_circle *c, size_t dim, double t, double *out);

/* The points that are so far from dim-1 given ones, (dim-1)*dim doubles, in 2 or 3
 * dimensions; the radius is 0 if the spheres only touch, or do not meet.
 * Returns 0 if the given points coincide. */
int mg_circle_find(mg_circle *c, size_t dim, const double *point,
                   const double *far);

#endif

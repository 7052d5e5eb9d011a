/* Sets of arcs of a circle, and where on a circle a point is at a distance from
 * another that lies within bounds. */
#ifndef MG_ARCS_H
#define MG_ARCS_H

#include <stddef.h>

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
 * dimensions; the radius is 0 where the spheres only touch, or do not meet.
 * Returns 0 if the given points coincide. */
int mg_circle_find(mg_circle *c, size_t dim, const double *point,
                   const double *far);

#endif

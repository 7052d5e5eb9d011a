/* Positions of any dimension in the plane of the page. */
#ifndef MG_PROJECT_H
#define MG_PROJECT_H

#include "base/error.h"

/* Axes in R^dim, orthonormal; one picture for all frames of a run.  The first
 * two are the page's; in three dimensions the third points to the reader. */
typedef struct {
  size_t dim;
  double *axis;                /* 3*dim; freed by the owner with mg_free */
} mg_projection;

/* The axes that show most of `count` points: the coordinates themselves up to
 * two dimensions, the first two principal axes beyond.  The sign of an axis is
 * that of its largest component.  In three dimensions the points are turned a
 * little away from their principal axes, unless they lie in a plane: what is
 * regular would otherwise line up. */
mgnn_status mg_projection_fit(mg_projection *out, size_t dim, size_t count,
                              const double *x, mgnn_error *err);

/* A view of three dimensions from where the user says, in degrees.  At 0, 0 x
 * points right and z up; the azimuth goes round z, the elevation up to 90, from
 * where x points right and y up. */
mgnn_status mg_projection_turn(mg_projection *out, double azimuth,
                               double elevation, mgnn_error *err);

/* The one or the other: from azimuth and elevation, or, where `from` is NULL or
 * there are not three dimensions, what shows most. */
mgnn_status mg_projection_choose(mg_projection *out, const double *from,
                                 size_t dim, size_t count, const double *x,
                                 mgnn_error *err);

/* Set the third of three axes in space, to the reader, from the first two: no
 * drawing is a mirror image. */
void mg_projection_depth(double *axis);

/* How near the points of three dimensions are to the reader. */
void mg_project_depth(const mg_projection *p, size_t count, const double *x,
                      double *depth);

/* The part of the points' variance that the page shows, 0 to 1; NAN if they
 * have none. */
double mg_project_share(const mg_projection *p, size_t count, const double *x);

/* count points to the plane: xy has 2*count doubles. */
void mg_project(const mg_projection *p, size_t count, const double *x, double *xy);

#endif

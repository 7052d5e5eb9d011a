/* Projects positions of any dimension to the plane of the page. */
#ifndef MG_PROJECT_H
#define MG_PROJECT_H

#include "base/error.h"

/* Orthonormal axes in R^dim, shared by all frames of a run.  The first two span the
 * page; in three dimensions the third points to the reader. */
typedef struct {
  size_t dim;
  double *axis;                /* 3*dim; freed by the owner with mg_free */
} mg_projection;

/* Choose the axes that show most of `count` points: the coordinates up to two
 * dimensions, else the first two principal axes.  Signs make the largest component of
 * an axis positive.  In three dimensions the view is turned a little away from the
 * principal axes, unless the points lie in a plane, since points of regular
 * drawings would otherwise cover each other. */
mgnn_status mg_projection_fit(mg_projection *out, size_t dim, size_t count,
                              const double *x, mgnn_error *err);

/* Set the axes for a view of three dimensions, by angles in degrees.  At 0, 0 x points
 * right and z up; the azimuth turns about z; at elevation 90 (and azimuth 0) x points
 * right and y up. */
mgnn_status mg_projection_turn(mg_projection *out, double azimuth,
                               double elevation, mgnn_error *err);

/* Use mg_projection_turn with azimuth and elevation `from`; if `from` is NULL or dim
 * is not 3, use mg_projection_fit. */
mgnn_status mg_projection_choose(mg_projection *out, const double *from,
                                 size_t dim, size_t count, const double *x,
                                 mgnn_error *err);

/* Set the third axis, which points to the reader, to the cross product of the first
 * two, so that drawings are not mirrored. */
void mg_projection_depth(double *axis);

/* Compute how near points of three dimensions are to the reader. */
void mg_project_depth(const mg_projection *p, size_t count, const double *x,
                      double *depth);

/* The part of the points' variance that the page shows, 0 to 1; NAN if they
 * have none. */
double mg_project_share(const mg_projection *p, size_t count, const double *x);

/* Project `count` points to the plane; xy has 2*count doubles. */
void mg_project(const mg_projection *p, size_t count, const double *x, double *xy);

#endif

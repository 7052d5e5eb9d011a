/* Positions of any dimension in the plane of the page. */
#ifndef MG_PROJECT_H
#define MG_PROJECT_H

#include "base/error.h"

/* Two axes in R^dim, orthonormal; one picture for all frames of a run. */
typedef struct {
  size_t dim;
  double *axis;                /* 2*dim; freed by the owner with mg_free */
} mg_projection;

/* The axes that show most of `count` points: the coordinates themselves up to
 * two dimensions, the first two principal axes beyond.  The sign of an axis is
 * that of its largest component. */
mgnn_status mg_projection_fit(mg_projection *out, size_t dim, size_t count,
                              const double *x, mgnn_error *err);

/* count points to the plane: xy has 2*count doubles. */
void mg_project(const mg_projection *p, size_t count, const double *x,
                double *xy);

#endif

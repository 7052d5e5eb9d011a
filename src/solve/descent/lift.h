/* Dimensional relaxation: a descent through one more dimension, in which nodes
 * can pass each other that block each other in the plane. */
#ifndef MG_LIFT_H
#define MG_LIFT_H

#include "solve/run_control.h"

/* Add a coordinate to positions, the height (0 if height is NULL), and drop it
 * again; dropping may be done in place. */
void mg_lift_raise(size_t n, size_t dim, const double *y, const double *height,
                   double *high);
void mg_lift_flatten(size_t n, size_t dim, const double *high, double *y);

/* Minimise E, the terms and the penalty by degree in dim + 1 dimensions from `high`,
 * `steps` iterations for each of the weights; pin: n*(dim+1) bytes or NULL. */
mgnn_status mg_lift_descend(const mg_task *t, const unsigned char *pin,
                            const double *weight, size_t stages, size_t steps,
                            double *high, mg_search *found, mgnn_error *err);

/* Raise the nodes of y to the heights given (n doubles; a height of 0 stays 0),
 * minimise E and a penalty by degree for rising weights, then drop the heights
 * and minimise E.  y: in and out.  found->energy receives E at y;
 * found->iterations is added to.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_lift(const mg_task *t, const double *height, double *y,
                    mg_search *found, mgnn_error *err);

#endif

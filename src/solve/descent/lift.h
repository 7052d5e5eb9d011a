/* A descent through one more dimension: what cannot pass in the plane passes in
 * space (dimensional relaxation). */
#ifndef MG_LIFT_H
#define MG_LIFT_H

#include "solve/run_control.h"

/* Positions with one coordinate more, the height (0 if height is NULL), and
 * back without it; the second may be done in place. */
void mg_lift_raise(size_t n, size_t dim, const double *y, const double *height,
                   double *high);
void mg_lift_flatten(size_t n, size_t dim, const double *high, double *y);

/* Minimise E, the terms and the penalty by degree in dim + 1 dimensions from `high`, for
 * one weight after the other, in so many steps each; pin: n*(dim+1) bytes or NULL. */
mgnn_status mg_lift_descend(const mg_task *t, const unsigned char *pin,
                            const double *weight, size_t stages, size_t steps,
                            double *high, mg_search *found, mgnn_error *err);

/* Nodes get a height above y: E and the penalty, by degree, are minimised for
 * rising weights, then the heights are dropped and E is minimised.  height: n
 * doubles; a height of 0 stays 0.  y: in and
 * out.  found->energy receives E at y; found->iterations is added to.  MGNN_OK
 * or MGNN_ENOMEM. */
mgnn_status mg_lift(const mg_task *t, const double *height, double *y,
                    mg_search *found, mgnn_error *err);

#endif

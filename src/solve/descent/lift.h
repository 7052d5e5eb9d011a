/* A detour through one more dimension: what cannot pass in the plane passes in
 * space. */
#ifndef MG_LIFT_H
#define MG_LIFT_H

#include "edge_energy.h"
#include "solve/run_control.h"

/* Nodes get a height above y, one more coordinate, and are pressed flat again:
 *   E + mu * sum_i d_i height_i^2
 * is brought down for growing mu, then the heights are dropped and E brought
 * down.  height: n doubles; a height of 0 stays 0.  pin: n*dim bytes or NULL.
 * y: n*dim, in and out.  *energy receives E at y; *iterations is added to.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_lift(const mg_graph *g, size_t dim, const unsigned char *pin,
                    const mg_effort *how, const double *height, double *y,
                    double *energy, size_t *iterations, mgnn_error *err);

#endif

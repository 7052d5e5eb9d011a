/* Lengths first, then paths: where lengths leave a drawing free, every pair of
 * nodes as near to its shortest-path distance as the lengths allow. */
#ifndef MG_SPREAD_H
#define MG_SPREAD_H

#include "solve/run_control.h"

typedef struct mg_spread mg_spread;

/* Prepare to spread drawings of the task, which is borrowed.  y: positions, of
 * which a large graph's regions are made.  *out is NULL if the run is over or
 * if all lengths are 0.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_spread_init(mg_spread **out, const mg_task *t, const double *y,
                           mgnn_error *err);
void mg_spread_free(mg_spread *s);

/* From y, which may be a drawing with low path stress or with low energy:
 * minimise E + lambda S, S the sum over pairs of (r-d)^2/d^2, with lambda
 * falling from `first` to nearly 0, then E alone.  y: in and out; found->energy
 * receives E at y, found->iterations is added to; the trajectory, unless NULL, goes
 * on.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_spread_run(mg_spread *s, double first, double *y,
                          struct mg_trajectory *trajectory, mg_search *found,
                          mgnn_error *err);

/* E at y. */
double mg_spread_energy(mg_spread *s, const double *y);

/* S at y; of a large graph an estimate, from the same pairs each time. */
mgnn_status mg_spread_stress(const mg_spread *s, const double *y,
                             double *stress, mgnn_error *err);

#endif

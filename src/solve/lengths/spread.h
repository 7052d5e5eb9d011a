/* Lengths first, then paths: if lengths leave a drawing free, bring every pair
 * of nodes as near to its shortest-path distance as the lengths allow. */
#ifndef MG_SPREAD_H
#define MG_SPREAD_H

#include "solve/run_control.h"

typedef struct mg_spread mg_spread;

/* Prepare to spread drawings of the task, which is borrowed.  y: positions,
 * from which the regions of a large graph are made.  *out is NULL if the run is
 * over or all lengths are 0.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_spread_init(mg_spread **out, const mg_task *t, const double *y,
                           mgnn_error *err);
void mg_spread_free(mg_spread *s);

/* Minimise E + lambda S, S the sum over pairs of (r-d)^2/d^2, with lambda
 * falling from `first` to nearly 0, then E alone, from y, a drawing with low
 * path stress or low energy.  y: in and out; found->energy receives E at y,
 * found->iterations is added to; the trajectory, unless NULL, is continued.
 * Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_spread_run(mg_spread *s, double first, double *y,
                          struct mg_trajectory *trajectory, mg_search *found,
                          mgnn_error *err);

/* E at y. */
double mg_spread_energy(mg_spread *s, const double *y);

/* S at y; for a large graph an estimate, always from the same pairs. */
mgnn_status mg_spread_stress(const mg_spread *s, const double *y,
                             double *stress, mgnn_error *err);

#endif

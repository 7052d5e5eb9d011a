/* Searches on all components. */
#ifndef MG_LAYOUT_COMPONENTS_H
#define MG_LAYOUT_COMPONENTS_H

#include "solve/arrange/trajectory.h"
#include "solver.h"

/* mgnn_layout, and the trajectory of what it delivers; given: only a descent from
 * y, all pairs.  *trajectory, if not NULL, is initialised here; its last point
 * is y. */
mgnn_status mg_layout_trajectory(const mg_descent *d, int given, double *y,
                                 mgnn_outcome *out, mg_trajectory *trajectory,
                                 mgnn_error *err);

mg_solve mg_solve_pairs;       /* all pairs, each component from where y has it */

#endif

/* Layout of a whole graph: searches on all its components. */
#ifndef MG_LAYOUT_COMPONENTS_H
#define MG_LAYOUT_COMPONENTS_H

#include "solve/arrange/trajectory.h"
#include "solver.h"

/* mgnn_layout, which also records the trajectory to its result.  given: nonzero
 * runs only a descent on all pairs from y.  *trajectory, if not NULL, is
 * initialised here; its last point is y. */
mgnn_status mg_layout_trajectory(const mg_descent *d, int given, double *y,
                                 mgnn_outcome *out, mg_trajectory *trajectory,
                                 mgnn_error *err);

mg_solve mg_solve_pairs;       /* all pairs, each component starting from y */

#endif

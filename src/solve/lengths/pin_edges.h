/* Pins as lengths: edges between pinned nodes. */
#ifndef MG_PIN_EDGES_H
#define MG_PIN_EDGES_H

#include "base/subgraph.h"
#include "solve/run_control.h"

/* Copy the task's graph and add edges between pinned nodes, as long as their
 * distance in `given`, for searches without pins.  Only nodes with all
 * coordinates pinned count; a few of them are joined to all others.  Nodes keep
 * their numbers.  MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_pin_edges_add(mg_subgraph *out, const mg_task *t,
                             const double *given, mgnn_error *err);

#endif

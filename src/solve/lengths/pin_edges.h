/* What pins say about lengths. */
#ifndef MG_PIN_EDGES_H
#define MG_PIN_EDGES_H

#include "base/subgraph.h"
#include "solve/run_control.h"

/* The graph of the task with an edge between pinned nodes, as long as they are
 * apart in `given`: what a search without pins has to know.  Of nodes with all
 * coordinates pinned a few are joined to all others.  Node i stays node i.
 * MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_pin_edges_add(mg_subgraph *out, const mg_task *t,
                             const double *given, mgnn_error *err);

#endif

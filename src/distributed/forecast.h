/* What a run would take, from a few parts of its input. */
#ifndef MG_FORECAST_H
#define MG_FORECAST_H

#include "cost.h"
#include "read_graph.h"

/* Look at parts of the files that are spread over them evenly, and estimate the graph:
 * nodes, edges, bytes, values, named, cut and far of *run are filled in for its ranks;
 * the cut is that of blocks of names.  A file in binary form tells the sizes itself.
 * Collective. */
mgnn_status mg_forecast(mg_cost_run *run, const mg_ranks *ranks,
                        const mg_read_options *opt, mgnn_error *err);

#endif

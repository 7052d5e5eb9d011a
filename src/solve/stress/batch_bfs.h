/* Shortest paths counted in edges, from many nodes to all. */
#ifndef MG_BATCH_BFS_H
#define MG_BATCH_BFS_H

#include "solve/run_control.h"

/* For each of `count` sources the numbers of edges to all nodes: source k has
 * the entries from column + k * width on, width >= n; those beyond n are 0.
 * The graph is connected, and `far`, the number of edges from some node to the
 * one farthest from it, is below 32767.  If `how` says that time is over,
 * *stopped is 1 and the columns are of no use.  Time O(count m) at most, and
 * O(far m) for 256 sources where that is less.  Returns MGNN_OK or
 * MGNN_ENOMEM. */
mgnn_status mg_hops(const mg_graph *g, size_t far, const unsigned *source,
                    size_t count, const mg_effort *how, size_t width,
                    uint16_t *column, int *stopped, mgnn_error *err);

#endif

/* Shortest paths counted in edges, from many sources to all nodes. */
#ifndef MG_BATCH_BFS_H
#define MG_BATCH_BFS_H

#include "solve/run_control.h"

typedef struct {
  const mg_graph *graph;       /* connected */
  const mg_run_control *control;
  size_t far;                  /* hops from some node to the farthest node from
                                  it, below 32767 */
  const unsigned *source;
  size_t count;                /* sources */
  size_t width;                /* entries per source, at least n */
} mg_batch;

/* Count the edges from each source to all nodes: source k has its entries from
 * column + k * width on; those beyond n are 0.  If the run is over, *stopped is
 * 1 and the columns are useless.  Time O(count m) at most, and O(far m) per 256
 * sources if that is less.  Returns MGNN_OK or MGNN_ENOMEM. */
mgnn_status mg_batch_bfs(const mg_batch *b, uint16_t *column, int *stopped,
                         mgnn_error *err);

#endif

/* Tables with a row of numbers for each node, positions or features, read by all
 * ranks. */
#ifndef MG_READ_ROWS_H
#define MG_READ_ROWS_H

#include "read_graph.h"

/* Read a table with the header node,x,y,... whose rows, in any order, name all nodes of
 * the graph once: *x receives *dim numbers for each node at home, and belongs to the
 * caller.  MGNN_EPARSE with file and line, MGNN_EIO or MGNN_ENOMEM.  Collective. */
mgnn_status mg_read_node_rows(const mg_read_result *g, const mg_ranks *ranks,
                              const char *path, double **x, size_t *dim,
                              mgnn_error *err);

#endif

/* Positions out of a file that is a graph itself: all that is written with
 * positions, and structures. */
#ifndef MG_POSITIONS_FILE_H
#define MG_POSITIONS_FILE_H

#include "io/table/table.h"

/* Whether a path has the suffix of such a file; else it is a table. */
int mg_positions_in_graph(const char *path);

/* As mg_read_matching_rows: nodes are found by their names; those of XYZ, which
 * has none, by their order.  Every node of the file must have a position.
 * Fails as reading a graph does, and with MGNN_EPARSE. */
mgnn_status mg_positions_read(const mg_source *src, const char *path, double **x,
                              int *dim, mg_rows_match *match, mgnn_error *err);

/* As mg_read_rows: the positions of all nodes, from a table or such a file. */
mgnn_status mg_positions_read_all(const mg_source *src, const char *path, double **x,
                                  int *dim, mgnn_error *err);

#endif

/* Reads positions from a graph file: any format that holds positions, and files of
 * molecular structures. */
#ifndef MG_POSITIONS_FILE_H
#define MG_POSITIONS_FILE_H

#include "io/table/table.h"

/* Whether a path has the suffix of such a file; any other file is read as a table. */
int mg_positions_in_graph(const char *path);

/* As mg_read_matching_rows.  Nodes are matched by their names, or in XYZ, which has
 * no names, by their order.  MGNN_EPARSE if a node of the file has no position; other
 * failures are those of reading a graph. */
mgnn_status mg_positions_read(const mg_source *src, const char *path, double **x,
                              int *dim, mg_rows_match *match, mgnn_error *err);

/* As mg_read_rows: read the positions of all nodes, from a table or such a file. */
mgnn_status mg_positions_read_all(const mg_source *src, const char *path, double **x,
                                  int *dim, mgnn_error *err);

#endif

/* A matrix of lengths, entry by entry, as edges of a graph. */
#ifndef MG_LENGTH_MATRIX_H
#define MG_LENGTH_MATRIX_H

#include "build.h"
#include "table_shape.h"

/* Zeroed, it is empty. */
typedef struct {
  size_t rows, cols;
  double *value;               /* rows * cols; NAN: no length for this pair */
  char **row_name, **col_name; /* or NULL: no names; the texts are not owned */
  const char *title;           /* of the lengths, or NULL: len */
  const uint32_t *line;        /* of the rows, or NULL: not known */
  int adjacency;               /* entries are weights, and 0 is no edge */
  int ragged;                  /* one triangle: rows and columns may lack a node */
} mg_dense;

/* Make the nodes, and an edge for each pair with an entry, with its length.  Without
 * names, rows and columns are the nodes 1, 2, ..., or r1, ... and c1, ... where they are
 * not as many.  Checked, unless entries are weights: the same in both directions (under
 * limits.lenient: their mean), 0 from a node to itself, not negative.  The values may
 * be overwritten.  path is for messages. */
mgnn_status mg_dense_edges(mg_dense *d, mg_builder *b, const char *path,
                           mgnn_error *err);

/* The text of a matrix, of that shape and at its beginning, as such edges. */
mgnn_status mg_read_matrix(mg_csv *csv, mg_table_shape *shape, mg_builder *build,
                           mgnn_error *err);

#endif

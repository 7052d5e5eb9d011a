/* Turns a matrix of lengths into the edges of a graph. */
#ifndef MG_LENGTH_MATRIX_H
#define MG_LENGTH_MATRIX_H

#include "build.h"
#include "table_shape.h"

/* A matrix of lengths; start zeroed. */
typedef struct {
  size_t rows, cols;
  double *value;               /* rows * cols; NAN: no length for this pair */
  char **row_name, **col_name; /* NULL: no names; texts are not owned */
  const char *title;           /* of the column of lengths; NULL: len */
  const uint32_t *line;        /* of each row; NULL: not known */
  int adjacency;               /* entries are weights, and 0 means no edge */
  int ragged;                  /* a triangle: a node may lack its row or column */
} mg_dense;

/* Make the nodes, and an edge with its length for each pair that has an entry.  Without
 * names, nodes are called 1, 2, ..., or r1, ... and c1, ... if rows and columns differ
 * in number.  Unless entries are weights, lengths must not be negative, must be equal
 * in both directions (limits.lenient: their mean is taken), and 0 from a node to
 * itself.  The values may be overwritten.  path is for messages. */
mgnn_status mg_dense_edges(mg_dense *d, mg_builder *b, const char *path,
                           mgnn_error *err);

/* Read a matrix of known shape from its text, and make nodes and edges as above. */
mgnn_status mg_read_matrix(mg_csv *csv, mg_table_shape *shape, mg_builder *build,
                           mgnn_error *err);

#endif

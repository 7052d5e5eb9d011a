/* Features of nodes: many numbers per node, most of them perhaps 0. */
#ifndef MG_FEATURES_H
#define MG_FEATURES_H

#include "io/source.h"

typedef struct {
  size_t rows, cols;
  double *dense;               /* rows * cols; or NULL: as below */
  size_t *row;                 /* rows + 1: entries of each row */
  unsigned *col;               /* rising within a row */
  double *value;
} mg_features;

/* Read the features of all nodes of src, whose nodes are all known.  By the
 * suffix, before .gz:
 *   .svm .libsvm .svmlight   a line per node: a label, which is not looked at here,
 *                            then index:value, indices rising from 0
 *   .npy, .npz, .npz:NAME    an array of NumPy, or a sparse matrix of SciPy
 *   others                   a table as of mg_read_rows
 * Rows without names are those of the nodes in their order; nodes that are
 * called 0, 1, ... or 1, 2, ... are in that order, wherever they come first in
 * the graph.  MGNN_EIO, MGNN_EPARSE, MGNN_ENOMEM; then *out is zeroed. */
mgnn_status mg_read_features(const mg_source *src, const char *path,
                             mg_features *out, mgnn_error *err);
/* The first two forms, whatever the file is called; *out is zeroed by the
 * caller, and may be half filled if they fail. */
mgnn_status mg_read_svm(const mg_source *src, const char *path,
                        mg_features *out, mgnn_error *err);
mgnn_status mg_read_arrays(const mg_source *src, const char *path,
                           mg_features *out, mgnn_error *err);
void mg_features_free(mg_features *f);

/* The labels of a file of svmlight, the first word of each line, as the node
 * attribute `column`; -1 is none.  mg_is_svm_path: by its suffix. */
mgnn_status mg_read_svm_labels(mg_source *src, const char *path,
                               const char *column, mgnn_error *err);
int mg_is_svm_path(const char *path);

/* All numbers, rows * cols, to be freed: taken out of *f if it is dense.  NULL on
 * allocation failure. */
double *mg_features_dense(mg_features *f);

/* The node of every row of a table whose rows have no names: n numbers. */
void mg_row_nodes(const mg_source *src, unsigned *node);

/* Fail: a table has so many rows, which are not those of the nodes. */
mgnn_status mg_rows_wrong(const mg_source *src, const char *path, size_t rows,
                          mgnn_error *err);

#endif

/* Reads features of nodes: many numbers per node, dense or sparse. */
#ifndef MG_FEATURES_H
#define MG_FEATURES_H

#include "io/source.h"

typedef struct {
  size_t rows, cols;
  double *dense;               /* rows * cols; or NULL if sparse, as below */
  size_t *row;                 /* rows + 1: entries of each row */
  unsigned *col;               /* rising within a row */
  double *value;
} mg_features;

/* Read the features of all nodes of src, whose nodes are all known.  The suffix
 * (before .gz) decides the format:
 *   .svm .libsvm .svmlight   a line per node: a label, which is ignored here,
 *                            then index:value, indices rising from 0
 *   .npy, .npz, .npz:NAME    an array of NumPy, or a sparse matrix of SciPy
 *   others                   a table as of mg_read_rows
 * Rows without names belong to the nodes in their order; if nodes are called 0, 1, ...
 * or 1, 2, ..., by these numbers, else in the order of the graph.
 * MGNN_EIO, MGNN_EPARSE, MGNN_ENOMEM; then *out is zeroed. */
mgnn_status mg_read_features(const mg_source *src, const char *path,
                             mg_features *out, mgnn_error *err);
/* Read the first or the second format, whatever the suffix.  The caller zeroes *out,
 * which may be partly filled after a failure. */
mgnn_status mg_read_svm(const mg_source *src, const char *path,
                        mg_features *out, mgnn_error *err);
mgnn_status mg_read_arrays(const mg_source *src, const char *path,
                           mg_features *out, mgnn_error *err);
void mg_features_free(mg_features *f);

/* Read the labels of an svmlight file, the first word of each line, into the node
 * attribute `column`; -1: no label.  mg_is_svm_path decides by the suffix. */
mgnn_status mg_read_svm_labels(mg_source *src, const char *path,
                               const char *column, mgnn_error *err);
int mg_is_svm_path(const char *path);

/* All features as an array of rows * cols, to be freed; moved out of *f if it is
 * dense.  NULL on allocation failure. */
double *mg_features_dense(mg_features *f);

/* Set node, n numbers, to the node of each row of a table without names. */
void mg_row_nodes(const mg_source *src, unsigned *node);

/* Fail: the table has `rows` rows, which is not the number of nodes. */
mgnn_status mg_rows_wrong(const mg_source *src, const char *path, size_t rows,
                          mgnn_error *err);

#endif

/* Reads labels and splits from arrays of NumPy, for the readers of tables. */
#ifndef MG_TABLE_ARRAYS_H
#define MG_TABLE_ARRAYS_H

#include "table.h"

/* As mg_read_labels, from an array such as y or labels: a class per row, as a number or
 * a text, or a column per class.  NAN, and -1 in arrays of integers, mean no label. */
mgnn_status mg_read_label_array(mg_source *src, const char *path,
                                const char *column, mgnn_error *err);

/* As mg_read_splits, from arrays train_mask, val_mask and test_mask, n or n x splits,
 * or train_idx, val_idx and test_idx.  The caller zeroes *out, which may be partly
 * filled after a failure. */
mgnn_status mg_read_split_arrays(const mg_source *src, const char *path,
                                 mg_splits *out, mgnn_error *err);

#endif

/* Reads features, labels and splits of nodes from arrays of NumPy. */
#include "array.h"
#include "base/graph.h"
#include "base/mem.h"
#include "base/number.h"
#include "features.h"
#include "io/numbering.h"
#include "table_arrays.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS_MAX = 10000000 };

/* ---- features ---- */

void
mg_features_free(mg_features *f)
{
  mg_free_all(f->dense, f->row, f->col, f->value);
  memset(f, 0, sizeof *f);
}

double *
mg_features_dense(mg_features *f)
{
  double *x = f->dense;

  f->dense = NULL;
  if (x != NULL || f->row == NULL)
    return x;
  x = mg_zalloc(f->rows, f->cols * sizeof *x);
  for (size_t i = 0; i < f->rows && x != NULL; i++)
    for (size_t e = f->row[i]; e < f->row[i + 1]; e++)
      x[i * f->cols + f->col[e]] = f->value[e];
  return x;
}

static mgnn_status
dense_take(const mg_array *x, const char *path, const mg_source *src,
           mg_features *out, mgnn_error *err)
{
  unsigned *node = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_array_nodes(src, path, x->rows, &node, err));
  TRY(mg_array_check(x, path, -MG_POSITION_MOST, MG_POSITION_MOST, 0, err));
  if (x->cols < 1 || x->cols > COLUMNS_MAX)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: has %zu columns; there must be 1 to %d",
                path, x->cols, COLUMNS_MAX));
  out->rows = x->rows;
  out->cols = x->cols;
  out->dense = mg_alloc(out->rows, out->cols * sizeof *out->dense);
  TRY(mg_allocated(out->dense, err));
  for (size_t i = 0; i < out->rows; i++)
    for (size_t c = 0; c < out->cols; c++)
      out->dense[node[i] * out->cols + c] = mg_array_number(x, i, c);
end:
  mg_free(node);
  return status;
}

/* Copy the rows of a sparse matrix in the order of the nodes, without zeros. */
static mgnn_status
sparse_take(const mg_sparse *x, const char *path, const mg_source *src,
            mg_features *out, mgnn_error *err)
{
  unsigned *node = NULL, *from = mg_alloc(src->n, sizeof *from);
  size_t at = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(from, err));
  TRY(mg_array_nodes(src, path, x->rows, &node, err));
  out->rows = x->rows;
  out->cols = x->cols;
  TRY(mg_allocated_all(err, MG_NEW(out->row, src->n + 1),
                       MG_NEW(out->col, x->row[x->rows]),
                       MG_NEW(out->value, x->row[x->rows])));
  for (size_t k = 0; k < src->n; k++)
    from[node[k]] = (unsigned)k;
  for (size_t i = 0; i < src->n; i++) {
    out->row[i] = at;
    for (size_t e = x->row[from[i]]; e < x->row[from[i] + 1]; e++)
      if (x->value[e] != 0) {
        out->col[at] = x->col[e];
        out->value[at++] = x->value[e];
      }
  }
  out->row[src->n] = at;
end:
  mg_free_all(node, from);
  return status;
}

mgnn_status
mg_read_arrays(const mg_source *src, const char *path, mg_features *out,
               mgnn_error *err)
{
  static const char names[] = "x X features attr_matrix attr node_feat arr_0";
  static const char *const prefix[] = { "", "attr_", "x_", "features_" };
  char own[100];
  mg_arrays a = { 0 };
  mg_sparse sparse = { 0 };
  const mg_array *x = NULL;
  int found = 0;
  mgnn_status status = MGNN_OK;

  TRY(mg_arrays_open(&a, path, &src->limits, err));
  snprintf(own, sizeof own, "%.90s_", a.wanted != NULL ? a.wanted : "");
  if (a.wanted != NULL)
    TRY(mg_arrays_sparse(&a, own, &sparse, &found, err));
  for (size_t k = 0; k < 4 && !found && a.wanted == NULL; k++)
    TRY(mg_arrays_sparse(&a, prefix[k], &sparse, &found, err));
  if (found)
    TRY(sparse_take(&sparse, path, src, out, err));
  else {
    TRY(mg_arrays_find(&a, names, &x, err));
    TRY(x != NULL ? dense_take(x, path, src, out, err)
        : mg_arrays_missing(&a, "features", names, err));
  }
end:
  mg_sparse_free(&sparse);
  mg_arrays_free(&a);
  return status;
}

/* ---- labels ---- */

/* Set a node's label from a class per row, as a number, or a column per class. */
static mgnn_status
label_put(mg_source *src, mg_array const *y, const char *column, size_t row,
          size_t node, mgnn_error *err)
{
  double x = mg_array_number(y, row, 0);

  if (y->cols > 1) {
    size_t ones = 0;

    for (size_t c = 0; c < y->cols; c++)
      if (mg_array_number(y, row, c) != 0) {
        x = (double)c;
        ones++;
      }
    if (ones != 1)
      return ones == 0 ? MGNN_OK
             : mg_fail(err, MGNN_EPARSE, "row %zu of the labels has %zu classes; "
                       "there must be one", row + 1, ones);
  }
  return isnan(x) || (x == -1 && y->kind == 'i') ? MGNN_OK
         : mg_attribute_number(src, &src->node, column, node, x, err);
}

/* Set labels from a class per row, as text; empty: no label. */
static mgnn_status
text_labels_put(mg_source *src, const mg_array *y, const char *column,
                const unsigned *node, mgnn_error *err)
{
  size_t size = mg_array_text_size(y), len;
  char *text = mg_alloc(size, 1);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(text, err));
  for (size_t i = 0; i < y->rows; i++) {
    mg_array_text(y, i, 0, text, size, &len);
    if (len > 0)
      TRY(mg_attribute_text(src, &src->node, column, node[i], text, len, err));
  }
end:
  mg_free(text);
  return status;
}

mgnn_status
mg_read_label_array(mg_source *src, const char *path, const char *column,
                    mgnn_error *err)
{
  static const char names[] = "y labels label Y node_label arr_0";
  mg_arrays a = { 0 };
  const mg_array *y = NULL;
  unsigned *node = NULL;
  mgnn_status status = MGNN_OK;

  TRY(mg_arrays_open(&a, path, &src->limits, err));
  TRY(mg_arrays_find(&a, names, &y, err));
  if (y == NULL)
    TRY(mg_arrays_missing(&a, "labels", names, err));
  if (y->cols == 0 || (y->cols > 1 && mg_array_is_text(y)))
    TRY(mg_fail(err, MGNN_EPARSE, "%s: the labels have %zu columns; there must be "
                "one, or one of numbers for each class", path, y->cols));
  if (src->open_nodes && y->rows > src->n)
    TRY(mg_array_nodes_add(src, path, y->rows, err));
  TRY(mg_array_nodes(src, path, y->rows, &node, err));
  if (mg_array_is_text(y))
    TRY(text_labels_put(src, y, column, node, err));
  for (size_t i = 0; i < y->rows && !mg_array_is_text(y); i++)
    TRY(label_put(src, y, column, i, node[i], err));
end:
  mg_free(node);
  mg_arrays_free(&a);
  return status;
}

/* ---- splits ---- */

/* The names of the arrays (masks, or lists of nodes) for each part. */
static const struct {
  const char *names;
  unsigned char part;
} split_parts[] = {
  { "train_mask train_idx train idx_train", MG_TRAIN },
  { "val_mask valid_mask val_idx valid_idx valid val idx_val", MG_VALIDATE },
  { "test_mask test_idx test idx_test", MG_TEST }
};

/* Whether an array is a mask, with a row per node and a column per split; else it is a
 * list of node numbers, for one split. */
static int
is_mask(const mg_array *x, size_t n)
{
  return x->rows == n && (x->kind == 'b' || x->cols > 1 || x->kind == 'u');
}

static mgnn_status
part_put(const mg_array *x, const char *path, const unsigned *node, size_t n,
         unsigned char part, mg_splits *out, mgnn_error *err)
{
  PASS(mg_array_check(x, path, 0, is_mask(x, n) ? 1 : (double)n - 1, 1, err));
  for (size_t i = 0; i < x->rows; i++)
    for (size_t c = 0; c < x->cols; c++) {
      double v = mg_array_number(x, i, c);

      if (!is_mask(x, n))
        out->part[node[(size_t)v]] = part;
      else if (v != 0)
        out->part[c * n + node[i]] = part;
    }
  return MGNN_OK;
}

static mgnn_status
splits_take(mg_arrays *a, const char *path, const mg_source *src,
            const unsigned *node, mg_splits *out, mgnn_error *err)
{
  const mg_array *x[3] = { 0 };
  size_t n = src->n;

  for (int k = 0; k < 3; k++) {
    size_t count;

    PASS(mg_arrays_named(a, split_parts[k].names, &x[k], err));
    if (x[k] == NULL)
      continue;
    count = is_mask(x[k], n) ? x[k]->cols : 1;
    if ((out->count > 0 && count != out->count) || x[k]->cols == 0
        || (!is_mask(x[k], n) && x[k]->cols != 1))
      PASS(mg_fail(err, MGNN_EPARSE, "%s: the masks of a split must have %zu rows, "
                   "one for each node, and the same columns, one for each split",
                   path, n));
    out->count = count;
  }
  if (out->count == 0)
    PASS(mg_arrays_missing(a, "splits", "train_mask, val_mask, test_mask; or "
                           "train_idx, val_idx, test_idx", err));
  PASS(mg_allocated(out->part = mg_alloc(n, out->count), err));
  memset(out->part, MG_UNUSED, n * out->count);
  for (int k = 0; k < 3; k++)
    if (x[k] != NULL)
      PASS(part_put(x[k], path, node, n, split_parts[k].part, out, err));
  return MGNN_OK;
}

mgnn_status
mg_read_split_arrays(const mg_source *src, const char *path, mg_splits *out,
                     mgnn_error *err)
{
  unsigned *node = NULL;
  mg_arrays a = { 0 };
  mgnn_status status = MGNN_OK;

  TRY(mg_arrays_open(&a, path, &src->limits, err));
  TRY(mg_array_nodes(src, path, src->n, &node, err));
  TRY(splits_take(&a, path, src, node, out, err));
end:
  mg_free(node);
  mg_arrays_free(&a);
  return status;
}

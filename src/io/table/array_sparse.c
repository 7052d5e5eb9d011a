/* Reads sparse matrices from the arrays in which SciPy saves them. */
#include "array.h"
#include "base/mem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 10000000 };

/* The arrays of a matrix. */
typedef struct {
  const mg_array *data, *indices, *indptr, *shape, *row, *col;
  int by_columns;              /* CSC: the entries of a column are together */
} sparse_parts;

static mgnn_status
part_find(mg_arrays *a, const char *prefix, const char *name,
          const mg_array **out, mgnn_error *err)
{
  char full[100];

  snprintf(full, sizeof full, "%.60s%s", prefix, name);
  return mg_arrays_named(a, full, out, err);
}

static mgnn_status
parts_find(mg_arrays *a, const char *prefix, sparse_parts *p, mgnn_error *err)
{
  const mg_array *format;
  char word[16] = "";
  size_t len;

  PASS(part_find(a, prefix, "data", &p->data, err));
  PASS(part_find(a, prefix, "indices", &p->indices, err));
  PASS(part_find(a, prefix, "indptr", &p->indptr, err));
  PASS(part_find(a, prefix, "shape", &p->shape, err));
  PASS(part_find(a, prefix, "row", &p->row, err));
  PASS(part_find(a, prefix, "col", &p->col, err));
  PASS(part_find(a, prefix, "format", &format, err));
  if (format != NULL)
    mg_array_text(format, 0, 0, word, sizeof word, &len);
  p->by_columns = strcmp(word, "csc") == 0;
  return MGNN_OK;
}

static mgnn_status
wrong(const mg_arrays *a, const char *what, mgnn_error *err)
{
  return mg_fail(err, MGNN_EPARSE, "%s: a sparse matrix of SciPy is damaged: %s",
                 a->path, what);
}

/* Row, column and value of entry e.  *major, 0 at first, advances along indptr. */
static void
entry_at(const sparse_parts *p, size_t e, size_t *major, double *row, double *col,
         double *value)
{
  *value = mg_array_number(p->data, e, 0);
  if (p->row != NULL) {
    *row = mg_array_number(p->row, e, 0);
    *col = mg_array_number(p->col, e, 0);
    return;
  }
  while (*major + 2 < p->indptr->rows
         && mg_array_number(p->indptr, *major + 1, 0) <= (double)e)
    ++*major;
  *row = p->by_columns ? mg_array_number(p->indices, e, 0) : (double)*major;
  *col = p->by_columns ? (double)*major : mg_array_number(p->indices, e, 0);
}

static mgnn_status
parts_check(const mg_arrays *a, const sparse_parts *p, mg_sparse *out, mgnn_error *err)
{
  const mg_array *const lists[] = { p->data, p->shape, p->indices, p->indptr,
                                    p->row, p->col };
  const mg_array *index = p->row != NULL ? p->row : p->indices;
  double rows, cols;
  size_t major;

  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
    if (lists[k] != NULL && (lists[k]->cols != 1 || mg_array_is_text(lists[k])))
      return wrong(a, "its arrays are not lists of numbers", err);
  if (p->shape == NULL || p->shape->rows != 2)
    return wrong(a, "it has no shape", err);
  rows = mg_array_number(p->shape, 0, 0);
  cols = mg_array_number(p->shape, 1, 0);
  if (!(rows >= 0 && rows < 4e9 && rows == floor(rows) && cols >= 1
        && cols <= COLUMNS_MAX && cols == floor(cols)))
    return mg_fail(err, MGNN_EPARSE, "%s: a sparse matrix has %g rows and %g "
                   "columns; there may be 4e9 and %d", a->path, rows, cols,
                   COLUMNS_MAX);
  if (index->rows != p->data->rows
      || (p->row != NULL && (p->col == NULL || p->col->rows != index->rows)))
    return wrong(a, "its arrays differ in length", err);
  major = (size_t)(p->by_columns ? cols : rows);
  if (p->row == NULL)
    for (size_t k = 0; k <= major; k++)
      if (p->indptr->rows != major + 1
          || (k == 0 && mg_array_number(p->indptr, k, 0) != 0)
          || (k > 0 && !(mg_array_number(p->indptr, k, 0)
                         >= mg_array_number(p->indptr, k - 1, 0)))
          || (k == major
              && mg_array_number(p->indptr, k, 0) != (double)p->data->rows))
        return wrong(a, "indptr does not rise from 0 to the entries", err);
  out->rows = (size_t)rows;
  out->cols = (size_t)cols;
  return MGNN_OK;
}

/* Check all entries, and set out->row[i + 1] to the end of the entries of row i. */
static mgnn_status
rows_count(const mg_arrays *a, const sparse_parts *p, mg_sparse *out, mgnn_error *err)
{
  size_t major = 0;

  for (size_t e = 0; e < p->data->rows; e++) {
    double row, col, value;

    entry_at(p, e, &major, &row, &col, &value);
    if (!(row >= 0 && row < (double)out->rows && row == floor(row) && col >= 0
          && col < (double)out->cols && col == floor(col)))
      return wrong(a, "an entry is outside of its shape", err);
    if (!isfinite(value))
      return wrong(a, "an entry is not finite", err);
    out->row[(size_t)row + 1]++;
  }
  for (size_t i = 0; i < out->rows; i++)
    out->row[i + 1] += out->row[i];
  return MGNN_OK;
}

typedef struct {
  unsigned col;
  double value;
} cell;

static int
cell_order(const void *a, const void *b)
{
  unsigned x = ((const cell *)a)->col, y = ((const cell *)b)->col;

  return (x > y) - (x < y);
}

/* Put the entries into their rows, sort each row, and add entries of equal columns. */
static mgnn_status
rows_fill(const sparse_parts *p, mg_sparse *out, mgnn_error *err)
{
  size_t entries = p->data->rows, major = 0, at = 0, begin = 0;
  cell *all = mg_alloc(entries, sizeof *all);
  size_t *cursor = mg_alloc(out->rows + 1, sizeof *cursor);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated_all(err, all, cursor));
  memcpy(cursor, out->row, (out->rows + 1) * sizeof *cursor);
  for (size_t e = 0; e < entries; e++) {
    double row, col, value;

    entry_at(p, e, &major, &row, &col, &value);
    all[cursor[(size_t)row]++] = (cell){ (unsigned)col, value };
  }
  for (size_t i = 0; i < out->rows; i++) {
    size_t end = out->row[i + 1], first = at;

    qsort(all + begin, end - begin, sizeof *all, cell_order);
    for (size_t e = begin; e < end; e++)
      if (at > first && out->col[at - 1] == all[e].col)
        out->value[at - 1] += all[e].value;
      else {
        out->col[at] = all[e].col;
        out->value[at++] = all[e].value;
      }
    out->row[i] = first;
    begin = end;
  }
  out->row[out->rows] = at;
end:
  mg_free_all(all, cursor);
  return status;
}

mgnn_status
mg_arrays_sparse(mg_arrays *a, const char *prefix, mg_sparse *out, int *found,
                 mgnn_error *err)
{
  sparse_parts p = { 0 };
  mgnn_status status = MGNN_OK;

  memset(out, 0, sizeof *out);
  *found = 0;
  TRY(parts_find(a, prefix, &p, err));
  if (p.data == NULL || ((p.indices == NULL || p.indptr == NULL) && p.row == NULL))
    return MGNN_OK;
  *found = 1;
  TRY(parts_check(a, &p, out, err));
  if (out->rows > a->rows_most)
    TRY(mg_fail(err, MGNN_EPARSE, "%s: a matrix of %zu rows is too large; at "
                "most %zu nodes are read", a->path, out->rows, a->rows_most));
  TRY(mg_allocated_all(err, MG_ZEROS(out->row, out->rows + 2),
                       MG_NEW(out->col, p.data->rows),
                       MG_NEW(out->value, p.data->rows)));
  TRY(rows_count(a, &p, out, err));
  TRY(rows_fill(&p, out, err));
end:
  if (status != MGNN_OK)
    mg_sparse_free(out);
  return status;
}

void
mg_sparse_free(mg_sparse *s)
{
  mg_free_all(s->row, s->col, s->value);
  memset(s, 0, sizeof *s);
}

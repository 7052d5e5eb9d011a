/* Reads the text of a matrix, with names in its first row, its first column, both or
 * neither.  If only one triangle is given, rows may end or begin at the diagonal. */
#include "length_matrix.h"
#include "table_shape.h"
#include "io/table/table_parts.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

typedef struct {
  mg_csv *csv;
  mg_table_shape *shape;
  double *x;                   /* numbers of all rows, one row after the other */
  size_t count, cap;
  size_t *begin;               /* rows + 1 */
  uint32_t *line;
  char **name;                 /* first cell of each row */
  size_t rows, begin_cap, line_cap, name_cap;
  size_t most;                 /* length of the longest row */
  char **numbers;              /* names of columns that are numbers; or NULL */
  mg_dense dense;
} matrix;

/* ---- rows ---- */

static mgnn_status
number_keep(matrix *t, size_t k, mgnn_error *err)
{
  const mg_cell *cell = &t->csv->cell[k];
  double *grown = mg_grow(t->x, t->count, &t->cap, sizeof *grown), x;
  char shown[MG_SHOW_MAX];

  if (grown == NULL)
    return mg_fail(err, MGNN_ENOMEM, "%s: out of memory: the matrix does not fit; list "
                   "the pairs that matter instead, with the header "
                   "source,target,length", t->csv->in.path);
  t->x = grown;
  if (cell->len == 0 || mg_text_is_missing(cell->text, cell->len))
    x = NAN;
  else if (!mg_csv_number(t->csv, cell, &x) || isinf(x))
    return mg_csv_fail(t->csv, NULL, err, "column %zu: %s %s%s", k + 1,
                       mg_show(shown, cell->text), mg_table_fault(cell->text),
                       mg_number_read(cell->text, cell->text + cell->len, &x) != NULL ? ""
                       : "; leave the cell blank if there is no length");
  t->x[t->count++] = x;
  return MGNN_OK;
}

static mgnn_status
row_keep(matrix *t, mgnn_error *err)
{
  const mg_csv *csv = t->csv;
  size_t named = (size_t)t->shape->named, count = csv->count;

  if (named && mg_csv_is_blank(csv))
    return MGNN_OK;

  PASS(mg_room(&t->begin, t->rows + 1, &t->begin_cap, sizeof *t->begin, err));
  PASS(mg_room(&t->line, t->rows, &t->line_cap, sizeof *t->line, err));
  PASS(mg_room(&t->name, t->rows, &t->name_cap, sizeof *t->name, err));
  t->name[t->rows] = mg_pool_keep(&t->shape->pool, csv->cell[0].text, csv->cell[0].len);
  PASS(mg_allocated(t->name[t->rows], err));
  t->begin[t->rows] = t->count;
  t->line[t->rows] = (uint32_t)csv->line;
  while (count > t->shape->columns && csv->cell[count - 1].len == 0)
    count--;                   /* separators at the end */
  for (size_t k = named; k < count; k++)
    PASS(number_keep(t, k, err));
  count = t->count - t->begin[t->rows];
  t->begin[++t->rows] = t->count;
  t->most = count > t->most ? count : t->most;
  return MGNN_OK;
}

static size_t
width(const matrix *t, size_t row)
{
  return t->begin[row + 1] - t->begin[row];
}

/* ---- a triangle ---- */

/* Whether the last entry of each row of a lower triangle, or the first of an
 * upper one, is 0: the diagonal. */
static int
has_diagonal(const matrix *t, int lower)
{
  for (size_t r = 0; r < t->rows; r++) {
    double x = width(t, r) == 0 ? NAN
               : t->x[lower ? t->begin[r + 1] - 1 : t->begin[r]];

    if (x != 0)
      return 0;
  }
  return 1;
}

static mgnn_status
ragged_fail(const matrix *t, mgnn_error *err)
{
  size_t named = (size_t)t->shape->named, row = 1;

  while (row + 1 < t->rows && width(t, row) == width(t, 0))
    row++;
  return mg_fail_at(err, t->csv->in.path, t->line[row], 0, "this row has %zu columns, "
                    "line %u has %zu", width(t, row) + named, t->line[0],
                    width(t, 0) + named);
}

/* *n: how many nodes a triangle has; *shift: how many of the first have no row
 * (in a lower one without names). */
static mgnn_status
triangle_size(const matrix *t, int lower, size_t *n, size_t *shift, mgnn_error *err)
{
  const mg_table_shape *s = t->shape;
  size_t titles = s->header ? s->columns - (size_t)s->named : 0;
  int diagonal = has_diagonal(t, lower);

  if (s->header)
    *n = titles;
  else
    *n = lower ? t->rows + (!s->named && !diagonal) : t->most + !diagonal;
  *shift = lower && !s->named ? *n - t->rows : 0;
  if (s->named && !s->header && lower && width(t, 0) == 1 && !diagonal)
    return mg_fail_at(err, t->csv->in.path, t->line[0], 0, "the first node of this "
                      "triangle has no name: give it a row of its own, or a header "
                      "with all names");
  if (t->most > *n - (!diagonal && !(lower && s->named)))
    return ragged_fail(t, err);
  if (t->most > *n || *shift > 1 || t->rows + *shift > *n + (s->header && s->named))
    return mg_fail_at(err, t->csv->in.path, 0, 0, "there are %zu rows with up to %zu "
                      "lengths, which is no triangle of a matrix of %zu nodes", t->rows,
                      t->most, *n);
  return MGNN_OK;
}

/* Place the rows of a triangle into a matrix with columns for all nodes. */
static mgnn_status
triangle_lay(matrix *t, mgnn_error *err)
{
  int lower = width(t, 0) < width(t, t->rows - 1);
  size_t n, shift;
  double *m = NULL;

  for (size_t r = 1; r < t->rows; r++)
    if (lower ? width(t, r) != width(t, 0) + r : width(t, r) + r != width(t, 0))
      return ragged_fail(t, err);
  PASS(triangle_size(t, lower, &n, &shift, err));
  t->dense.rows = t->shape->named ? t->rows : n;
  t->dense.cols = n;
  PASS(mg_allocated(m = mg_alloc(t->dense.rows, n * sizeof *m), err));
  for (size_t k = 0; k < t->dense.rows * n; k++)
    m[k] = NAN;
  for (size_t r = 0; r < t->rows; r++)
    for (size_t k = 0; k < width(t, r); k++)
      m[(r + shift) * n + k + (lower ? 0 : n - width(t, r))] = t->x[t->begin[r] + k];
  mg_free(t->x);
  t->dense.value = t->x = m;
  t->dense.ragged = 1;
  if (t->dense.rows != t->rows)
    t->dense.line = NULL;
  return MGNN_OK;
}

/* Whether one triangle is blank and the diagonal is not: the names of rows and
 * columns are then shifted by one. */
static int
is_strict_triangle(const mg_dense *d)
{
  size_t beside[3] = { 0 };    /* numbers below, on and above the diagonal */

  for (size_t r = 0; r < d->rows; r++)
    for (size_t c = 0; c < d->cols; c++)
      beside[1 + (c > r) - (c < r)] += !isnan(d->value[r * d->cols + c]);
  return d->rows == d->cols && beside[1] == d->rows && beside[0] * beside[2] == 0;
}

/* ---- names ---- */

/* Use numbers as names: an extra first row or column, or both at an empty corner. */
static mgnn_status
names_of_numbers(matrix *t, size_t first_row, size_t first_col, mgnn_error *err)
{
  mg_dense *d = &t->dense;
  size_t cols = d->cols - first_col;
  char text[MG_NUMBER_MAX];

  if (first_row > 0) {
    d->col_name = t->numbers = mg_alloc(cols, sizeof *d->col_name);
    PASS(mg_allocated(d->col_name, err));
    for (size_t k = 0; k < cols; k++) {
      double x = t->x[k + first_col];
      size_t len = isnan(x) ? 0 : mg_number_write(text, x);

      d->col_name[k] = mg_pool_keep(&t->shape->pool, text, len);
      PASS(mg_allocated(d->col_name[k], err));
    }
  }
  if (first_col > 0)
    d->row_name = t->name + first_row;
  for (size_t r = first_row; r < d->rows; r++)
    for (size_t k = first_col; k < d->cols; k++)
      t->x[(r - first_row) * cols + k - first_col] = t->x[r * d->cols + k];
  d->rows -= first_row;
  d->cols = cols;
  d->line += first_row;
  return MGNN_OK;
}

/* Whether the first row or column can be names: whole numbers, all different. */
static int
are_names(const matrix *t, size_t first, size_t step, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    double x = t->x[first + k * step];

    if (!(x >= 0 && x == floor(x)))
      return 0;
    for (size_t j = 0; j < k; j++)
      if (t->x[first + j * step] == x)
        return 0;
  }
  return count > 0;
}

static mgnn_status
square_make(matrix *t, mgnn_error *err)
{
  mg_dense *d = &t->dense;
  size_t rows = d->rows, cols = d->cols;

  if (t->shape->header || t->shape->named)
    return MGNN_OK;
  if (rows == cols + 1 && are_names(t, 0, 1, cols))
    return names_of_numbers(t, 1, 0, err);
  if (rows + 1 == cols && are_names(t, 0, cols, rows))
    return names_of_numbers(t, 0, 1, err);
  if (rows == cols && rows > 2 && (isnan(t->x[0]) || t->x[cols + 1] == 0)
      && are_names(t, 1, 1, cols - 1) && are_names(t, cols, cols, rows - 1)) {
    int whole = !isnan(t->x[0]);

    for (size_t k = 1; k < rows && whole; k++)
      whole = t->x[k * cols + k] == 0;
    return whole ? MGNN_OK : names_of_numbers(t, 1, 1, err);
  }
  return MGNN_OK;
}

static mgnn_status
size_tell(const matrix *t, mgnn_error *err)
{
  const mg_dense *d = &t->dense;

  return mg_fail_at(err, t->csv->in.path, 0, 0, "there are %zu columns and %zu row%s: a "
                    "matrix of distances is square, and more than source, target and "
                    "length need a header that names them: source,target,length,...; "
                    "for `i j lower upper` give -I dist", d->cols, d->rows,
                    mg_plural(d->rows));
}

static mgnn_status
matrix_lay(matrix *t, mgnn_error *err)
{
  mg_dense *d = &t->dense;
  const mg_table_shape *s = t->shape;
  size_t corner = s->header && s->named && s->title != NULL;
  char unit[MG_UNIT_MAX] = "";
  int even = 1;

  *d = (mg_dense){ .rows = t->rows, .cols = t->most, .line = t->line, .value = t->x,
                   .adjacency = s->form == MG_TABLE_ADJACENCY };
  for (size_t r = 0; r < t->rows; r++)
    even &= width(t, r) == t->most;
  if (!even)
    PASS(triangle_lay(t, err));
  if (corner)
    mg_unit_of_title(unit, s->title[0]);
  if (unit[0] != '\0')
    d->title = s->title[0];
  if (s->named)
    d->row_name = t->name;
  if (s->header) {
    d->col_name = s->title + corner;
    d->ragged |= is_strict_triangle(d);
    if (d->cols != s->columns - corner && even)
      return size_tell(t, err);
  } else if (even)
    PASS(square_make(t, err));
  if (d->rows != d->cols && (d->row_name == NULL || d->col_name == NULL))
    return size_tell(t, err);
  return MGNN_OK;
}

mgnn_status
mg_read_matrix(mg_csv *csv, mg_table_shape *shape, mg_builder *build, mgnn_error *err)
{
  matrix t = { .csv = csv, .shape = shape };
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < shape->skip + (size_t)shape->header; k++)
    TRY(mg_csv_row(csv, err));
  EACH(mg_csv_row(csv, err), csv->count > 0)
    TRY(row_keep(&t, err));
  TRY(status);
  if (t.rows == 0)
    TRY(mg_fail_at(err, csv->in.path, 0, 0, "the matrix has no rows"));
  TRY(matrix_lay(&t, err));
  t.dense.value = t.x;
  TRY(mg_dense_edges(&t.dense, build, csv->in.path, err));
end:
  mg_free_all(t.numbers, t.x, t.begin, t.line, t.name);
  return status;
}

/* Lengths as n x n numbers, with or without names above and before them.
 *
 * All n*n numbers are held while the file is read (200 MB for 5000 nodes):
 * whether the matrix is symmetric is known only at the end, and with names its
 * rows may come in any order.  Of the result only what is wanted is kept. */
#include "table_parts.h"
#include "base/number.h"
#include "io/numbering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The first cell that holds no length. */
typedef struct {
  char *text;                  /* NULL: there is none */
  size_t row, column;          /* column counts from the first number */
} cell_fault;

/* A matrix being read.  Its first row may be a header or numbers, and where
 * nodes are called 1, 2, ... that is known only when all rows are counted.  It
 * is therefore read as both. */
typedef struct {
  const mg_source *src;
  mg_csv *csv;
  size_t n;
  enum { PERHAPS, YES } header;        /* the first row is one */
  size_t head_cells;           /* cells in it */
  uint32_t *head;              /* the nodes it names, MG_NAMES_NONE: unknown */
  char *head_unknown;          /* the first text in it that names no node */
  char *corner;                /* its first cell, if that is before a column */
  size_t named;                /* 1: rows start with the name of a node */
  size_t rows;                 /* of numbers, the first row included */
  double *value;               /* n+1 rows of n numbers, as they stood */
  const double *number;        /* n rows of them, without the header */
  uint32_t *line;              /* n+1: where the rows stood */
  uint32_t *row_node;          /* n+1: the nodes that the rows name */
  cell_fault first, later;     /* in the first row, in the others */
  uint32_t *row_at, *column_at;        /* per node: its place */
} matrix;

static void
matrix_free(matrix *t)
{
  mg_free(t->head);
  mg_free(t->head_unknown);
  mg_free(t->corner);
  mg_free(t->value);
  mg_free(t->line);
  mg_free(t->row_node);
  mg_free(t->first.text);
  mg_free(t->later.text);
  mg_free(t->row_at);
  mg_free(t->column_at);
}

static mgnn_status
matrix_alloc(matrix *t, mgnn_error *err)
{
  size_t n = t->n;

  t->head = mg_alloc(n, sizeof *t->head);
  t->line = mg_alloc(n + 1, sizeof *t->line);
  t->row_node = mg_alloc(n + 1, sizeof *t->row_node);
  t->row_at = mg_alloc(n, sizeof *t->row_at);
  t->column_at = mg_alloc(n, sizeof *t->column_at);
  if (t->head == NULL || t->line == NULL || t->row_node == NULL
      || t->row_at == NULL || t->column_at == NULL)
    return mg_fail_memory(err);
  t->value = mg_alloc(n + 1, n * sizeof *t->value);
  if (t->value == NULL)
    return mg_fail(err, MGNN_ENOMEM, "%s: out of memory: a matrix of %zu x %zu "
                   "numbers does not fit; list the pairs that matter instead, "
                   "with the header source,target,length", t->csv->in.path, n,
                   n);
  return MGNN_OK;
}

/* Read the numbers of the present row, whose cells from `from` on hold them,
 * into the next row of the matrix. */
static mgnn_status
read_numbers(matrix *t, size_t from, mgnn_error *err)
{
  cell_fault *fault = t->rows == 0 ? &t->first : &t->later;
  double *to = t->value + t->rows * t->n;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < t->n; k++) {
    const mg_cell *cell = &t->csv->cell[from + k];
    double x = 0;

    if (!(mg_csv_number(t->csv, cell, &x) && x >= 0 && x < HUGE_VAL)
        && fault->text == NULL) {
      fault->row = t->rows;
      fault->column = k;
      fault->text = mg_strndup(cell->text, cell->len);
      TRY(mg_allocated(fault->text, err));
    }
    to[k] = x;
  }
  t->line[t->rows++] = (uint32_t)t->csv->line;
end:
  return status;
}

static mgnn_status
read_head(matrix *t, size_t from, mgnn_error *err)
{
  size_t known = 0, numbers = 0;
  mgnn_status status = MGNN_OK;

  for (size_t k = 0; k < t->n; k++) {
    const mg_cell *cell = &t->csv->cell[from + k];
    double x;

    numbers += mg_number_whole(cell->text, cell->len, &x);
    t->head[k] = mg_source_find(t->src, cell->text, cell->len);
    if (t->head[k] != MG_NAMES_NONE)
      known++;
    else if (t->head_unknown == NULL) {
      t->head_unknown = mg_strndup(cell->text, cell->len);
      TRY(mg_allocated(t->head_unknown, err));
    }
  }
  t->header = known == t->n && numbers < t->n ? YES : PERHAPS;
end:
  return status;
}

static mgnn_status
read_first_row(matrix *t, mgnn_error *err)
{
  const mg_csv *csv = t->csv;
  size_t from = csv->count - t->n;
  mgnn_status status = MGNN_OK;

  TRY(read_head(t, from, err));
  t->head_cells = csv->count;
  t->named = from;
  if (from == 1) {
    t->row_node[0] = mg_source_find(t->src, csv->cell[0].text,
                                    csv->cell[0].len);
    t->corner = mg_strndup(csv->cell[0].text, csv->cell[0].len);
    TRY(mg_allocated(t->corner, err));
  }
  TRY(read_numbers(t, from, err));
end:
  return status;
}

static mgnn_status
read_row(matrix *t, mgnn_error *err)
{
  const mg_csv *csv = t->csv;
  mgnn_status status = MGNN_OK;

  /* A header may lack the cell above the names, as R writes it. */
  if (t->rows == 1 && t->head_cells == t->n && csv->count == t->n + 1) {
    t->header = YES;
    t->named = 1;
  }
  if (csv->count != t->n + t->named)
    return mg_table_ragged(csv, t->n + t->named,
                           t->line[t->head_cells != t->n + t->named], err);
  if (t->rows > t->n) {        /* too many; the caller wants the count */
    t->rows++;
    return MGNN_OK;
  }
  if (t->named)
    TRY(mg_table_node(t->src, csv, 0, &t->row_node[t->rows], err));
  TRY(read_numbers(t, t->named, err));
end:
  return status;
}

/* A first row of numbers is a header of names if there is one row too many. */
static mgnn_status
decide_header(matrix *t, mgnn_error *err)
{
  size_t rows = t->header == YES ? t->rows - 1 : t->rows;

  if (t->header == PERHAPS && rows == t->n + 1) {
    t->header = YES;
    rows--;
  }
  t->number = t->value;
  if (rows != t->n && strcmp(t->csv->in.path, t->src->path) == 0) {
    char and_rows[40] = "";      /* of a piece they are not known */

    if (t->src->limits.piece == NULL)
      snprintf(and_rows, sizeof and_rows, " and %zu row%s", rows, mg_plural(rows));
    return mg_fail_at(err, t->src->path, 0, 0, "there are %zu columns%s: a matrix of "
                      "distances is square, and more than source, target and length "
                      "need a header that names them: source,target,length,...", t->n,
                      and_rows);
  }
  if (rows != t->n)
    return mg_fail(err, MGNN_EPARSE, "%s: the matrix has %zu row%s and %zu "
                   "columns of numbers; for the %zu nodes of %s it must have "
                   "%zu of both", t->csv->in.path, rows, rows == 1 ? "" : "s",
                   t->n, t->n, t->src->path, t->n);
  if (t->header == YES) {
    if (t->head_unknown != NULL)
      return mg_table_unknown(t->src, t->csv->in.path, t->line[0],
                              t->head_unknown, err);
    t->number += t->n;
    memmove(t->line, t->line + 1, t->n * sizeof *t->line);
    memmove(t->row_node, t->row_node + 1, t->n * sizeof *t->row_node);
    t->later.row -= t->later.text != NULL;
    mg_free(t->first.text);
    t->first.text = NULL;
  } else if (t->named && t->row_node[0] == MG_NAMES_NONE)
    return mg_table_unknown(t->src, t->csv->in.path, t->line[0], t->corner,
                            err);
  return MGNN_OK;
}

/* at[node[k]] = k; a node that comes twice is an error. */
static mgnn_status
invert(const matrix *t, const uint32_t *node, uint32_t *at, int is_row,
       mgnn_error *err)
{
  char shown[MG_SHOW_MAX];

  for (size_t i = 0; i < t->n; i++)
    at[i] = MG_NAMES_NONE;
  for (size_t k = 0; k < t->n; k++) {
    uint32_t i = node[k];

    if (at[i] != MG_NAMES_NONE && is_row)
      return mg_fail(err, MGNN_EPARSE, "%s:%u: node %s has a row already, in "
                     "line %u", t->csv->in.path, t->line[k],
                     mg_show(shown, t->src->names.text[i]), t->line[at[i]]);
    if (at[i] != MG_NAMES_NONE)
      return mg_fail(err, MGNN_EPARSE, "%s: the header names node %s twice, "
                     "above columns %zu and %zu", t->csv->in.path,
                     mg_show(shown, t->src->names.text[i]),
                     at[i] + 1 + t->named, k + 1 + t->named);
    at[i] = (uint32_t)k;
  }
  return MGNN_OK;
}

/* Find the place of every node among the rows and columns.  Where only one of
 * the two has names, the other is in the same order; without names both are in
 * the order of the graph. */
static mgnn_status
find_places(matrix *t, mgnn_error *err)
{
  mgnn_status status = MGNN_OK;

  if (t->header != YES && !t->named)
    TRY(mg_source_rows_check(t->src, t->csv->in.path, "put their names into a "
                             "first row", err));
  for (size_t i = 0; i < t->n; i++)
    t->row_at[i] = t->column_at[i] = (uint32_t)i;
  if (t->header == YES)
    TRY(invert(t, t->head, t->column_at, 0, err));
  if (t->named)
    TRY(invert(t, t->row_node, t->row_at, 1, err));
  if (t->header == YES && !t->named)
    memcpy(t->row_at, t->column_at, t->n * sizeof *t->row_at);
  if (t->header != YES && t->named)
    memcpy(t->column_at, t->row_at, t->n * sizeof *t->row_at);
end:
  return status;
}

static double
entry(const matrix *t, size_t i, size_t j)
{
  return t->number[t->row_at[i] * t->n + t->column_at[j]];
}

static const char *
name_at(const matrix *t, const uint32_t *at, size_t place,
        char buf[MG_SHOW_MAX])
{
  size_t i = 0;

  while (at[i] != place)
    i++;
  return mg_show(buf, t->src->names.text[i]);
}

static mgnn_status
check_cells(const matrix *t, mgnn_error *err)
{
  const cell_fault *fault = t->first.text != NULL ? &t->first : &t->later;
  char a[MG_SHOW_MAX], b[MG_SHOW_MAX], shown[MG_SHOW_MAX];
  const char *path = t->csv->in.path;
  size_t column = fault->column + 1 + t->named;
  double x;

  if (fault->text == NULL)
    return MGNN_OK;
  name_at(t, t->row_at, fault->row, a);
  name_at(t, t->column_at, fault->column, b);
  if (*fault->text == '\0')
    return mg_fail(err, MGNN_EPARSE, "%s:%u: column %zu: the length of %s - %s "
                   "is empty; a matrix needs a number for every pair, a table "
                   "of pairs (source,target,length) does not", path,
                   t->line[fault->row], column, a, b);
  if (mg_number_whole(fault->text, strlen(fault->text), &x) && x < 0)
    return mg_fail(err, MGNN_EPARSE, "%s:%u: column %zu: the length of %s - %s "
                   "is %.40s; it must not be negative", path,
                   t->line[fault->row], column, a, b, fault->text);
  return mg_fail(err, MGNN_EPARSE, "%s:%u: column %zu: the length of %s - %s, "
                 "%s, %s", path, t->line[fault->row], column, a, b,
                 mg_show(shown, fault->text), mg_table_fault(fault->text));
}

static mgnn_status
check_diagonal(const matrix *t, mgnn_error *err)
{
  char name[MG_SHOW_MAX], number[MG_SHOW_MAX];

  for (size_t i = 0; i < t->n; i++)
    if (entry(t, i, i) != 0)
      return mg_fail(err, MGNN_EPARSE, "%s:%u: column %zu: the length from node "
                     "%s to itself is %s; the diagonal must be 0",
                     t->csv->in.path, t->line[t->row_at[i]],
                     t->column_at[i] + 1 + t->named,
                     mg_show(name, t->src->names.text[i]),
                     mg_show_number(number, entry(t, i, i)));
  return MGNN_OK;
}

/* The number of pairs i < j, i in [i0, i1) and j in [j0, j1), whose two
 * entries differ. */
static size_t
differ(const matrix *t, size_t i0, size_t i1, size_t j0, size_t j1)
{
  size_t found = 0;

  for (size_t i = i0; i < i1; i++)
    for (size_t j = j0 > i ? j0 : i + 1; j < j1; j++)
      found += entry(t, i, j) != entry(t, j, i);
  return found;
}

/* In squares that fit the cache: one of the two entries is read by column. */
static mgnn_status
check_symmetric(const matrix *t, mgnn_error *err)
{
  enum { SIDE = 64 };
  size_t n = t->n, wrong = 0;

  for (size_t i = 0; i < n; i += SIDE)
    for (size_t j = i; j < n; j += SIDE)
      wrong += differ(t, i, i + SIDE < n ? i + SIDE : n, j,
                      j + SIDE < n ? j + SIDE : n);
  if (wrong == 0)
    return MGNN_OK;
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++)
      if (entry(t, i, j) != entry(t, j, i)) {
        char a[MG_SHOW_MAX], b[MG_SHOW_MAX], x[MG_SHOW_MAX], y[MG_SHOW_MAX];
        char more[60] = "";

        if (wrong > 1)
          snprintf(more, sizeof more, " (and %zu more pair%s)", wrong - 1,
                   wrong == 2 ? "" : "s");
        return mg_fail(err, MGNN_EPARSE, "%s:%u: the matrix is not symmetric: "
                       "%s - %s is %s here, but %s - %s is %s in line %u%s",
                       t->csv->in.path, t->line[t->row_at[i]],
                       mg_show(a, t->src->names.text[i]),
                       mg_show(b, t->src->names.text[j]),
                       mg_show_number(x, entry(t, i, j)), b, a,
                       mg_show_number(y, entry(t, j, i)),
                       t->line[t->row_at[j]], more);
      }
  return MGNN_OK;
}

/* Keep the wanted pairs, in order; count the others that are not 0. */
static mgnn_status
collect(const matrix *t, const unsigned *wanted, size_t wanted_count,
        mg_metric_table *out, size_t *ignored, mgnn_error *err)
{
  size_t n = t->n, count = wanted == NULL ? n * (n - (n > 0)) / 2 : 0;
  unsigned char *bit = mg_zalloc(wanted == NULL ? 0 : n, (n + 7) / 8);
  mgnn_status status = MGNN_OK;

  TRY(mg_allocated(bit, err));
  for (size_t k = 0; wanted != NULL && k < wanted_count; k++) {
    size_t a = wanted[2 * k], b = wanted[2 * k + 1];
    size_t low = a < b ? a : b, high = a < b ? b : a;
    unsigned char *at = bit + low * ((n + 7) / 8) + high / 8;

    if (low != high && (*at & 1 << high % 8) == 0) {
      *at = (unsigned char)(*at | 1 << high % 8);
      count++;
    }
  }
  TRY(mg_allocated(out->entry = mg_alloc(count, sizeof *out->entry), err));
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      double x = entry(t, i, j);

      if (wanted == NULL || (bit[i * ((n + 7) / 8) + j / 8] & 1 << j % 8) != 0)
        out->entry[out->count++] = (mg_metric_entry){
          .a = (unsigned)i, .b = (unsigned)j, .line = t->line[t->row_at[i]],
          .lower = x, .upper = x
        };
      else
        *ignored += x != 0;
    }
end:
  mg_free(bit);
  return status;
}

static mgnn_status
check_first_row(const matrix *t, mgnn_error *err)
{
  const mg_csv *csv = t->csv;

  if (csv->count == 0 && t->n > 0)
    return mg_fail(err, MGNN_EPARSE, "%s: the table is empty; it must hold %zu "
                   "x %zu numbers, or start with the header "
                   "source,target,length", csv->in.path, t->n, t->n);
  if (csv->count != t->n && csv->count != t->n + 1)
    return mg_csv_fail(csv, NULL, err, "the first row has %zu column%s; a "
                       "matrix for the %zu node%s of %s has %zu, or %zu if "
                       "its rows start with names; a table of pairs starts "
                       "with the header source,target,length", csv->count,
                       csv->count == 1 ? "" : "s", t->n, t->n == 1 ? "" : "s",
                       t->src->path, t->n, t->n + 1);
  return MGNN_OK;
}

mgnn_status
mg_read_matrix(const mg_source *src, mg_csv *csv, const unsigned *wanted,
               size_t wanted_count, mg_metric_table *out, size_t *ignored,
               mgnn_error *err)
{
  matrix t = { .src = src, .csv = csv, .n = src->n };
  mgnn_status status = MGNN_OK;

  TRY(check_first_row(&t, err));
  if (csv->count == 0)
    return MGNN_OK;            /* no nodes, no numbers */
  TRY(matrix_alloc(&t, err));
  TRY(read_first_row(&t, err));
  for (;;) {
    TRY(mg_csv_row(csv, err));
    if (csv->count == 0)
      break;
    TRY(read_row(&t, err));
  }
  TRY(decide_header(&t, err));
  TRY(find_places(&t, err));
  TRY(check_cells(&t, err));
  TRY(check_diagonal(&t, err));
  TRY(check_symmetric(&t, err));
  TRY(collect(&t, wanted, wanted_count, out, ignored, err));
end:
  matrix_free(&t);
  return status;
}
